// Why a guard did not hold, in words.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/reference/reference.h"

namespace guardc::compiler {

struct Reason {
    std::string guard;     // canonical text
    std::string expected;  // "12", "a multiple of 128", "an exact torch.Tensor"
    std::string actual;    // "100", "no attribute `k`", "index 3 is out of range"
    std::string owner;     // "framework", "user", or the backend's name
    std::string because;
    std::string at;  // "decode.guard:12"
    Truth truth = Truth::no;
};

// The reasons of all guards that do not hold, or of the first only, in source order.
enum class Reasons : std::uint8_t { first, all };
std::vector<Reason> explain(const TermPool& terms, std::span<const Guard> guards, const FrameShape& shape,
                            const Surroundings& surroundings, Reasons which);

}  // namespace guardc::compiler
