// The engines that can check a frame; the verdict is the same from all of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace guardc::compiler {

enum class Engine : std::uint8_t {
    reference,  // walks the terms
    table,      // runs the flat programs
    native,     // machine code
    dispatch,   // the dispatcher over native checks
};

inline constexpr std::array<std::string_view, 4> kEngineNames{"reference", "table", "native", "dispatch"};

constexpr std::string_view engine_name(Engine engine) {
    return kEngineNames[static_cast<unsigned>(engine)];
}

constexpr std::optional<Engine> parse_engine(std::string_view name) {
    for (unsigned index = 0; index < kEngineNames.size(); ++index)
        if (kEngineNames[index] == name) return static_cast<Engine>(index);
    return std::nullopt;
}

constexpr bool uses_machine_code(Engine engine) {
    return engine == Engine::native || engine == Engine::dispatch;
}

}  // namespace guardc::compiler
