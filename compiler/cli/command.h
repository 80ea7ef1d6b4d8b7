// The commands of the program: one file each, listed in commands.cpp.
#pragma once

#include <functional>
#include <span>

#include "compiler/cli/exit_code.h"

namespace CLI {
class App;
}

namespace guardc::cli {

using Action = std::function<ExitCode()>;

struct Command {
    const char* name;
    const char* summary;
    const char* examples;  // shown below the options by `--help`
    // Adds the command's options to `app` and gives what to run once they are parsed.
    Action (*add)(CLI::App& app);
};

std::span<const Command> all_commands();

}  // namespace guardc::cli
