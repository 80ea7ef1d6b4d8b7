// Reasons without the constants in them, for logs that leave the house.
#pragma once

#include <string>
#include <string_view>

#include "runtime/dispatch/reason_text.h"

namespace guardc {

// The text with every literal masked: `<str 4-7 #3f2a91>` for a string of four to seven bytes, `<number 2-3
// #91c06e>` for a number of two or three characters. Equal literals have equal marks within a process, so
// that guards that differ in their literals still do. Names stay. A text whose literals cannot be told is
// masked whole.
std::string masked(std::string_view text);

// Guard, expected, actual, because.
ReasonText masked(ReasonText reason);

}  // namespace guardc
