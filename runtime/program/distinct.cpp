// Whether objects are pairwise different, without memory that grows with their number.
#include <array>
#include <utility>

#include "runtime/program/object_identity.h"

namespace guardc {
namespace {

// Half of the slots are filled at most.
constexpr std::uint32_t kSlots = 4096;  // 32 KiB of stack
constexpr std::uint32_t kFilled = kSlots / 2;
constexpr std::size_t kFew = 8;
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
    void clear() {
        slots_.fill(0);
        filled_ = 0;
        has_zero_ = false;
    }
    Pass add(std::uint64_t hash) {
        if (hash == 0) return std::exchange(has_zero_, true) ? Pass::repeated : Pass::done;
        for (std::uint64_t slot = hash % kSlots;; slot = (slot + 1) % kSlots) {
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
    std::uint32_t filled_ = 0;
    bool has_zero_ = false;
};

struct Range {
    std::uint64_t first, last;
};

// The objects of one domain whose hash lies in the range.
Pass fill(Table& table, const Model& model, std::span<const Cell> cells, unsigned domain, Range range) {
    table.clear();
    for (const Cell& cell : cells) {
        ObjectIdentity identity;
        if (read_identity(model, cell, identity) != Truth::yes) continue;
        if (static_cast<unsigned>(identity.domain) != domain) continue;
        const std::uint64_t hash = mix(identity.number);
        if (hash < range.first || hash > range.last) continue;
        if (const Pass pass = table.add(hash); pass != Pass::done) return pass;
    }
    return Pass::done;
}

// Goes over the hashes range by range; a range that holds more than the table does is halved.
Truth distinct_in_domain(Table& table, const Model& model, std::span<const Cell> cells, unsigned domain) {
    const std::uint64_t ranges = cells.size() / (kFilled / 4 * 3) + 1;
    std::uint64_t width = UINT64_MAX / ranges;
    std::uint64_t first = 0;
    for (;;) {
        const std::uint64_t last = first > UINT64_MAX - width ? UINT64_MAX : first + width;
        switch (fill(table, model, cells, domain, {first, last})) {
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

[[gnu::noinline]] Truth distinct_many(const Model& model, std::span<const Cell> cells, unsigned domains) {
    Table table;
    for (unsigned domain = 0; domain < kDomains; ++domain) {
        if (((domains >> domain) & 1U) == 0) continue;
        const Truth outcome = distinct_in_domain(table, model, cells, domain);
        if (outcome != Truth::yes) return outcome;
    }
    return Truth::yes;
}

Truth distinct_few(std::span<const ObjectIdentity> identities) {
    for (std::size_t later = 1; later < identities.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier)
            if (identities[earlier] == identities[later]) return Truth::no;
    return Truth::yes;
}

}  // namespace

Truth are_distinct(const Model& model, std::span<const Cell> cells) noexcept {
    std::array<ObjectIdentity, kFew> few;
    unsigned domains = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        ObjectIdentity identity;
        if (const Truth outcome = read_identity(model, cells[i], identity); outcome != Truth::yes)
            return outcome;
        domains |= 1U << static_cast<unsigned>(identity.domain);
        if (i < kFew) few[i] = identity;
    }
    if (cells.size() <= kFew) return distinct_few({few.data(), cells.size()});
    return distinct_many(model, cells, domains);
}

}  // namespace guardc
