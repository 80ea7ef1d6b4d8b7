// Running one check on one call, with blocks from the thread's scratch stack.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "runtime/dispatch/call.h"
#include "runtime/dispatch/scratch_stack.h"

namespace guardc {

// The blocks for any number of checks, one after the other, of programs that need no more than was said.
class CheckBlock {
  public:
    CheckBlock(ScratchStack& stack, const Call& call, std::uint32_t registers, std::uint32_t lifted,
               std::uint32_t slots) noexcept
        : block_(stack, std::size_t{registers} + lifted + (call.slots.size() < slots ? slots : 0U)),
          call_(call),
          lifted_(block_.cells() + registers),
          slots_(call.slots.data()) {
        if (call.slots.size() < slots && !block_.empty())
            slots_ = pad_slots(call.slots, block_.cells() + (block_.size() - slots), slots);
    }

    bool empty() const { return block_.empty(); }
    const Cell* lifted() const { return lifted_; }  // after a hit: the argument block

    Status check(const EntryCode& code) const noexcept {
        return code.check(slots_, call_.ambient.data(), block_.cells(), nullptr, lifted_);
    }

  private:
    // Values beyond those that the caller gave are absent.
    static const Ref* pad_slots(std::span<const Ref> given, Cell* behind, std::uint32_t slots) noexcept;

    ScratchStack::Block block_;
    const Call& call_;
    Cell* lifted_;
    const Ref* slots_;
};

struct SingleCheck {
    Status status = Status::error;
    std::vector<Cell> lifted;  // on a hit
};
SingleCheck check_once(const EntryCode& code, const Call& call);

}  // namespace guardc
