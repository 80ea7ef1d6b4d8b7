// One set of guards in every engine, side by side.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/native/native.h"
#include "compiler/plan/build.h"
#include "compiler/reference/reference.h"
#include "runtime/program/ambient.h"
#include "runtime/program/interpreter_loop.h"
#include "runtime/value/builtin_model.h"

namespace guardc::differential {

constexpr Status status_of(Truth truth) {
    if (truth == Truth::error) return Status::error;
    return truth == Truth::yes ? Status::hit : Status::miss;
}

// What a check gets of a frame: its values by slot, and the state.
struct Input {
    std::span<const Ref> slots;
    const AmbientBlock& ambient;
};

struct Answer {
    Status status = Status::error;
    std::vector<Cell> lifted;  // on a hit
};

// A program as it is run: with a scratch block of its own, so for one thread.
class Runner {
  public:
    explicit Runner(compiler::CheckProgram check)
        : check_(std::move(check)), scratch_(check_.program.registers + 1), out_(check_.program.lifted + 1) {}

    const compiler::CheckProgram& check() const { return check_; }
    const Program& program() const { return check_.program; }
    bool uses(Op op) const {
        for (const Instruction& instruction : program().code)
            if (instruction.op == op) return true;
        return false;
    }

    template <class Fault = NoFault>
    Answer by_table(const Input& input, const Fault& fault = {}) {
        prepare();
        return answer(interpret(program(), input.slots.data(), input.ambient.data(),
                                check_.literals.words.data(), scratch_.data(), out_.data(), fault));
    }
    Answer natively(const native::NativeCheck& code, const Input& input) {
        prepare();
        return answer(code.function()(input.slots.data(), input.ambient.data(), check_.literals.words.data(),
                                      scratch_.data(), nullptr, out_.data()));
    }

  private:
    // Blocks hold garbage before a check; this garbage is never a value that makes sense.
    void prepare() {
        constexpr Cell garbage{0xa5a5a5a5a5a5a5a5ULL, static_cast<CellTag>(0xa5a5a5a5U), 0xa5a5a5a5U};
        scratch_.assign(scratch_.size(), garbage);
        out_.assign(out_.size(), garbage);
    }
    Answer answer(Status status) const {
        if (status != Status::hit) return {status, {}};
        return {status, {out_.begin(), out_.end() - 1}};
    }

    compiler::CheckProgram check_;
    std::vector<Cell> scratch_;
    std::vector<Cell> out_;
};

inline Answer by_reference(const compiler::TermPool& terms, std::span<const compiler::Guard> guards,
                           std::span<const compiler::LiftedValue> lifted, const Input& input,
                           Truth* truth_of_guards = nullptr) {
    const compiler::Surroundings surroundings{builtin_model(), input.slots, input.ambient};
    Truth truth = compiler::judge(terms, guards, surroundings).truth;
    Answer answer;
    for (std::size_t i = 0; i < lifted.size() && truth == Truth::yes; ++i) {
        const compiler::Evaluation value = compiler::evaluate(terms, lifted[i].term, surroundings);
        if (value.truth != Truth::yes) truth = value.truth;
        const auto cell = compiler::argument_cell(builtin_model(), lifted[i].type, value.value);
        if (truth == Truth::yes && !cell) truth = Truth::no;  // an int beyond 64 bits
        answer.lifted.push_back(cell.value_or(Cell{}));
    }
    if (truth_of_guards != nullptr) *truth_of_guards = truth;
    answer.status = status_of(truth);
    if (answer.status != Status::hit) answer.lifted.clear();
    return answer;
}

}  // namespace guardc::differential
