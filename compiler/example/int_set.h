// Sets of 64-bit ints that comparisons, ranges and remainders say a value lies in.
#pragma once

#include <cstdint>
#include <vector>

namespace guardc::compiler::example {

// All n with low <= n <= high and n = residue modulo `modulus`, less the exceptions. Operations may give a
// set that is too large, never one that is too small: whoever takes a number out of it asks the guards.
struct IntSet {
    std::int64_t low = INT64_MIN;
    std::int64_t high = INT64_MAX;
    std::int64_t modulus = 1;  // at least 1
    std::int64_t residue = 0;  // from 0, below the modulus
    std::vector<std::int64_t> except = {};

    static IntSet only(std::int64_t number) { return {number, number}; }
    static IntSet between(std::int64_t low, std::int64_t high) { return {low, high}; }

    bool contains(std::int64_t number) const;
    bool is_empty() const;  // true only when it certainly is
};

IntSet intersect(const IntSet& left, const IntSet& right);
IntSet plus(const IntSet& set, std::int64_t number);       // n - number is in the set
IntSet negated(const IntSet& set);                         // -n is in the set
IntSet factors(const IntSet& set, std::int64_t number);    // n * number is in the set; number not 0
IntSet dividends(const IntSet& set, std::int64_t number);  // n // number is in the set; number at least 1

// Up to `count` elements, those that an example would show first: from 2 on, then what is next to the ends.
std::vector<std::int64_t> elements(const IntSet& set, std::size_t count);

}  // namespace guardc::compiler::example
