// Which entries of a frame a call can be meant for, found without asking them.
//
// All entries that test one value for equality with a constant of their own are told apart by that value: it
// is read once, and only entries with an equal constant remain. Nothing depends on it: a check follows, and
// where the value says nothing every entry is asked.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/dispatch/call.h"
#include "runtime/dispatch/entry_code.h"
#include "runtime/dispatch/scratch_stack.h"

namespace guardc {

// Immutable; any number of threads.
class EntryIndex {
  public:
    EntryIndex() = default;  // over no rows
    // Over the rows of a snapshot, in their order. Asks every entry where they have no fact in common, or are
    // too few for the reading to pay.
    explicit EntryIndex(std::span<const EntryCode* const> rows);

    bool empty() const { return value_ == nullptr; }
    const std::shared_ptr<const EntryCode>& value() const { return value_; }

    // Rows that may accept a call, in order. Two words, so that it comes back in registers.
    struct Candidates {
        const std::uint32_t* first = nullptr;
        const std::uint32_t* last = nullptr;

        bool none() const { return first == last; }
        const std::uint32_t* begin() const { return first; }
        const std::uint32_t* end() const { return last; }
    };
    Candidates every() const noexcept { return {every_.data(), every_.data() + every_.size()}; }
    Candidates candidates(ScratchStack& scratch, const Call& call) const noexcept {
        return empty() ? every() : look_up(scratch, call);
    }

    // The same, as fast as it can be. False where it takes more than that.
    [[gnu::always_inline]] bool candidates_at_once(const Call& call, Candidates& found) const noexcept {
        if (empty()) {
            found = every();
            return true;
        }
        if (call.slots.size() < slots_at_once_) [[unlikely]]
            return false;
        alignas(Cell) std::byte block[kCellsAtOnce * sizeof(Cell)];  // not initialised, as scratch is not
        Cell* const value = reinterpret_cast<Cell*>(block);
        const Status status =
            value_->check(call.slots.data(), call.ambient.data(), value + 1, nullptr, value);
        found = told_by(status, *value);
        return true;
    }

    // Fewer entries are asked one by one.
    static constexpr std::size_t kLeastRows = 4;

  private:
    Candidates told_by(Status status, const Cell& value) const noexcept;
    Candidates look_up(ScratchStack& scratch, const Call& call) const noexcept;
    void build(std::span<const EntryCode* const> rows);

    std::shared_ptr<const EntryCode> value_;  // lifts the value
    static constexpr std::size_t kCellsAtOnce = 8;
    std::size_t slots_at_once_ = static_cast<std::size_t>(-1);  // no call has as many
    HashBy by_ = HashBy::value;
    CellTag hashed_here_ = CellTag::absent;  // integers, where they go by value
    const Model* model_ = nullptr;
    // Open addressing over the constants; buckets name a stretch of `rows_`.
    struct Bucket {
        std::uint64_t hash = 0;
        std::uint32_t begin = 0, count = 0;  // none: the bucket is free
    };
    // A power of two of them, at most a quarter full, so that a value that no entry has mostly meets a free
    // one at once; by the upper bits of a hash.
    std::vector<Bucket> buckets_;
    unsigned shift_ = 0;
    std::size_t last_bucket_ = 0;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> every_;  // 0, 1, ..
};

// Of what the reading came to, and the value where it is a hit.
inline EntryIndex::Candidates EntryIndex::told_by(Status status, const Cell& value) const noexcept {
    if (status == Status::miss) return {};  // undefined: every entry misses
    std::uint64_t hash;
    if (status == Status::hit && value.tag == hashed_here_) [[likely]] {
        hash = integer_hash(value.as_integer());
    } else {
        const auto any = status == Status::hit ? value_hash(*model_, value, by_) : std::nullopt;
        if (!any) return every();
        hash = *any;
    }
    for (std::size_t at = hash >> shift_;; at = (at + 1) & last_bucket_) {
        const Bucket& bucket = buckets_[at];
        if (bucket.count == 0) return {};
        const std::uint32_t* const first = rows_.data() + bucket.begin;
        if (bucket.hash == hash) return {first, first + bucket.count};
    }
}

}  // namespace guardc
