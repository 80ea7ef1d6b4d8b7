// Rules that a compile callback makes for its own artefact.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/backend/mistakes.h"
#include "compiler/backend/rule_text.h"

namespace guardc::compiler {

//     ArtefactScope own = npu.artefact("decode");
//     if (auto lifted = own.lift("scale", "scale"); !lifted) return fail(lifted.error().text());
//     return NewEntry{.name = "step", .artefact = kernel, .rules = own.rules(), .reads = {.names =
//     {"scale"}}};
//
// One thread. The texts are those of Backend; a waiver that selects none of the artefact's guards is found
// when the entry is built, and fails the compile. A requirement that the frame in hand does not meet fails it
// too, at the self-check: a condition that is known beforehand is a standing rule (Backend::require).
class ArtefactScope {
  public:
    ArtefactScope(std::shared_ptr<FrameRuleCompiler> rules, std::string backend, std::string frame);

    using Added = std::expected<void, Mistakes>;

    Added require(std::string text, const std::string& because = {});
    Added waive(std::string what, const std::string& because = {});
    Added weaken(std::string what, std::string text, const std::string& because = {});
    Added lift(std::string path, const std::string& as = {}, const std::string& because = {});

    // What was added so far, for NewEntry::rules.
    std::shared_ptr<const ArtefactRules> rules() const;

  private:
    Added add(const std::expected<WaiverString, Mistakes>& text);

    std::shared_ptr<FrameRuleCompiler> compiler_;
    std::string backend_, frame_;
    std::vector<Guard> requirements_;
    std::vector<std::shared_ptr<const CheckedWaiver>> waivers_;
};

// For rules of a frame that there is not.
Mistakes no_such_frame(std::string_view frame);

}  // namespace guardc::compiler
