// Values for tables of tests, written as Python prints them.
#pragma once

#include <string_view>

#include "runtime/model/cell.h"
#include "runtime/value/arena.h"

namespace guardc::program_tests {

// Reads one value into the arena. Beside Python's literals (ints of any size, `nan`, `inf`, `-0.0`, `2j`,
// `'text'`, `b'bytes'`, `[..]`, `(..)`, `{..}`): `fs{..}` frozenset, `Size(..)`, `range(a,b,c)`,
// `slice(a,b,c)`, `complex(re,im)`, `proxy{..}` mapping proxy, `sub{..}` dict subclass, `dtype:float16`,
// `device:cuda:0`, `type:builtins.int`, `tensor`, `function`, `object`, `iter(..)`. `#5` behind a value gives
// it that identity. Aborts on anything else: tables are part of the tests.
const Value* value_of(ValueArena& arena, std::string_view text);

}  // namespace guardc::program_tests
