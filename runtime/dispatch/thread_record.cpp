#include "runtime/dispatch/thread_record.h"

namespace guardc {
namespace {

constinit std::atomic<ThreadRecord*> all_records{nullptr};
constinit std::atomic<std::uint32_t> record_count{0};

ThreadRecord* reuse_record() noexcept {
    for (ThreadRecord* record = first_thread_record(); record != nullptr; record = record->next) {
        bool taken = false;
        if (!record->taken.compare_exchange_strong(taken, true, std::memory_order_acquire)) continue;
        record->stance = ThreadRecord::kNoStance;  // a scope that its thread never closed
        return record;
    }
    return nullptr;
}

ThreadRecord* new_record() noexcept {
    auto* const record = new ThreadRecord;
    record->number = record_count.fetch_add(1, std::memory_order_relaxed);
    record->next = all_records.load(std::memory_order_relaxed);
    while (!all_records.compare_exchange_weak(record->next, record, std::memory_order_seq_cst)) {
    }
    return record;
}

// Gives the record back when the thread ends. A look-up made after that, by another thread-local's
// destructor, takes a record that stays with the dead thread: a few bytes, and safe.
struct Registration {
    ThreadRecord* record = nullptr;
    ~Registration() {
        current_thread_record = nullptr;
        if (record != nullptr) record->taken.store(false, std::memory_order_release);
    }
};

}  // namespace

constinit thread_local ThreadRecord* current_thread_record = nullptr;

ThreadRecord::ThreadRecord() noexcept : last_hold(first_holds.data()) {
    for (std::size_t i = 0; i + 1 < first_holds.size(); ++i)
        first_holds[i].next.store(&first_holds[i + 1], std::memory_order_relaxed);
}

ThreadRecord* first_thread_record() noexcept {
    return all_records.load(std::memory_order_seq_cst);
}

ThreadRecord& register_thread() noexcept {
    thread_local Registration registration;
    ThreadRecord* record = reuse_record();
    if (record == nullptr) record = new_record();
    if (registration.record == nullptr) registration.record = record;
    current_thread_record = record;
    return *record;
}

// As many slots again, behind the one that was taken last.
void ThreadRecord::add_holds() noexcept {
    auto* const more = new HoldSlot[holds];
    for (std::size_t i = 0; i + 1 < holds; ++i)
        more[i].next.store(&more[i + 1], std::memory_order_relaxed);
    more[holds - 1].next.store(last_hold->next.load(std::memory_order_relaxed), std::memory_order_relaxed);
    last_hold->next.store(more, std::memory_order_release);
    holds *= 2;
    searches = passed = 0;
}

// Starts at the slot that was taken last: it is the likeliest to be free again, else one behind it is. The
// list grows when searches have become long, so that they are short however many outcomes are held. The
// acquire sees everything that the last user of the slot did with its object, so that a later clearing of
// this slot by yet another thread carries it on to the reclaimer.
HoldSlot& ThreadRecord::hold_elsewhere(const void* object) noexcept {
    constexpr std::size_t kShort = 8;
    const auto behind = [&](const HoldSlot* slot) {
        HoldSlot* const after = slot->next.load(std::memory_order_relaxed);
        return after != nullptr ? after : first_holds.data();
    };
    HoldSlot* slot = last_hold;
    while (slot->object.load(std::memory_order_acquire) != nullptr) {
        slot = behind(slot);
        ++passed;
        if (slot == last_hold || passed > kShort * searches + holds) {
            add_holds();
            slot = behind(last_hold);
            break;
        }
    }
    ++searches;
    slot->object.store(object, std::memory_order_release);
    last_hold = slot;
    return *slot;
}

}  // namespace guardc
