#include "runtime/dispatch/event.h"

#include <array>

namespace guardc {

std::string_view event_name(EventKind kind) {
    constexpr std::array<std::string_view, 7> names = {"compiled",    "failed", "cancelled", "evicted",
                                                       "invalidated", "limit",  "refused"};
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace guardc
