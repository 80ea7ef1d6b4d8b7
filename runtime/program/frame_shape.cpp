#include "runtime/program/frame_shape.h"

namespace guardc {

// Frames have tens of slots, and this runs when rules are checked, never in a look-up.
std::optional<std::uint32_t> FrameShape::find(Scope scope, std::string_view name) const {
    for (std::uint32_t index = 0; index < slots.size(); ++index)
        if (slots[index].scope == scope && slots[index].name == name) return index;
    return std::nullopt;
}

std::uint32_t FrameShape::add(Scope scope, std::string_view name, std::uint64_t kinds) {
    if (const std::optional<std::uint32_t> known = find(scope, name)) return *known;
    slots.push_back({scope, std::string(name), kinds});
    return static_cast<std::uint32_t>(slots.size() - 1);
}

}  // namespace guardc
