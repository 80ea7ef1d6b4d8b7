// What an entry depends on beside its guards, and what became of entries that lost it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/dispatch/entry.h"

namespace guardc {

// Something outside of frames that artefacts were built on (weights, a plan, a device's state). Once stale it
// stays so; what replaces it is a new one. Any number of threads.
class Dependency {
  public:
    explicit Dependency(std::string name) : name_(std::move(name)) {}
    Dependency(const Dependency&) = delete;
    Dependency& operator=(const Dependency&) = delete;

    const std::string& name() const { return name_; }
    bool stale() const noexcept { return stale_.load(std::memory_order_seq_cst); }

  private:
    friend class Dispatcher;
    const std::string name_;
    std::atomic<bool> stale_{false};
};

// An entry that no look-up chooses any more, and why.
struct Invalidation {
    std::uint64_t number = 0;  // within its frame, from 1
    EntryId id{};
    std::string entry;
    std::string reason;  // "object 17 at `self.cache` died"
};

}  // namespace guardc
