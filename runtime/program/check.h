// The check of one entry: the signature that every engine has, and the blocks a caller passes.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/model/cell.h"
#include "runtime/model/truth.h"

namespace guardc {

struct Model;

enum class Status : std::int32_t { miss = 0, hit = 1, error = 2 };

// Reserved for what a later check may remember between calls; may always be null, never changes a verdict.
struct Memo;

// What an extern predicate is. Pure; may run any number of times on any thread.
using ExternPredicate = Truth (*)(void* self, std::span<const Cell> operands) noexcept;

// What the literal word of an extern predicate points to; it lives as long as the checks that use it.
struct ExternBinding {
    ExternPredicate function;
    void* self;
};

// A literal block begins with this many words: [0] the const Model*, [1] reserved (0).
inline constexpr std::uint32_t kLiteralHeaderWords = 2;

//   slots     one reference per slot of the frame shape, null where the frame has no such value
//   ambient   kAmbientFieldCount cells (runtime/program/ambient.h)
//   literals  the entry's literal block
//   scratch   Program::registers cells; contents are garbage before and after
//   memo      null, or a block that only this entry uses
//   out       Program::lifted cells, written on a hit only in full; null when the program lifts nothing
// Allocates, locks and throws nothing. Any number of threads may run one check, each with its own scratch
// and out; a check may run inside itself.
using CheckFunction = Status (*)(const Ref* slots, const Cell* ambient, const std::uint64_t* literals,
                                 Cell* scratch, Memo* memo, Cell* out) noexcept;

}  // namespace guardc
