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

Outcome::Outcome(OutcomeKind kind, Hold hold, const Entry& entry, const Cell* lifted)
    : kind_(kind), entry_(&entry), hold_(std::move(hold)) {
    const std::size_t count = entry.code->program().lifted;
    if (count == 0) return;
    void* target = cells_.data();
    if (count > kInlineCells) {
        more_cells_ = std::make_unique<Cell[]>(count);
        target = more_cells_.get();
    }
    std::memcpy(target, lifted, count * sizeof(Cell));
}

Outcome::Outcome(Outcome&& other) noexcept
    : kind_(other.kind_),
      reason_(other.reason_),
      entry_(std::exchange(other.entry_, nullptr)),
      hold_(std::move(other.hold_)),
      detail_(std::move(other.detail_)),
      more_cells_(std::move(other.more_cells_)) {
    if (entry_ != nullptr && entry_->code->program().lifted != 0) cells_ = other.cells_;
}

Outcome& Outcome::operator=(Outcome&& other) noexcept {
    if (this == &other) return *this;
    std::destroy_at(this);
    return *std::construct_at(this, std::move(other));
}

std::span<const Cell> Outcome::lifted() const {
    if (entry_ == nullptr) return {};
    const std::size_t count = entry_->code->program().lifted;
    if (count > kInlineCells) return {more_cells_.get(), count};
    return {reinterpret_cast<const Cell*>(cells_.data()), count};
}

std::shared_ptr<const Entry> Outcome::share() const {
    return entry_ != nullptr ? entry_->shared_from_this() : nullptr;
}

std::span<const ReasonText> Outcome::reasons() const {
    if (detail_ == nullptr) return {};
    return detail_->reasons;
}

std::string_view Outcome::message() const {
    return detail_ != nullptr ? std::string_view(detail_->message) : std::string_view();
}

Outcome&& Outcome::with(std::string message, std::vector<ReasonText> reasons) && {
    detail_ = std::make_unique<Detail>(Detail{std::move(message), std::move(reasons)});
    return std::move(*this);
}

}  // namespace guardc
