// Why entries do not serve, and what has happened to a frame, for whoever asks.
#include <array>
#include <utility>

#include "runtime/dispatch/checking.h"
#include "runtime/dispatch/frame_cache.h"
#include "runtime/dispatch/mask.h"
#include "runtime/dispatch/probe.h"

namespace guardc {

std::string_view state_name(FrameState state) {
    constexpr std::array<std::string_view, 4> names = {"open", "failed", "skipped (failed)",
                                                       "skipped (limit)"};
    return names[static_cast<std::size_t>(state)];
}

std::string_view policy_name(AtLimit then) {
    constexpr std::array<std::string_view, 4> names = {"run_only", "skip", "evict", "refuse"};
    return names[static_cast<std::size_t>(then)];
}

std::string FrameCache::shown(std::string text) const {
    return options_.mask_literals ? masked(text) : std::move(text);
}

std::vector<ReasonText> FrameCache::shown(std::vector<ReasonText> reasons) const {
    if (options_.mask_literals) {
        for (ReasonText& reason : reasons)
            reason = masked(std::move(reason));
    }
    return reasons;
}

std::vector<ReasonText> FrameCache::reasons_of(const EntryCode& code, std::string_view entry,
                                               const Call& call, ReasonsWanted which) const {
    std::vector<ReasonText> reasons;
    if (compiler_ != nullptr && code.rules() != nullptr) {
        reasons = compiler_->reasons(code, call.slots, call.ambient, which);
    } else if (check_once(code, call).status == Status::miss) {
        reasons.push_back({.guard = "the check of this entry",
                           .expected = "hit",
                           .actual = "miss",
                           .owner = "engine",
                           .because = "it came without rules"});
    }
    for (ReasonText& reason : reasons)
        reason.entry = entry;
    return reasons;
}

// Of at most `most` entries, those that were asked first.
std::vector<ReasonText> FrameCache::entry_reasons(const Call& call, ReasonsWanted which, std::size_t most,
                                                  const Wanted& wanted) const {
    std::vector<ReasonText> all;
    for (const auto& entry : store_.entries()) {
        if (wanted && !wanted(*entry)) continue;
        if (most-- == 0) break;
        if (call.backend != BackendKey::any && entry->backend_key != call.backend) {
            all.push_back({.entry = entry->name,
                           .guard = "backend",
                           .expected = entry->backend.empty() ? "none" : entry->backend,
                           .actual = call.backend == BackendKey::none
                                         ? std::string("none")
                                         : std::string(backends_->name(call.backend)),
                           .owner = "dispatcher"});
            if (which == ReasonsWanted::first) continue;
        }
        for (ReasonText& reason : reasons_of(*entry->code, entry->name, call, which)) {
            all.push_back(std::move(reason));
        }
    }
    all = shown(std::move(all));
    guards_.add(all);
    return all;
}

std::vector<ReasonText> FrameCache::reasons(const Call& call, ReasonsWanted which) const {
    auto all = entry_reasons(call, which, ~std::size_t{0});
    for (const Invalidation& gone : store_.invalidations()) {
        all.push_back({.entry = gone.entry,
                       .guard = "valid",
                       .expected = "what it depends on",
                       .actual = "invalidated because " + gone.reason,
                       .owner = "dispatcher"});
    }
    return all;
}

FrameReport FrameCache::report() const {
    FrameReport report{.frame = name(), .counts = counts()};
    {
        const ReadSection section(this_thread());
        report.state = store_.snapshot().state;
        report.limit = store_.snapshot().limit;
    }
    for (const auto& entry : store_.entries()) {
        report.entries.push_back(
            {entry->id, entry->name, entry->backend, entry->hits->read(), entry->code->is_native()});
    }
    report.guards = guards_.read();
    report.invalidations = store_.invalidations();
    return report;
}

void FrameCache::tell(const Event& event) const {
    if (!options_.callbacks.event) return;
    try {
        options_.callbacks.event(*this, event);
    } catch (...) {  // a listener changes nothing
    }
}

std::size_t FrameCache::tell(const std::vector<Invalidation>& gone) {
    const std::uint32_t thread = this_thread().number;
    for (const Invalidation& invalidation : gone) {
        counters_.add(Count::invalidations, thread);
        GUARDC_PROBE3(retire, options_.name.c_str(), static_cast<std::uint64_t>(invalidation.id),
                      invalidation.entry.c_str());
        tell(Event{.kind = EventKind::invalidated,
                   .id = invalidation.id,
                   .entry = invalidation.entry,
                   .text = invalidation.reason});
    }
    return gone.size();
}

}  // namespace guardc
