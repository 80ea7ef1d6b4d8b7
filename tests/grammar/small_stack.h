// Runs a piece of work on a thread with 256 KiB of stack: what recurses on its input dies there.
#pragma once

#include <functional>

namespace guardc::grammar {

void on_small_stack(const std::function<void()>& work);

}  // namespace guardc::grammar
