// What a frame does with a call that no entry accepts.
#include <algorithm>
#include <utility>

#include "runtime/dispatch/checking.h"
#include "runtime/dispatch/compile.h"
#include "runtime/dispatch/frame_cache.h"
#include "runtime/dispatch/limit_warning.h"

namespace guardc {
namespace {

// What can be added to the time of day without leaving the clock.
constexpr std::chrono::milliseconds kForever = std::chrono::hours(24 * 365);

constexpr std::size_t kExplainedByWarning = 64;  // entries whose reasons a warning goes by

bool is_miss(const Outcome& outcome) {
    return outcome.kind() == OutcomeKind::eager && outcome.reason() == EagerReason::no_entry;
}

}  // namespace

Outcome FrameCache::miss(ThreadRecord& thread, const Call& call) {
    if (!options_.callbacks.compile) {
        if (auto outcome = turn_away_by_stance(thread, call)) return std::move(*outcome);
        return {OutcomeKind::eager, EagerReason::no_entry};
    }
    std::optional<CompileFlights::Clock::time_point> deadline;
    for (;;) {
        // What a backend requires comes before every policy: a frame that fails it changes nothing.
        if (const auto backend = backends_->name(call.backend); !backend.empty() && compiler_ != nullptr) {
            const Standing standing = compiler_->standing(name());
            if (auto outcome = unmet(call, standing.get(), backend)) return std::move(*outcome);
        }
        if (auto outcome = turn_away_by_stance(thread, call)) return std::move(*outcome);
        if (auto outcome = turn_away(thread, call, objects_of(call))) return std::move(*outcome);

        std::optional<Flight> flight;
        if (flights_.begin(thread, flight)) return fly(thread, call, *flight);
        if (options_.while_compiling == WhileCompiling::run_eagerly)
            return {OutcomeKind::eager, EagerReason::no_entry};
        if (!deadline) deadline = CompileFlights::Clock::now() + std::min(options_.longest_wait, kForever);
        if (!flights_.wait(thread, *deadline)) return {OutcomeKind::eager, EagerReason::no_entry};
        Outcome again = ask(thread, call);  // what was compiled meanwhile may serve this call too
        if (!is_miss(again)) return again;
    }
}

// This thread may compile now. A compile goes by the rules of now: what narrows them, and what dies, once the
// building is open, is known when the entry goes in.
Outcome FrameCache::fly(ThreadRecord& thread, const Call& call, const Flight& flight) {
    const Building building(store_);
    Compile compile_now{.thread = thread,
                        .call = call,
                        .flight = flight,
                        .building = building,
                        .standing = compiler_ != nullptr ? compiler_->standing(name()) : nullptr,
                        .objects = objects_of(call)};
    if (auto outcome = unmet(call, compile_now.standing.get(), backends_->name(call.backend)))
        return std::move(*outcome);
    // Another thread may have compiled for this very call since it was asked, or have reached the limit.
    Outcome again = ask(thread, call);
    if (!is_miss(again)) return again;
    if (auto outcome = turn_away(thread, call, compile_now.objects)) return std::move(*outcome);
    return compile(compile_now);
}

ObjectKeys FrameCache::objects_of(const Call& call) const {
    ObjectKeys objects;
    for (const auto& path : object_paths_)
        objects.push_back(object_at(path.get(), call));
    return objects;
}

std::optional<Outcome> FrameCache::turn_away_by_stance(const ThreadRecord& thread, const Call& call) {
    const Stance locked = stances_->locked();
    const Stance stance = locked != Stance::normal ? locked : stance_of(thread);
    if (stance == Stance::normal) return std::nullopt;
    if (stance != Stance::refuse) return Outcome(OutcomeKind::eager, EagerReason::stance);
    return refuse(call, "frame `" + name() + "` has no entry for this call, and " +
                            (locked != Stance::normal ? "the dispatcher is locked"
                                                      : "the stance lets nothing be compiled"));
}

Outcome FrameCache::refuse(const Call& call, std::string text) {
    auto why = entry_reasons(call, ReasonsWanted::first, kExplainedByWarning);
    tell({.kind = EventKind::refused, .text = text, .reasons = why});
    return Outcome(OutcomeKind::refuse, EagerReason::none).with(std::move(text), std::move(why));
}

// The policy's answer where it lets nothing be compiled.
std::optional<Outcome> FrameCache::turn_away(ThreadRecord& thread, const Call& call,
                                             const ObjectKeys& objects) {
    FrameState state;
    CompileFlights::Clock::time_point retry_at;
    std::optional<ReachedLimit> reached;
    bool told = false;
    {
        const ReadSection section(thread);
        const FrameSnapshot& snapshot = store_.snapshot();
        state = snapshot.state;
        retry_at = snapshot.retry_at;
        reached = snapshot.reached(objects);
        told = snapshot.limit_told;
    }
    const bool pauses =
        retry_at != CompileFlights::Clock::time_point() && CompileFlights::Clock::now() < retry_at;
    if (state == FrameState::failed || state == FrameState::skipped_failed || pauses) {
        return Outcome(OutcomeKind::eager, EagerReason::failed);
    }
    if (!reached) return std::nullopt;
    if (!told && store_.tell_limit()) warn_of_limit(call, *reached, objects);
    switch (reached->limit.then) {
        case AtLimit::skip:
            store_.skip_at_limit(reached->index, objects);
            break;
        case AtLimit::refuse:
            return refuse(call, "frame `" + name() + "` is at " + limit_text(*reached) +
                                    " and none of them accepts this call");
        case AtLimit::run_only:
        case AtLimit::evict:  // at limit 0
            break;
    }
    return Outcome(OutcomeKind::eager, EagerReason::limit);
}

std::string FrameCache::limit_text(const ReachedLimit& reached) const {
    std::string text = "its limit of " + std::to_string(reached.limit.count) +
                       (reached.limit.count == 1 ? " entry" : " entries");
    if (reached.index != kFrameLimit)
        text += " for this object at `" + options_.per_object[reached.index].path + "`";
    return text;
}

// It goes by the entries that the limit counts.
void FrameCache::warn_of_limit(const Call& call, const ReachedLimit& reached, const ObjectKeys& objects) {
    const auto counted = [&](const Entry& entry) {
        return reached.index == kFrameLimit || (reached.index < entry.objects.size() &&
                                                entry.objects[reached.index] == objects[reached.index]);
    };
    auto why = entry_reasons(call, ReasonsWanted::first, kExplainedByWarning, counted);
    tell({.kind = EventKind::limit, .text = limit_warning(name(), limit_text(reached), why), .reasons = why});
}

// What `backend` requires and this call does not meet.
std::optional<Outcome> FrameCache::unmet(const Call& call, const StandingRules* standing,
                                         std::string_view backend) const {
    if (standing == nullptr || backend.empty()) return std::nullopt;
    const auto required = compiler_->requirements(*standing, backend);
    if (required == nullptr) return std::nullopt;
    switch (check_once(*required, call).status) {
        case Status::hit:
            return std::nullopt;
        case Status::error:
            return Outcome(OutcomeKind::error, EagerReason::none);
        case Status::miss:
            break;
    }
    return Outcome(OutcomeKind::eager, EagerReason::require)
        .with("backend `" + std::string(backend) + "` does not take this frame",
              shown(reasons_of(*required, "", call, ReasonsWanted::all)));
}

std::optional<CompileFailure> CompileRequest::unmet(std::string_view backend) const {
    const auto outcome = frame_.unmet(call_, standing_.get(), backend);
    if (!outcome || outcome->kind() != OutcomeKind::eager) return std::nullopt;
    return CompileFailure{.text = std::string(outcome->message()),
                          .unmet_requirement = true,
                          .reasons = {outcome->reasons().begin(), outcome->reasons().end()}};
}

}  // namespace guardc
