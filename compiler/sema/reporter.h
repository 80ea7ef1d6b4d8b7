// Collects the mistakes of one check, as many as are worth reading.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "grammar/limits.h"
#include "grammar/sink.h"

namespace guardc::compiler {

using Reporter = grammar::Sink;
inline constexpr std::uint32_t kReported = grammar::Limits{}.diagnostics;

// Looking for what was meant costs time by the number of names; nobody reads it of mistakes that are only
// counted.
inline bool is_read(const Reporter& reporter) {
    return reporter.mark().kept < kReported;
}

// "did you mean `decode`?", or empty.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace guardc::compiler
