// Ledgers, as a person or a program reads them.
#pragma once

#include <string>

#include "compiler/session/ledger_report.h"
#include "grammar/diagnostic.h"

namespace guardc::cli {

std::string ledger_text(const compiler::EntryLedger& ledger, grammar::Colour colour);

// One line without its end. {"frame", "entry", "backend", "guards": [{"id", "guard", "kind", "state",
// "class", "owner", "because", "at", "repeated", "waived_by", "instead", "accepts", "not_found"}],
// "kind_tests": [{"value", "kind", "reads"}], "arguments": [{"name", "path", "type", "offset"}], "overlaps":
// [{"entry", "frame", "taken"}], "hidden_by"}. `accepts` is a frame that is accepted now and was not before,
// or null.
std::string ledger_json(const compiler::EntryLedger& ledger);

}  // namespace guardc::cli
