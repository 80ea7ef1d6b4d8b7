// Object file to running code, in a closed world: only the host's operations can be called.
#pragma once

#include <expected>
#include <span>
#include <string_view>

#include "compiler/native/code_arena.h"
#include "compiler/native/factory.h"

namespace guardc::native {

// Linked code; released with its last holder.
class LinkedCode {
  public:
    LinkedCode(CodeArena& arena, const CodeBlock& block, void* entry)
        : arena_(&arena), block_(block), entry_(entry) {}
    LinkedCode(LinkedCode&& other) noexcept;
    LinkedCode& operator=(LinkedCode&& other) noexcept;
    ~LinkedCode();

    void* entry() const { return entry_; }
    std::size_t bytes() const { return block_.size; }

  private:
    CodeArena* arena_;
    CodeBlock block_;
    void* entry_;
};

// Links one object; `entry` names the function wanted of it. Fails on a symbol that is not among `callable`,
// on sections that would have to be writable, and when the arena has no memory; nothing is left behind then.
std::expected<LinkedCode, Failure> link_object(std::string_view object, std::string_view entry,
                                               std::span<const Operation> callable, CodeArena& arena);

}  // namespace guardc::native
