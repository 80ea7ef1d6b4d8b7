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
    ValueArena arena;
    std::unordered_multimap<std::uint64_t, TermId> terms;
    std::unordered_map<std::string, std::uint32_t> names;  // keys stay where they are
    // Equal constants, and only they, have one text.
    std::unordered_map<std::string, TermId> constants;
};

TermPool::TermPool() : index_(std::make_shared<Index>()), arena_(index_, &index_->arena) {}
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

// Few: those of all backends of a frame.
std::uint32_t TermPool::extern_index(std::string_view name) {
    const auto known = std::ranges::find(externs_, name, &Extern::name);
    if (known == externs_.end()) externs_.push_back({std::string(name), nullptr});
    return static_cast<std::uint32_t>(std::ranges::find(externs_, name, &Extern::name) - externs_.begin());
}

TermId TermPool::make_extern(std::string_view name, std::span<const TermId> operands) {
    return make(TermOp::extern_, operands, extern_index(name));
}

bool TermPool::can_bind(const ExternDeclaration& declaration) const {
    const auto known = std::ranges::find(externs_, declaration.name, &Extern::name);
    if (known == externs_.end()) return true;
    if (known->declaration != nullptr) return false;
    const auto index = static_cast<std::uint32_t>(known - externs_.begin());
    return std::ranges::all_of(terms_, [&](const Term& term) {
        return term.op != TermOp::extern_ || term.data != index || term.operand_count == declaration.operands;
    });
}

bool TermPool::bind_extern(std::shared_ptr<const ExternDeclaration> declaration) {
    if (!can_bind(*declaration)) return false;
    externs_[extern_index(declaration->name)].declaration = std::move(declaration);
    return true;
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
    copy->externs_ = other.externs_;
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
