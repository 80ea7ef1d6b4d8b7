// What `--version` prints.
#pragma once

#include <string>

namespace guardc::cli {

// The program's version and those of its libraries. LLVM is named as it was found when guardc was built: it
// is loaded on first need, and this is none.
std::string version_text();

}  // namespace guardc::cli
