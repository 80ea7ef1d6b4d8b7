// Equality of any two values, in several senses, all the way down.
#pragma once

#include "runtime/program/operand.h"
#include "runtime/value/python_equal.h"

namespace guardc {

// Containers are walked on a stack of this fixed depth, and a comparison takes at most this many steps
// (values that share parts can be exponentially larger than they look). What goes beyond either is undefined.
inline constexpr std::uint32_t kComparisonDepth = kEqualityDepth;
inline constexpr std::uint64_t kComparisonSteps = kEqualitySteps;

enum class Sense : std::uint8_t {
    // `==`: undefined where it would run code, or where a NaN meets a NaN inside a container; there an object
    // equals itself, whatever it is.
    python,
    // As dicts and sets compare keys: also, a NaN is told from another by identity, and so is what they hash
    // by identity (tensors, modules, functions, code objects, cells).
    key,
    // Same exact type and same value, floats bit for bit, all NaNs being one; dict order included. What
    // has no value of its own is told by identity.
    strict,
};

// What is left of the steps of one question, which may take several comparisons.
struct Budget {
    std::uint64_t steps = kComparisonSteps;
    bool take() {
        if (steps == 0) return false;
        --steps;
        return true;
    }
};

// `inside`: both are elements of containers.
Truth compare_equal(Sense sense, const Operand& left, const Operand& right, bool inside,
                    Budget& budget) noexcept;
inline Truth compare_equal(Sense sense, const Operand& left, const Operand& right) noexcept {
    Budget budget;
    return compare_equal(sense, left, right, false, budget);
}

// One object, as far as the model can tell: at one address, or with one identity.
bool is_same_object(const Operand& left, const Operand& right) noexcept;
// By identity alone; undefined unless both have one.
Truth compare_identities(const Operand& left, const Operand& right) noexcept;

// The value families that have Python's equality here. Values of two families are unequal.
enum class Family : std::uint8_t {
    opaque,  // tensors, objects, and all else with an equality of its own
    none,
    number,
    string,
    bytes,
    list,
    tuple,  // torch.Size too
    dict,
    set,  // frozenset too
    range,
    slice,
    dtype,
    device,
    type,
};
Family family_of(Kind kind) noexcept;

// One step of any sense on two values of the same family that are no containers.
Truth compare_leaves(Sense sense, Family family, const Operand& left, const Operand& right,
                     bool inside) noexcept;

// A range as three ints within 64 bits; undefined beyond.
struct RangeBounds {
    std::int64_t start = 0, stop = 0, step = 1;
    std::uint64_t count() const;  // how many ints it yields
};
Truth read_range(const Operand& range, RangeBounds& bounds) noexcept;

}  // namespace guardc
