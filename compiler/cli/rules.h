// Loading the rules that a command works on, and saying what is wrong with them.
#pragma once

#include <expected>
#include <string>

#include "compiler/cli/exit_code.h"
#include "compiler/session/rules_file.h"
#include "compiler/session/session.h"

namespace guardc::cli {

// Reads and checks; warnings and errors go to the standard error. The error is what to end with.
std::expected<compiler::RulesFile, ExitCode> load_rules(const std::string& path);

// Says it, and gives what to end with.
ExitCode report(const compiler::SessionFailure& failure);

}  // namespace guardc::cli
