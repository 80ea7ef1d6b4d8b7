// Guards to a flat program: the plan (values shared, tests made once, kind tests before reads) and its
// lowering.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/plan/arguments.h"
#include "grammar/diagnostic.h"
#include "runtime/model/model.h"
#include "runtime/program/program.h"

namespace guardc::compiler {

// The constants of one entry. `words` is what checks get; the rest keeps alive what they point to.
struct LiteralBlock {
    std::vector<std::uint64_t> words;
    std::vector<std::uint32_t>
        handles;  // which words are handles of types, in order: they differ from run to run
    std::vector<std::shared_ptr<const void>> owners;
};

struct CheckProgram {
    Program program;
    LiteralBlock literals;
    std::vector<LiftedValue> lifted;  // cell i of the argument block
    std::string plan_text;            // for `emit --plan`; empty unless asked for
};

struct BuildOptions {
    bool keep_plan_text = false;
    bool fuse = true;  // constant facts of one object into masked compares
};

// Diagnostics name guards that this model cannot serve: an unknown type, an identity it does not have.
std::expected<CheckProgram, grammar::Diagnostics> build_check(const TermPool& terms,
                                                              std::span<const Guard> guards,
                                                              std::span<const LiftedValue> lifted,
                                                              const FrameShape& shape, const Model& model,
                                                              const BuildOptions& options = {});

std::string print_program(const Program& program, const LiteralBlock& literals);

}  // namespace guardc::compiler
