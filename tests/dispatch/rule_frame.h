// One dispatcher over the rules of a text, with the rule compiler of guardc; frames come as JSON.
#pragma once

#include <memory>
#include <string>

#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/json/frame_json.h"
#include "runtime/dispatch/dispatcher.h"

namespace guardc::tests {

struct RuleFrame {
    // `text` has one frame; `change` may alter what its clauses say.
    explicit RuleFrame(const std::string& text, const std::function<void(FrameOptions&)>& change = {},
                       compiler::NativeMode native = compiler::NativeMode::never);

    // "hit:NAME", "compile:NAME", "eager:limit", "refuse", ..
    std::string look_up(const std::string& locals, const std::string& backend = "any");
    std::string look_up(const compiler::FrameDocument& frame, const std::string& backend = "any");
    // What is made of the next misses: guards of an entry of this name.
    void make(std::string name, std::string guards);
    std::vector<ReasonText> reasons(const std::string& locals, ReasonsWanted which = ReasonsWanted::first);

    // Of the last look-up.
    std::string message;
    std::vector<ReasonText> last_reasons;

    NewEntry next;
    std::shared_ptr<compiler::FrameRuleCompiler> rules;
    std::unique_ptr<Dispatcher> dispatcher;
    FrameCache& frame;
};

compiler::FrameDocument frame_of(const std::string& locals, const std::string& state = "{}");

// Locals of a frame f(self, x): `self` is an instance of one class, with identity `id`, and `x` is a size.
std::string instance_call(int id, int x = 1);
// Looks that frame up, and has an entry for exactly it compiled where it misses and the policy lets it.
std::string look_up_instance(RuleFrame& frame, int id, int x = 1);

}  // namespace guardc::tests
