#include "compiler/backend/backend.h"

#include <algorithm>
#include <utility>

namespace guardc::compiler {

RuleHandle::RuleHandle(std::shared_ptr<FrameRuleCompiler> rules, std::vector<std::string> frames, RuleId id)
    : rules_(std::move(rules)), frames_(std::move(frames)), id_(id) {}

RuleHandle& RuleHandle::operator=(RuleHandle&& other) noexcept {
    if (this == &other) return *this;
    remove();
    rules_ = std::move(other.rules_);
    frames_ = std::move(other.frames_);
    id_ = other.id_;
    return *this;
}

void RuleHandle::remove() {
    const auto rules = std::exchange(rules_, nullptr);
    if (rules == nullptr) return;
    for (const std::string& frame : frames_)
        rules->find(frame)->remove(id_);
}

void RuleHandle::forever() {
    rules_ = nullptr;
}

Backend::Backend(std::shared_ptr<FrameRuleCompiler> rules, std::string name)
    : rules_(std::move(rules)), name_(std::move(name)) {}

RuleHandle Backend::handle(const std::vector<LiveFrame*>& frames, RuleId id) const {
    std::vector<std::string> names;
    for (const LiveFrame* const frame : frames)
        names.push_back(frame->name());
    return {rules_, std::move(names), id};
}

Backend::Added Backend::require(std::string_view frame, std::string text, const std::string& because) {
    const auto frames = rules_->matching(frame);
    if (frames.empty()) return std::unexpected(no_such_frame(frame));
    const auto requirement = parse_requirement(name_, std::move(text), because);
    if (!requirement) return std::unexpected(requirement.error());
    std::vector<std::vector<Guard>> guards;
    for (LiveFrame* const live : frames) {
        auto checked = live->check(*requirement);
        if (!checked) return std::unexpected(std::move(checked.error()));
        guards.push_back(std::move(*checked));
    }
    const RuleId id = ++rules_->last_rule_;
    RuleHandle added = handle(frames, id);  // takes back what was added when a later frame cannot serve it
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (auto required = frames[i]->require(name_, guards[i], id); !required) {
            return std::unexpected(Mistakes{requirement->source, std::move(required.error())});
        }
    }
    for (const LiveFrame* const live : frames)
        rules_->announce_narrowing(live->name());
    return added;
}

Backend::Added Backend::waive(std::string_view frame, std::string what, const std::string& because) {
    return add(frame, parse_waiver_text(name_, std::move(what), because));
}

Backend::Added Backend::weaken(std::string_view frame, std::string what, std::string text,
                               const std::string& because) {
    return add(frame, parse_weakening(name_, std::move(what), std::move(text), because));
}

Backend::Added Backend::lift(std::string_view frame, std::string path, const std::string& as,
                             const std::string& because) {
    return add(frame, parse_lift(name_, std::move(path), as, because));
}

Backend::Added Backend::add(std::string_view frame, const std::expected<WaiverString, Mistakes>& text) {
    const auto frames = rules_->matching(frame);
    if (frames.empty()) return std::unexpected(no_such_frame(frame));
    if (!text) return std::unexpected(text.error());
    std::vector<WaiverMatch> matches;
    for (LiveFrame* const live : frames) {
        auto match = live->check(name_, *text);
        if (!match) return std::unexpected(std::move(match.error()));
        matches.push_back(std::move(*match));
    }
    const bool spoken_for = std::ranges::any_of(matches, &WaiverMatch::spoken_for);
    const bool found = std::ranges::any_of(matches, &WaiverMatch::found);
    if (spoken_for && !found && !text->waiver.statement.optional) {
        return std::unexpected(
            Mistakes{text->waiver.provenance.source, {selects_nothing(name_, text->waiver)}});
    }
    const RuleId id = ++rules_->last_rule_;
    for (std::size_t i = 0; i < frames.size(); ++i)
        frames[i]->waive(name_, std::move(matches[i].checked), id);
    return handle(frames, id);
}

std::expected<void, Mistakes> Backend::bind(ExternDeclaration declaration) {
    const std::string name = declaration.name;
    if (rules_->bind(std::make_shared<const ExternDeclaration>(std::move(declaration)))) return {};
    const auto source = std::make_shared<const grammar::Source>("bind by backend `" + name_ + "`", name);
    const grammar::Span all{0, static_cast<std::uint32_t>(name.size())};
    return std::unexpected(Mistakes{source,
                                    {{grammar::Severity::error, "extern-bound",
                                      "predicate `" + name +
                                          "` has no function, is bound already, or guards give it another "
                                          "number of operands",
                                      all, ""}}});
}

ArtefactScope Backend::artefact(std::string_view frame) const {
    return {rules_, name_, std::string(frame)};
}

}  // namespace guardc::compiler
