// One row a command; each stands in the file that is named after it.
#pragma once

#include "compiler/cli/command.h"

namespace guardc::cli {

extern const Command kCheck;
extern const Command kFormat;

}  // namespace guardc::cli
