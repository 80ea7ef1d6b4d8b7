// Why an entry did not accept a frame, ready to print.
#pragma once

#include <cstdint>
#include <string>

namespace guardc {

struct ReasonText {
    std::string entry = {};
    std::string guard = {};     // canonical text
    std::string expected = {};  // "12", "a multiple of 128"
    std::string actual = {};    // "100", "no attribute `k`"
    std::string owner = {};     // "framework", "user", a backend's name, or "dispatcher"
    std::string because = {};
    std::string at = {};  // "decode.guard:12"
};

enum class ReasonsWanted : std::uint8_t { first, all };  // of each entry

}  // namespace guardc
