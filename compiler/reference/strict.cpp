#include <bit>
#include <cmath>

#include "compiler/reference/arithmetic.h"
#include "compiler/reference/equality.h"
#include "compiler/reference/identity.h"
#include "runtime/value/containers.h"
#include "runtime/value/python_equal.h"

namespace guardc::compiler {

namespace {

bool same_bits(double left, double right) {
    if (std::isnan(left) || std::isnan(right)) return std::isnan(left) && std::isnan(right);
    return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

class StrictWalk {
  public:
    Truth equal(const Seen& left, const Seen& right, unsigned depth) {
        if (depth == 0 || ++steps_ > kEqualitySteps) return Truth::undefined;
        if (left.kind != right.kind) return Truth::no;
        switch (left.kind) {
            case Kind::none:
                return Truth::yes;
            case Kind::boolean:
            case Kind::integer:
            case Kind::floating:
                return numbers(left, right);
            case Kind::complex:
                return complexes(left, right);
            case Kind::string:
                return same(text_of(left), text_of(right));
            case Kind::bytes:
                return same(bytes_of(left), bytes_of(right));
            case Kind::dtype:
                return same(dtype_of(left), dtype_of(right));
            case Kind::device:
                return same(device_of(left), device_of(right));
            case Kind::type:
                return names(left, right);
            case Kind::range:
            case Kind::slice:
                return parts(left, right, depth);
            default:
                break;
        }
        if (is_container(left.kind)) {
            const bool exact = is_exact(left);
            if (exact != is_exact(right)) return Truth::no;
            if (exact) return containers(left, right, depth);
        }
        return identities(left, right);
    }

  private:
    template <typename T>
    static Truth same(const std::optional<T>& left, const std::optional<T>& right) {
        return left && right ? truth(*left == *right) : Truth::undefined;
    }

    static Truth numbers(const Seen& left, const Seen& right) {
        const std::optional<Number> mine = number_of(left);
        const std::optional<Number> theirs = number_of(right);
        if (!mine || !theirs) return Truth::undefined;
        if (left.kind == Kind::floating) return truth(same_bits(mine->real, theirs->real));
        return truth(order(*mine, *theirs) == 0);
    }

    static Truth complexes(const Seen& left, const Seen& right) {
        const std::optional<Complex> mine = complex_of(left);
        const std::optional<Complex> theirs = complex_of(right);
        if (!mine || !theirs) return Truth::undefined;
        return truth(same_bits(mine->real, theirs->real) && same_bits(mine->imaginary, theirs->imaginary));
    }

    static Truth names(const Seen& left, const Seen& right) {
        const std::string_view mine = named_type(left);
        const std::string_view theirs = named_type(right);
        return mine.empty() || theirs.empty() ? Truth::undefined : truth(mine == theirs);
    }

    static Truth identities(const Seen& left, const Seen& right) {
        const std::optional<Identity> mine = identity(left);
        const std::optional<Identity> theirs = identity(right);
        return mine && theirs ? truth(*mine == *theirs) : Truth::undefined;
    }

    Truth both(const std::optional<Seen>& left, const std::optional<Seen>& right, unsigned depth) {
        return left && right ? equal(*left, *right, depth - 1) : Truth::undefined;
    }

    Truth parts(const Seen& left, const Seen& right, unsigned depth) {
        for (const FactId id : {FactId::start, FactId::stop, FactId::step}) {
            const Truth found = both(part(left, id), part(right, id), depth);
            if (found != Truth::yes) return found;
        }
        return Truth::yes;
    }

    Truth containers(const Seen& left, const Seen& right, unsigned depth) {
        const std::optional<std::uint64_t> length = length_of(left);
        const std::optional<std::uint64_t> other = length_of(right);
        if (!length || !other) return Truth::undefined;
        if (*length != *other) return Truth::no;
        for (std::uint64_t i = 0; i < *length; ++i) {
            const Truth found = position(left, right, i, *length, depth);
            if (found != Truth::yes) return found;
        }
        return Truth::yes;
    }

    Truth position(const Seen& left, const Seen& right, std::uint64_t at, std::uint64_t length,
                   unsigned depth) {
        const Cell index = Cell::integer(static_cast<std::int64_t>(at));
        if (is_set(left.kind)) {
            // Both ways: two elements of one set can be one value, as NaNs are.
            const std::optional<Seen> element = part(left, FactId::item, index);
            const std::optional<Seen> other = part(right, FactId::item, index);
            if (!element || !other) return Truth::undefined;
            const Truth found = holds(right, length, *element, depth);
            return found == Truth::yes ? holds(left, length, *other, depth) : found;
        }
        if (left.kind != Kind::dict)
            return both(part(left, FactId::item, index), part(right, FactId::item, index), depth);
        const Truth keys = both(part(left, FactId::key_at, index), part(right, FactId::key_at, index), depth);
        if (keys != Truth::yes) return keys;
        return both(part(left, FactId::value_at, index), part(right, FactId::value_at, index), depth);
    }

    // The order in which a set iterates is no part of its value.
    Truth holds(const Seen& set, std::uint64_t length, const Seen& element, unsigned depth) {
        Truth found = Truth::no;
        for (std::uint64_t i = 0; i < length; ++i) {
            const Truth same =
                both(part(set, FactId::item, Cell::integer(static_cast<std::int64_t>(i))), element, depth);
            if (same == Truth::yes) return same;
            if (same != Truth::no) found = same;
        }
        return found;
    }

    std::uint64_t steps_ = 0;
};

}  // namespace

Truth strictly_equal(const Seen& left, const Seen& right) {
    return StrictWalk().equal(left, right, kEqualityDepth);
}

}  // namespace guardc::compiler
