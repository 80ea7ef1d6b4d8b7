// Which values of a frame the guards of its entries can reach: one slot each, by scope and name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace guardc {

//   derived   what a step that starts from nothing yields (`__import__('torch')`), by its text
//   numbered_type  the type to which the frame binds this number
//   external  the verdict on a guard whose content is not known, by its text: a bool
enum class Scope : std::uint8_t { local, global, derived, external, numbered_type };

struct SlotDeclaration {
    Scope scope = Scope::local;
    std::string name;
    std::uint64_t kinds = ~0ULL;  // which kinds of the model the value can be, where the engine knows
};

// Slots are numbered in order of declaration and never renumbered, so a program built against a shorter
// shape still runs on frames of a longer one. An *open* shape takes up names that guards mention; with a
// closed one such a name is a diagnostic.
struct FrameShape {
    std::vector<SlotDeclaration> slots;
    bool open = true;

    std::optional<std::uint32_t> find(Scope scope, std::string_view name) const;
    std::uint32_t add(Scope scope, std::string_view name, std::uint64_t kinds = ~0ULL);
};

}  // namespace guardc
