// What an audit saw of waived guards.
#pragma once

#include <string>
#include <vector>

#include "compiler/backend/audit.h"

namespace guardc::cli {

std::string audit_report(const std::vector<compiler::AuditedGuard>& report);
// A list, an object for each guard.
std::string audit_json(const std::vector<compiler::AuditedGuard>& report);

}  // namespace guardc::cli
