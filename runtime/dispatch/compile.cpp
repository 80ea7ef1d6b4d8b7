// From the engine's compile callback, or its hands, to an entry in its place.
#include "runtime/dispatch/compile.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "runtime/dispatch/checking.h"
#include "runtime/dispatch/probe.h"

namespace guardc {
namespace {

using Insertion = EntryStore::Insertion;

constexpr std::size_t kExplained = 16;  // entries whose misses are counted at a compile

}  // namespace

Outcome FrameCache::compile(Compile& compile) {
    const CompileRequest request(*this, compile.call, compile.standing, compile.flight.stop());
    auto made = run_compile_callback(request);
    if (compile.flight.stop().stop_requested()) return cancelled(compile);
    if (!made) {
        CompileFailure& failure = made.error();
        if (!failure.nothing_to_compile && !failure.unmet_requirement)
            return failed(compile, std::move(failure.text), std::move(failure.reasons));
        if (!compile.flight.land()) return cancelled(compile);
        if (failure.nothing_to_compile) return {OutcomeKind::eager, EagerReason::no_entry};
        return Outcome(OutcomeKind::eager, EagerReason::require)
            .with(std::move(failure.text), std::move(failure.reasons));
    }
    const BackendKey asked = compile.call.backend;
    auto entry = make_entry(*made, asked, compile.standing);
    if (!entry) return failed(compile, shown(std::move(entry.error().message)), {}, made->name);
    if (asked != BackendKey::any && asked != (*entry)->backend_key) {
        return failed(compile,
                      "entry `" + (*entry)->name + "` is of backend `" + (*entry)->backend + "`, not of `" +
                          std::string(backends_->name(asked)) + "`",
                      {}, made->name);
    }
    if (asked == BackendKey::any) {
        if (auto outcome = unmet(compile.call, compile.standing.get(), (*entry)->backend))
            return compile.flight.land() ? std::move(*outcome) : cancelled(compile);
    }
    (*entry)->objects = std::move(compile.objects);
    return admit(compile, *entry);
}

// Checks the new entry on the frame that it was built from, and puts it in under the rules of the moment.
Outcome FrameCache::admit(Compile& compile, const std::shared_ptr<Entry>& entry) {
    const Call& call = compile.call;
    const auto count = [&](Count what) { counters_.add(what, compile.thread.number); };
    auto before = entry_reasons(call, ReasonsWanted::first, kExplained);
    for (bool narrowed = false;; narrowed = true) {
        const SingleCheck self_check = check_once(*entry->code, call);
        if (self_check.status == Status::error) {
            if (!compile.flight.land()) return cancelled(compile);
            return {OutcomeKind::error, EagerReason::none};
        }
        if (self_check.status == Status::miss) {
            auto why = shown(reasons_of(*entry->code, entry->name, call, ReasonsWanted::first));
            if (narrowed) {  // a requirement came while the backend compiled
                if (!compile.flight.land()) return cancelled(compile);
                return Outcome(OutcomeKind::eager, EagerReason::require)
                    .with("this frame does not meet a requirement", std::move(why));
            }
            std::string text = "entry `" + entry->name + "` does not accept the frame it was built from";
            if (!why.empty()) text += ": `" + why.front().guard + "`";
            return failed(compile, std::move(text), std::move(why), entry->name);
        }
        if (!compile.flight.land()) return cancelled(compile);
        // In use before anybody can remove it.
        Hold hold(compile.thread, entry.get());
        const Insertion insertion = store_.insert(entry, compile.building, true);
        switch (insertion.result) {
            case Insertion::Result::yes:
                break;
            case Insertion::Result::lost:
                count(Count::invalidations);
                tell({.kind = EventKind::invalidated, .entry = entry->name, .text = insertion.reason});
                return Outcome(OutcomeKind::eager, EagerReason::no_entry)
                    .with("entry `" + entry->name + "` was of no use when it came: " + insertion.reason);
            case Insertion::Result::outdated:
            case Insertion::Result::no_place: {
                compile.flight.take_off();
                compile.building.renew();
                auto code = compiler_->narrowed(name(), entry->code);
                if (!code) return failed(compile, shown(std::move(code.error().message)), {}, entry->name);
                entry->code = std::move(*code);
                continue;
            }
        }
        for (const auto& evicted : insertion.evicted) {
            count(Count::evictions);
            GUARDC_PROBE3(retire, options_.name.c_str(), static_cast<std::uint64_t>(evicted->id),
                          evicted->name.c_str());
            tell({.kind = EventKind::evicted, .id = evicted->id, .entry = evicted->name});
        }
        GUARDC_PROBE3(compile, options_.name.c_str(), static_cast<std::uint64_t>(entry->id),
                      entry->name.c_str());
        serve_index_natively();
        tell({.kind = EventKind::compiled,
              .id = entry->id,
              .entry = entry->name,
              .reasons = std::move(before)});
        return {OutcomeKind::compile, std::move(hold), *entry, self_check.lifted};
    }
}

// Its frame runs eagerly, and that is all.
Outcome FrameCache::cancelled(const Compile& compile) {
    counters_.add(Count::cancels, compile.thread.number);
    tell({.kind = EventKind::cancelled});
    return Outcome(OutcomeKind::eager, EagerReason::no_entry).with("the compile was cancelled");
}

Outcome FrameCache::failed(const Compile& compile, std::string text, std::vector<ReasonText> reasons,
                           std::string entry) {
    if (!compile.flight.land()) return cancelled(compile);
    counters_.add(Count::failures, compile.thread.number);
    store_.compile_failed();
    tell({.kind = EventKind::failed, .entry = std::move(entry), .text = text, .reasons = reasons});
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
    entry->dependencies = made.dependencies;
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
    return put(made, std::nullopt);
}

std::expected<void, RuleFailure> FrameCache::replace(EntryId id, const NewEntry& made) {
    const auto put_there = put(made, id);
    if (!put_there) return std::unexpected(put_there.error());
    return {};
}

// What an entry counts for that was built from no frame.
ObjectKeys FrameCache::objects_of(const EntryCode& code) const {
    ObjectKeys objects;
    for (const ObjectLimit& limit : options_.per_object) {
        const auto demanded = std::ranges::find_if(code.objects(), [&](const RecordedObject& object) {
            return object.demanded && object.path == limit.path;
        });
        objects.push_back(demanded != code.objects().end() ? ObjectKey{ObjectKey::kObject, demanded->identity}
                                                           : ObjectKey::of_the_dead());
    }
    return objects;
}

// Appends the entry, or puts it into the place of another.
std::expected<EntryId, RuleFailure> FrameCache::put(const NewEntry& made, std::optional<EntryId> place) {
    Building building(store_);
    const Standing standing = compiler_ != nullptr ? compiler_->standing(name()) : nullptr;
    auto built = make_entry(made, BackendKey::none, standing);
    if (!built) return std::unexpected(std::move(built.error()));
    const std::shared_ptr<Entry>& entry = *built;
    entry->objects = objects_of(*entry->code);
    for (;;) {
        const Hold hold(this_thread(), entry.get());  // its id is read below, when others may have removed it
        const Insertion insertion =
            place ? store_.replace(*place, entry, building) : store_.insert(entry, building, false);
        switch (insertion.result) {
            case Insertion::Result::yes:
                serve_index_natively();
                return entry->id;
            case Insertion::Result::lost:
                return std::unexpected(RuleFailure{"entry `" + made.name + "`: " + insertion.reason});
            case Insertion::Result::no_place:
                return std::unexpected(RuleFailure{"the entry that `" + made.name + "` replaces is gone"});
            case Insertion::Result::outdated:
                break;
        }
        building.renew();
        auto code = compiler_->narrowed(name(), entry->code);
        if (!code) return std::unexpected(std::move(code.error()));
        entry->code = std::move(*code);
    }
}

// What the index reads at every look-up is worth machine code of its own; asked for once.
void FrameCache::serve_index_natively() {
    if (compiler_ == nullptr) return;
    std::shared_ptr<const EntryCode> value;
    {
        const ReadSection section(this_thread());
        value = store_.snapshot().index.value();
    }
    if (value == nullptr || value->is_native()) return;
    if (index_value_.exchange(value.get()) != value.get()) compiler_->serve_natively(value);
}

}  // namespace guardc
