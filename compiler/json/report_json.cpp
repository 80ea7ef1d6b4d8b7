#include "compiler/json/report_json.h"

#include <fmt/format.h>

#include "compiler/json/json_text.h"

namespace guardc::compiler {
namespace {

template <typename Items, typename Write>
std::string list(const Items& items, Write write) {
    std::string text;
    for (const auto& item : items)
        text += (text.empty() ? "" : ",") + write(item);
    return "[" + text + "]";
}

std::string counts_json(const FrameCounts& counts) {
    std::string text;
#define GUARDC_COUNTER(name, what) \
    text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ",", #name, counts.name);
    GUARDC_COUNTERS(GUARDC_COUNTER)
#undef GUARDC_COUNTER
    return "{" + text + "}";
}

std::string entry_json(const EntryReport& entry) {
    return fmt::format(R"({{"id":{},"name":{},"backend":{},"hits":{},"native":{}}})",
                       static_cast<std::uint64_t>(entry.id), json_quoted(entry.name),
                       entry.backend.empty() ? "null" : json_quoted(entry.backend), entry.hits, entry.native);
}

}  // namespace

std::string report_json(const FrameReport& report) {
    const auto guard = [](const GuardMisses& row) {
        return fmt::format(R"({{"guard":{},"misses":{}}})", json_quoted(row.guard), row.misses);
    };
    const auto invalidation = [](const Invalidation& row) {
        return fmt::format(R"({{"number":{},"id":{},"entry":{},"reason":{}}})", row.number,
                           static_cast<std::uint64_t>(row.id), json_quoted(row.entry),
                           json_quoted(row.reason));
    };
    const std::string count = report.limit.count == kNoLimit ? "null" : std::to_string(report.limit.count);
    return fmt::format(
        R"({{"frame":{},"state":{},"limit":{{"count":{},"then":{}}},"counts":{},"entries":{},"guards":{},"invalidations":{}}})",
        json_quoted(report.frame), json_quoted(state_name(report.state)), count,
        json_quoted(policy_name(report.limit.then)), counts_json(report.counts),
        list(report.entries, entry_json), list(report.guards, guard),
        list(report.invalidations, invalidation));
}

}  // namespace guardc::compiler
