#include "compiler/cli/audit_report.h"

#include <fmt/format.h>

#include "compiler/cli/terminal.h"
#include "compiler/json/json_text.h"

namespace guardc::cli {

namespace {

using compiler::AuditedGuard;
using compiler::json_quoted;

std::string guard_json(const AuditedGuard& guard) {
    std::string values;
    for (const auto& [value, count] : guard.values)
        values += fmt::format(R"({}{{"value":{},"count":{}}})", values.empty() ? "" : ",", json_quoted(value),
                              count);
    return fmt::format(
        R"({{"frame":{},"entry":{},"guard":{},"id":{},"class":{},"held":{},"missed":{},"undefined":{},)"
        R"("values":[{}],"other_values":{},"unverified":[{}]}})",
        json_quoted(guard.frame), json_quoted(guard.entry), json_quoted(guard.guard), json_quoted(guard.id),
        json_quoted(compiler::waiver_class_name(guard.waiver_class)), guard.held, guard.missed,
        guard.undefined, values, guard.other_values, fmt::join(guard.unverified, ","));
}

}  // namespace

std::string audit_report(const std::vector<AuditedGuard>& report) {
    if (report.empty()) return "audit: no waived guard was evaluated\n";
    std::vector<AuditedGuard> lines = report;
    for (AuditedGuard& guard : lines) {
        for (std::string* text : {&guard.frame, &guard.entry, &guard.guard})
            *text = one_line(*text);
        for (auto& [value, count] : guard.values)
            value = one_line(value);
    }
    return compiler::audit_text(lines);
}

std::string audit_json(const std::vector<AuditedGuard>& report) {
    std::string list;
    for (const AuditedGuard& guard : report)
        list += (list.empty() ? "" : ",") + guard_json(guard);
    return "[" + list + "]";
}

}  // namespace guardc::cli
