#include "compiler/backend/artefact_scope.h"

#include <iterator>
#include <utility>

namespace guardc::compiler {

Mistakes no_such_frame(std::string_view frame) {
    const auto source = std::make_shared<const grammar::Source>("frame", std::string(frame));
    const grammar::Span all{0, static_cast<std::uint32_t>(frame.size())};
    return {source,
            {{grammar::Severity::error, "unknown-frame",
              "there are no rules for frame `" + std::string(frame) + "`", all, ""}}};
}

ArtefactScope::ArtefactScope(std::shared_ptr<FrameRuleCompiler> rules, std::string backend, std::string frame)
    : compiler_(std::move(rules)), backend_(std::move(backend)), frame_(std::move(frame)) {}

ArtefactScope::Added ArtefactScope::require(std::string text, const std::string& because) {
    LiveFrame* const live = compiler_->find(frame_);
    if (live == nullptr) return std::unexpected(no_such_frame(frame_));
    const auto requirement = parse_requirement(backend_, std::move(text), because);
    if (!requirement) return std::unexpected(requirement.error());
    auto guards = live->check(*requirement);
    if (!guards) return std::unexpected(std::move(guards.error()));
    requirements_.insert(requirements_.end(), std::make_move_iterator(guards->begin()),
                         std::make_move_iterator(guards->end()));
    return {};
}

ArtefactScope::Added ArtefactScope::waive(std::string what, const std::string& because) {
    return add(parse_waiver_text(backend_, std::move(what), because));
}

ArtefactScope::Added ArtefactScope::weaken(std::string what, std::string text, const std::string& because) {
    return add(parse_weakening(backend_, std::move(what), std::move(text), because));
}

ArtefactScope::Added ArtefactScope::lift(std::string path, const std::string& as,
                                         const std::string& because) {
    return add(parse_lift(backend_, std::move(path), as, because));
}

ArtefactScope::Added ArtefactScope::add(const std::expected<WaiverString, Mistakes>& text) {
    LiveFrame* const live = compiler_->find(frame_);
    if (live == nullptr) return std::unexpected(no_such_frame(frame_));
    if (!text) return std::unexpected(text.error());
    auto match = live->check(backend_, *text);
    if (!match) return std::unexpected(std::move(match.error()));
    waivers_.push_back(std::move(match->checked));
    return {};
}

std::shared_ptr<const ArtefactRules> ArtefactScope::rules() const {
    auto own = std::make_shared<OwnRules>();
    own->frame = frame_;
    own->backend = backend_;
    own->requirements = requirements_;
    own->waivers = waivers_;
    return own;
}

}  // namespace guardc::compiler
