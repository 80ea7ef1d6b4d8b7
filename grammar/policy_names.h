// How policies and orders are written.
#pragma once

#include <string_view>

#include "grammar/ast.h"

namespace guardc::grammar {

constexpr std::string_view spelling(Policy policy) {
    switch (policy) {
        case Policy::run_only:
            return "run_only";
        case Policy::skip:
            return "skip";
        case Policy::evict:
            return "evict";
        case Policy::refuse:
            return "refuse";
        case Policy::retry:
            return "retry";
    }
    return "";
}

constexpr std::string_view spelling(Order order) {
    return order == Order::declared ? "declared" : "newest_first";
}

}  // namespace guardc::grammar
