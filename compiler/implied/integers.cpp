#include "compiler/implied/integers.h"

#include <algorithm>

#include "compiler/implied/order.h"
#include "compiler/terms/comparisons.h"
#include "runtime/value/scalars.h"

namespace guardc::compiler {
namespace {

// Facts that are ints of 64 bits whenever they are defined.
bool is_always_an_int(TermOp op) {
    return op == TermOp::size || op == TermOp::stride || op == TermOp::rank || op == TermOp::storage_offset ||
           op == TermOp::length;
}

// Of exact ints these make an exact int, within 64 bits whenever it is defined.
bool is_arithmetic(TermOp op) {
    switch (op) {
        case TermOp::negate:
        case TermOp::add:
        case TermOp::subtract:
        case TermOp::multiply:
        case TermOp::floor_divide:
        case TermOp::modulo:
        case TermOp::minimum:
        case TermOp::maximum:
            return true;
        default:
            return false;
    }
}

}  // namespace

std::optional<std::int64_t> integer_constant(const TermPool& terms, TermId term) {
    if (terms[term].op != TermOp::constant) return std::nullopt;
    const Value& value = terms.constant(term);
    if (value.kind != Kind::integer || as<IntegerValue>(value).limb_count != 0) return std::nullopt;
    return as<IntegerValue>(value).number;
}

Integers::Integers(const TermPool& terms, const Literals& literals) : terms_(terms), literals_(literals) {
    // Types first: what a comparison says of a number depends on whether it is an int.
    for (const auto& [test, sense] : literals.all()) {
        if (!sense) continue;
        const auto operands = terms_.operands(test);
        const TermOp op = terms_[test].op;
        if (op == TermOp::in_range || (op == TermOp::is_constant && integer_constant(terms_, operands[1]))) {
            exact_.insert(operands[0]);
        }
        if (op == TermOp::in_range && integer_constant(terms_, operands[1]) &&
            integer_constant(terms_, operands[2]))
            fits_.insert(operands[0]);
        if (op == TermOp::is_constant && integer_constant(terms_, operands[1])) fits_.insert(operands[0]);
    }
    for (const TermId value : literals.defined_values())
        find_exact(value);
    for (const auto& [test, sense] : literals.all()) {
        const auto operands = terms_.operands(test);
        const TermOp op = terms_[test].op;
        const bool ties = (sense && op == TermOp::equal) || (!sense && op == TermOp::not_equal) ||
                          (sense && op == TermOp::is_same && !is_stored_place(terms_[operands[0]].op) &&
                           !is_stored_place(terms_[operands[1]].op));
        if (ties && fits(operands[0]) && fits(operands[1])) join(operands[0], operands[1]);
    }
    // What one value says of another takes a few rounds to arrive; what has not arrived then is not known.
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
        for (const Literal& literal : literals.all())
            bound(literal);
        AtHand at_hand;  // operands stand before what holds them
        for (const TermId value : literals.defined_values()) {
            const auto all = one(value, at_hand);
            at_hand[value] = all;
            if (all && fits(value) && is_arithmetic(terms_[value].op)) narrow(value, *all);
        }
    }
}

// `value` is defined, and so is what is below it.
void Integers::find_exact(TermId value) {
    const TermOp op = terms_[value].op;
    const auto operands = terms_.operands(value);
    const bool is_int = is_always_an_int(op) || integer_constant(terms_, value) ||
                        (is_arithmetic(op) && std::ranges::all_of(operands, [&](TermId operand) {
                             return exact_.contains(operand);
                         }));
    if (!is_int) return;
    exact_.insert(value);
    // The smallest of ints of any size is one of them.
    const bool may_be_large = op == TermOp::minimum || op == TermOp::maximum;
    if (!may_be_large ||
        std::ranges::all_of(operands, [&](TermId operand) { return fits_.contains(operand); }))
        fits_.insert(value);
}

TermId Integers::root(TermId value) const {
    for (auto found = parents_.find(value); found != parents_.end(); found = parents_.find(value))
        value = found->second;
    return value;
}

void Integers::join(TermId left, TermId right) {
    const TermId a = root(left), b = root(right);
    if (a != b) parents_[std::max(a, b)] = std::min(a, b);
}

void Integers::narrow(TermId value, const IntRange& range) {
    const auto [place, is_new] = ranges_.try_emplace(root(value), range);
    if (!is_new) place->second = meet(place->second, range);
}

void Integers::bound(const Literal& literal) {
    const auto operands = terms_.operands(literal.test);
    TermOp op = terms_[literal.test].op;
    if (op == TermOp::is_constant && literal.sense) {
        if (const auto number = integer_constant(terms_, operands[1]))
            narrow(operands[0], IntRange::only(*number));
    } else if (op == TermOp::in_range && literal.sense && fits(operands[0])) {
        const auto first = integer_constant(terms_, operands[1]);
        const auto last = integer_constant(terms_, operands[2]);
        const auto step = integer_constant(terms_, operands[3]);
        if (!first || !last) return;
        narrow(operands[0], IntRange::between(*first, *last));
        if (step && *step > 1) narrow(operands[0], IntRange::with_remainder(*step, *first));
    } else if (is_comparison(op)) {
        if (!literal.sense) op = opposite(op);
        if (!exact_.contains(operands[0]) || !exact_.contains(operands[1])) return;
        const auto left = range(operands[0]), right = range(operands[1]);
        if (!left || !right) return;
        if (left->step == 0) bound(operands[1], mirrored(op), left->least);
        if (right->step == 0) bound(operands[0], op, right->least);
        // `n % 8 == 3`
        const bool is_remainder = op == TermOp::equal && terms_[operands[0]].op == TermOp::modulo;
        if (!is_remainder || right->step != 0) return;
        const auto of = terms_.operands(operands[0]);
        const auto step = integer_constant(terms_, of[1]);
        if (step && *step > 1 && right->least >= 0 && right->least < *step && fits(of[0]))
            narrow(of[0], IntRange::with_remainder(*step, right->least));
    }
}

// `value op constant`, of exact ints.
void Integers::bound(TermId value, TermOp op, std::int64_t constant) {
    if (!fits(value)) return;
    switch (op) {
        case TermOp::equal:
            narrow(value, IntRange::only(constant));
            break;
        case TermOp::less:
            if (constant != kLeastInt64) narrow(value, IntRange::between(kLeastInt64, constant - 1));
            break;
        case TermOp::less_equal:
            narrow(value, IntRange::between(kLeastInt64, constant));
            break;
        case TermOp::greater:
            if (constant != kMostInt64) narrow(value, IntRange::between(constant + 1, kMostInt64));
            break;
        case TermOp::greater_equal:
            narrow(value, IntRange::between(constant, kMostInt64));
            break;
        default:
            break;
    }
}

bool Integers::is_exact(TermId value) const {
    return exact_.contains(value) || range(value).has_value();
}

// Operands first, so that depth is no matter; what premises say of a value narrows what arithmetic says.
std::optional<IntRange> Integers::range(TermId value) const {
    AtHand at_hand;
    std::vector<TermId> pending{value};
    while (!pending.empty()) {
        const TermId next = pending.back();
        if (at_hand.contains(next)) {
            pending.pop_back();
            continue;
        }
        bool ready = true;
        if (is_arithmetic(terms_[next].op)) {
            for (const TermId operand : terms_.operands(next)) {
                if (at_hand.contains(operand)) continue;
                pending.push_back(operand);
                ready = false;
            }
        }
        if (!ready) continue;
        pending.pop_back();
        at_hand[next] = one(next, at_hand);
    }
    return at_hand.at(value);
}

std::optional<IntRange> Integers::one(TermId value, const AtHand& at_hand) const {
    if (const auto number = integer_constant(terms_, value)) return IntRange::only(*number);
    std::optional<IntRange> found;
    if (fits(value)) {
        const auto known = ranges_.find(root(value));
        found = known != ranges_.end() ? known->second : IntRange{};
    }
    if (const auto all = computed(value, at_hand)) found = found ? meet(*found, *all) : *all;
    return found;
}

std::optional<IntRange> Integers::computed(TermId value, const AtHand& at_hand) const {
    const TermOp op = terms_[value].op;
    if (!is_arithmetic(op)) return std::nullopt;
    std::vector<IntRange> operands;
    for (const TermId operand : terms_.operands(value)) {
        const auto& range = at_hand.at(operand);
        if (!range) return std::nullopt;
        operands.push_back(*range);
    }
    switch (op) {
        case TermOp::negate:
            return negate(operands[0]);
        case TermOp::add:
            return add(operands[0], operands[1]);
        case TermOp::subtract:
            return subtract(operands[0], operands[1]);
        case TermOp::multiply:
            return multiply(operands[0], operands[1]);
        case TermOp::floor_divide:
            return floor_divide(operands[0], operands[1]);
        case TermOp::modulo:
            return modulo(operands[0], operands[1]);
        case TermOp::minimum:
        case TermOp::maximum: {
            IntRange all = operands[0];
            for (std::size_t i = 1; i < operands.size(); ++i)
                all = op == TermOp::minimum ? minimum(all, operands[i]) : maximum(all, operands[i]);
            return all;
        }
        default:
            return std::nullopt;
    }
}

bool Integers::same(TermId left, TermId right) const {
    if (left == right) return fits(left) || range(left).has_value();
    if (fits(left) && fits(right) && root(left) == root(right)) return true;
    const auto a = range(left), b = range(right);
    return a && b && a->step == 0 && b->step == 0 && a->least == b->least;
}

}  // namespace guardc::compiler
