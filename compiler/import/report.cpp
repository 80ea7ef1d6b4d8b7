#include <nlohmann/json.hpp>

#include "compiler/import/import.h"

namespace guardc::compiler {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson lines(const std::vector<ImportLine>& lines) {
    OrderedJson list = OrderedJson::array();
    for (const ImportLine& line : lines)
        list.push_back({{"line", line.line},
                        {"text", line.text},
                        {"why", line.why},
                        {"entry", line.entry.empty() ? OrderedJson() : OrderedJson(line.entry)},
                        {"file", line.input}});
    return list;
}

}  // namespace

std::string report_json(const ImportReport& report) {
    const OrderedJson json{{"frames", report.frames},       {"entries", report.entries},
                           {"clauses", report.clauses},     {"typed", report.typed},
                           {"opaque", report.opaque},       {"facts", report.facts},
                           {"implied", report.implied},     {"unread_implied", report.unread_implied},
                           {"kinds", report.kinds},         {"gaps", report.gaps},
                           {"open", lines(report.open)},    {"assumed", lines(report.assumed)},
                           {"unread", lines(report.unread)}};
    // Bytes of a broken log can stand in a text; they must not end the report.
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace guardc::compiler
