// The rule compiler of guardc: checked rules of frames in, checks of entries out.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/backend/live_frame.h"
#include "compiler/backend/native_queue.h"
#include "runtime/dispatch/rule_compiler.h"

namespace guardc::compiler {

struct RuleCompilerOptions {
    NativeMode native = NativeMode::background;
    native::Options engine = {};
    BuildOptions build = {};
    // Predicates that rules may name from the start, in backend blocks too.
    std::vector<std::shared_ptr<const ExternDeclaration>> externs = {};
};

// Any number of threads; hand it to dispatchers as a RuleCompiler. Backends change its rules through Backend
// (compiler/backend/backend.h).
class FrameRuleCompiler : public RuleCompiler {
  public:
    // Frames have different names. Diagnostics are those of backend blocks that ask for what cannot be had;
    // their spans lie in the sources of the blocks. `model` outlives this object. The terms of `frames` are
    // copied: nobody makes new ones during this call, and afterwards everybody may.
    static std::expected<std::shared_ptr<FrameRuleCompiler>, grammar::Diagnostics> create(
        std::vector<FrameRules> frames, const Model& model, const RuleCompilerOptions& options = {});

    std::shared_ptr<const StandingRules> standing(std::string_view frame) override;
    std::optional<std::string> declared_backend(std::string_view frame, std::string_view entry) override;
    std::expected<Code, RuleFailure> compile(const EntryRequest& request) override;
    Code requirements(const StandingRules& standing, std::string_view backend) override;
    std::expected<Code, RuleFailure> narrowed(std::string_view frame, const Code& code) override;
    Code object_at(std::string_view frame, std::string_view path) override;
    void serve_natively(const Code& code) override;
    std::expected<Code, RuleFailure> renewed(std::string_view frame, const Code& code) override;
    std::vector<ReasonText> reasons(const EntryCode& code, std::span<const Ref> slots,
                                    const AmbientBlock& ambient, ReasonsWanted which) override;

    // The slots to bind frames by. Grows while frames are open; slots keep their numbers.
    std::optional<FrameShape> shape(std::string_view frame) const;

    // What became of every guard of an entry; nothing for code that did not come from here.
    static const Ledger* ledger(const EntryCode& code);

    // The argument block of an entry, a row a cell; empty for code that did not come from here.
    static std::span<const LiftedValue> arguments(const EntryCode& code);
    // Which of these cells are the sizes of one tensor, lifted as one; likewise.
    static std::span<const LiftedSizes> shapes(const EntryCode& code);

    // What the terms of rules and ledgers of a frame belong to; null: no such frame. Grows with every compile
    // and every change of the rules: for whoever knows that there is none meanwhile.
    std::shared_ptr<TermPool> terms(std::string_view frame) const;

    // Guards of a frame in a pool of their own, for whoever reads them while this compiles; `shape` becomes
    // what they print by. None for a frame that there is not.
    std::vector<Guard> copy_guards_of(std::string_view frame, std::span<const Guard> guards, TermPool& to,
                                      FrameShape& shape) const;

    const Model& model() const { return model_; }

    // In every frame; false, and nothing changes, where one cannot take it (TermPool::bind_extern).
    bool bind(const std::shared_ptr<const ExternDeclaration>& declaration);

    NativeQueue& native() { return native_; }

  private:
    friend class Backend;
    friend class RuleHandle;
    friend class ArtefactScope;

    FrameRuleCompiler(const Model& model, const RuleCompilerOptions& options);
    LiveFrame* find(std::string_view frame) const;
    std::vector<LiveFrame*> matching(std::string_view pattern) const;

    std::expected<Code, RuleFailure> with_machine_code(std::expected<Code, RuleFailure> made,
                                                       const Code& before);

    const Model& model_;
    std::vector<std::unique_ptr<LiveFrame>> frames_;
    std::mutex binding_mutex_;  // one binding at a time
    std::atomic<RuleId> last_rule_{0};
    NativeQueue native_;
};

}  // namespace guardc::compiler
