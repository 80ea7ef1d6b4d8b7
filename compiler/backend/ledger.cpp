#include "compiler/backend/ledger.h"

namespace guardc::compiler {

std::string_view guard_state_name(GuardState state) {
    switch (state) {
        case GuardState::kept:
            return "kept";
        case GuardState::waived:
            return "waived";
        case GuardState::lifted:
            return "lifted";
        case GuardState::weakened:
            return "weakened";
    }
    return "";
}

std::string_view waiver_class_name(WaiverClass waiver_class) {
    return waiver_class == WaiverClass::declared ? "declared" : "";
}

}  // namespace guardc::compiler
