// The public face of dispatching: frames by name, and the backends whose entries they hold.
//
//     Dispatcher dispatcher(compiler);
//     FrameCache& decode = dispatcher.add_frame({.name = "decode", .callbacks = {.compile = compile}});
//
//     const Outcome outcome = decode.look_up({.slots = slots, .ambient = ambient});
//     if (auto* kernel = static_cast<Kernel*>(outcome.artefact())) return kernel->run(outcome.lifted());
//     return run_eagerly();
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/dispatch/frame_cache.h"

namespace guardc {

// Owns its frames, which live as long as it does. Any number of threads. When it goes, no look-up runs;
// outcomes may outlive it.
class Dispatcher {
  public:
    // `compiler` may be null: entries then come with ready code.
    explicit Dispatcher(std::shared_ptr<RuleCompiler> compiler = nullptr);
    ~Dispatcher();
    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;

    // The key by which calls name a backend; equal names, equal keys.
    BackendKey backend(std::string_view name);

    // A second frame of a name is a second cache: both see the rules of that name.
    FrameCache& add_frame(FrameOptions options);
    FrameCache* find_frame(std::string_view name) const;  // the first of that name, or null
    std::vector<FrameCache*> frames() const;              // all, in the order in which they were added

    // For servers: once warmed up, nothing more is compiled. Misses run eagerly or are refused; no stance
    // opens the lock. Compiles that are under way end as they would.
    void lock(WhenLocked then);
    void unlock();
    const std::shared_ptr<StanceBoard>& stances() const;  // for StanceScope

    // Each gives back how many entries went: no look-up that starts afterwards chooses one of them, and
    // entries that are being compiled go when they come. Calls that use one go on; memory goes with the last.
    //
    // The object with this identity (Model::identity) is dead: entries whose guards compare with it.
    std::size_t object_died(std::uint64_t identity);
    // Entries that were made with this dependency; from now on none can be.
    std::size_t declare_stale(Dependency& dependency);
    std::size_t invalidate(const std::string& reason, const std::function<bool(const Entry&)>& condemned);

    // Asks all compiles that are under way to end; how many those are (FrameCache::cancel_compile).
    std::size_t cancel_compiles();

  private:
    class Frames;
    std::shared_ptr<Frames> frames_;  // shared with the rule compiler, which only watches it
};

}  // namespace guardc
