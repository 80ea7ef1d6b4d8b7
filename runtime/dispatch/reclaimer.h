// When memory that look-ups may still read can be freed.
//
// Two protections, because they last so differently. A *read section* covers the nanoseconds of a look-up:
// what could be reached when it began stays until it ends. A *hold* covers one object for as long as the
// caller uses it (an entry whose artefact runs), without keeping anything else. A hold is taken inside the
// read section that found the object. Neither ever waits; freeing is done by whoever changes something, or
// asks for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/dispatch/read_fence.h"
#include "runtime/dispatch/thread_record.h"

namespace guardc {

// Epochs, with a plain store on the read side where the kernel takes part (read_fence.h). One for the
// process: threads register once, and what a dispatcher left behind is freed although the dispatcher is gone.
class Reclaimer {
  public:
    static Reclaimer& process() noexcept;

    // Frees `object` (drops this reference to it) once no read section and no hold can reach it. The caller
    // has unlinked it, by a sequentially consistent store to the pointer that read sections load likewise.
    void retire(std::shared_ptr<const void> object) noexcept;

    // Frees what can be freed now, outside of any lock. Does nothing when another thread is at it.
    void collect() noexcept;

    std::size_t pending() const noexcept;  // retired and not freed

    static std::uint64_t epoch() noexcept { return epoch_.load(std::memory_order_acquire); }

  private:
    Reclaimer() = default;
    struct Retired {
        std::shared_ptr<const void> object;
        std::uint64_t epoch;  // sections that began in a later one cannot reach it
    };
    static std::uint64_t oldest_section() noexcept;
    std::vector<std::shared_ptr<const void>> take_unreachable();

    static constinit std::atomic<std::uint64_t> epoch_;
    mutable std::mutex mutex_;
    std::vector<Retired> retired_;
};

class ReadSection {
  public:
    explicit ReadSection(ThreadRecord& thread) noexcept : thread_(thread), outermost_(!is_open(thread)) {
        if (outermost_) begin();
    }
    ~ReadSection() { end(); }

    void end() noexcept {
        if (std::exchange(outermost_, false)) thread_.epoch.store(0, std::memory_order_release);
    }

    static bool is_open(const ThreadRecord& thread) noexcept {
        return thread.epoch.load(std::memory_order_relaxed) != 0;
    }
    // Where none is open, as the caller has just seen.
    struct Outermost {};
    ReadSection(ThreadRecord& thread, Outermost) noexcept : thread_(thread), outermost_(true) { begin(); }
    ReadSection(const ReadSection&) = delete;
    ReadSection& operator=(const ReadSection&) = delete;

  private:
    void begin() noexcept {
        thread_.epoch.store(Reclaimer::epoch(), std::memory_order_relaxed);
        ReadFence::light();
    }

    ThreadRecord& thread_;
    bool outermost_;
};

// May end on another thread than it began on.
class Hold {
  public:
    Hold() = default;
    Hold(ThreadRecord& thread, const void* object) noexcept : slot_(&thread.hold(object)) {}
    Hold(Hold&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
    Hold& operator=(Hold&& other) noexcept {
        if (this != &other) {
            release();
            slot_ = std::exchange(other.slot_, nullptr);
        }
        return *this;
    }
    [[gnu::always_inline]] ~Hold() { release(); }

    [[gnu::always_inline]] void release() noexcept {
        if (slot_ != nullptr) std::exchange(slot_, nullptr)->object.store(nullptr, std::memory_order_release);
    }

  private:
    HoldSlot* slot_ = nullptr;
};

}  // namespace guardc
