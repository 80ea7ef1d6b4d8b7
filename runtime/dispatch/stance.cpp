#include "runtime/dispatch/stance.h"

#include "runtime/dispatch/dispatcher.h"
#include "runtime/dispatch/thread_record.h"

namespace guardc {

std::uint64_t StanceBoard::open(Stance stance) {
    const std::scoped_lock lock(mutex_);
    scopes_.push_back({++last_, stance});
    publish();
    return last_;
}

void StanceBoard::close(std::uint64_t scope) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(scopes_, [&](const Scope& known) { return known.number == scope; });
    publish();
}

void StanceBoard::publish() noexcept {
    const Stance stance = scopes_.empty() ? Stance::normal : scopes_.back().stance;
    const unsigned rules = static_cast<unsigned>(stance) | static_cast<unsigned>(locked_) << kLockShift;
    rules_.store(static_cast<std::uint8_t>(rules), std::memory_order_release);
}

void StanceBoard::lock(WhenLocked then) noexcept {
    const std::scoped_lock lock(mutex_);
    locked_ = then == WhenLocked::refuse ? Stance::refuse : Stance::run_only;
    publish();
}

void StanceBoard::unlock() noexcept {
    const std::scoped_lock lock(mutex_);
    locked_ = Stance::normal;
    publish();
}

StanceScope::StanceScope(Stance of_this_thread) {
    std::uint8_t& stance = this_thread().stance;
    before_ = stance;
    stance = static_cast<std::uint8_t>(of_this_thread);
}

StanceScope::StanceScope(Dispatcher& dispatcher, Stance stance)
    : board_(dispatcher.stances()), scope_(board_->open(stance)) {}

StanceScope::~StanceScope() {
    if (board_ != nullptr) {
        board_->close(scope_);
    } else {
        this_thread().stance = before_;
    }
}

}  // namespace guardc
