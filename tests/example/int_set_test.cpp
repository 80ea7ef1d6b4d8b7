// Sets of ints against what counting says.
#include "compiler/example/int_set.h"

#include <random>

#include <catch2/catch.hpp>

using namespace guardc::compiler::example;

namespace {

constexpr std::int64_t kReach = 60;

IntSet random_set(std::mt19937& dice) {
    const auto between = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(dice);
    };
    IntSet set;
    if (between(0, 1) == 0) set.low = between(-20, 20);
    if (between(0, 1) == 0) set.high = between(-20, 30);
    set.modulus = between(1, 7);
    set.residue = between(0, set.modulus - 1);
    for (std::int64_t i = between(0, 2); i > 0; --i)
        set.except.push_back(between(-9, 9));
    return set;
}

std::int64_t floor_divide(std::int64_t left, std::int64_t right) {
    const std::int64_t quotient = left / right;
    return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

}  // namespace

TEST_CASE("operations on sets of ints") {
    std::mt19937 dice(20);
    for (int round = 0; round < 3000; ++round) {
        const IntSet one = random_set(dice), other = random_set(dice);
        const std::int64_t number = std::uniform_int_distribution<std::int64_t>(1, 9)(dice);
        const std::int64_t sign = round % 2 == 0 ? 1 : -1;
        const IntSet both = intersect(one, other), moved = plus(one, sign * number), turned = negated(one);
        const IntSet by = factors(one, sign * number), over = dividends(one, number);
        for (std::int64_t n = -kReach; n <= kReach; ++n) {
            INFO(round << ": " << n << " and " << sign * number);
            REQUIRE(both.contains(n) == (one.contains(n) && other.contains(n)));
            REQUIRE(moved.contains(n) == one.contains(n - sign * number));
            REQUIRE(turned.contains(n) == one.contains(-n));
            REQUIRE(by.contains(n) == one.contains(n * sign * number));
            // Too large is allowed here, too small is not.
            if (one.contains(floor_divide(n, number))) REQUIRE(over.contains(n));
        }
        for (const std::int64_t element : elements(one, 40))
            REQUIRE(one.contains(element));
        if (one.is_empty()) REQUIRE(elements(one, 40).empty());
    }
}

TEST_CASE("sets of ints at the ends of 64 bits") {
    CHECK(plus(IntSet::only(INT64_MAX), 1).low == INT64_MAX);
    CHECK(negated(IntSet::only(INT64_MIN)).high == INT64_MAX);
    CHECK(factors(IntSet{}, INT64_MIN).contains(0));
    CHECK(elements(IntSet::between(INT64_MAX - 1, INT64_MAX), 9).size() == 2);
    CHECK(elements(IntSet::between(INT64_MIN, INT64_MIN + 1), 9).size() == 2);
    // Thirteen remainders at once.
    IntSet all;
    for (const std::int64_t prime : {3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43}) {
        IntSet one;
        one.modulus = prime;
        one.residue = prime / 2;
        all = intersect(all, one);
    }
    const auto found = elements(all, 1);
    REQUIRE(found.size() == 1);
    for (const std::int64_t prime : {3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43})
        CHECK(found[0] % prime == prime / 2);
}
