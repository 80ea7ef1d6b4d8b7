#include "runtime/program/pair_walk.h"

#include <utility>

#include "runtime/program/lookup.h"
#include "runtime/program/number.h"

namespace guardc {
namespace {

bool is_container(Family family) {
    return family == Family::list || family == Family::tuple || family == Family::dict ||
           family == Family::set || family == Family::slice;
}

// Which part of a pairwise frame stands at a position.
Truth part_at(Family family, const Operand& whole, std::uint64_t position, Operand& result) {
    static constexpr FactId slice_parts[] = {FactId::start, FactId::stop, FactId::step};
    switch (family) {
        case Family::slice:
            return part(whole, slice_parts[position], 0, result);
        case Family::dict:  // strictly: key, value, key, value, ..
            return part(whole, position % 2 == 0 ? FactId::key_at : FactId::value_at, position / 2, result);
        default:
            return part(whole, FactId::item, position, result);
    }
}

FactId key_fact(Family family) {
    return family == Family::dict ? FactId::key_at : FactId::item;
}

bool is_nan(const Operand& operand) {
    Number number;
    return family_of(operand.kind) == Family::number && read_number(operand, number) == Truth::yes &&
           has_nan(number);
}

// yes where the equality of the value is that of its contents; else it is its own, or not known.
Truth is_plain(const Operand& operand) {
    return family_of(operand.kind) == Family::opaque ? Truth::no : has_exact_type(operand);
}

bool goes_by_identity(Kind kind) {
    return kind == Kind::tensor || kind == Kind::module || kind == Kind::function || kind == Kind::code ||
           kind == Kind::cell;
}

// At least one of the two has an equality of its own.
Truth compare_opaque(Sense sense, const Operand& left, const Operand& right) {
    if (sense == Sense::python) return Truth::undefined;
    for (const Operand* side : {&left, &right})
        if (!goes_by_identity(side->kind) && is_plain(*side) != Truth::yes) return Truth::undefined;
    if (left.kind != right.kind) return Truth::no;
    return compare_identities(left, right);
}

// Search begins at the same position: containers that are equal mostly have the same order.
std::uint64_t probed_position(std::uint64_t index, std::uint64_t count, std::uint64_t probe) {
    return probe < count - index ? index + probe : probe - (count - index);
}

}  // namespace

Truth PairWalk::compare(Sense sense, const Operand& left, const Operand& right, bool inside) noexcept {
    Truth outcome = Truth::undefined;
    if (!open({left, right, sense}, inside, outcome)) return outcome;
    for (;;) {
        Pair pair;
        if (next(frame(depth_ - 1), pair, outcome)) {
            if (open(pair, true, outcome)) continue;
        } else if (--depth_ == 0) {
            return outcome;
        }
        while (accept(frame(depth_ - 1), outcome))
            if (--depth_ == 0) return outcome;
    }
}

bool PairWalk::open(const Pair& pair, bool inside, Truth& outcome) {
    outcome = Truth::undefined;
    if (depth_ == kComparisonDepth || !budget_.take()) return false;
    if (pair.sense == Sense::strict) return open_strict(pair, outcome);
    const Family family = family_of(pair.left.kind);
    if (inside && family != Family::number && is_same_object(pair.left, pair.right)) {
        outcome = Truth::yes;
        return false;
    }
    for (const Operand* side : {&pair.left, &pair.right}) {
        const Truth plain = is_plain(*side);
        if (plain == Truth::yes) continue;
        outcome = plain == Truth::error ? plain : compare_opaque(pair.sense, pair.left, pair.right);
        return false;
    }
    outcome = Truth::no;
    if (family != family_of(pair.right.kind)) return false;
    if (is_container(family)) return push(family, pair, outcome);
    outcome = compare_leaves(pair.sense, family, pair.left, pair.right, inside);
    return false;
}

bool PairWalk::open_strict(const Pair& pair, Truth& outcome) {
    outcome = Truth::no;
    if (pair.left.kind != pair.right.kind) return false;
    const Family family = family_of(pair.left.kind);
    if (family != Family::opaque) {
        std::string_view left_type;
        std::string_view right_type;
        if (outcome = exact_type(pair.left, left_type); outcome != Truth::yes) return false;
        if (outcome = exact_type(pair.right, right_type); outcome != Truth::yes) return false;
        outcome = Truth::no;
        if (left_type != right_type) return false;
        if (left_type == default_type_name(pair.left.kind)) {
            if (is_container(family)) return push(family, pair, outcome);
            outcome = compare_leaves(Sense::strict, family, pair.left, pair.right, true);
            return false;
        }
    }
    outcome = compare_identities(pair.left, pair.right);
    return false;
}

bool PairWalk::push(Family family, const Pair& pair, Truth& outcome) {
    std::uint64_t count = 3;
    if (family != Family::slice) {
        std::uint64_t right_count = 0;
        if (outcome = length(pair.left, count); outcome != Truth::yes) return false;
        if (outcome = length(pair.right, right_count); outcome != Truth::yes) return false;
        outcome = Truth::no;
        if (count != right_count) return false;
    }
    Stage stage = Stage::pairs;
    if (family == Family::set || (family == Family::dict && pair.sense != Sense::strict))
        stage = Stage::key;
    else if (family == Family::dict)
        count *= 2;
    new (&frame(depth_++))
        Frame{pair.left, pair.right, {}, count, 0, 0, family, pair.sense, stage, false, false, false};
    return true;
}

bool PairWalk::next(Frame& frame, Pair& pair, Truth& outcome) {
    pair.sense = frame.sense;
    switch (frame.stage) {
        case Stage::pairs:
            outcome = Truth::yes;
            if (frame.index == frame.count) return false;
            outcome = part_at(frame.family, frame.left, frame.index, pair.left);
            if (outcome == Truth::yes) outcome = part_at(frame.family, frame.right, frame.index, pair.right);
            return outcome == Truth::yes;
        case Stage::key:
            return next_key(frame, pair, outcome);
        case Stage::search:
            return next_probe(frame, pair, outcome);
        case Stage::value:
            return next_value(frame, pair, outcome);
        case Stage::verify:
            break;
    }
    pair.right = frame.partner;
    outcome = part(frame.left, FactId::item, frame.index, pair.left);
    return outcome == Truth::yes;
}

// Goes over the keys of the left side as long as look-ups settle them.
bool PairWalk::next_key(Frame& frame, Pair& pair, Truth& outcome) {
    const bool is_set = frame.family == Family::set;
    for (;; ++frame.index) {
        if (frame.index == frame.count) {
            outcome = Truth::yes;
            if (!frame.twice || frame.turned) return false;
            std::swap(frame.left, frame.right);
            frame.turned = true;
            frame.index = 0;
        }
        outcome = Truth::undefined;
        if (!budget_.take()) return false;
        outcome = part(frame.left, key_fact(frame.family), frame.index, pair.left);
        if (outcome != Truth::yes) return false;
        outcome = Truth::undefined;
        if (is_set && frame.sense == Sense::python && is_nan(pair.left)) return false;
        outcome = is_set && frame.sense != Sense::strict ? has_plain_key(frame.right, pair.left)
                                                         : look_up(frame.right, pair.left, frame.partner);
        if (outcome == Truth::no || outcome == Truth::error) return false;
        if (outcome == Truth::undefined) {
            frame.stage = Stage::search;
            frame.probe = 0;
            frame.unsure = false;
            // Several NaNs are one value, so that sets of one size may differ although one holds the other.
            frame.twice |= is_set && frame.sense == Sense::strict;
            return next_probe(frame, pair, outcome);
        }
        if (!is_set) return next_value(frame, pair, outcome);
        if (frame.sense != Sense::strict) continue;
        frame.stage = Stage::verify;
        pair.right = frame.partner;
        return true;
    }
}

bool PairWalk::next_probe(Frame& frame, Pair& pair, Truth& outcome) {
    const FactId fact = key_fact(frame.family);
    if (frame.sense == Sense::python) pair.sense = Sense::key;
    if (outcome = part(frame.left, fact, frame.index, pair.left); outcome != Truth::yes) return false;
    while (frame.probe < frame.count) {
        const std::uint64_t position = probed_position(frame.index, frame.count, frame.probe);
        outcome = part(frame.right, fact, position, pair.right);
        if (outcome == Truth::yes) return true;
        if (outcome == Truth::error || frame.family == Family::set) return false;
        // The rest of a dict that is known in part: as if it were not there.
        frame.probe = position >= frame.index ? frame.count - frame.index : frame.count;
    }
    outcome = frame.unsure ? Truth::undefined : Truth::no;
    return false;
}

bool PairWalk::next_value(Frame& frame, Pair& pair, Truth& outcome) {
    frame.stage = Stage::value;
    pair.right = frame.partner;
    outcome = part(frame.left, FactId::value_at, frame.index, pair.left);
    return outcome == Truth::yes;
}

bool PairWalk::accept(Frame& frame, Truth& outcome) {
    if (frame.stage == Stage::search && (outcome == Truth::no || outcome == Truth::undefined)) {
        frame.unsure |= outcome == Truth::undefined;
        ++frame.probe;
        return false;
    }
    if (outcome != Truth::yes) return true;
    if (frame.stage == Stage::search && frame.family == Family::dict) {
        const std::uint64_t position = probed_position(frame.index, frame.count, frame.probe);
        outcome = part(frame.right, FactId::value_at, position, frame.partner);
        frame.stage = Stage::value;
        return outcome != Truth::yes;
    }
    ++frame.index;
    if (frame.stage != Stage::pairs) frame.stage = Stage::key;
    return false;
}

}  // namespace guardc
