// Workloads: guard sets with a frame that hits, ready in every engine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/native/native.h"
#include "compiler/plan/build.h"
#include "runtime/program/ambient.h"
#include "runtime/value/arena.h"

namespace guardc::bench {

// A guard text over one frame `f`, compiled; aborts with the diagnostics when it does not compile.
struct Workload {
    std::string text;
    compiler::FrameRules rules;
    compiler::CheckProgram check;
    std::shared_ptr<const native::NativeCheck> native;

    ValueArena arena;
    std::vector<Ref> slots;
    AmbientBlock ambient;
    std::vector<Cell> scratch;
    std::vector<Cell> out;  // the argument block

    const std::vector<compiler::Guard>& guards() const { return rules.entries.front().guards; }
    Status run_table();
    Status run_native();
    Truth run_reference() const;
};

// W1: `tensors` tensors with 13 equality facts each: type, dtype, device, requires_grad, rank, four sizes and
// four strides. Records lie apart, as an allocator would leave them.
std::unique_ptr<Workload> tensor_facts(unsigned tensors, native::Compiler& compiler);

// A tensor and eight constants (three floats, two ints, two bools, a size), as value tests or lifted. No str
// among them: a test of one compares characters, which would flatter what is lifted.
std::unique_ptr<Workload> eight_constants(bool lifted, native::Compiler& compiler);

// Text of an entry with the guards of W1, behind `first`.
std::string tensor_facts_text(unsigned tensors, const std::string& first = {});

// Parses and checks; aborts on a diagnostic.
compiler::FrameRules checked_rules(const std::string& text);

}  // namespace guardc::bench
