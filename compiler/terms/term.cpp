#include "compiler/terms/term.h"

#include <algorithm>
#include <cstdlib>

#include "compiler/terms/print_term.h"
#include "runtime/value/arena.h"

namespace guardc::compiler {

namespace {

std::uint64_t mix(std::uint64_t seed, std::uint64_t word) {
    const std::uint64_t mixed = (seed ^ word) * 0x9e3779b97f4a7c15ULL;
    return mixed ^ (mixed >> 29U);
}

std::uint64_t hash_of(TermOp op, std::span<const TermId> operands, std::uint32_t data) {
    std::uint64_t hash = mix(static_cast<std::uint64_t>(op), data);
    for (const TermId operand : operands)
        hash = mix(hash, operand);
    return hash;
}

}  // namespace

struct TermPool::Index {
    std::unordered_multimap<std::uint64_t, TermId> terms;
    std::unordered_map<std::string, std::uint32_t> names;  // keys stay where they are
    // Equal constants, and only they, have one text.
    std::unordered_map<std::string, TermId> constants;
};

TermPool::TermPool() : arena_(std::make_shared<ValueArena>()), index_(std::make_unique<Index>()) {}
TermPool::~TermPool() = default;

TermId TermPool::make(TermOp op, std::span<const TermId> operands, std::uint32_t data) {
    const std::uint64_t hash = hash_of(op, operands, data);
    const auto [first, last] = index_->terms.equal_range(hash);
    for (auto found = first; found != last; ++found) {
        const Term& term = terms_[found->second];
        if (term.op == op && term.data == data && std::ranges::equal(this->operands(found->second), operands))
            return found->second;
    }
    const auto id = static_cast<TermId>(terms_.size());
    const auto first_operand = static_cast<std::uint32_t>(operands_.size());
    // The operands may be those of another term of this pool, which lie in the vector that grows.
    const std::vector<TermId> copied(operands.begin(), operands.end());
    operands_.insert(operands_.end(), copied.begin(), copied.end());
    terms_.push_back({op, data, first_operand, static_cast<std::uint32_t>(copied.size())});
    index_->terms.emplace(hash, id);
    return id;
}

TermId TermPool::make_named(TermOp op, TermId base, std::string_view name) {
    const auto [place, added] =
        index_->names.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
    if (added) names_.push_back(&place->first);
    return make(op, std::span(&base, 1), place->second);
}

TermId TermPool::make_constant(const Value& value) {
    std::string text = print_constant(value);
    if (const auto found = index_->constants.find(text); found != index_->constants.end())
        return found->second;
    const auto number = static_cast<std::uint32_t>(constants_.size());
    constants_.push_back(copy_into(*arena_, value));
    const TermId id = make(TermOp::constant, {}, number);
    index_->constants.emplace(std::move(text), id);
    return id;
}

std::shared_ptr<TermPool> TermPool::copy_of(const TermPool& other) {
    auto copy = std::make_shared<TermPool>();
    copy->terms_.reserve(other.size());
    for (TermId id = 0; id < other.size(); ++id) {
        const Term& term = other[id];
        const auto operands = other.operands(id);
        const bool is_named = term.op == TermOp::attribute || term.op == TermOp::has_attribute;
        TermId made = kNoTerm;
        if (term.op == TermOp::constant) {
            made = copy->make_constant(other.constant(id));
        } else if (is_named) {
            made = copy->make_named(term.op, operands[0], other.name(id));
        } else {
            made = copy->make(term.op, operands, term.data);
        }
        if (made != id) std::abort();  // terms stand in the order in which they were made, each once
    }
    return copy;
}

}  // namespace guardc::compiler
