#include "compiler/implied/implies.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "compiler/implied/integers.h"
#include "compiler/implied/known_constants.h"
#include "compiler/implied/literals.h"
#include "compiler/implied/order.h"
#include "runtime/value/objects.h"
#include "runtime/value/scalars.h"

namespace guardc::compiler {
namespace {

constexpr unsigned kDepth = 200;  // of connectives within each other; deeper guards are unknown

std::string_view type_named(const TermPool& terms, TermId type) {
    if (terms[type].op != TermOp::constant || terms.constant(type).kind != Kind::type) return {};
    return as<TypeValue>(terms.constant(type)).named->name;
}

// Types of which None is certainly not.
bool is_never_none(std::string_view type) {
    static constexpr std::array<std::string_view, 12> kTypes{
        "builtins.bool", "builtins.int",   "builtins.float", "builtins.str",
        "builtins.list", "builtins.tuple", "builtins.dict",  "torch.Tensor",
        "torch.dtype",   "torch.device",   "torch.Size",     "torch.nn.parameter.Parameter"};
    return std::ranges::find(kTypes, type) != kTypes.end();
}

// Ints that are stored nowhere: `is` compares them by value.
bool is_computed(TermOp op) {
    switch (op) {
        case TermOp::size:
        case TermOp::stride:
        case TermOp::rank:
        case TermOp::storage_offset:
        case TermOp::length:
        case TermOp::negate:
        case TermOp::add:
        case TermOp::subtract:
        case TermOp::multiply:
        case TermOp::floor_divide:
        case TermOp::modulo:
            return true;
        default:
            return false;
    }
}

}  // namespace

// What one question has come to so far. A guard is a graph: what it shares is proved once.
struct Premises::Proof {
    unsigned depth = kDepth;
    std::unordered_map<std::uint64_t, bool> known;
};

struct Premises::Parts {
    Parts(const TermPool& pool, std::span<const TermId> kept)
        : terms(pool),
          literals(pool, kept),
          integers(pool, literals),
          order(pool, literals),
          constants(pool, literals, integers) {}

    bool proves(TermId test, bool sense, Proof& proof) const;
    bool derives(TermId test, bool sense, Proof& proof) const;
    bool connective(TermId test, bool sense, Proof& proof) const;
    bool conditional(TermId test, bool sense, Proof& proof) const;
    bool comparison(TermId test, bool sense) const;
    bool in_range(TermId test, bool sense) const;
    bool is_constant(TermId test, bool sense) const;
    bool is_type(TermId test, bool sense) const;
    bool apart(TermId test, bool sense) const;
    bool fact(TermId test, bool sense) const;

    const TermPool& terms;
    const Literals literals;
    const Integers integers;
    const Order order;
    const KnownConstants constants;
};

Premises::Premises(const TermPool& terms, std::span<const TermId> kept)
    : parts_(std::make_unique<const Parts>(terms, kept)) {}
Premises::~Premises() = default;

Implied Premises::imply(TermId guard) const {
    Proof proof;
    return parts_->proves(guard, true, proof) ? Implied::yes : Implied::unknown;
}

Implied implies(const TermPool& terms, std::span<const TermId> kept, TermId guard) {
    return Premises(terms, kept).imply(guard);
}

bool Premises::Parts::proves(TermId test, bool sense, Proof& proof) const {
    if (literals.holds(test, sense)) return true;
    if (proof.depth == 0) return false;
    const std::uint64_t question = std::uint64_t{test} * 2 + (sense ? 1 : 0);
    if (const auto known = proof.known.find(question); known != proof.known.end()) return known->second;
    --proof.depth;
    const bool proved = derives(test, sense, proof);
    ++proof.depth;
    proof.known[question] = proved;
    return proved;
}

bool Premises::Parts::derives(TermId test, bool sense, Proof& proof) const {
    switch (terms[test].op) {
        case TermOp::not_:
            return proves(terms.operands(test)[0], !sense, proof);
        case TermOp::and_:
        case TermOp::or_:
            return connective(test, sense, proof);
        case TermOp::conditional:
            return conditional(test, sense, proof);
        default:
            return fact(test, sense) || constants.proves(test, sense);
    }
}

// `and` is false with the first operand that is, if all before it are true; what stands behind is not looked
// at.
bool Premises::Parts::connective(TermId test, bool sense, Proof& proof) const {
    const bool stops_at = terms[test].op == TermOp::or_;  // the truth that ends it
    for (const TermId operand : terms.operands(test)) {
        if (sense == stops_at && proves(operand, sense, proof)) return true;
        if (!proves(operand, !stops_at, proof)) return false;
    }
    return sense != stops_at;
}

bool Premises::Parts::conditional(TermId test, bool sense, Proof& proof) const {
    const auto operands = terms.operands(test);
    if (proves(operands[0], true, proof)) return proves(operands[1], sense, proof);
    if (proves(operands[0], false, proof)) return proves(operands[2], sense, proof);
    return false;
}

bool Premises::Parts::fact(TermId test, bool sense) const {
    const auto operands = terms.operands(test);
    const TermOp op = terms[test].op;
    if (is_comparison(op)) return comparison(test, sense);
    switch (op) {
        case TermOp::in_range:
            return in_range(test, sense);
        case TermOp::is_constant:
            return is_constant(test, sense);
        case TermOp::is_type:
            return is_type(test, sense);
        case TermOp::is_same:
            return apart(test, sense) || (sense && integers.same(operands[0], operands[1]) &&
                                          std::ranges::all_of(operands, [&](TermId operand) {
                                              return is_computed(terms[operand].op);
                                          }));
        case TermOp::distinct:
            return apart(test, sense);
        case TermOp::truthy: {
            const auto range = integers.range(operands[0]);
            return range && (sense ? range->excludes(0) : range->step == 0 && range->least == 0);
        }
        case TermOp::is_nan:
            return !sense && integers.range(operands[0]).has_value();
        default:
            return false;
    }
}

bool Premises::Parts::comparison(TermId test, bool sense) const {
    const TermId left = terms.operands(test)[0], right = terms.operands(test)[1];
    TermOp op = terms[test].op;
    const auto a = integers.range(left), b = integers.range(right);
    const bool ints = a && b;
    if (order.proves(op, left, right, sense, ints)) return true;
    if (!ints) return false;
    // Of ints, every comparison is defined, and what is not true is false.
    const auto holds = [&](TermOp of) {
        switch (of) {
            case TermOp::less:
                return a->most < b->least;
            case TermOp::less_equal:
                return a->most <= b->least || integers.same(left, right);
            case TermOp::greater:
                return a->least > b->most;
            case TermOp::greater_equal:
                return a->least >= b->most || integers.same(left, right);
            case TermOp::equal:
                return integers.same(left, right);
            default:
                return a->most < b->least || a->least > b->most ||
                       (b->step == 0 ? a->excludes(b->least) : a->step == 0 && b->excludes(a->least));
        }
    };
    if (sense) return holds(op);
    switch (op) {
        case TermOp::less:
            return holds(TermOp::greater_equal);
        case TermOp::less_equal:
            return holds(TermOp::greater);
        case TermOp::greater:
            return holds(TermOp::less_equal);
        case TermOp::greater_equal:
            return holds(TermOp::less);
        case TermOp::equal:
            return holds(TermOp::not_equal);
        default:
            return holds(TermOp::equal);
    }
}

bool Premises::Parts::in_range(TermId test, bool sense) const {
    const auto operands = terms.operands(test);
    const auto first = integer_constant(terms, operands[1]);
    const auto last = integer_constant(terms, operands[2]);
    const auto step = integer_constant(terms, operands[3]);
    const auto range = integers.range(operands[0]);
    if (!first || !last || !step || *step <= 0 || !range) return false;
    if (!sense) {
        return range->most < *first || range->least > *last || range->excludes_remainder(*step, *first);
    }
    return range->least >= *first && range->most <= *last && range->has_remainder(*step, *first);
}

bool Premises::Parts::is_constant(TermId test, bool sense) const {
    const TermId value = terms.operands(test)[0], constant = terms.operands(test)[1];
    if (terms[constant].op != TermOp::constant) return false;
    if (const auto number = integer_constant(terms, constant)) {
        const auto range = integers.range(value);
        if (!range) return false;
        return sense ? range->step == 0 && range->least == *number : range->excludes(*number);
    }
    if (sense || terms.constant(constant).kind != Kind::none) return false;
    if (integers.range(value)) return true;
    // `x is tensor(..)`, so `x is not None`
    return std::ranges::any_of(literals.all(), [&](const Literal& known) {
        return known.sense && terms[known.test].op == TermOp::is_type &&
               terms.operands(known.test)[0] == value &&
               is_never_none(type_named(terms, terms.operands(known.test)[1]));
    });
}

bool Premises::Parts::is_type(TermId test, bool sense) const {
    const TermId value = terms.operands(test)[0];
    return sense && type_named(terms, terms.operands(test)[1]) == "builtins.int" && integers.is_exact(value);
}

// Objects of which premises say that they are all different.
bool Premises::Parts::apart(TermId test, bool sense) const {
    if (sense != (terms[test].op == TermOp::distinct)) return false;
    const auto wanted = terms.operands(test);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (std::ranges::count(wanted, wanted[i]) != 1) return false;
    }
    return std::ranges::any_of(literals.all(), [&](const Literal& known) {
        const TermOp op = terms[known.test].op;
        const bool says = known.sense ? op == TermOp::distinct : op == TermOp::is_same && wanted.size() == 2;
        const auto operands = terms.operands(known.test);
        return says && std::ranges::all_of(wanted, [&](TermId place) {
                   return std::ranges::find(operands, place) != operands.end();
               });
    });
}

}  // namespace guardc::compiler
