// Who compiles for a frame: one thread at a time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "runtime/dispatch/thread_record.h"

namespace guardc {

// A thread that compiles, for whatever frame, never waits here for another: so however callbacks look up
// frames that others are compiling, no circle of waiting threads can close.
class CompileFlights {
  public:
    // The right to compile, for as long as it lives; on the thread that got it.
    class Flight {
      public:
        Flight(CompileFlights& flights, ThreadRecord& thread, std::stop_token stop)
            : flights_(&flights), thread_(thread), stop_(std::move(stop)) {
            ++thread_.flights;
        }
        ~Flight() {
            --thread_.flights;
            flights_->end();
        }
        Flight(const Flight&) = delete;
        Flight& operator=(const Flight&) = delete;

        const std::stop_token& stop() const { return stop_; }

        // What came of the compile is made known now: there is nothing to cancel any more. False: it was
        // cancelled before. Whoever was told that it is, and whoever was told that it is not, is right.
        bool land() const { return flights_->land(); }
        // It cannot be yet, and is under way again.
        void take_off() const { flights_->take_off(); }

      private:
        CompileFlights* flights_;
        ThreadRecord& thread_;
        std::stop_token stop_;
    };

    using Clock = std::chrono::steady_clock;

    // Fills `flight` unless somebody is at it: another thread, or this one further out.
    bool begin(ThreadRecord& thread, std::optional<Flight>& flight);

    // Until nobody compiles. False at once where this thread compiles something itself, and at the deadline.
    bool wait(const ThreadRecord& thread, Clock::time_point deadline);

    // Asks who compiles now to stop; false when nobody does, or no longer can.
    bool cancel();

  private:
    enum class State : std::uint8_t { under_way, cancelled, landed };
    bool land();
    void take_off();
    void end();

    std::mutex mutex_;
    std::condition_variable ended_;
    std::optional<std::stop_source> current_;
    State state_ = State::under_way;  // of `current_`
};

}  // namespace guardc
