// Which object stands at a path of a frame: what limits per object count by.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "runtime/dispatch/entry_code.h"

namespace guardc {

struct Call;

// Equal keys, same object, as long as it lives. Where nothing stands at the path, or what stands there has no
// identity, the key is that of `nobody`: all such frames count as one object.
struct ObjectKey {
    static constexpr std::uint8_t kObject = 0;  // as ObjectIdentity::Domain; `number` is the identity
    static constexpr std::uint8_t kNobody = 0xff;
    static constexpr std::uint8_t kDead = 0xfe;
    std::uint8_t domain = kNobody;
    std::uint64_t number = 0;

    // No frame has it: what counts for it counts for no object.
    static constexpr ObjectKey of_the_dead() { return {kDead, 0}; }
    friend auto operator<=>(const ObjectKey&, const ObjectKey&) = default;
};

// Of a frame, one a limit, in the order of FrameOptions::per_object.
using ObjectKeys = std::vector<ObjectKey>;

// `path` is a check without guards that lifts the object: a rule compiler makes it. Null is nobody.
ObjectKey object_at(const EntryCode* path, const Call& call) noexcept;

}  // namespace guardc
