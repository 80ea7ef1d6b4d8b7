// Finds our own bugs in a program before it runs. One walk in order: because jumps only go forward, all
// ways into an instruction have been seen when the walk arrives at it.
#include <vector>

#include "runtime/program/ambient.h"
#include "runtime/program/check.h"
#include "runtime/program/dominators.h"
#include "runtime/program/function_shapes.h"
#include "runtime/program/program.h"

namespace guardc {
namespace {

constexpr std::uint32_t kNever = 0xffffffffU;

enum class Shape : std::uint8_t { value, test, flow };

Shape shape_of(Op op) {
    static constexpr Shape shapes[] = {
#define GUARDC_OP(name, shape, meaning) Shape::shape,
        GUARDC_OPS(GUARDC_OP)
#undef GUARDC_OP
    };
    return shapes[static_cast<unsigned>(op)];
}

// What an operation leaves in r[dst] whatever the instruction says.
CellTag fixed_tag(Op op) {
    switch (op) {
        case Op::slot:
            return CellTag::reference;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::floor_divide:
        case Op::modulo:
        case Op::negate:
            return CellTag::integer;
        default:
            return CellTag::absent;
    }
}

bool is_span_operation(Op op) {  // reads r[a .. a+count)
    return op == Op::call || op == Op::test_call || op == Op::extern_call;
}

// What must have been written on every way to a point: merged registers, then cells of the argument block.
using Written = std::vector<std::uint64_t>;

void keep_common(Written& written, const Written& other) {
    for (std::size_t word = 0; word < written.size(); ++word)
        written[word] &= other[word];
}

class Verifier {
  public:
    explicit Verifier(const Program& program)
        : program_(program),
          dominators_(program.code.size()),
          arriving_(program.code.size()),
          last_write_(program.registers, kNever),
          written_((std::uint64_t{program.merged} + program.lifted + 63) / 64) {}

    const char* run();

  private:
    const char* check_form(const Instruction& instruction) const;
    const char* check_scalar(const Instruction& instruction) const;
    const char* check_literals(const Instruction& instruction) const;
    const char* check_call(const Instruction& instruction) const;
    const char* check_reads(std::uint32_t at) const;
    const char* check_read(std::uint32_t at, std::uint32_t reg, CellTag needed) const;
    const char* check_flow(std::uint32_t at);
    const char* check_lifts() const;

    void arrive(std::uint32_t at);
    void write(std::uint32_t at);
    void go(std::uint32_t from, std::uint32_t to);

    bool literal(std::uint64_t first, std::uint64_t words) const {
        return first >= kLiteralHeaderWords && first + words <= program_.literal_words;
    }
    bool is_written(std::uint64_t bit) const { return ((written_[bit / 64] >> (bit % 64)) & 1U) != 0; }
    void mark_written(std::uint64_t bit) { written_[bit / 64] |= 1ULL << (bit % 64); }
    std::uint64_t lifted_bit(std::uint32_t cell) const { return std::uint64_t{program_.merged} + cell; }

    const Program& program_;
    Dominators dominators_;
    std::vector<Written> arriving_;  // what jumps to an instruction bring along
    std::vector<std::uint32_t> last_write_;
    Written written_;
    bool reachable_ = true;
    bool falls_through_ = true;
};

const char* Verifier::check_scalar(const Instruction& instruction) const {
    if (instruction.form > static_cast<std::uint8_t>(Scalar::pointer)) return "a read has no known scalar";
    const auto scalar = static_cast<Scalar>(instruction.form);
    const bool is_float = scalar == Scalar::f32 || scalar == Scalar::f64;
    bool fits = false;
    switch (instruction.tag) {
        case CellTag::reference:
            fits = scalar == Scalar::pointer;
            break;
        case CellTag::floating:
            fits = is_float;
            break;
        case CellTag::integer:
        case CellTag::boolean:
        case CellTag::dtype:
        case CellTag::device:
            fits = !is_float && scalar != Scalar::pointer;
            break;
        case CellTag::type:
            fits = !is_float;
            break;
        default:
            break;
    }
    if (!fits) return "a read is tagged as something its scalar cannot be";
    return instruction.extra == 0 || instruction.tag == CellTag::reference ? nullptr
                                                                           : "only references say their kind";
}

const char* Verifier::check_literals(const Instruction& instruction) const {
    switch (instruction.op) {
        case Op::constant:
        case Op::strict:
            return literal(instruction.data, 2) ? nullptr : "a constant lies outside the literal block";
        case Op::range:
            return literal(instruction.data, 3) ? nullptr : "a range lies outside the literal block";
        case Op::extern_call:
            return literal(instruction.data, 1) ? nullptr : "an extern predicate lies outside the literals";
        case Op::match:
            if (instruction.count == 0) return "a match compares no words";
            if (std::uint64_t{instruction.extra} + instruction.count > program_.masks.size())
                return "masks of a match lie outside the masks";
            return literal(instruction.b, instruction.count) ? nullptr
                                                             : "words of a match lie outside the literals";
        case Op::kind:
            return instruction.data < program_.masks.size() ? nullptr : "a kind set lies outside the masks";
        default:
            return nullptr;
    }
}

const char* Verifier::check_call(const Instruction& instruction) const {
    if (instruction.op == Op::extern_call) return nullptr;
    const bool value = instruction.op == Op::call;
    if (instruction.data >= (value ? std::size(kValueFunctions) : std::size(kTestFunctions)))
        return "a call names no function";
    const FunctionShape& shape = value ? kValueFunctions[instruction.data] : kTestFunctions[instruction.data];
    const bool fits = instruction.count >= shape.least && instruction.count <= shape.most;
    return fits ? nullptr : "a call has too few or too many operands";
}

// Everything about an instruction that does not depend on where it stands.
const char* Verifier::check_form(const Instruction& instruction) const {
    if (static_cast<unsigned>(instruction.op) >= kOpCount) return "an instruction is no operation";
    const Shape shape = shape_of(instruction.op);
    if (instruction.negated && shape != Shape::test) return "only tests can be negated";
    if (shape == Shape::value) {
        if (instruction.dst >= program_.registers) return "a value has no register to go to";
        const CellTag fixed = fixed_tag(instruction.op);
        if (fixed != CellTag::absent && instruction.tag != CellTag::absent && instruction.tag != fixed)
            return "a value is tagged as something its operation does not yield";
    }
    if (const char* wrong = check_literals(instruction)) return wrong;
    if (is_span_operation(instruction.op)) return check_call(instruction);
    switch (instruction.op) {
        case Op::slot:
            return instruction.data < program_.slots ? nullptr : "a slot lies outside the frame";
        case Op::ambient:
            return instruction.data < kAmbientFieldCount ? nullptr : "no such ambient field";
        case Op::fact:
            return instruction.data < kFactCount ? nullptr : "no such fact";
        case Op::load:
        case Op::element:
            return check_scalar(instruction);
        case Op::compare:
            return instruction.form >= static_cast<std::uint8_t>(Comparison::less) &&
                           instruction.form <= static_cast<std::uint8_t>(Comparison::greater_equal)
                       ? nullptr
                       : "compare orders; equality is an operation of its own";
        case Op::compare_integer:
            return instruction.form <= static_cast<std::uint8_t>(Comparison::greater_equal)
                       ? nullptr
                       : "no such comparison";
        case Op::lift:
            return instruction.data < program_.lifted ? nullptr : "a lift goes outside the argument block";
        default:
            return nullptr;
    }
}

const char* Verifier::check_read(std::uint32_t at, std::uint32_t reg, CellTag needed) const {
    if (reg >= program_.registers) return "an operand is no register";
    if (reg < program_.merged)
        return !reachable_ || is_written(reg) ? nullptr : "a merged register is read before it is written";
    const std::uint32_t writer = last_write_[reg];
    if (writer == kNever) return "a register is read before it is written";
    if (!reachable_) return nullptr;
    if (!dominators_.dominates(writer, at)) return "a register is read on a way that does not write it";
    if (needed == CellTag::absent) return nullptr;
    const Instruction& instruction = program_.code[writer];
    const CellTag fixed = fixed_tag(instruction.op);
    return (fixed == CellTag::absent ? instruction.tag : fixed) == needed
               ? nullptr
               : "an operand is not known to be what its operation needs";
}

const char* Verifier::check_reads(std::uint32_t at) const {
    const Instruction& instruction = program_.code[at];
    if (is_span_operation(instruction.op)) {
        if (std::uint64_t{instruction.a} + instruction.count > program_.registers && instruction.count > 0)
            return "operands of a call lie outside the registers";
        for (std::uint32_t i = 0; i < instruction.count; ++i)
            if (const char* wrong = check_read(at, instruction.a + i, CellTag::absent)) return wrong;
        return nullptr;
    }
    CellTag left = CellTag::absent;
    CellTag right = CellTag::absent;
    bool reads_right = false;
    switch (instruction.op) {
        case Op::slot:
        case Op::ambient:
        case Op::constant:
        case Op::jump:
        case Op::hit:
        case Op::miss:
            return nullptr;
        case Op::load:
        case Op::match:
            left = CellTag::reference;
            break;
        case Op::element:
            left = CellTag::reference;
            right = CellTag::integer;
            reads_right = true;
            break;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::floor_divide:
        case Op::modulo:
        case Op::compare_integer:
            left = right = CellTag::integer;
            reads_right = true;
            break;
        case Op::negate:
        case Op::range:
            left = CellTag::integer;
            break;
        case Op::fact:
            reads_right = instruction.b != kNoRegister;
            break;
        case Op::same:
        case Op::equal:
        case Op::compare:
            reads_right = true;
            break;
        default:
            break;  // one operand of any tag
    }
    if (const char* wrong = check_read(at, instruction.a, left)) return wrong;
    return reads_right ? check_read(at, instruction.b, right) : nullptr;
}

const char* Verifier::check_lifts() const {
    for (std::uint32_t cell = 0; reachable_ && cell < program_.lifted; ++cell)
        if (!is_written(lifted_bit(cell))) return "a hit leaves part of the argument block unwritten";
    return nullptr;
}

void Verifier::arrive(std::uint32_t at) {
    reachable_ = dominators_.enter(at);
    Written& jumped = arriving_[at];
    if (!jumped.empty()) {
        if (falls_through_)
            keep_common(written_, jumped);
        else
            written_ = std::move(jumped);
        jumped = {};
    }
    falls_through_ = reachable_;
}

void Verifier::go(std::uint32_t from, std::uint32_t to) {
    if (!reachable_) return;
    dominators_.add_edge(from, to);
    if (to == from + 1) return;  // carried along in written_
    Written& jumped = arriving_[to];
    if (jumped.empty())
        jumped = written_;
    else
        keep_common(jumped, written_);
}

void Verifier::write(std::uint32_t at) {
    const Instruction& instruction = program_.code[at];
    if (instruction.op == Op::lift) {
        mark_written(lifted_bit(instruction.data));
    } else if (shape_of(instruction.op) == Shape::value) {
        if (instruction.dst < program_.merged) mark_written(instruction.dst);
        last_write_[instruction.dst] = at;
    }
}

const char* Verifier::check_flow(std::uint32_t at) {
    const Instruction& instruction = program_.code[at];
    const bool ends = instruction.op == Op::hit || instruction.op == Op::miss;
    const bool jumps = instruction.op == Op::jump || shape_of(instruction.op) == Shape::test;
    const bool continues = !ends && instruction.op != Op::jump;
    if (instruction.op == Op::hit) return falls_through_ = false, check_lifts();
    if (jumps && instruction.target != kMiss) {
        if (instruction.target <= at) return "a jump goes backward";
        if (instruction.target >= program_.code.size()) return "a jump goes outside the program";
        go(at, instruction.target);
    }
    if (continues) {
        if (at + 1 == program_.code.size()) return "the program ends in neither hit nor miss";
        go(at, at + 1);
    }
    falls_through_ = reachable_ && (continues || (jumps && instruction.target == at + 1));
    return nullptr;
}

const char* Verifier::run() {
    if (program_.merged > program_.registers) return "more merged registers than registers";
    for (std::uint32_t at = 0; at < program_.code.size(); ++at) {
        if (const char* wrong = check_form(program_.code[at])) return wrong;
        arrive(at);
        if (const char* wrong = check_reads(at)) return wrong;
        write(at);
        if (const char* wrong = check_flow(at)) return wrong;
    }
    return nullptr;
}

}  // namespace

const char* verify_program(const Program& program) {
    if (program.code.empty()) return "the program is empty";
    if (program.code.size() >= kMiss) return "the program is too long";
    return Verifier(program).run();
}

}  // namespace guardc
