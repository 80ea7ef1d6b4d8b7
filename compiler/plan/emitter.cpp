#include "compiler/plan/emitter.h"

#include <algorithm>

namespace guardc::compiler {

Label& Label::miss() {
    static Label label;
    return label;
}

std::uint32_t Emitter::fresh() {
    return next_ordinary_++;
}

std::uint32_t Emitter::value(Instruction instruction) {
    if (instruction.dst == kNoRegister) {
        instruction.dst = fresh();
    }
    if (instruction.op == Op::slot) {
        slots_ = std::max(slots_, instruction.data + 1);
    }
    code_.push_back(instruction);
    return instruction.dst;
}

void Emitter::test(Instruction instruction, Label& otherwise) {
    instruction.target = kMiss;
    if (!otherwise.is_miss()) {
        otherwise.jumps_.push_back(position());
    }
    code_.push_back(instruction);
}

void Emitter::jump(Label& label) {
    if (!label.is_miss()) {
        label.jumps_.push_back(position());
    }
    code_.push_back({.op = Op::jump, .target = kMiss});
}

void Emitter::bind(Label& label) {
    if (label.jumps_.empty()) {
        return;
    }
    for (const std::uint32_t jump : label.jumps_) {
        code_[jump].target = position();
    }
    environment.forget_from(*std::ranges::min_element(label.jumps_));
    label.jumps_.clear();
}

std::uint32_t Emitter::constant(const Cell& cell) {
    const std::uint32_t index = literals.add_cell(cell);
    return value({.op = Op::constant, .tag = cell.tag, .data = index});
}

std::uint32_t Emitter::merged_register() {
    return kMergedBit | next_merged_++;
}

std::uint32_t Emitter::arguments(std::span<const std::uint32_t> registers) {
    std::uint32_t place = kArgumentBit;
    for (const std::uint32_t source : registers) {
        value({.op = Op::copy, .dst = place++, .a = source});
    }
    most_arguments_ = std::max(most_arguments_, static_cast<std::uint32_t>(registers.size()));
    return kArgumentBit;
}

std::uint32_t Emitter::add_mask(std::uint64_t mask) {
    masks_.push_back(mask);
    return static_cast<std::uint32_t>(masks_.size() - 1);
}

Program Emitter::finish() {
    // `b` is a literal index in a match.
    const auto reads_b = [](const Instruction& instruction) { return instruction.op != Op::match; };
    std::vector<std::uint32_t> last_use(next_ordinary_, 0);
    const auto ordinary = [](std::uint32_t reg) { return (reg & (kMergedBit | kArgumentBit)) == 0; };
    for (std::uint32_t i = 0; i < code_.size(); ++i) {
        const Instruction& instruction = code_[i];
        for (const std::uint32_t reg :
             {instruction.dst, instruction.a, reads_b(instruction) ? instruction.b : kNoRegister}) {
            if (reg != kNoRegister && ordinary(reg)) {
                last_use[reg] = i;
            }
        }
    }

    const std::uint32_t first_ordinary = next_merged_ + most_arguments_;
    std::uint32_t highest = first_ordinary;
    std::vector<std::uint32_t> free;
    std::vector<std::uint32_t> home(next_ordinary_, kNoRegister);
    const auto place = [&](std::uint32_t reg) {
        if (reg == kNoRegister) {
            return reg;
        }
        if ((reg & kMergedBit) != 0) {
            return reg & ~kMergedBit;
        }
        if ((reg & kArgumentBit) != 0) {
            return next_merged_ + (reg & ~kArgumentBit);
        }
        return home[reg];
    };
    for (std::uint32_t i = 0; i < code_.size(); ++i) {
        Instruction& instruction = code_[i];
        const std::uint32_t a = instruction.a;
        const std::uint32_t b = reads_b(instruction) ? instruction.b : kNoRegister;
        const std::uint32_t dst = instruction.dst;
        instruction.a = place(a);
        if (reads_b(instruction)) {
            instruction.b = place(b);
        }
        // The result gets its place first: an operation may write it before it has read all operands.
        if (dst != kNoRegister && ordinary(dst)) {
            if (free.empty()) {
                home[dst] = highest++;
            } else {
                home[dst] = free.back();
                free.pop_back();
            }
            if (last_use[dst] == i) {  // never read: reached for its definedness alone
                free.push_back(home[dst]);
            }
        }
        instruction.dst = place(dst);
        for (const std::uint32_t reg : {a, b}) {
            if (reg != kNoRegister && ordinary(reg) && last_use[reg] == i && home[reg] != kNoRegister) {
                free.push_back(home[reg]);
                home[reg] = kNoRegister;
            }
        }
        if (instruction.op == Op::lift) {
            lifted_ = std::max(lifted_, instruction.data + 1);
        }
    }

    Program program;
    program.code = std::move(code_);
    program.masks = std::move(masks_);
    program.merged = next_merged_;
    program.registers = highest;
    program.slots = slots_;
    program.lifted = lifted_;
    return program;
}

}  // namespace guardc::compiler
