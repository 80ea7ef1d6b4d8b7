#include "compiler/cli/commands.h"

#include <array>

namespace guardc::cli {

std::span<const Command> all_commands() {
    static const std::array commands{kCheck,   kFormat, kImport, kRun,   kExplain,
                                     kExample, kTest,   kEmit,   kLedger};
    return commands;
}

}  // namespace guardc::cli
