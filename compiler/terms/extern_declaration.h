// Predicates that a backend brings: native functions that guards can name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/program/check.h"

namespace guardc::compiler {

// Lives as long as a check that calls it.
struct ExternDeclaration {
    std::string name;
    std::uint32_t operands = 0;
    std::uint32_t cost = 0;  // about nanoseconds when hot; the dear ones are asked last
    // Pure; any number of times, in any order, on any thread. Its operands are values as registers hold them:
    // fact_of (runtime/program/facts.h) reads them whatever their form.
    ExternBinding binding{};
    std::shared_ptr<const void> keeps;  // what `binding.self` points to; may be null
};

}  // namespace guardc::compiler
