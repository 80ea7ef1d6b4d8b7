// Random conditions over ints, compiled by hand and judged by an evaluator of their own that knows nothing of
// the program: 128-bit arithmetic, three outcomes, and/or from left to right.
#include <memory>
#include <random>

#include <catch2/catch.hpp>

#include "tests/program/program_writer.h"

using namespace guardc;
using namespace guardc::program_tests;

namespace {

constexpr std::size_t kVariables = 4;
using Numbers = std::array<std::int64_t, kVariables>;
using Wide = __int128;
using Number = std::optional<Wide>;

struct Node {
    enum class Form { constant, variable, arithmetic, compare, range, both, either, opposite } form;
    Op op = Op::add;
    Comparison comparison = Comparison::equal;
    std::int64_t number = 0;          // of constant; index of variable
    std::int64_t last = 0, step = 1;  // of range, whose first is `number`
    std::unique_ptr<Node> left, right;
};
using Form = Node::Form;

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : random_(seed) {}
    std::uint64_t below(std::uint64_t sides) { return random_() % sides; }
    // Small as often as at the ends of 64 bits.
    std::int64_t number() {
        switch (below(5)) {
            case 0:
                return INT64_MIN + static_cast<std::int64_t>(below(3));
            case 1:
                return INT64_MAX - static_cast<std::int64_t>(below(3));
            case 2:
                return static_cast<std::int64_t>(random_()) >> below(64);
            default:
                return static_cast<std::int64_t>(below(15)) - 7;
        }
    }

    std::unique_ptr<Node> value(unsigned depth) {
        auto node = std::make_unique<Node>();
        const std::uint64_t side = below(depth == 0 ? 2 : 8);
        if (side < 2) {
            node->form = side == 0 ? Form::constant : Form::variable;
            node->number = side == 0 ? number() : static_cast<std::int64_t>(below(kVariables));
            return node;
        }
        static constexpr Op ops[] = {Op::add,          Op::subtract, Op::multiply,
                                     Op::floor_divide, Op::modulo,   Op::negate};
        node->form = Form::arithmetic;
        node->op = ops[side - 2];
        node->left = value(depth - 1);
        if (node->op != Op::negate) node->right = value(depth - 1);
        return node;
    }
    std::unique_ptr<Node> test(unsigned depth) {
        auto node = std::make_unique<Node>();
        const std::uint64_t side = below(depth == 0 ? 3 : 6);
        if (side == 2) {
            node->form = Form::range;
            node->number = number();
            node->last = number();
            node->step = 1 + static_cast<std::int64_t>(below(5));
            node->left = value(2);
            return node;
        }
        node->form = side < 2    ? Form::compare
                     : side == 3 ? Form::both
                     : side == 4 ? Form::either
                                 : Form::opposite;
        node->comparison = static_cast<Comparison>(below(6));
        node->left = side < 2 ? value(3) : test(depth - 1);
        if (node->form != Form::opposite) node->right = side < 2 ? value(3) : test(depth - 1);
        return node;
    }

  private:
    std::mt19937_64 random_;
};

// ---- what it means

Number fit(Wide number) {
    if (number < INT64_MIN || number > INT64_MAX) return std::nullopt;
    return number;
}

Number evaluate(const Node& node, const Numbers& numbers) {
    if (node.form == Form::constant) return node.number;
    if (node.form == Form::variable) return numbers[static_cast<std::size_t>(node.number)];
    const Number left = evaluate(*node.left, numbers);
    if (!left) return left;
    if (node.op == Op::negate) return fit(-*left);
    const Number right = evaluate(*node.right, numbers);
    if (!right) return right;
    if (node.op == Op::add) return fit(*left + *right);
    if (node.op == Op::subtract) return fit(*left - *right);
    if (node.op == Op::multiply) return fit(*left * *right);
    if (*right == 0) return std::nullopt;
    const Wide remainder = (*left % *right + *right) % *right;  // the sign of the divisor
    return node.op == Op::modulo ? fit(remainder) : fit((*left - remainder) / *right);
}

Truth judge(const Node& node, const Numbers& numbers) {
    if (node.form == Form::opposite) {
        const Truth outcome = judge(*node.left, numbers);
        return outcome == Truth::undefined ? outcome : truth(outcome == Truth::no);
    }
    if (node.form == Form::both || node.form == Form::either) {
        const Truth left = judge(*node.left, numbers);
        if (left == Truth::undefined || (left == Truth::yes) == (node.form == Form::either)) return left;
        return judge(*node.right, numbers);
    }
    const Number left = evaluate(*node.left, numbers);
    if (!left) return Truth::undefined;
    if (node.form == Form::range)
        return truth(*left >= node.number && *left <= node.last && (*left - node.number) % node.step == 0);
    const Number right = evaluate(*node.right, numbers);
    if (!right) return Truth::undefined;
    const bool holds[] = {*left == *right, *left != *right, *left<*right, *left <= *right, *left> * right,
                          *left >= *right};
    return truth(holds[static_cast<unsigned>(node.comparison)]);
}

// ---- its program

class Compiler {
  public:
    explicit Compiler(ProgramWriter& writer) : writer_(writer) { writer_.slot(next_++); }

    // Falls through when the outcome is `sense`; else jumps to where the returned places are patched to.
    std::vector<std::size_t> test(const Node& node, bool sense) {
        if (node.form == Form::opposite) return test(*node.left, !sense);
        if (node.form == Form::both || node.form == Form::either) return connective(node, sense);
        Instruction instruction{.negated = !sense, .a = value(*node.left)};
        if (node.form == Form::range) {
            instruction.op = Op::range;
            instruction.data = writer_.word(static_cast<std::uint64_t>(node.number));
            writer_.word(static_cast<std::uint64_t>(node.last));
            writer_.word(static_cast<std::uint64_t>(node.step));
        } else {
            instruction.op = Op::compare_integer;
            instruction.form = static_cast<std::uint8_t>(node.comparison);
            instruction.b = value(*node.right);
        }
        writer_.add(instruction);
        return {writer_.program.code.size() - 1};
    }
    void patch(const std::vector<std::size_t>& jumps) {
        for (const std::size_t jump : jumps)
            writer_.program.code[jump].target = static_cast<std::uint32_t>(writer_.program.code.size());
    }
    std::uint32_t registers() const { return next_; }

  private:
    std::vector<std::size_t> connective(const Node& node, bool sense) {
        const bool decides_early = (node.form == Form::either) == sense;
        if (!decides_early) {  // both sides have to be `sense`
            std::vector<std::size_t> out = test(*node.left, sense);
            std::ranges::copy(test(*node.right, sense), std::back_inserter(out));
            return out;
        }
        const std::vector<std::size_t> settled = test(*node.left, !sense);
        const std::vector<std::size_t> out = test(*node.right, sense);
        patch(settled);
        return out;
    }
    std::uint32_t value(const Node& node) {
        if (node.form == Form::constant) {
            writer_.constant(next_, Cell::integer(node.number));
            return next_++;
        }
        Instruction instruction{.tag = CellTag::integer};
        if (node.form == Form::variable) {
            instruction.op = Op::load;
            instruction.form = static_cast<std::uint8_t>(Scalar::i64);
            instruction.a = 0;
            instruction.data = static_cast<std::uint32_t>(node.number * 8);
        } else {
            instruction.op = node.op;
            instruction.a = value(*node.left);
            if (node.op != Op::negate) instruction.b = value(*node.right);
        }
        instruction.dst = next_;
        writer_.add(instruction);
        return next_++;
    }

    ProgramWriter& writer_;
    std::uint32_t next_ = 0;
};

}  // namespace

TEST_CASE("random conditions over ints") {
    Dice dice(2024);
    std::array<unsigned, 3> outcomes{};
    for (int round = 0; round < 20000; ++round) {
        const std::unique_ptr<Node> node = dice.test(3);
        ProgramWriter writer;
        Compiler compiler(writer);
        const std::vector<std::size_t> failed = compiler.test(*node, true);
        writer.hit();
        compiler.patch(failed);
        writer.add({.op = Op::miss});
        Program program = writer.take();
        program.registers = compiler.registers();
        const char* wrong = verify_program(program);
        if (wrong != nullptr) FAIL(wrong);
        Run run;
        for (int frame = 0; frame < 4; ++frame) {
            Numbers numbers;
            for (std::int64_t& number : numbers)
                number = dice.number();
            run.slots[0] = numbers.data();
            const Truth wanted = judge(*node, numbers);
            ++outcomes[static_cast<std::size_t>(wanted)];
            if ((run(writer, program) == Status::hit) != (wanted == Truth::yes))
                FAIL("round " << round << ", frame " << frame << ": " << static_cast<int>(wanted));
        }
    }
    for (const unsigned count : outcomes)
        CHECK(count > 5000);
}
