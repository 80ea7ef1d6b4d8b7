#include "runtime/dispatch/entry_code.h"

#include <utility>

#include "runtime/program/interpreter.h"

namespace guardc {

EntryCode::EntryCode(Parts parts) : parts_(std::move(parts)) {}

bool EntryCode::publish_native(CheckFunction function, std::shared_ptr<const void> holder) const noexcept {
    if (native_claimed_.exchange(true, std::memory_order_relaxed)) return false;
    native_holder_ = std::move(holder);
    native_.store(function, std::memory_order_release);
    return true;
}

Status EntryCode::check_by_table(const Ref* slots, const Cell* ambient, Cell* scratch, Memo* memo,
                                 Cell* out) const noexcept {
    return run_program(parts_.program, slots, ambient, parts_.literals.data(), scratch, memo, out);
}

}  // namespace guardc
