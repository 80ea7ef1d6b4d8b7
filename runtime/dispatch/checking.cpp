#include "runtime/dispatch/checking.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "runtime/dispatch/thread_record.h"

namespace guardc {

// The references stand in the cells behind the argument block, one a cell, packed.
void CheckBlock::pad_slots(std::uint32_t slots) noexcept {
    static_assert(alignof(Cell) >= alignof(Ref) && sizeof(Cell) >= sizeof(Ref));
    Cell* const behind = block_.cells() + (block_.size() - slots);
    Ref* const padded = new (static_cast<void*>(behind)) Ref[slots];
    std::ranges::copy(call_.slots, padded);
    std::fill(padded + call_.slots.size(), padded + slots, nullptr);
    slots_ = padded;
}

SingleCheck check_once(const EntryCode& code, const Call& call) {
    const Program& program = code.program();
    const CheckBlock block(this_thread().scratch, call, program.registers, program.lifted, program.slots);
    SingleCheck result;
    if (block.empty()) return result;
    result.status = block.check(code);
    if (result.status == Status::hit) result.lifted.assign(block.lifted(), block.lifted() + program.lifted);
    return result;
}

}  // namespace guardc
