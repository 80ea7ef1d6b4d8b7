#include "compiler/peer/global_state.h"

#include <nlohmann/json.hpp>

namespace guardc::compiler {

namespace {

constexpr std::string_view kCall = "___check_global_state()";
constexpr std::string_view kAgainst = " against ";

}  // namespace

std::vector<Condition> global_state(Lowering& lowering, const grammar::PeerGuard& guard, grammar::Span span) {
    Reporter& reporter = lowering.reporter();
    std::string_view raw = guard.raw;
    if (raw.starts_with(kCall)) raw.remove_prefix(kCall.size());
    if (!raw.starts_with(kAgainst)) {
        reporter.error("unread-guard", span, "this line does not print the state that it expects",
                       "write the fields that matter: `grad_mode is False`");
        return {};
    }
    const auto state = nlohmann::json::parse(raw.substr(kAgainst.size()), nullptr, false);
    if (!state.is_object()) {
        reporter.error("unread-guard", span, "the state behind `against` is no JSON object");
        return {};
    }
    std::vector<Condition> conditions;
    for (const auto& [name, value] : state.items()) {
        const TermId field = lowering.ambient(name);
        if (field == kNoTerm) {
            reporter.error("unknown-state", span, "there is no ambient state `" + name + "`");
            return {};
        }
        if (value.is_boolean()) {
            conditions.push_back(
                {lowering.is_constant(field, *lowering.values().make_boolean(value.get<bool>())), span});
        } else if (value.is_number_integer()) {
            conditions.push_back(
                {lowering.is_constant(field, *lowering.values().make_integer(value.get<std::int64_t>())),
                 span});
        } else {
            reporter.warning("state-not-tested", span,
                             "the field `" + name + "` of this state is not tested yet");
        }
    }
    return conditions;
}

}  // namespace guardc::compiler
