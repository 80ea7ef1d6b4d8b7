// The public face of dispatching: frames by name, and the backends whose entries they hold.
//
//     Dispatcher dispatcher(compiler);
//     FrameCache& decode = dispatcher.add_frame({.name = "decode", .callbacks = {.compile =
//     compile_decode}}); const Outcome outcome = decode.look_up({.slots = slots, .ambient = ambient}); if
//     (auto* kernel = static_cast<Kernel*>(outcome.artefact())) return kernel->run(outcome.lifted()); return
//     run_eagerly();
#pragma once

#include <memory>
#include <string_view>

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

  private:
    class Frames;
    std::shared_ptr<Frames> frames_;  // shared with the rule compiler, which only watches it
};

}  // namespace guardc
