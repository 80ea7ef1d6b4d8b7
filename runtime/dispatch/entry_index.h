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
    // Asks every entry.
    EntryIndex() = default;
    // Over the rows of a snapshot, in their order. Asks every entry where they have no fact in common, or are
    // too few for the reading to pay.
    explicit EntryIndex(std::span<const EntryCode* const> rows);

    bool empty() const { return value_ == nullptr; }
    const std::shared_ptr<const EntryCode>& value() const { return value_; }

    // Rows that may accept a call, in order. Two words, so that it comes back in registers.
    struct Candidates {
        const std::uint32_t* rows = nullptr;
        std::uint32_t count = 0;
        bool all = false;  // any may

        static Candidates any() { return {.all = true}; }
        bool none() const { return count == 0 && !all; }
        std::span<const std::uint32_t> named() const { return {rows, count}; }
    };
    Candidates candidates(ScratchStack& scratch, const Call& call) const noexcept {
        if (empty()) return Candidates::any();
        return look_up(scratch, call);
    }

    // The same for an index that is not empty, as fast as it can be. False where it takes more than that.
    bool candidates_at_once(ScratchStack& scratch, const Call& call, Candidates& found) const noexcept {
        if (call.slots.size() < slots_ || !scratch.fits(cells_)) [[unlikely]]
            return false;
        Cell* const value = scratch.take_in_place(cells_);
        const Status status =
            value_->check(call.slots.data(), call.ambient.data(), value + 1, nullptr, value);
        found = told_by(status, *value);
        scratch.give_back(value);
        return true;
    }

    // Fewer entries are asked one by one.
    static constexpr std::size_t kLeastRows = 4;

  private:
    Candidates told_by(Status status, const Cell& value) const noexcept;
    Candidates look_up(ScratchStack& scratch, const Call& call) const noexcept;
    void build(std::span<const EntryCode* const> rows);

    std::shared_ptr<const EntryCode> value_;  // lifts the value
    // What that check needs.
    std::size_t cells_ = 0, slots_ = 0;
    HashBy by_ = HashBy::value;
    const Model* model_ = nullptr;
    // Open addressing over the constants; buckets name a stretch of `rows_`.
    struct Bucket {
        std::uint64_t hash = 0;
        std::uint32_t begin = 0, end = 0;  // empty: the bucket is free
    };
    std::vector<Bucket> buckets_;  // a power of two of them, at most half full; by the upper bits of a hash
    unsigned shift_ = 0;
    std::size_t last_bucket_ = 0;
    std::vector<std::uint32_t> rows_;
};

// Of what the reading came to, and the value where it is a hit.
inline EntryIndex::Candidates EntryIndex::told_by(Status status, const Cell& value) const noexcept {
    if (status == Status::miss) return {};  // undefined: every entry misses
    std::uint64_t hash;
    if (status == Status::error || !value_hash(*model_, value, by_, hash)) return Candidates::any();
    for (std::size_t at = hash >> shift_;; at = (at + 1) & last_bucket_) {
        const Bucket& bucket = buckets_[at];
        if (bucket.begin == bucket.end) return {};
        if (bucket.hash == hash) return {rows_.data() + bucket.begin, bucket.end - bucket.begin};
    }
}

}  // namespace guardc
