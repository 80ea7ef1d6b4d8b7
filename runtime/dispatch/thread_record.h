// What the runtime keeps of each thread that makes look-ups. Threads are registered on their first look-up,
// without the host knowing; the record of a thread that has ended serves the next new one and is never freed.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "runtime/dispatch/scratch_stack.h"

namespace guardc {

// One object in use: not freed while its address stands here. Taken by the owning thread, cleared by any.
struct HoldSlot {
    std::atomic<const void*> object{nullptr};
    std::atomic<HoldSlot*> next{nullptr};
};

struct alignas(128) ThreadRecord {
    ThreadRecord() noexcept;

    std::atomic<std::uint64_t> epoch{0};  // of the outermost read section; 0: in none
    std::uint32_t number = 0;             // from 0, in order of registration
    std::uint32_t flights = 0;            // compiles of this thread that are under way, within each other
    std::uint8_t stance = kNoStance;      // a Stance, while a scope of this thread is open
    static constexpr std::size_t kFirstHolds = 8;
    std::array<HoldSlot, kFirstHolds> first_holds;  // the list starts here and grows on demand
    HoldSlot* last_hold = nullptr;         // the slot that was taken last, of those that are searched for
    std::size_t holds = kFirstHolds;       // slots in the list
    std::size_t searches = 0, passed = 0;  // since it grew, and the slots in use that they went past
    ScratchStack scratch;

    std::atomic<bool> taken{true};
    ThreadRecord* next = nullptr;  // set before the record is published

    static constexpr std::uint8_t kNoStance = 0xff;
    // Whoever holds one thing at a time, as most do, always has the first slot.
    HoldSlot& hold(const void* object) noexcept {
        HoldSlot& first = first_holds.front();
        if (first.object.load(std::memory_order_acquire) != nullptr) [[unlikely]]
            return hold_elsewhere(object);
        first.object.store(object, std::memory_order_release);
        return first;
    }
    HoldSlot& hold_elsewhere(const void* object) noexcept;
    void add_holds() noexcept;
};

// All records there are, newest first. Never shrinks.
ThreadRecord* first_thread_record() noexcept;

// In the static block of thread-locals, so that it is one load away in a shared library too.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local ThreadRecord* current_thread_record;
ThreadRecord& register_thread() noexcept;

inline ThreadRecord& this_thread() noexcept {
    if (current_thread_record != nullptr) [[likely]]
        return *current_thread_record;
    return register_thread();
}

}  // namespace guardc
