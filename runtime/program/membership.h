// `needle in haystack`.
#pragma once

#include "runtime/program/operand.h"

namespace guardc {

// As Python looks up in lists, tuples, sets, dicts (mapping proxies too), str, bytes and ranges; undefined
// elsewhere, where Python raises, and where an element whose equality is its own would have to be asked
// before any other is found.
Truth contains(const Operand& haystack, const Operand& needle) noexcept;

}  // namespace guardc
