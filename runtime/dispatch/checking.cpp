#include "runtime/dispatch/checking.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "runtime/dispatch/thread_record.h"

namespace guardc {

// The references stand in the cells behind the argument block, one a cell, packed.
const Ref* CheckBlock::pad_slots(std::span<const Ref> given, Cell* behind, std::uint32_t slots) noexcept {
    static_assert(alignof(Cell) >= alignof(Ref) && sizeof(Cell) >= sizeof(Ref));
    Ref* const padded = new (static_cast<void*>(behind)) Ref[slots];
    std::ranges::copy(given, padded);
    std::fill(padded + given.size(), padded + slots, nullptr);
    return padded;
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
