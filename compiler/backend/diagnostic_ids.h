// Every id that diagnostics about backends carry, for docs/backends.md and for the test that sees each of
// them.
#pragma once

#include <string_view>

namespace guardc::compiler {

struct BackendDiagnosticId {
    std::string_view id;
    std::string_view meaning;
};

inline constexpr BackendDiagnosticId kBackendDiagnosticIds[] = {
    {"action-twice", "`weaken(what, ..)` with a `what` that lifts or weakens by itself"},
    {"argument-name-taken", "two lifted values have one name"},
    {"extern-bound", "a predicate that has no function, is bound already, or is given other operands"},
    {"extern-operands", "a predicate is given more or fewer operands than it declares"},
    {"not-a-path", "`waive path` or a lift of something that is no value of the frame"},
    {"not-guards", "the text of an entry's guards holds more than guards"},
    {"sizes-not-counted", "a shape is lifted, and no kept guard says how many sizes it has"},
    {"unbound-extern", "a guard names a predicate that nobody has bound"},
    {"unknown-argument", "an artefact reads an argument that nothing lifts"},
    {"unknown-frame", "rules for a frame that there is not"},
    {"unproved-waiver", "a guard is waived without a proof in a frame with `no unproved waivers`"},
    {"unread-lift", "a value is lifted, and the artefact does not read it"},
    {"waives-nothing", "a waiver that selects no guard of any entry that it speaks for"},
    {"weaken-shorthand", "a guard is weakened to a shorthand for several"},
    {"wildcard-in-constant", "`_` for a part of a constant"},
};

}  // namespace guardc::compiler
