// Comparison chains: equality, order, membership.
#include "compiler/sema/lowering.h"
#include "compiler/terms/spelling.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;
using grammar::ExprOp;

// Every neighbouring pair of a chain is a condition; a chain of one pair that is a shorthand stays a list.
Lowering::Form Lowering::compare(ExprId id) {
    const auto parts = operands(id);
    const auto ops = pool_.ops_of(id);
    std::vector<Condition> chain;
    bool complete = true;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        std::vector<Condition> pair;
        const grammar::Span where =
            ops.size() == 1 ? span(id) : grammar::Span{span(parts[i]).begin, span(parts[i + 1]).end};
        complete = compare_pair(parts[i], ops[i], parts[i + 1], where, pair) && complete;
        chain.insert(chain.end(), pair.begin(), pair.end());
    }
    if (!complete || chain.empty()) return {};
    if (chain.size() == 1) return as_term(chain[0].term);
    if (ops.size() > 1) return as_term(conjunction(chain));
    return as_conditions(std::move(chain));
}

bool Lowering::add(std::vector<Condition>& out, TermId term, grammar::Span where) {
    if (term == kNoTerm) return false;
    out.push_back({term, where});
    return true;
}

bool Lowering::compare_pair(ExprId left, ExprOp op, ExprId right, grammar::Span where,
                            std::vector<Condition>& out) {
    const bool negated = op == ExprOp::is_not || op == ExprOp::not_equal || op == ExprOp::not_in;
    const bool is = op == ExprOp::is || op == ExprOp::is_not;
    std::vector<Condition> shorthand;
    bool complete = true;
    if (is && form(right).state == State::tensor) {
        complete = tensor_conditions(left, right, shorthand);
    } else if ((op == ExprOp::equal || op == ExprOp::not_equal) && form(left).state == State::key_set) {
        complete = key_set_conditions(form(left).term, right, shorthand);
    } else if (is && form(right).state == State::defaults && is_state(left)) {
        complete = state_conditions(right, shorthand);
    } else if ((is || op == ExprOp::equal || op == ExprOp::not_equal) &&
               (is_sizes(left) || is_sizes(right))) {
        complete = is_sizes(left) ? sizes_conditions(left, right, shorthand)
                                  : sizes_conditions(right, left, shorthand);
    } else {
        TermId found = kNoTerm;
        if (is) {
            found = is_pair(left, right);
        } else if (op == ExprOp::in || op == ExprOp::not_in) {
            found = expr(right).kind == ExprKind::step_range ? in_range(left, right) : member_of(left, right);
        } else {
            return add(out, compare_values(left, *find_infix(grammar::spelling(op)), right), where);
        }
        if (found == kNoTerm) return false;
        return add(out, negated ? negation(found) : found, where);
    }
    if (!complete || shorthand.empty()) return false;
    if (negated) return add(out, negation(conjunction(shorthand)), where);
    out.insert(out.end(), shorthand.begin(), shorthand.end());
    return true;
}

TermId Lowering::compare_values(ExprId left, TermOp op, ExprId right) {
    const TermId one = beside(left, right);
    return make(op, {one, beside(right, left)});
}

TermId Lowering::beside(ExprId id, ExprId other) {
    if (form(id).state != State::name || form(other).state != State::term) return value(id);
    const Dotted name = dotted(id);
    if (name.text.empty() || !is_free(text_at(name.parts[0]))) return value(id);
    const TermOp op = terms()[form(other).term].op;
    if (op == TermOp::dtype) {
        if (const std::optional<DType> dtype = parse_dtype(name.text))
            return constant(*values_->make_dtype(*dtype));
    }
    if (op == TermOp::device) {
        if (const std::optional<DeviceType> type = parse_device_type(name.text))
            return constant(*values_->make_device({*type, -1}));
    }
    if (op == TermOp::type) {
        if (const std::optional<std::string> type = type_in_type_place(no_names_, name.text))
            return constant(*values_->make_type(intern_type(*type)));
    }
    return value(id);
}

TermId Lowering::member_of(ExprId element, ExprId container) {
    if (form(container).state != State::container || expr(container).kind == ExprKind::dict) {
        const TermId one = value(element);
        return make(TermOp::contains, {one, value(container)});
    }
    // Elements that are no constants: one of them is equal.
    const TermId one = value(element);
    const auto elements = values(operands(container));
    if (one == kNoTerm || !elements) return kNoTerm;
    std::vector<TermId> alternatives;
    for (const TermId candidate : *elements)
        alternatives.push_back(make(TermOp::equal, {one, candidate}));
    return alternatives.size() == 1 ? alternatives[0] : make(TermOp::or_, alternatives);
}

TermId Lowering::in_range(ExprId element, ExprId range) {
    const auto parts = operands(range);
    const TermId one = value(element);
    const std::optional<std::int64_t> first = bound(parts[0], "the first");
    const std::optional<std::int64_t> last = bound(parts[1], "the last");
    const std::optional<std::int64_t> step = parts.size() > 2 ? bound(parts[2], "the step") : 1;
    if (one == kNoTerm || !first || !last || !step) return kNoTerm;
    if (*step < 1)
        return fail("bad-range", span(parts[2]),
                    "the step of a range is at least 1, not " + std::to_string(*step))
            .term;
    if (*first > *last)
        reporter_.warning("empty-range", span(range), "nothing is in this range",
                          "both ends are included: `2..64`");
    return make(TermOp::in_range, {one, constant(*first), constant(*last), constant(*step)});
}

std::optional<std::int64_t> Lowering::bound(ExprId id, std::string_view what) {
    const TermId found = value(id);
    if (found == kNoTerm) return std::nullopt;
    const Value* number = constant_at(found);
    if (number == nullptr || number->kind != Kind::integer || is_big(as<IntegerValue>(*number))) {
        fail("bad-range", span(id), std::string(what) + " of a range is an int constant within 64 bits",
             "write `a <= x and x <= b` for other bounds");
        return std::nullopt;
    }
    return as<IntegerValue>(*number).number;
}

}  // namespace guardc::compiler
