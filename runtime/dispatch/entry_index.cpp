#include "runtime/dispatch/entry_index.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "runtime/dispatch/checking.h"

namespace guardc {
namespace {

using FactKey = std::pair<const EntryCode*, HashBy>;

// Entries of one frame mostly have their facts in one order, so `expected` is where to look first.
const EqualityFact* find(const EntryCode& code, const FactKey& key, std::size_t expected = 0) {
    const auto& facts = code.facts();
    if (expected < facts.size() && facts[expected].value.get() == key.first &&
        facts[expected].by == key.second) {
        return &facts[expected];
    }
    for (const EqualityFact& fact : facts) {
        if (fact.value.get() == key.first && fact.by == key.second) return &fact;
    }
    return nullptr;
}

// The fact that all rows have and whose constants differ most; null where they have none in common or where
// all constants are the same.
const EqualityFact* most_telling(std::span<const EntryCode* const> rows) {
    const EqualityFact* best = nullptr;
    std::size_t best_count = 1;
    const auto& facts = rows.front()->facts();
    for (std::size_t i = 0; i < facts.size() && best_count < rows.size(); ++i) {
        const EqualityFact& fact = facts[i];
        std::unordered_set<std::uint64_t> constants;
        for (const EntryCode* const row : rows) {
            const EqualityFact* const same = find(*row, {fact.value.get(), fact.by}, i);
            if (same == nullptr) {
                constants.clear();
                break;
            }
            constants.insert(same->constant);
        }
        if (constants.size() > best_count) {
            best = &fact;
            best_count = constants.size();
        }
    }
    return best;
}

}  // namespace

EntryIndex::EntryIndex(std::span<const EntryCode* const> rows) : every_(rows.size()) {
    std::iota(every_.begin(), every_.end(), 0U);
    if (rows.size() < kLeastRows) return;
    const EqualityFact* const fact = most_telling(rows);
    if (fact == nullptr || fact->value->program().lifted != 1) return;
    value_ = fact->value;
    model_ = std::bit_cast<const Model*>(value_->literals()[0]);
    by_ = fact->by;
    if (by_ == HashBy::value) hashed_here_ = CellTag::integer;
    if (1 + value_->program().registers <= kCellsAtOnce) slots_at_once_ = value_->program().slots;
    build(rows);
}

void EntryIndex::build(std::span<const EntryCode* const> rows) {
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_constant;
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        by_constant[find(*rows[row], {value_.get(), by_})->constant].push_back(row);
    buckets_.resize(std::bit_ceil(4 * by_constant.size()));
    last_bucket_ = buckets_.size() - 1;
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(buckets_.size()));
    rows_.reserve(rows.size());
    for (const auto& [hash, same] : by_constant) {
        std::size_t at = hash >> shift_;
        while (buckets_[at].count != 0)
            at = (at + 1) & last_bucket_;
        const auto begin = static_cast<std::uint32_t>(rows_.size());
        rows_.insert(rows_.end(), same.begin(), same.end());
        buckets_[at] = {hash, begin, static_cast<std::uint32_t>(same.size())};
    }
}

EntryIndex::Candidates EntryIndex::look_up(ScratchStack& scratch, const Call& call) const noexcept {
    const Program& program = value_->program();
    const CheckBlock block(scratch, call, program.registers, program.lifted, program.slots);
    if (block.empty()) return every();
    const Status status = block.check(*value_);
    return told_by(status, block.lifted()[0]);
}

}  // namespace guardc
