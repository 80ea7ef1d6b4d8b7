// One compiled artefact and the check that says when it may be reused.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/dispatch/entry_code.h"
#include "runtime/dispatch/hit_counter.h"
#include "runtime/dispatch/object_key.h"

namespace guardc {

enum class EntryId : std::uint64_t {};  // within its frame; 0 is none

// Backends are compared by name; a dispatcher numbers the names. An entry serves calls of its own backend and
// calls that name `any`.
enum class BackendKey : std::uint32_t { none = 0, any = 0xffffffffU };

class Dependency;

// Immutable, save two marks and what is counted. Narrowed rules make a new Entry with the same id, artefact
// and counters.
struct Entry : std::enable_shared_from_this<Entry> {
    EntryId id{};
    std::string name;
    std::string backend;  // empty: none
    BackendKey backend_key = BackendKey::none;
    std::shared_ptr<void> artefact;  // the engine's
    std::shared_ptr<const EntryCode> code;
    ObjectKeys objects;  // for which it counts, one a limit per object; empty: for none
    std::vector<std::shared_ptr<const Dependency>> dependencies;
    std::shared_ptr<HitCounter> hits = std::make_shared<HitCounter>();  // outlives the entry

    mutable std::atomic<bool> used{false};     // since the clock hand last passed, where entries are evicted
    mutable std::atomic<bool> retired{false};  // no look-up finds it any more
};

}  // namespace guardc
