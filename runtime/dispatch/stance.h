// How much a dispatcher, or a thread, may do at present.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace guardc {

enum class Stance : std::uint8_t {
    normal,    // what the policies of each frame say
    eager,     // every look-up runs eagerly, also where an entry would serve
    run_only,  // what is compiled serves, every miss runs eagerly
    refuse     // what is compiled serves, every miss is an error with its reasons
};

// What a locked dispatcher does with a miss.
enum class WhenLocked : std::uint8_t { run_eagerly, refuse };

// The stance of one dispatcher, and its lock. Shared by its frames; any number of threads.
class StanceBoard {
  public:
    Stance stance() const noexcept {
        return static_cast<Stance>(rules_.load(std::memory_order_acquire) & kOneStance);
    }
    // What a miss comes to because of the lock: `normal` where there is none.
    Stance locked() const noexcept {
        return static_cast<Stance>(rules_.load(std::memory_order_acquire) >> kLockShift);
    }
    // Neither a stance nor the lock stands between a frame and its own policies.
    bool leaves_all() const noexcept { return rules_.load(std::memory_order_acquire) == 0; }

    // The scope that was opened last, and is still open, holds.
    std::uint64_t open(Stance stance);
    void close(std::uint64_t scope);

    void lock(WhenLocked then) noexcept;
    void unlock() noexcept;

  private:
    struct Scope {
        std::uint64_t number;
        Stance stance;
    };
    static constexpr unsigned kLockShift = 4;
    static constexpr std::uint8_t kOneStance = (1U << kLockShift) - 1;
    static_assert(static_cast<std::uint8_t>(Stance::normal) == 0);
    void publish() noexcept;

    std::mutex mutex_;
    std::vector<Scope> scopes_;
    std::uint64_t last_ = 0;
    Stance locked_ = Stance::normal;
    std::atomic<std::uint8_t> rules_{0};  // the stance that holds, and above it that of the lock
};

class Dispatcher;

// For as long as it lives: the stance of one dispatcher on every thread, or of one thread in every
// dispatcher. A thread's goes before a dispatcher's; neither opens a lock. That of a thread ends on that
// thread, inner scopes first.
class StanceScope {
  public:
    explicit StanceScope(Stance of_this_thread);
    StanceScope(Dispatcher& dispatcher, Stance stance);
    ~StanceScope();
    StanceScope(const StanceScope&) = delete;
    StanceScope& operator=(const StanceScope&) = delete;

  private:
    std::shared_ptr<StanceBoard> board_;  // null: of the thread
    std::uint64_t scope_ = 0;
    std::uint8_t before_ = 0;
};

}  // namespace guardc
