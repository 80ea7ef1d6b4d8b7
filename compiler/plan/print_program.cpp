// The readable form of a program, one line an instruction.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compiler/plan/build.h"
#include "runtime/model/dtype.h"
#include "runtime/program/ambient.h"
#include "runtime/program/functions.h"

namespace guardc::compiler {

namespace {

constexpr const char* kScalars[] = {"u8",  "i8",  "u16", "i16", "u32",    "i32",
                                    "u64", "i64", "f32", "f64", "pointer"};
constexpr const char* kComparisons[] = {"==", "!=", "<", "<=", ">", ">="};
constexpr const char* kFacts[] = {
#define GUARDC_FACT(name, argument, meaning) #name,
    GUARDC_FACTS(GUARDC_FACT)
#undef GUARDC_FACT
};
constexpr const char* kValueFunctions[] = {
#define GUARDC_FUNCTION(name, least, most) #name,
    GUARDC_VALUE_FUNCTIONS(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
};
constexpr const char* kTestFunctions[] = {
#define GUARDC_FUNCTION(name, least, most) #name,
    GUARDC_TEST_FUNCTIONS(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
};

std::string literal_cell(const LiteralBlock& literals, std::uint32_t index) {
    const std::uint64_t bits = literals.words[index];
    switch (static_cast<CellTag>(literals.words[index + 1] & 0xffffffffU)) {
        case CellTag::none:
            return "None";
        case CellTag::boolean:
            return bits != 0 ? "True" : "False";
        case CellTag::integer:
            return fmt::format("{}", static_cast<std::int64_t>(bits));
        case CellTag::floating:
            return fmt::format("{}", std::bit_cast<double>(bits));
        case CellTag::text:
            return fmt::format("\"{}\"", std::string_view(std::bit_cast<const char*>(bits),
                                                          literals.words[index + 1] >> 32U));
        case CellTag::dtype:
            return std::string(dtype_name(static_cast<DType>(bits)));
        case CellTag::device:
            return device_text(unpack_device(bits));
        case CellTag::type:
            return "a type";
        default:
            return "a constant";
    }
}

std::string arguments(const Instruction& instruction) {
    std::string text;
    for (std::uint32_t i = 0; i < instruction.count; ++i) {
        text += fmt::format("{}r{}", i == 0 ? "" : ", ", instruction.a + i);
    }
    return text;
}

std::string body(const Instruction& instruction, const Program& program, const LiteralBlock& literals) {
    const std::uint32_t a = instruction.a;
    const std::uint32_t b = instruction.b;
    switch (instruction.op) {
        case Op::slot:
            return fmt::format("{}", instruction.data);
        case Op::ambient:
            return std::string(ambient_name(static_cast<AmbientField>(instruction.data)));
        case Op::constant:
            return literal_cell(literals, instruction.data);
        case Op::load:
            return fmt::format("{} at r{} + {}", kScalars[instruction.form], a, instruction.data);
        case Op::element:
            return fmt::format("{} at r{} + {} [r{}]", kScalars[instruction.form], a, instruction.data, b);
        case Op::fact:
            return b == kNoRegister ? fmt::format("{} of r{}", kFacts[instruction.data], a)
                                    : fmt::format("{} of r{}, r{}", kFacts[instruction.data], a, b);
        case Op::copy:
            return fmt::format("r{}", a);
        case Op::negate:
            return fmt::format("r{}", a);
        case Op::call:
            return fmt::format("{}({})", kValueFunctions[instruction.data], arguments(instruction));
        case Op::test_call:
            return fmt::format("{}({})", kTestFunctions[instruction.data], arguments(instruction));
        case Op::extern_call:
            return fmt::format("({})", arguments(instruction));
        case Op::kind:
            return fmt::format("r{} in {:#x}", a, program.masks[instruction.data]);
        case Op::match: {
            std::string text = fmt::format("r{} + {}:", a, instruction.data);
            for (std::uint32_t w = 0; w < instruction.count; ++w) {
                text += std::ranges::binary_search(literals.handles, b + w)
                            ? " type"
                            : fmt::format(" {:x}&{:x}", literals.words[b + w],
                                          program.masks[instruction.extra + w]);
            }
            return text;
        }
        case Op::strict:
            return fmt::format("r{} is {}", a, literal_cell(literals, instruction.data));
        case Op::compare:
        case Op::compare_integer:
            return fmt::format("r{} {} r{}", a, kComparisons[instruction.form], b);
        case Op::range:
            return fmt::format("r{} in {}..{} step {}", a,
                               static_cast<std::int64_t>(literals.words[instruction.data]),
                               static_cast<std::int64_t>(literals.words[instruction.data + 1]),
                               literals.words[instruction.data + 2]);
        case Op::truthy:
            return fmt::format("r{}", a);
        case Op::lift:
            return fmt::format("out {} = r{}", instruction.data, a);
        case Op::jump:
        case Op::hit:
        case Op::miss:
            return "";
        default:
            return fmt::format("r{}, r{}", a, b);
    }
}

bool jumps(Op op) {
    return op >= Op::kind && op <= Op::jump;
}

}  // namespace

std::string print_program(const Program& program, const LiteralBlock& literals) {
    std::string text = fmt::format("{} instructions, {} registers ({} merged), {} literal words, {} lifted\n",
                                   program.code.size(), program.registers, program.merged,
                                   program.literal_words, program.lifted);
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        const Instruction& instruction = program.code[i];
        const std::string dst = instruction.dst == kNoRegister ? "" : fmt::format("r{} = ", instruction.dst);
        text += fmt::format("{:>5}  {}{}{} {}", i, dst, instruction.negated ? "not " : "",
                            op_name(instruction.op), body(instruction, program, literals));
        if (jumps(instruction.op)) {
            text +=
                instruction.target == kMiss ? ", else miss" : fmt::format(", else {}", instruction.target);
        }
        while (text.back() == ' ') {
            text.pop_back();
        }
        text += '\n';
    }
    return text;
}

}  // namespace guardc::compiler
