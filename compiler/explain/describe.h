// Values and types as a reader would call them.
#pragma once

#include <string>
#include <string_view>

#include "compiler/reference/seen.h"

namespace guardc::compiler {

// `100`, `"eval"`, `a tensor float32 [3, 4] on cpu`, `a demo.Config`, `a list of 20`. Bounded in length.
std::string describe(const Seen& seen);

// A type by its name, less `builtins.`: `int`, `torch.Tensor`.
std::string plain_type(std::string_view full_name);

// `an int`, `a list`.
std::string with_article(std::string_view word);

}  // namespace guardc::compiler
