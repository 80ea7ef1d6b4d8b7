// What is said when a frame meets its limit: which guard kept its entries from serving, and what to do.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/dispatch/reason_text.h"

namespace guardc {

// `limit` says which one ("its limit of 8 entries"); `reasons` are the first of each entry that was asked.
std::string limit_warning(std::string_view frame, std::string_view limit,
                          std::span<const ReasonText> reasons);

// What a guard is about, as far as its text tells: `x.size(0)` of `x.size(0) == 8`, `is_identity(self, ..)`
// of `is_identity(self, 5)`.
std::string guard_subject(std::string_view guard);

}  // namespace guardc
