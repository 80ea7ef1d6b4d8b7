// The program being built: instructions, labels, virtual registers and literals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/plan/environment.h"
#include "compiler/plan/literals.h"
#include "runtime/program/program.h"

namespace guardc::compiler {

// A place further down that jumps can name before it is known. `miss()` is the label of the common miss.
class Label {
  public:
    static Label& miss();
    bool is_miss() const { return this == &miss(); }

  private:
    friend class Emitter;
    std::vector<std::uint32_t> jumps_;
};

class Emitter {
  public:
    explicit Emitter(const Model& model) : literals(model) {}

    std::uint32_t position() const { return static_cast<std::uint32_t>(code_.size()); }

    // Appends; a value operation without a register gets a fresh one. Returns its register.
    std::uint32_t value(Instruction instruction);
    // Appends a test that falls through when it holds (or does not, with `negated`).
    void test(Instruction instruction, Label& otherwise);
    void flow(Instruction instruction) { code_.push_back(instruction); }
    void jump(Label& label);
    // Arrives here; what was learned on only one of the paths is forgotten.
    void bind(Label& label);

    std::uint32_t constant(const Cell& cell);  // a register that holds it
    std::uint32_t merged_register();           // may be written on several paths
    // Copies into neighbouring registers for a call; they last until the next such copy.
    std::uint32_t arguments(std::span<const std::uint32_t> registers);
    std::uint32_t add_mask(std::uint64_t mask);

    // Numbers the registers (linear scan: forward code, so a register is free behind its last use).
    Program finish();

    LiteralWriter literals;
    Environment environment;

  private:
    std::uint32_t fresh();

    // Virtual registers: merged ones and argument places are told from ordinary ones by these bits.
    static constexpr std::uint32_t kMergedBit = 0x80000000U;
    static constexpr std::uint32_t kArgumentBit = 0x40000000U;

    std::vector<Instruction> code_;
    std::vector<std::uint64_t> masks_;
    std::uint32_t next_ordinary_ = 0;
    std::uint32_t next_merged_ = 0;
    std::uint32_t most_arguments_ = 0;
    std::uint32_t slots_ = 0;
    std::uint32_t lifted_ = 0;
};

}  // namespace guardc::compiler
