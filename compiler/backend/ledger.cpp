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
    switch (waiver_class) {
        case WaiverClass::none:
            return "";
        case WaiverClass::implied:
            return "implied";
        case WaiverClass::lifted:
            return "lifted";
        case WaiverClass::weakened:
            return "weakened";
        case WaiverClass::declared:
            return "declared";
    }
    return "";
}

}  // namespace guardc::compiler
