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
    std::atomic<HoldSlot*> hint;          // where a free slot is likely; any thread may say so
    std::uint32_t flights = 0;            // compiles of this thread that are under way, within each other
    std::uint8_t stance = kNoStance;      // a Stance, while a scope of this thread is open
    std::array<HoldSlot, 8> first_holds;  // the list starts here and grows on demand
    ScratchStack scratch;

    std::atomic<bool> taken{true};
    ThreadRecord* next = nullptr;  // set before the record is published

    static constexpr std::uint8_t kNoStance = 0xff;
    HoldSlot& hold(const void* object) noexcept {
        HoldSlot* const slot = hint.load(std::memory_order_relaxed);
        if (slot->object.load(std::memory_order_acquire) != nullptr) [[unlikely]]
            return hold_elsewhere(object);
        slot->object.store(object, std::memory_order_release);
        return *slot;
    }
    HoldSlot& hold_elsewhere(const void* object) noexcept;
};

// All records there are, newest first. Never shrinks.
ThreadRecord* first_thread_record() noexcept;

extern constinit thread_local ThreadRecord* current_thread_record;
ThreadRecord& register_thread() noexcept;

inline ThreadRecord& this_thread() noexcept {
    if (current_thread_record != nullptr) [[likely]]
        return *current_thread_record;
    return register_thread();
}

}  // namespace guardc
