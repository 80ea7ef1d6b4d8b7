// One row a command; each stands in the file that is named after it.
#pragma once

#include "compiler/cli/command.h"

namespace guardc::cli {

extern const Command kCheck;
extern const Command kFormat;
extern const Command kRun;
extern const Command kExplain;
extern const Command kTest;
extern const Command kExample;
extern const Command kEmit;
extern const Command kImport;
extern const Command kLedger;

}  // namespace guardc::cli
