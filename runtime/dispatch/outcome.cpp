#include "runtime/dispatch/outcome.h"

#include <cstring>
#include <utility>

namespace guardc {

std::string_view outcome_name(OutcomeKind kind) {
    constexpr std::array<std::string_view, 5> names = {"hit", "compile", "eager", "refuse", "error"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view eager_reason_name(EagerReason reason) {
    constexpr std::array<std::string_view, 6> names = {"",       "no entry", "limit",
                                                       "failed", "stance",   "require"};
    return names[static_cast<std::size_t>(reason)];
}

void Outcome::keep(std::span<const Cell> lifted) {
    if (lifted.size() <= kInlineCells) {
        std::memcpy(cells_.data(), lifted.data(), lifted.size_bytes());
    } else {
        beside_ = new Beside{.message = {}, .reasons = {}, .cells = {lifted.begin(), lifted.end()}};
    }
}

Outcome::Outcome(Outcome&& other) noexcept
    : kind_(other.kind_),
      reason_(other.reason_),
      entry_(std::exchange(other.entry_, nullptr)),
      beside_(std::exchange(other.beside_, nullptr)) {
    if (entry_ == nullptr) return;
    std::construct_at(&hold_, std::move(other.hold_));
    std::destroy_at(&other.hold_);
    if (entry_->code->program().lifted != 0) cells_ = other.cells_;
}

Outcome& Outcome::operator=(Outcome&& other) noexcept {
    if (this == &other) return *this;
    std::destroy_at(this);
    return *std::construct_at(this, std::move(other));
}

std::span<const Cell> Outcome::lifted() const {
    if (entry_ == nullptr) return {};
    const std::size_t count = entry_->code->program().lifted;
    if (count > kInlineCells) return beside_->cells;
    return {reinterpret_cast<const Cell*>(cells_.data()), count};
}

std::shared_ptr<const Entry> Outcome::share() const {
    return entry_ != nullptr ? entry_->shared_from_this() : nullptr;
}

std::span<const ReasonText> Outcome::reasons() const {
    if (beside_ == nullptr) return {};
    return beside_->reasons;
}

std::string_view Outcome::message() const {
    return beside_ != nullptr ? std::string_view(beside_->message) : std::string_view();
}

Outcome&& Outcome::with(std::string message, std::vector<ReasonText> reasons) && {
    if (beside_ == nullptr) beside_ = new Beside;
    beside_->message = std::move(message);
    beside_->reasons = std::move(reasons);
    return std::move(*this);
}

}  // namespace guardc
