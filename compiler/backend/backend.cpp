#include "compiler/backend/backend.h"

#include <utility>

namespace guardc::compiler {
namespace {

Mistakes no_such_frame(std::string_view frame) {
    const auto source = std::make_shared<const grammar::Source>("frame", std::string(frame));
    const grammar::Span all{0, static_cast<std::uint32_t>(frame.size())};
    return {source,
            {{grammar::Severity::error, "unknown-frame",
              "there are no rules for frame `" + std::string(frame) + "`", all, ""}}};
}

}  // namespace

RuleHandle::RuleHandle(std::shared_ptr<FrameRuleCompiler> rules, std::string frame, RuleId id)
    : rules_(std::move(rules)), frame_(std::move(frame)), id_(id) {}

RuleHandle& RuleHandle::operator=(RuleHandle&& other) noexcept {
    if (this == &other) return *this;
    remove();
    rules_ = std::move(other.rules_);
    frame_ = std::move(other.frame_);
    id_ = other.id_;
    return *this;
}

void RuleHandle::remove() {
    const auto rules = std::exchange(rules_, nullptr);
    if (rules != nullptr) rules->find(frame_)->remove(id_);
}

void RuleHandle::forever() {
    rules_ = nullptr;
}

Backend::Backend(std::shared_ptr<FrameRuleCompiler> rules, std::string name)
    : rules_(std::move(rules)), name_(std::move(name)) {}

Backend::Added Backend::require(std::string_view frame, std::string text, std::string because) {
    LiveFrame* const live = rules_->find(frame);
    if (live == nullptr) return std::unexpected(no_such_frame(frame));
    const RuleId id = ++rules_->last_rule_;
    auto added = live->require(name_, std::move(text), because, id);
    if (!added) return std::unexpected(std::move(added.error()));
    rules_->announce_narrowing(frame);
    return RuleHandle(rules_, std::string(frame), id);
}

Backend::Added Backend::waive(std::string_view frame, std::string text, std::string because) {
    LiveFrame* const live = rules_->find(frame);
    if (live == nullptr) return std::unexpected(no_such_frame(frame));
    const RuleId id = ++rules_->last_rule_;
    auto added = live->waive(name_, std::move(text), because, id);
    if (!added) return std::unexpected(std::move(added.error()));
    return RuleHandle(rules_, std::string(frame), id);
}

}  // namespace guardc::compiler
