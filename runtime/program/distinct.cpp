// Whether objects are pairwise different, without memory that grows with their number.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "runtime/program/object_identity.h"

namespace guardc {
namespace {

// 32 KiB of stack, of which few objects use a part. Half of the slots are filled at most.
constexpr std::uint32_t kSlots = 4096;
constexpr std::uint32_t kFilled = kSlots / 2;
constexpr std::size_t kFew = 8;
constexpr std::size_t kKept = 256;  // identities that are read once
constexpr unsigned kDomains = 5;

// One to one, so that two numbers are equal exactly where these are.
constexpr std::uint64_t mix(std::uint64_t number) {
    number ^= number >> 32U;
    number *= 0xd6e8feb86659fd93ULL;
    number ^= number >> 32U;
    number *= 0xd6e8feb86659fd93ULL;
    return number ^ (number >> 32U);
}

enum class Pass : std::uint8_t { done, repeated, overfull };

class Table {
  public:
    explicit Table(std::size_t objects)
        : mask_(std::min<std::uint64_t>(kSlots, std::bit_ceil(2 * objects)) - 1) {}

    void clear() {
        std::fill_n(slots_.begin(), mask_ + 1, 0);
        filled_ = 0;
        has_zero_ = false;
    }
    Pass add(std::uint64_t hash) {
        if (hash == 0) return std::exchange(has_zero_, true) ? Pass::repeated : Pass::done;
        for (std::uint64_t slot = hash & mask_;; slot = (slot + 1) & mask_) {
            if (slots_[slot] == hash) return Pass::repeated;
            if (slots_[slot] != 0) continue;
            if (filled_ == kFilled) return Pass::overfull;
            slots_[slot] = hash;
            ++filled_;
            return Pass::done;
        }
    }

  private:
    std::array<std::uint64_t, kSlots> slots_;
    std::uint64_t mask_;
    std::uint32_t filled_ = 0;
    bool has_zero_ = false;
};

struct Range {
    std::uint64_t first, last;
};

// The objects of one domain whose hash lies in the range. `identity_at` has succeeded for all before.
template <class IdentityAt>
Pass fill(Table& table, std::size_t count, IdentityAt identity_at, unsigned domain, Range range) {
    table.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const ObjectIdentity identity = identity_at(i);
        if (static_cast<unsigned>(identity.domain) != domain) continue;
        const std::uint64_t hash = mix(identity.number);
        if (hash < range.first || hash > range.last) continue;
        if (const Pass pass = table.add(hash); pass != Pass::done) return pass;
    }
    return Pass::done;
}

// Goes over the hashes range by range; a range that holds more than the table does is halved.
template <class IdentityAt>
Truth distinct_in_domain(Table& table, std::size_t count, IdentityAt identity_at, unsigned domain) {
    const std::uint64_t ranges = count / (std::size_t{kFilled} / 4 * 3) + 1;
    std::uint64_t width = UINT64_MAX / ranges;
    std::uint64_t first = 0;
    for (;;) {
        const std::uint64_t last = first > UINT64_MAX - width ? UINT64_MAX : first + width;
        switch (fill(table, count, identity_at, domain, {first, last})) {
            case Pass::repeated:
                return Truth::no;
            case Pass::overfull:
                width /= 2;
                continue;
            case Pass::done:
                break;
        }
        if (last == UINT64_MAX) return Truth::yes;
        first = last + 1;
        width = width > UINT64_MAX / 2 ? UINT64_MAX : width * 2;
    }
}

template <class IdentityAt>
[[gnu::noinline]] Truth distinct_many(std::size_t count, IdentityAt identity_at, unsigned domains) {
    Table table(count);
    for (unsigned domain = 0; domain < kDomains; ++domain) {
        if (((domains >> domain) & 1U) == 0) continue;
        const Truth outcome = distinct_in_domain(table, count, identity_at, domain);
        if (outcome != Truth::yes) return outcome;
    }
    return Truth::yes;
}

Truth distinct_few(const Model& model, std::span<const Cell> cells) {
    std::array<ObjectIdentity, kFew> identities;
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (const Truth outcome = read_identity(model, cells[i], identities[i]); outcome != Truth::yes)
            return outcome;
    for (std::size_t later = 1; later < cells.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier)
            if (identities[earlier] == identities[later]) return Truth::no;
    return Truth::yes;
}

}  // namespace

Truth are_distinct(const Model& model, std::span<const Cell> cells) noexcept {
    if (cells.size() <= kFew) return distinct_few(model, cells);
    std::array<ObjectIdentity, kKept> kept;
    unsigned domains = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        ObjectIdentity identity;
        if (const Truth outcome = read_identity(model, cells[i], identity); outcome != Truth::yes)
            return outcome;
        domains |= 1U << static_cast<unsigned>(identity.domain);
        if (i < kKept) kept[i] = identity;
    }
    const auto kept_at = [&](std::size_t i) { return kept[i]; };
    if (cells.size() <= kKept) return distinct_many(cells.size(), kept_at, domains);
    const auto read_again = [&](std::size_t i) {
        ObjectIdentity identity;
        read_identity(model, cells[i], identity);
        return identity;
    };
    return distinct_many(cells.size(), read_again, domains);
}

}  // namespace guardc
