// Arithmetic against Python: a table that Python wrote, rows of the field's cases, and random ints and floats
// against wider arithmetic.
#include <cfenv>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include <catch2/catch.hpp>

#include "runtime/program/functions.h"
#include "runtime/program/operations.h"
#include "runtime/value/builtin_model.h"
#include "tests/checkout.h"
#include "tests/program/value_notation.h"
#include "tests/program/views.h"

using namespace guardc;
using namespace guardc::program_tests;

namespace {

constexpr std::int64_t kLeast = INT64_MIN;
constexpr std::int64_t kMost = INT64_MAX;

std::optional<ValueFunction> function_of(std::string_view name) {
    static constexpr std::string_view names[] = {
#define GUARDC_FUNCTION(function, least, most) #function,
        GUARDC_VALUE_FUNCTIONS(GUARDC_FUNCTION)
#undef GUARDC_FUNCTION
    };
    const auto* place = std::ranges::find(names, name);
    if (place == std::end(names)) return std::nullopt;
    return static_cast<ValueFunction>(place - names);
}

Cell number_cell(const std::string& word) {
    if (word == "fnan") return Cell::floating(NAN);
    if (word[0] != 'f') return Cell::integer(std::stoll(word));
    return {std::stoull(word.substr(1), nullptr, 16), CellTag::floating, 0};
}

// Bit for bit; any NaN is the NaN. libm may round a power to either neighbour.
bool is_number(const Cell& cell, const Cell& wanted, bool power) {
    if (cell.tag != wanted.tag) return false;
    if (cell.bits == wanted.bits) return true;
    if (cell.tag != CellTag::floating) return false;
    if (std::isnan(wanted.as_floating())) return std::isnan(cell.as_floating());
    return power && std::nextafter(cell.as_floating(), wanted.as_floating()) == wanted.as_floating();
}

bool is_unary(ValueFunction function) {
    return function == ValueFunction::negate || function == ValueFunction::absolute;
}

std::string show(Truth outcome, const Cell& cell) {
    if (outcome != Truth::yes) return "undefined";
    std::ostringstream text;
    text.precision(17);
    cell.tag == CellTag::integer ? text << cell.as_integer() : text << cell.as_floating() << " (float)";
    return text.str();
}

}  // namespace

TEST_CASE("arithmetic is Python's") {
    std::ifstream file(tests::source_folder() / "tests/program/python_arithmetic.txt");
    REQUIRE(file);
    std::size_t rows = 0;
    for (std::string line; std::getline(file, line); ++rows) {
        std::istringstream words(line);
        std::string name;
        std::string left;
        std::string right;
        std::string wanted;
        words >> name >> left >> right >> wanted;
        const Cell operands[] = {number_cell(left), number_cell(right)};
        INFO(line);
        if (name == "compare") {
            const auto holds = [&](Comparison comparison) {
                return guardc_op_compare(&builtin_model(), static_cast<std::uint32_t>(comparison),
                                         &operands[0], &operands[1]) == Truth::yes;
            };
            CHECK(holds(Comparison::less) == (wanted == "<"));
            CHECK(holds(Comparison::greater) == (wanted == ">"));
            CHECK(holds(Comparison::less_equal) == (wanted == "<" || wanted == "="));
            CHECK(holds(Comparison::greater_equal) == (wanted == ">" || wanted == "="));
            CHECK(guardc_op_equal(&builtin_model(), &operands[0], &operands[1]) == truth(wanted == "="));
            continue;
        }
        const std::optional<ValueFunction> function = function_of(name);
        REQUIRE(function);
        Cell result;
        const Truth outcome = call_value_function(
            builtin_model(), *function, std::span(operands).first(is_unary(*function) ? 1 : 2), result);
        INFO(show(outcome, result));
        CHECK(outcome == (wanted == "undefined" ? Truth::undefined : Truth::yes));
        if (outcome == Truth::yes && wanted != "undefined")
            CHECK(is_number(result, number_cell(wanted), *function == ValueFunction::power));
    }
    CHECK(rows > 3000);
}

namespace {

struct Row {
    ValueFunction function;
    std::vector<const char*> operands;
    const char* result;  // null: undefined
};
using enum ValueFunction;

const Row kRows[] = {
    // S01, S02, X28: rounding down
    {floor_divide, {"-3", "2"}, "-2"},
    {floor_divide, {"-7", "2"}, "-4"},
    {floor_divide, {"7", "-2"}, "-4"},
    {modulo, {"-7", "2"}, "1"},
    {modulo, {"7", "-2"}, "-1"},
    {modulo, {"-7", "3"}, "2"},
    // S04
    {floor_divide, {"6.28", "3.14"}, "2.0"},
    {floor_divide, {"6.28", "2.0"}, "3.0"},
    // S08, X05: never wrapped
    {add, {"9223372036854775805", "2"}, "9223372036854775807"},
    {add, {"9223372036854775807", "2"}, nullptr},
    {negate, {"-9223372036854775808"}, nullptr},
    {absolute, {"-9223372036854775808"}, nullptr},
    // X04, X13
    {divide, {"1", "0"}, nullptr},
    {divide, {"1.0", "-0.0"}, nullptr},
    {modulo, {"1", "0"}, nullptr},
    {modulo, {"1.0", "0"}, nullptr},
    {floor_divide, {"-9223372036854775808", "-1"}, nullptr},
    {modulo, {"-9223372036854775808", "-1"}, "0"},
    {floor_divide, {"5", "-5"}, "-1"},
    // bools are ints
    {add, {"True", "True"}, "2"},
    {negate, {"True"}, "-1"},
    {absolute, {"False"}, "0"},
    {multiply, {"True", "1.5"}, "1.5"},
    {power, {"True", "-1"}, "1.0"},
    // `/` is exact or nothing
    {divide, {"7", "2"}, "3.5"},
    {divide, {"6", "2"}, "3.0"},
    {divide, {"9007199254740992", "1"}, "9007199254740992.0"},
    {divide, {"9007199254740993", "1"}, nullptr},
    {divide, {"1", "-9007199254740993"}, nullptr},
    {divide, {"1.5", "9007199254740993"}, nullptr},
    // beyond 64 bits
    {add, {"9223372036854775808", "1"}, nullptr},
    {negate, {"9223372036854775808"}, nullptr},
    {multiply, {"18446744073709551616", "0.5"}, nullptr},
    {minimum, {"18446744073709551616", "1"}, nullptr},
    // no numbers
    {add, {"'a'", "'b'"}, nullptr},
    {add, {"None", "1"}, nullptr},
    {add, {"complex(1.0,0.0)", "1"}, nullptr},
    {absolute, {"complex(3.0,4.0)"}, nullptr},
    {multiply, {"[1]", "2"}, nullptr},
    {add, {"tensor", "1"}, nullptr},
    {minimum, {"'a'", "'b'"}, nullptr},
    {maximum, {"[1]"}, nullptr},
    // power
    {power, {"2", "62"}, "4611686018427387904"},
    {power, {"-2", "63"}, "-9223372036854775808"},
    {power, {"2", "63"}, nullptr},
    {power, {"0", "0"}, "1"},
    {power, {"0", "-1"}, nullptr},
    {power, {"2", "-2"}, "0.25"},
    {power, {"-1", "9223372036854775807"}, "-1"},
    {power, {"1", "-9223372036854775808"}, "1.0"},
    {power, {"-8.0", "0.5"}, nullptr},
    {power, {"10.0", "400"}, nullptr},
    {power, {"0.0", "-1"}, nullptr},
    {power, {"nan", "0"}, "1.0"},
    {power, {"-inf", "3"}, "-inf"},
    // the first of equals, as the number it is
    {minimum, {"1", "1.0", "True"}, "1"},
    {maximum, {"1.0", "True", "1"}, "1.0"},
    {minimum, {"True", "1"}, "True"},
    {minimum, {"nan", "1"}, "nan"},
    {minimum, {"1", "nan"}, "1"},
    {maximum, {"0.0", "-0.0"}, "0.0"},
    {maximum, {"9007199254740992.0", "9007199254740993"}, "9007199254740993"},
    {minimum, {"5"}, "5"},
    // devices
    {device_type, {"device:cuda:1"}, "'cuda'"},
    {device_index, {"device:cuda:1"}, "1"},
    {device_index, {"device:cpu"}, "None"},
    {device_type, {"'cuda'"}, nullptr},
    {device_type, {"tensor"}, nullptr},
};

}  // namespace

TEST_CASE("value functions over every way in which numbers come") {
    for (const Row& row : kRows)
        for (const Model* model : {&builtin_model(), &mirror_model()}) {
            ValueArena arena;
            std::vector<std::vector<Seen>> views;
            for (const char* operand : row.operands)
                views.push_back(views_of(*model, *value_of(arena, operand)));
            for (std::size_t way = 0; way < 3; ++way) {
                std::vector<Cell> operands;
                std::string told;
                for (const std::vector<Seen>& operand : views) {
                    operands.push_back(operand[std::min(way, operand.size() - 1)].cell);
                    told += operand[std::min(way, operand.size() - 1)].how + " ";
                }
                INFO(static_cast<int>(row.function) << " " << row.operands[0] << " ..: " << told);
                Cell result;
                const Truth outcome = call_value_function(*model, row.function, operands, result);
                CHECK(outcome == (row.result == nullptr ? Truth::undefined : Truth::yes));
                if (outcome != Truth::yes || row.result == nullptr) continue;
                CHECK(result.tag != CellTag::reference);
                const Cell wanted = as_literal(value_of(arena, row.result));
                CHECK(guardc_op_strict(model, &result, &wanted) == Truth::yes);
            }
        }
}

TEST_CASE("a wrong number of operands is undefined") {
    const Cell operands[] = {Cell::integer(1), Cell::integer(2), Cell::integer(3)};
    Cell result;
    CHECK(call_value_function(builtin_model(), add, std::span(operands).first(1), result) ==
          Truth::undefined);
    CHECK(call_value_function(builtin_model(), add, operands, result) == Truth::undefined);
    CHECK(call_value_function(builtin_model(), minimum, {}, result) == Truth::undefined);
    CHECK(call_value_function(builtin_model(), static_cast<ValueFunction>(999), operands, result) ==
          Truth::undefined);
    CHECK(call_test_function(builtin_model(), TestFunction::contains, operands) == Truth::undefined);
    CHECK(call_test_function(builtin_model(), static_cast<TestFunction>(999), operands) == Truth::undefined);
}

namespace {

using Wide = __int128;

Wide floor_quotient(Wide left, Wide right) {
    const Wide quotient = left / right;
    return quotient * right != left && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

// What Python makes of two ints, if it fits.
std::optional<std::int64_t> wide_result(ValueFunction function, std::int64_t left, std::int64_t right) {
    Wide result = 0;
    const Wide a = left;
    const Wide b = right;
    switch (function) {
        case add:
            result = a + b;
            break;
        case subtract:
            result = a - b;
            break;
        case multiply:
            result = a * b;
            break;
        default:
            if (b == 0) return std::nullopt;
            result = function == floor_divide ? floor_quotient(a, b) : a - floor_quotient(a, b) * b;
    }
    if (result < kLeast || result > kMost) return std::nullopt;
    return static_cast<std::int64_t>(result);
}

}  // namespace

TEST_CASE("random ints against 128 bits") {
    std::mt19937_64 random(42);
    const auto number = [&random] {
        const auto word = static_cast<std::int64_t>(random());
        return word >> (random() % 64);
    };
    for (int round = 0; round < 50000; ++round) {
        const std::int64_t left =
            round % 7 == 0 ? kLeast + static_cast<std::int64_t>(random() % 3) : number();
        const std::int64_t right = round % 11 == 0 ? -1 : number();
        for (const ValueFunction function : {add, subtract, multiply, floor_divide, modulo}) {
            const Cell operands[] = {Cell::integer(left), Cell::integer(right)};
            Cell result;
            const Truth outcome = call_value_function(builtin_model(), function, operands, result);
            const std::optional<std::int64_t> wanted = wide_result(function, left, right);
            const bool right_answer = wanted ? outcome == Truth::yes && result.tag == CellTag::integer &&
                                                   result.as_integer() == *wanted
                                             : outcome == Truth::undefined;
            if (!right_answer) FAIL(left << " " << static_cast<int>(function) << " " << right);
        }
    }
}

TEST_CASE("random floats: quotient and remainder belong together") {
    std::mt19937_64 random(43);
    std::uniform_real_distribution<double> sizes(-1000, 1000);
    for (int round = 0; round < 20000; ++round) {
        const double left = sizes(random);
        const double right = sizes(random) / (round % 3 == 0 ? 100 : 1);
        const Cell operands[] = {Cell::floating(left), Cell::floating(right)};
        Cell quotient;
        Cell remainder;
        REQUIRE(call_value_function(builtin_model(), floor_divide, operands, quotient) == Truth::yes);
        REQUIRE(call_value_function(builtin_model(), modulo, operands, remainder) == Truth::yes);
        // In 64 bits of mantissa the exact quotient is told from the next whole number.
        const long double exact =
            std::floor(static_cast<long double>(left) / static_cast<long double>(right));
        INFO(left << " by " << right);
        CHECK(quotient.as_floating() == static_cast<double>(exact));
        CHECK(std::signbit(remainder.as_floating()) == std::signbit(right));
        CHECK(std::fabs(remainder.as_floating()) < std::fabs(right));
    }
}
