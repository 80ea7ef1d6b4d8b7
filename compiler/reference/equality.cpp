#include "compiler/reference/equality.h"

#include <cmath>

#include "compiler/reference/arithmetic.h"
#include "compiler/reference/identity.h"
#include "runtime/value/containers.h"
#include "runtime/value/python_equal.h"

namespace guardc::compiler {

namespace {

enum class Mode : std::uint8_t { language, key };

bool is_number_kind(Kind kind) {
    return kind == Kind::boolean || kind == Kind::integer || kind == Kind::floating || kind == Kind::complex;
}

bool is_tuple(Kind kind) {
    return kind == Kind::tuple || kind == Kind::size;
}

// Kinds whose equality is that of their contents and runs no code. A mapping proxy asks what it stands for,
// which need not be a dict.
bool is_plain(Kind kind) {
    switch (kind) {
        case Kind::none:
        case Kind::string:
        case Kind::bytes:
        case Kind::range:
        case Kind::slice:
        case Kind::dtype:
        case Kind::device:
        case Kind::type:
            return true;
        default:
            return is_number_kind(kind) || is_container(kind);
    }
}

bool goes_by_identity(Kind kind) {
    return kind == Kind::tensor || kind == Kind::module || kind == Kind::function || kind == Kind::code ||
           kind == Kind::cell;
}

// A subclass of a container brings an equality of its own.
bool decides_itself(const Seen& seen) {
    return is_container(seen.kind) && !is_exact(seen);
}

bool is_nan_value(const Seen& seen) {
    if (seen.kind == Kind::floating) {
        const std::optional<Number> number = number_of(seen);
        return number && std::isnan(number->real);
    }
    const std::optional<Complex> complex = complex_of(seen);
    return complex && (std::isnan(complex->real) || std::isnan(complex->imaginary));
}

bool same_object(const Seen& left, const Seen& right) {
    if (left.object == nullptr || right.object == nullptr || left.model != right.model) return false;
    if (left.object == right.object) return true;
    const std::optional<std::uint64_t> mine = identity_of(*left.model, left.object);
    return mine && mine == identity_of(*right.model, right.object);
}

Truth numbers_equal(const Seen& left, const Seen& right) {
    const std::optional<Complex> mine = complex_of(left);
    const std::optional<Complex> theirs = complex_of(right);
    if (mine && theirs) return truth(mine->real == theirs->real && mine->imaginary == theirs->imaginary);
    if (mine || theirs) {
        const Complex complex = mine ? *mine : *theirs;
        const std::optional<Number> number = number_of(mine ? right : left);
        if (!number) return Truth::undefined;
        const Number real{Number::Form::real, 0, complex.real, {}};
        return truth(complex.imaginary == 0 && order(*number, real) == 0);
    }
    const std::optional<Number> one = number_of(left);
    const std::optional<Number> other = number_of(right);
    if (!one || !other) return Truth::undefined;
    return truth(order(*one, *other) == 0);
}

template <typename Read>
Truth same_by(const Seen& left, const Seen& right, Read read) {
    const auto mine = read(left);
    const auto theirs = read(right);
    if (!mine || !theirs) return Truth::undefined;
    return truth(*mine == *theirs);
}

Truth same_names(const Seen& left, const Seen& right) {
    const std::string_view mine = named_type(left);
    const std::string_view theirs = named_type(right);
    if (mine.empty() || theirs.empty()) return Truth::undefined;
    return truth(mine == theirs);
}

class Walk {
  public:
    explicit Walk(Mode mode) : mode_(mode) {}

    Truth equal(const Seen& left, const Seen& right, unsigned depth, bool inside) {
        if (depth == 0 || ++steps_ > kEqualitySteps) return Truth::undefined;
        if (inside && is_nan_value(left) && is_nan_value(right)) return two_nans(left, right);
        if (inside && same_object(left, right)) return Truth::yes;
        if (!is_plain(left.kind) || !is_plain(right.kind)) return unlike(left, right);
        if (is_number_kind(left.kind) && is_number_kind(right.kind)) return numbers_equal(left, right);
        if (is_tuple(left.kind) && is_tuple(right.kind)) return items_equal(left, right, depth);
        if (is_set(left.kind) && is_set(right.kind)) return sets_equal(left, right, depth);
        if (left.kind == Kind::dict && right.kind == Kind::dict) return dicts_equal(left, right, depth);
        if (left.kind != right.kind)
            return decides_itself(left) || decides_itself(right) ? Truth::undefined : Truth::no;
        switch (left.kind) {
            case Kind::none:
                return Truth::yes;
            case Kind::string:
                return same_by(left, right, text_of);
            case Kind::bytes:
                return same_by(left, right, bytes_of);
            case Kind::dtype:
                return same_by(left, right, dtype_of);
            case Kind::device:
                return same_by(left, right, device_of);
            case Kind::type:
                return same_names(left, right);
            case Kind::list:
                return items_equal(left, right, depth);
            case Kind::range:
                return ranges_equal(left, right);
            case Kind::slice:
                return parts_equal(left, right, depth);
            default:
                return Truth::undefined;
        }
    }

  private:
    Truth two_nans(const Seen& left, const Seen& right) const {
        if (mode_ == Mode::language) return Truth::undefined;
        if (left.object != nullptr && left.object == right.object) return Truth::yes;
        const std::optional<Identity> mine = identity(left);
        const std::optional<Identity> theirs = identity(right);
        return mine && theirs ? truth(*mine == *theirs) : Truth::undefined;
    }

    Truth unlike(const Seen& left, const Seen& right) const {
        if (mode_ == Mode::language) return Truth::undefined;
        const bool known = (is_plain(left.kind) || goes_by_identity(left.kind)) &&
                           (is_plain(right.kind) || goes_by_identity(right.kind));
        if (!known) return Truth::undefined;
        if (left.kind != right.kind) return Truth::no;
        // One object was told to be the same before.
        return identity(left) && identity(right) ? Truth::no : Truth::undefined;
    }

    Truth items_equal(const Seen& left, const Seen& right, unsigned depth) {
        const std::optional<std::uint64_t> length = length_of(left);
        const std::optional<std::uint64_t> other = length_of(right);
        if (!length || !other || !is_exact(left) || !is_exact(right)) return Truth::undefined;
        if (*length != *other) return Truth::no;
        for (std::uint64_t i = 0; i < *length; ++i) {
            const Cell index = Cell::integer(static_cast<std::int64_t>(i));
            const Truth same = both(part(left, FactId::item, index), part(right, FactId::item, index), depth);
            if (same != Truth::yes) return same;
        }
        return Truth::yes;
    }

    Truth both(const std::optional<Seen>& left, const std::optional<Seen>& right, unsigned depth) {
        return left && right ? equal(*left, *right, depth - 1, true) : Truth::undefined;
    }

    Truth sets_equal(const Seen& left, const Seen& right, unsigned depth) {
        const std::optional<std::uint64_t> length = length_of(left);
        const std::optional<std::uint64_t> other = length_of(right);
        if (!length || !other || !is_exact(left) || !is_exact(right)) return Truth::undefined;
        if (*length != *other) return Truth::no;
        for (std::uint64_t i = 0; i < *length; ++i) {
            const std::optional<Seen> element =
                part(left, FactId::item, Cell::integer(static_cast<std::int64_t>(i)));
            if (!element || (mode_ == Mode::language && is_nan_value(*element))) return Truth::undefined;
            const Truth found = find(right, *other, FactId::item, *element, depth).first;
            if (found != Truth::yes) return found;
        }
        return Truth::yes;
    }

    // Looks for a key among `count` positions: yes where it is, undefined where only code could tell.
    std::pair<Truth, std::uint64_t> find(const Seen& among, std::uint64_t count, FactId at, const Seen& key,
                                         unsigned depth) {
        Truth found = Truth::no;
        Walk keys(Mode::key);
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::optional<Seen> candidate =
                part(among, at, Cell::integer(static_cast<std::int64_t>(i)));
            if (!candidate) break;  // of a dict that is told in part the first pairs are
            keys.steps_ = steps_;
            const Truth same = keys.equal(*candidate, key, depth - 1, true);
            steps_ = keys.steps_;
            if (same == Truth::yes) return {same, i};
            if (same != Truth::no) found = same;
        }
        return {found, 0};
    }

    Truth dicts_equal(const Seen& left, const Seen& right, unsigned depth) {
        if (left.kind != Kind::dict || right.kind != Kind::dict || !is_exact(left) || !is_exact(right))
            return Truth::undefined;
        const std::optional<std::uint64_t> length = length_of(left);
        const std::optional<std::uint64_t> other = length_of(right);
        if (!length || !other) return Truth::undefined;
        if (*length != *other) return Truth::no;
        for (std::uint64_t i = 0; i < *length; ++i) {
            const Cell index = Cell::integer(static_cast<std::int64_t>(i));
            const std::optional<Seen> key = part(left, FactId::key_at, index);
            if (!key) return Truth::undefined;
            const auto [found, position] = find(right, *other, FactId::key_at, *key, depth);
            if (found != Truth::yes) return found;
            const Cell place = Cell::integer(static_cast<std::int64_t>(position));
            const Truth same =
                both(part(left, FactId::value_at, index), part(right, FactId::value_at, place), depth);
            if (same != Truth::yes) return same;
        }
        return Truth::yes;
    }

    Truth parts_equal(const Seen& left, const Seen& right, unsigned depth) {
        for (const FactId id : {FactId::start, FactId::stop, FactId::step}) {
            const Truth same = both(part(left, id), part(right, id), depth);
            if (same != Truth::yes) return same;
        }
        return Truth::yes;
    }

    // Ranges are equal when they yield the same numbers, however they are written.
    Truth ranges_equal(const Seen& left, const Seen& right) {
        const std::optional<std::uint64_t> length = length_of(left);
        const std::optional<std::uint64_t> other = length_of(right);
        if (!length || !other)
            // Beyond 64 bits only ranges that are written alike are known to be equal.
            return parts_equal(left, right, kEqualityDepth) == Truth::yes ? Truth::yes : Truth::undefined;
        if (*length != *other) return Truth::no;
        if (*length == 0) return Truth::yes;
        const Truth start = both(part(left, FactId::start), part(right, FactId::start), kEqualityDepth);
        if (start != Truth::yes || *length == 1) return start;
        return both(part(left, FactId::step), part(right, FactId::step), kEqualityDepth);
    }

    Mode mode_;
    std::uint64_t steps_ = 0;
};

}  // namespace

Truth equal(const Seen& left, const Seen& right) {
    return Walk(Mode::language).equal(left, right, kEqualityDepth, false);
}

Truth key_equal(const Seen& left, const Seen& right) {
    return Walk(Mode::key).equal(left, right, kEqualityDepth, true);
}

namespace {

Truth hashable(const Seen& key, unsigned depth) {
    switch (key.kind) {
        case Kind::list:
        case Kind::dict:
        case Kind::set:
        case Kind::mapping_proxy:
            return Truth::no;
        case Kind::slice:
            return Truth::undefined;  // since Python 3.12 it is
        case Kind::tuple:
        case Kind::size:
            break;
        default:
            return Truth::yes;
    }
    const std::optional<std::uint64_t> length = length_of(key);
    if (!length || depth == 0) return Truth::undefined;
    for (std::uint64_t i = 0; i < *length; ++i) {
        const std::optional<Seen> element =
            part(key, FactId::item, Cell::integer(static_cast<std::int64_t>(i)));
        const Truth found = element ? hashable(*element, depth - 1) : Truth::undefined;
        if (found != Truth::yes) return found;
    }
    return Truth::yes;
}

}  // namespace

Truth is_hashable(const Seen& key) {
    return hashable(key, kEqualityDepth);
}

}  // namespace guardc::compiler
