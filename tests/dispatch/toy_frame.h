// One dispatcher with one frame, `toy`, driven by a line of text.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "runtime/dispatch/dispatcher.h"
#include "tests/dispatch/toy_rules.h"

namespace guardc::tests {

// What the engine's compiler makes of a frame: by default one entry for exactly its value.
using ToyCompiler = std::function<std::expected<NewEntry, CompileFailure>(const CompileRequest&, int x)>;
NewEntry exact_entry(int x);  // named `3`, guard `x == 3`, artefact 3

struct ToyFrame {
    explicit ToyFrame(const FrameOptions& options = {}, ToyCompiler compiler = {});

    // Runs commands and gives back one word for each look-up, and `no` for a command that does nothing:
    //   3          look up x = 3, by any backend       3@npu     by that backend
    //   +a         insert the declared entry `a`       -a        remove the entry `a`
    //   limit=4    set the limit                       at=skip   set what happens at it
    //   fail=skip  set what happens on failure
    // A look-up gives `hit:NAME`, `compile:NAME`, `eager`, `eager:limit`, `refuse`, .. An entry that serves a
    // frame that its artefact was not built for shows as `WRONG`.
    std::string run(const std::string& commands);

    Outcome look_up(int x, const std::string& backend = "any");
    Outcome look_up_as(const int& x, BackendKey backend) {
        const Ref slots[] = {&x};
        return frame.look_up({.slots = slots, .ambient = ambient, .backend = backend, .context = nullptr});
    }
    std::vector<ReasonText> reasons(int x, const std::string& backend = "any",
                                    ReasonsWanted which = ReasonsWanted::first);

    AmbientBlock ambient{};
    std::shared_ptr<ToyRules> rules = std::make_shared<ToyRules>();
    std::unique_ptr<Dispatcher> dispatcher = std::make_unique<Dispatcher>(rules);
    FrameCache& frame;
    LimitPolicy limit;

  private:
    static FrameCache& add(Dispatcher& dispatcher, FrameOptions options, ToyCompiler compiler);
    BackendKey key(const std::string& backend);
    std::string command(const std::string& word);
};

// Returns when another thread has set `value` to at least `wanted`.
void wait_for(const std::atomic<int>& value, int wanted);

}  // namespace guardc::tests
