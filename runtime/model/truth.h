// The outcome of anything a guard evaluates.
#pragma once

#include <cstdint>

namespace guardc {

// A test is `no` or `yes`; reading or computing a value is `yes` when the value exists. `undefined` is the
// language's third outcome (attribute missing, wrong kind, overflow, ..). `error` comes from extern
// predicates and failing models only, and makes the whole check an error.
enum class Truth : std::int32_t { no = 0, yes = 1, undefined = 2, error = 3 };

constexpr Truth truth(bool holds) {
    return holds ? Truth::yes : Truth::no;
}

}  // namespace guardc
