// Guards in a pool of their own, so that they can be judged while the frame's pool grows.
#pragma once

#include <span>
#include <vector>

#include "compiler/guards/guard.h"

namespace guardc::compiler {

// Does not recurse; takes time in the size of the guards, not of the pool.
std::vector<Guard> copy_guards(const TermPool& from, std::span<const Guard> guards, TermPool& to);

}  // namespace guardc::compiler
