#include "compiler/passes/classify.h"

#include "compiler/implied/implies.h"

namespace guardc::compiler {
namespace {

WaiverClass class_of(GuardState state) {
    switch (state) {
        case GuardState::kept:
            return WaiverClass::none;
        case GuardState::waived:
            return WaiverClass::declared;
        case GuardState::weakened:
            return WaiverClass::weakened;
        case GuardState::lifted:
            return WaiverClass::lifted;
    }
    return WaiverClass::declared;
}

}  // namespace

void classify(EntryGuards& entry) {
    std::vector<TermId> kept;
    for (const Guard& guard : entry.guards)
        kept.push_back(guard.term);
    for (LedgerRow& row : entry.ledger) {
        row.waiver_class = class_of(row.state);
        if (row.state == GuardState::kept) continue;
        if (implies(entry.terms, kept, row.guard.term) == Implied::yes)
            row.waiver_class = WaiverClass::implied;
    }
}

}  // namespace guardc::compiler
