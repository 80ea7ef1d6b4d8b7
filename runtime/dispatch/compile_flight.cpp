// What a frame does with a call that no entry accepts.
#include <exception>
#include <utility>

#include "runtime/dispatch/checking.h"
#include "runtime/dispatch/frame_cache.h"

namespace guardc {

// The right to compile for a frame, for as long as this lives. A second one, of this thread's callback too,
// is not granted: whoever asks runs eagerly, so nothing waits and nothing deadlocks.
class FrameCache::Flight {
  public:
    explicit Flight(std::atomic<bool>& busy)
        : busy_(busy), granted_(!busy.exchange(true, std::memory_order_acquire)) {}
    ~Flight() {
        if (granted_) busy_.store(false, std::memory_order_release);
    }
    Flight(const Flight&) = delete;
    Flight& operator=(const Flight&) = delete;
    bool granted() const { return granted_; }

  private:
    std::atomic<bool>& busy_;
    bool granted_;
};

Outcome FrameCache::miss(ThreadRecord& thread, const Call& call) {
    if (!options_.callbacks.compile) return {OutcomeKind::eager, EagerReason::no_entry};

    // A compile that begins now goes by the rules of now; what narrows them after the generation is read is
    // added before the entry goes in. What a backend requires comes before every policy: a frame that fails
    // it changes nothing.
    const std::uint64_t generation = store_.rules_generation();
    const Standing standing = compiler_ != nullptr ? compiler_->standing(name()) : nullptr;
    if (auto outcome = unmet(call, standing.get(), backends_->name(call.backend))) return std::move(*outcome);

    if (auto outcome = turn_away(thread, call)) return std::move(*outcome);
    const Flight flight(compiling_);
    if (!flight.granted()) return {OutcomeKind::eager, EagerReason::no_entry};

    // Another thread may have compiled for this very call since it was asked, or have reached the limit.
    Outcome again = ask(thread, call);
    if (again.kind() != OutcomeKind::eager || again.reason() != EagerReason::no_entry) return again;
    if (auto outcome = turn_away(thread, call)) return std::move(*outcome);
    return compile(thread, call, standing, generation);
}

// The policy's answer where it lets nothing be compiled.
std::optional<Outcome> FrameCache::turn_away(ThreadRecord& thread, const Call& call) {
    FrameState state;
    LimitPolicy limit;
    bool at_limit;
    {
        const ReadSection section(thread);
        const FrameSnapshot& snapshot = store_.snapshot();
        state = snapshot.state;
        limit = snapshot.limit;
        at_limit = snapshot.at_limit();
    }
    if (state == FrameState::failed || state == FrameState::skipped_failed) {
        return Outcome(OutcomeKind::eager, EagerReason::failed);
    }
    if (!at_limit) return std::nullopt;
    switch (limit.then) {
        case AtLimit::evict:
            if (limit.count > 0) return std::nullopt;
            break;
        case AtLimit::skip:
            store_.skip_at_limit();
            break;
        case AtLimit::refuse:
            return Outcome(OutcomeKind::refuse, EagerReason::none)
                .with("frame `" + name() + "` is at its limit of " + std::to_string(limit.count) +
                          " entries and none of them accepts this call",
                      reasons(call, ReasonsWanted::first));
        case AtLimit::run_only:
            break;
    }
    return Outcome(OutcomeKind::eager, EagerReason::limit);
}

Outcome FrameCache::compile(ThreadRecord& thread, const Call& call, const Standing& standing,
                            std::uint64_t rules_generation) {
    const CompileRequest request(*this, call, standing);
    auto made = run_compile_callback(request);
    if (!made) {
        CompileFailure& failure = made.error();
        if (failure.nothing_to_compile) return {OutcomeKind::eager, EagerReason::no_entry};
        if (!failure.unmet_requirement) return failed(std::move(failure.text), std::move(failure.reasons));
        return Outcome(OutcomeKind::eager, EagerReason::require)
            .with(std::move(failure.text), std::move(failure.reasons));
    }
    auto entry = make_entry(*made, call.backend, standing);
    if (!entry) return failed(std::move(entry.error().message));
    if (call.backend != BackendKey::any && call.backend != (*entry)->backend_key) {
        return failed("entry `" + (*entry)->name + "` is of backend `" + (*entry)->backend + "`, not of `" +
                      std::string(backends_->name(call.backend)) + "`");
    }
    if (call.backend == BackendKey::any) {
        if (auto outcome = unmet(call, standing.get(), (*entry)->backend)) return std::move(*outcome);
    }
    return admit(thread, call, *entry, rules_generation);
}

// Checks the new entry on the frame that it was built from, and puts it in under the rules of the moment.
Outcome FrameCache::admit(ThreadRecord& thread, const Call& call, const std::shared_ptr<Entry>& entry,
                          std::uint64_t rules_generation) {
    for (bool narrowed = false;; narrowed = true) {
        const SingleCheck self_check = check_once(*entry->code, call);
        if (self_check.status == Status::error) return {OutcomeKind::error, EagerReason::none};
        if (self_check.status == Status::miss) {
            auto reasons = reasons_of(*entry->code, entry->name, call, ReasonsWanted::first);
            if (narrowed) {  // a requirement came while the backend compiled
                return Outcome(OutcomeKind::eager, EagerReason::require)
                    .with("this frame does not meet a requirement", std::move(reasons));
            }
            std::string text = "entry `" + entry->name + "` does not accept the frame it was built from";
            if (!reasons.empty()) text += ": `" + reasons.front().guard + "`";
            return failed(std::move(text), std::move(reasons));
        }
        // In use before anybody can remove it.
        Hold hold(thread, entry.get());
        std::uint32_t evicted = 0;
        const auto inserted = store_.insert(entry, rules_generation, true, evicted);
        for (; evicted > 0; --evicted)
            counters_.add(Count::evictions, thread.number);
        if (inserted == EntryStore::Inserted::yes) {
            return {OutcomeKind::compile, std::move(hold), *entry, self_check.lifted.data()};
        }
        rules_generation = store_.rules_generation();
        auto code = compiler_->narrowed(name(), entry->code);
        if (!code) return failed(std::move(code.error().message));
        entry->code = std::move(*code);
    }
}

Outcome FrameCache::failed(std::string text, std::vector<ReasonText> reasons) {
    counters_.add(Count::failures, this_thread().number);
    store_.compile_failed();
    return Outcome(OutcomeKind::eager, EagerReason::failed).with(std::move(text), std::move(reasons));
}

std::expected<NewEntry, CompileFailure> FrameCache::run_compile_callback(
    const CompileRequest& request) const {
    try {
        return options_.callbacks.compile(request);
    } catch (const std::exception& thrown) {
        return std::unexpected(CompileFailure{.text = thrown.what()});
    } catch (...) {
        return std::unexpected(
            CompileFailure{.text = "the compile callback threw something that is no std::exception"});
    }
}

// Whose entry it is: as the engine says, as the rules say, or of the backend that was asked.
std::string FrameCache::backend_of(const NewEntry& made, BackendKey asked) const {
    if (made.backend) return *made.backend;
    if (compiler_ != nullptr && made.code == nullptr && !made.guards) {
        if (auto declared = compiler_->declared_backend(name(), made.name)) return std::move(*declared);
    }
    return std::string(backends_->name(asked));
}

std::expected<std::shared_ptr<Entry>, RuleFailure> FrameCache::make_entry(const NewEntry& made,
                                                                          BackendKey asked,
                                                                          const Standing& standing) const {
    auto entry = std::make_shared<Entry>();
    entry->name = made.name;
    entry->backend = backend_of(made, asked);
    entry->backend_key = backends_->key(entry->backend);
    entry->artefact = made.artefact;
    entry->code = made.code;
    if (entry->code != nullptr) return entry;
    if (compiler_ == nullptr) {
        return std::unexpected(
            RuleFailure{"entry `" + made.name + "` has no code, and nobody compiles rules"});
    }
    auto code = compiler_->compile({.frame = name(),
                                    .name = made.name,
                                    .backend = entry->backend,
                                    .guards = made.guards,
                                    .standing = standing,
                                    .rules = made.rules,
                                    .reads = made.reads});
    if (!code) return std::unexpected(std::move(code.error()));
    entry->code = std::move(*code);
    return entry;
}

std::expected<EntryId, RuleFailure> FrameCache::insert(const NewEntry& made) {
    std::uint64_t generation = store_.rules_generation();
    const Standing standing = compiler_ != nullptr ? compiler_->standing(name()) : nullptr;
    auto entry = make_entry(made, BackendKey::none, standing);
    if (!entry) return std::unexpected(std::move(entry.error()));
    for (;;) {
        std::uint32_t evicted = 0;
        const Hold hold(this_thread(),
                        entry->get());  // its id is read below, when others may have removed it
        if (store_.insert(*entry, generation, false, evicted) == EntryStore::Inserted::yes)
            return (*entry)->id;
        generation = store_.rules_generation();
        auto code = compiler_->narrowed(name(), (*entry)->code);
        if (!code) return std::unexpected(std::move(code.error()));
        (*entry)->code = std::move(*code);
    }
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
              reasons_of(*required, "", call, ReasonsWanted::all));
}

std::optional<CompileFailure> CompileRequest::unmet(std::string_view backend) const {
    const auto outcome = frame_.unmet(call_, standing_.get(), backend);
    if (!outcome || outcome->kind() != OutcomeKind::eager) return std::nullopt;
    return CompileFailure{.text = std::string(outcome->message()),
                          .unmet_requirement = true,
                          .reasons = {outcome->reasons().begin(), outcome->reasons().end()}};
}

}  // namespace guardc
