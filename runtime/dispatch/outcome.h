// What a look-up came to.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/dispatch/entry.h"
#include "runtime/dispatch/reason_text.h"
#include "runtime/dispatch/reclaimer.h"

namespace guardc {

enum class OutcomeKind : std::uint8_t { hit, compile, eager, refuse, error };
enum class EagerReason : std::uint8_t { none, no_entry, limit, failed, stance, require };

std::string_view outcome_name(OutcomeKind kind);         // "hit"
std::string_view eager_reason_name(EagerReason reason);  // "no entry"; empty for none

// Keeps the entry it names alive, and with it the artefact, until it goes: whoever runs the artefact holds
// the outcome for that long, on whatever thread. Move-only.
class Outcome {
  public:
    Outcome(OutcomeKind kind, EagerReason reason) : kind_(kind), reason_(reason) {}
    // `lifted` has the cells of the entry's argument block.
    Outcome(OutcomeKind kind, Hold&& hold, const Entry& entry, std::span<const Cell> lifted)
        : kind_(kind), entry_(&entry), hold_(std::move(hold)) {
        if (!lifted.empty()) keep(lifted);
    }
    Outcome(Outcome&& other) noexcept;
    Outcome& operator=(Outcome&& other) noexcept;
    ~Outcome() {
        if (entry_ != nullptr) let_go();
        if (beside_ != nullptr) [[unlikely]]
            delete beside_;
    }

    OutcomeKind kind() const { return kind_; }
    EagerReason reason() const { return reason_; }

    // Of hit and compile; null else.
    const Entry* entry() const { return entry_; }
    void* artefact() const { return entry_ != nullptr ? entry_->artefact.get() : nullptr; }
    // The argument block: one cell a lifted value, in the order of EntryCode::lifted. Cells may point into
    // the frame that was looked up.
    std::span<const Cell> lifted() const;
    std::shared_ptr<const Entry> share() const;  // for longer than this outcome

    // Of refuse, of eager after an unmet requirement, and of a failed self-check.
    std::span<const ReasonText> reasons() const;
    // What a callback or compiler said, for eager after a failure, refuse and error.
    std::string_view message() const;

    Outcome&& with(std::string message, std::vector<ReasonText> reasons = {}) &&;

  private:
    // What few outcomes have.
    struct Beside {
        std::string message;
        std::vector<ReasonText> reasons;
        std::vector<Cell> cells;  // when there are more than fit
    };
    static constexpr std::size_t kInlineCells = 8;

    // The last user of an entry that is gone frees it, at once where nobody else is in its way.
    void let_go() noexcept {
        const bool retired = entry_->retired.load(std::memory_order_relaxed);
        std::destroy_at(&hold_);
        if (retired) [[unlikely]]
            Reclaimer::process().collect();
    }

    void keep(std::span<const Cell> lifted);

    // Most look-ups that do not hit are done in as many stores as stand here.
    OutcomeKind kind_;
    EagerReason reason_ = EagerReason::none;
    const Entry* entry_ = nullptr;
    Beside* beside_ = nullptr;
    union {
        Hold hold_;  // while there is an entry
    };
    alignas(Cell) std::array<std::byte, kInlineCells * sizeof(Cell)> cells_;
};

}  // namespace guardc
