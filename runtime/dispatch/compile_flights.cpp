#include "runtime/dispatch/compile_flights.h"

namespace guardc {

bool CompileFlights::begin(ThreadRecord& thread, std::optional<Flight>& flight) {
    const std::scoped_lock lock(mutex_);
    if (current_) return false;
    current_.emplace();
    state_ = State::under_way;
    flight.emplace(*this, thread, current_->get_token());
    return true;
}

bool CompileFlights::land() {
    const std::scoped_lock lock(mutex_);
    if (state_ == State::under_way) state_ = State::landed;
    return state_ == State::landed;
}

void CompileFlights::take_off() {
    const std::scoped_lock lock(mutex_);
    if (state_ == State::landed) state_ = State::under_way;
}

void CompileFlights::end() {
    {
        const std::scoped_lock lock(mutex_);
        current_.reset();
    }
    ended_.notify_all();
}

bool CompileFlights::wait(const ThreadRecord& thread, Clock::time_point deadline) {
    if (thread.flights != 0) return false;
    std::unique_lock lock(mutex_);
    return ended_.wait_until(lock, deadline, [&] { return !current_; });
}

// What a stop calls back is the engine's code, so the lock is not held then.
bool CompileFlights::cancel() {
    std::optional<std::stop_source> current;
    {
        const std::scoped_lock lock(mutex_);
        if (!current_ || state_ == State::landed) return false;
        state_ = State::cancelled;
        current = current_;
    }
    current->request_stop();
    return true;
}

}  // namespace guardc
