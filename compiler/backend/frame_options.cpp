#include "compiler/backend/frame_options.h"

#include "compiler/terms/print_term.h"

namespace guardc::compiler {
namespace {

AtLimit at_limit(grammar::Policy policy) {
    switch (policy) {
        case grammar::Policy::skip:
            return AtLimit::skip;
        case grammar::Policy::evict:
            return AtLimit::evict;
        case grammar::Policy::refuse:
            return AtLimit::refuse;
        case grammar::Policy::run_only:
        case grammar::Policy::retry:
            break;  // sema lets no limit retry
    }
    return AtLimit::run_only;
}

OnFailure on_failure(grammar::Policy policy) {
    if (policy == grammar::Policy::skip) return OnFailure::skip;
    return policy == grammar::Policy::retry ? OnFailure::retry : OnFailure::run_only;
}

}  // namespace

FrameOptions frame_options(const FrameRules& rules) {
    FrameOptions options{.name = rules.name};
    // Where limits are per object, the frame has no limit of its own unless it says so.
    if (!rules.limits.empty()) options.limit.count = kNoLimit;
    for (const LimitRule& limit : rules.limits) {
        const LimitPolicy policy{limit.count, at_limit(limit.policy)};
        if (limit.per == kNoTerm) {
            options.limit = policy;
        } else {
            options.per_object.push_back({print_term(*rules.terms, limit.per, rules.shape), policy});
        }
    }
    if (rules.failure) options.on_failure = {on_failure(rules.failure->policy), rules.failure->retries};
    options.order =
        rules.order == grammar::Order::newest_first ? EntryOrder::newest_first : EntryOrder::declared;
    return options;
}

}  // namespace guardc::compiler
