// How a backend changes the guards of the frames it compiles, while the process runs.
//
//     Backend npu(rules, "npu");
//     auto rows = npu.require("decode", "S % 128 == 0", "DMA moves rows of 128");
//     auto scale = npu.lift("decode", "scale", "scale", "read from input 3 at each call");
//     if (!rows) std::cerr << rows.error().text();
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/backend/artefact_scope.h"
#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/backend/mistakes.h"

namespace guardc::compiler {

// Owns one rule, which goes with it. Taking a rule back widens, so it holds for entries compiled afterwards;
// those that exist keep their guards. Move-only.
class RuleHandle {
  public:
    RuleHandle(std::shared_ptr<FrameRuleCompiler> rules, std::vector<std::string> frames, RuleId id);
    RuleHandle(RuleHandle&& other) noexcept = default;
    RuleHandle& operator=(RuleHandle&& other) noexcept;
    ~RuleHandle() { remove(); }

    void remove();   // now; nothing when it is gone already
    void forever();  // the rule stays although this handle goes

  private:
    std::shared_ptr<FrameRuleCompiler> rules_;  // null: nothing to take back
    std::vector<std::string> frames_;
    RuleId id_ = 0;
};

// Any number of threads, and any number of these for one name. A backend speaks for its own entries only. The
// order in which rules come never matters.
//
// `frame` is the name of a frame, or a pattern with `*` for any run of characters: the rule then holds for
// every frame that it matches. A mistake in one of them refuses it for all. In waivers, `because` may also
// stand in the text.
class Backend {
  public:
    Backend(std::shared_ptr<FrameRuleCompiler> rules, std::string name);

    const std::string& name() const { return name_; }

    using Added = std::expected<RuleHandle, Mistakes>;

    // One guard. When this returns, no entry of this backend serves a frame that fails it, and no such frame
    // is compiled.
    Added require(std::string_view frame, std::string text, const std::string& because = {});

    // `what` is what stands behind `waive` in a rule file: a guard with `_` for any constant, `path
    // self.cache.*`, `id ".."`, `kind ".."`, `text "..*.."`, then perhaps `lift` or `weaken GUARD`. For
    // entries compiled afterwards. Matching nothing in the entries that the rules hold for this backend is a
    // mistake.
    Added waive(std::string_view frame, std::string what, const std::string& because = {});

    // `what` as above, without an action; `text` is the guard that holds in its place.
    Added weaken(std::string_view frame, std::string what, std::string text, const std::string& because = {});

    // The constants that guards ask for at `path` (`_` for any key or index) become arguments called `as`;
    // or, where that is empty, like their paths. Artefacts say what they read (NewEntry::reads).
    Added lift(std::string_view frame, std::string path, const std::string& as = {},
               const std::string& because = {});

    // Guards of all frames can name a native function from now on: `extern("aligned", x, 4)`. It stays as
    // long as checks that call it. Its errors reach the caller of a look-up as such. A name is bound once,
    // and guards that name it already must give it as many operands as it declares.
    std::expected<void, Mistakes> bind(ExternDeclaration declaration);

    // Inside a compile callback: rules for the artefact in the making and for no other. `frame` is a name.
    ArtefactScope artefact(std::string_view frame) const;

  private:
    Added add(std::string_view frame, const std::expected<WaiverString, Mistakes>& text);
    RuleHandle handle(const std::vector<LiveFrame*>& frames, RuleId id) const;

    std::shared_ptr<FrameRuleCompiler> rules_;
    std::string name_;
};

}  // namespace guardc::compiler
