// The flat program: what every check runs, whether by table or natively.
//
// A program is a straight list of instructions that only ever jumps forward, so it always ends. It is the
// same for all entries of one shape; what differs (the constants) lies in a literal block. Registers are
// cells in the scratch block that the caller passes.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/model/cell.h"
#include "runtime/model/fact.h"

namespace guardc {

// The primitive operations; there are never more than 30. `r[x]` is a register, `L[n]` word n of the literal
// block. A *value* operation writes r[dst]; when the value is undefined the check misses at once. A *test*
// goes on with the next instruction when it holds (or, with `negate`, when it does not) and else jumps to
// `target`; when it is undefined the check misses at once. kMiss as target is the miss.
//
//   X(name, class, meaning)
#define GUARDC_OPS(X)                                                                                        \
    X(slot, value,                                                                                           \
      "r[dst] = reference in slot `data` of the frame, with `extra` as Cell::length; undefined when null")   \
    X(ambient, value, "r[dst] = ambient field `data`; undefined when absent")                                \
    X(constant, value, "r[dst] = the cell in L[data], L[data+1]")                                            \
    X(load, value,                                                                                           \
      "r[dst] = scalar `form` at r[a] + `data`, tagged `tag`, with `extra` as Cell::length; a null pointer " \
      "is undefined")                                                                                        \
    X(element, value, "r[dst] = scalar `form` at r[a] + `data` + r[b] * size; the index is in range")        \
    X(fact, value, "r[dst] = fact `data` of r[a] with argument r[b], or none when b is kNoRegister")         \
    X(copy, value, "r[dst] = r[a]")                                                                          \
    X(add, value, "r[dst] = r[a] + r[b], both `integer` cells; overflow is undefined")                       \
    X(subtract, value, "likewise")                                                                           \
    X(multiply, value, "likewise")                                                                           \
    X(floor_divide, value, "rounds down; division by zero and overflow are undefined")                       \
    X(modulo, value, "takes the sign of the divisor; by zero is undefined")                                  \
    X(negate, value, "r[dst] = -r[a], an `integer` cell")                                                    \
    X(call, value, "r[dst] = value function `data` (runtime/program/functions.h) of r[a .. a+count)")        \
    X(kind, test, "the kind index of r[a] is in the set M[data]")                                            \
    X(match, test,                                                                                           \
      "for w < count, in order: (u64 at r[a] + data + 8w) & M[extra + w] == L[b + w]; nothing behind a "     \
      "mismatch is read, nor words whose mask is 0")                                                         \
    X(same, test, "r[a] and r[b] are the same object; undefined unless both have an identity")               \
    X(strict, test, "r[a] is the constant in L[data], L[data+1]: same type, same value, all the way down")   \
    X(equal, test, "r[a] == r[b] in Python's sense; undefined where the language says so")                   \
    X(compare, test, "r[a] < <= > >= r[b] (`form`: Comparison) in Python's sense, numbers exactly")          \
    X(compare_integer, test, "the same for two `integer` cells, all six comparisons")                        \
    X(range, test, "r[a], an `integer` cell, is in {a, a+s, ..} and <= b; L[data ..] holds a, b, s > 0")     \
    X(truthy, test, "bool(r[a]) for the kinds where that runs no code; else undefined")                      \
    X(test_call, test, "test function `data` of r[a .. a+count)")                                            \
    X(extern_call, test, "extern predicate L[data] of r[a .. a+count); may be an error")                     \
    X(jump, flow, "goes on at `target`")                                                                     \
    X(lift, flow, "argument block cell `data` = r[a]")                                                       \
    X(hit, flow, "the check hits")                                                                           \
    X(miss, flow, "the check misses")

enum class Op : std::uint8_t {
#define GUARDC_OP(name, shape, meaning) name,
    GUARDC_OPS(GUARDC_OP)
#undef GUARDC_OP
};
#define GUARDC_OP(name, shape, meaning) +1
inline constexpr unsigned kOpCount = 0 GUARDC_OPS(GUARDC_OP);
#undef GUARDC_OP
static_assert(kOpCount <= 30);

const char* op_name(Op op);

enum class Comparison : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

inline constexpr std::uint32_t kMiss = 0xffffffffU;
inline constexpr std::uint32_t kNoRegister = 0xffffffffU;

struct Instruction {
    Op op = Op::miss;
    // Scalar of load and element, Comparison of the comparisons. Of `match`: 0, or 1 + the word from which on
    // all may be read, whatever they hold, once those before it match.
    std::uint8_t form = 0;
    bool negated = false;  // tests only
    CellTag tag =
        CellTag::absent;  // of what a value operation leaves in r[dst] when that is known; else absent
    std::uint32_t dst = kNoRegister;
    std::uint32_t a = kNoRegister;
    std::uint32_t b = kNoRegister;
    std::uint32_t data = 0;
    std::uint32_t extra = 0;
    std::uint32_t count = 0;
    std::uint32_t target = kMiss;
    friend bool operator==(const Instruction&, const Instruction&) = default;
};

// Registers [0, merged) may be written on several paths and read where these join. Every read of any other
// register is dominated by the write that stands last before it in `code`, so a compiler may keep those in
// machine registers.
struct Program {
    std::vector<Instruction> code;
    std::vector<std::uint64_t> masks;  // M: kind sets and masks of `match`, part of the shape
    std::uint32_t merged = 0;
    std::uint32_t registers = 0;      // cells of the scratch block
    std::uint32_t slots = 0;          // slots that the frame must have at least
    std::uint32_t literal_words = 0;  // length of L
    std::uint32_t lifted = 0;         // cells of the argument block
    friend bool operator==(const Program&, const Program&) = default;
};

// Our own bugs, found before a program runs: registers and literals out of bounds, backward jumps, an end
// that is neither hit nor miss, reads before writes. Returns null, or what is wrong.
const char* verify_program(const Program& program);

}  // namespace guardc
