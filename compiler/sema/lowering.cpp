#include "compiler/sema/lowering.h"

#include <algorithm>

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

// Room for constants that were copied into the terms long ago is given back.
constexpr std::size_t kKeptBytes = std::size_t{1} << 20;

}  // namespace

Lowering::Lowering(FrameRules& rules, const grammar::ExprPool& pool, Reporter& reporter,
                   const std::unordered_set<std::string>* broken)
    : rules_(rules),
      no_names_{{}, rules.shape.open},
      pool_(pool),
      reporter_(reporter),
      broken_(broken),
      folder_(*rules.terms),
      values_(std::make_unique<ValueArena>()) {}

TermId Lowering::value_of(ExprId root) {
    lower_all(root);
    return value(root);
}

TermId Lowering::test_of(ExprId root) {
    lower_all(root);
    return test(root);
}

std::vector<Condition> Lowering::conditions_of(ExprId root) {
    lower_all(root);
    if (form(root).state == State::conditions) return lists_[form(root).list];
    const TermId term = test(root);
    if (term == kNoTerm) return {};
    return {{term, span(root)}};
}

TermId Lowering::place_of(ExprId root) {
    const TermId term = value_of(root);
    if (term == kNoTerm) return kNoTerm;
    if (is_stored_place(terms()[term].op)) return term;
    return fail("not-a-place", span(root), "this is computed, so it is no object that is stored somewhere",
                "name a local, a global, an attribute or an item")
        .term;
}

TermId Lowering::make(TermOp op, std::initializer_list<TermId> operands, std::uint32_t data) {
    return make(op, std::span(operands.begin(), operands.size()), data);
}

TermId Lowering::make(TermOp op, std::span<const TermId> operands, std::uint32_t data) {
    if (std::ranges::find(operands, kNoTerm) != operands.end()) return kNoTerm;
    return folder_.fold(rules_.terms->make(op, operands, data));
}

// A type is a number in flight; its attributes are those of the type as an object.
TermId Lowering::with_attributes(TermId base) {
    if (base == kNoTerm || terms()[base].op != TermOp::type) return base;
    return make(TermOp::type_object, {terms().operands(base)[0]});
}

TermId Lowering::has_attribute(TermId base, std::string_view name) {
    base = with_attributes(base);
    return base == kNoTerm ? kNoTerm : rules_.terms->make_named(TermOp::has_attribute, base, name);
}

TermId Lowering::make_attribute(TermId base, std::string_view name) {
    if (base == kNoTerm) return kNoTerm;
    base = with_attributes(base);
    if (terms()[base].op == TermOp::device) {
        if (name == "type") return make(TermOp::device_type, {base});
        if (name == "index") return make(TermOp::device_index, {base});
    }
    if (name == "ndim") return make(TermOp::rank, {base});
    const std::optional<TermOp> member = find_member(name);
    if (member && kind_of(*member).form == TermForm::property) return make(*member, {base});
    return folder_.fold(rules_.terms->make_named(TermOp::attribute, base, name));
}

TermId Lowering::conjunction(std::span<const Condition> conditions) {
    if (conditions.empty()) return kNoTerm;
    if (conditions.size() == 1) return conditions[0].term;
    std::vector<TermId> terms;
    for (const Condition& condition : conditions)
        terms.push_back(condition.term);
    return make(TermOp::and_, terms);
}

TermId Lowering::is_type(TermId value, std::string_view full_name) {
    // Of a constant the type is known, and a comparison of two types is what is printed of it.
    if (constant_at(value) != nullptr)
        return is_constant(make(TermOp::type, {value}), *values_->make_type(intern_type(full_name)));
    return make(TermOp::is_type, {value, constant(*values_->make_type(intern_type(full_name)))});
}

TermId Lowering::is_constant(TermId value, const Value& constant_value) {
    return make(TermOp::is_constant, {value, constant(constant_value)});
}

const Value* Lowering::constant_at(TermId term) const {
    return term != kNoTerm && terms()[term].op == TermOp::constant ? &terms().constant(term) : nullptr;
}

Lowering::Form Lowering::fail(std::string id, grammar::Span where, std::string message, std::string hint) {
    reporter_.error(std::move(id), where, std::move(message), std::move(hint));
    return {};
}

// Operands have smaller indices than what holds them, so ascending order is leaves first.
void Lowering::lower_all(ExprId root) {
    std::vector<ExprId> ids = beneath(root);
    std::ranges::sort(ids);
    first_ = ids.front();
    forms_.assign(root - first_ + 1, {});
    lists_.clear();
    if (values_->bytes() > kKeptBytes) values_ = std::make_unique<ValueArena>();
    for (const ExprId id : ids)
        form(id) = lower(id);
}

// The callee of a call is a word of the language and no value; only what a method is called on is one.
std::vector<ExprId> Lowering::beneath(ExprId root) const {
    std::vector<ExprId> found;
    std::vector<ExprId> pending{root};
    while (!pending.empty()) {
        const ExprId id = pending.back();
        pending.pop_back();
        found.push_back(id);
        auto parts = operands(id);
        if (expr(id).kind == ExprKind::call) {
            const ExprId callee = parts[0];
            if (expr(callee).kind == ExprKind::attribute)
                pending.push_back(operands(callee)[0]);
            else if (expr(callee).kind != ExprKind::name)
                pending.push_back(callee);
            parts = parts.subspan(1);
        }
        pending.insert(pending.end(), parts.begin(), parts.end());
    }
    return found;
}

Lowering::Form Lowering::lower(ExprId id) {
    switch (expr(id).kind) {
        case ExprKind::none_literal:
        case ExprKind::true_literal:
        case ExprKind::false_literal:
        case ExprKind::integer:
        case ExprKind::floating:
        case ExprKind::imaginary:
        case ExprKind::string:
        case ExprKind::bytes:
        case ExprKind::device:
            return literal(id);
        case ExprKind::ellipsis:
            return fail("unsupported-constant", span(id), "`...` has no meaning in guards");
        case ExprKind::name:
            return in_state(State::name);
        case ExprKind::local_item:
            return local_item(id);
        case ExprKind::global_item:
            return as_term(global(text_at(id)));
        case ExprKind::wildcard:
        case ExprKind::any_steps:  // of waivers, which are read as patterns
            return in_state(State::wildcard);
        case ExprKind::attribute:
            return attribute(id);
        case ExprKind::item:
            return item(id);
        case ExprKind::slice:
            return fail("unsupported-slice", span(id), "slices of containers have no meaning in guards");
        case ExprKind::missing:
        case ExprKind::keyword:
            return {};  // read by what holds it
        case ExprKind::call:
            return call(id);
        case ExprKind::list:
        case ExprKind::tuple:
        case ExprKind::set:
        case ExprKind::dict:
            return display(id);
        case ExprKind::unary:
            return unary(id);
        case ExprKind::binary:
            return binary(id);
        case ExprKind::compare:
            return compare(id);
        case ExprKind::logic:
            return in_state(State::logic);
        case ExprKind::conditional:
            return conditional(id);
        case ExprKind::step_range:
            return in_state(State::step_range);
    }
    return {};
}

TermId Lowering::value(ExprId id) {
    const Form found = form(id);
    switch (found.state) {
        case State::failed:
            return kNoTerm;
        case State::term:
            return found.term;
        case State::constant:
            form(id) = as_term(constant(*found.value));
            break;
        case State::name:
            form(id) = as_term(resolve(id));
            break;
        case State::logic:
            form(id) = as_term(logic_value(id));
            break;
        case State::conditions:
            form(id) = as_term(conjunction(lists_[found.list]));
            break;
        case State::sizes:
            form(id) =
                fail("whole-shape", span(id), "a shape can only be indexed or compared with a list of sizes",
                     "write `x.size(0)`, `x.dim()` or `x.shape == (2, 3)`");
            break;
        case State::strides:
            form(id) = fail("whole-shape", span(id),
                            "strides can only be indexed or compared with a list of strides",
                            "write `x.stride(0)` or `x.stride() == (3, 1)`");
            break;
        case State::keys:
        case State::key_set:
            form(id) = fail("whole-keys", span(id), "the keys of a dict can only be indexed or compared",
                            "write `key_at(d, 0)` or `list(d.keys()) == [..]`");
            break;
        case State::container:
        case State::size_call:
            form(id) = fail("not-constant", span(id), "a container here may hold constants only",
                            "compare its elements one by one");
            break;
        case State::step_range:
            form(id) = fail("misplaced-range", span(id), "a range `a..b` stands only right of `in`");
            break;
        case State::tensor:
            form(id) = fail("misplaced-tensor", span(id), "`tensor(..)` stands only right of `is`",
                            "write `x is tensor(..)`");
            break;
        case State::defaults:
            form(id) = fail("misplaced-default", span(id), "`default(..)` stands only right of `state is`",
                            "write `state is default(num_threads=8)`");
            break;
        case State::wildcard:
            form(id) =
                fail("misplaced-wildcard", span(id), "`_` stands for a constant in `waive` patterns only");
            break;
    }
    return form(id).term;
}

TermId Lowering::test(ExprId id) {
    if (form(id).state == State::logic) return logic_test(id);
    const TermId found = value(id);
    if (found == kNoTerm || kind_of(terms()[found].op).term_class == TermClass::test) return found;
    return make(TermOp::truthy, {found});
}

std::optional<std::vector<TermId>> Lowering::values(std::span<const ExprId> ids) {
    std::vector<TermId> found;
    for (const ExprId id : ids)
        found.push_back(value(id));
    if (std::ranges::find(found, kNoTerm) != found.end()) return std::nullopt;
    return found;
}

TermId Lowering::logic_test(ExprId id) {
    const TermOp op = expr(id).op == grammar::ExprOp::and_ ? TermOp::and_ : TermOp::or_;
    std::vector<TermId> parts;
    bool complete = true;
    for (const ExprId operand : operands(id)) {
        const TermId part = test(operand);
        complete = complete && part != kNoTerm;
        if (!complete) continue;
        // `(a and b) and c` is one chain.
        if (terms()[part].op == op) {
            const auto inner = terms().operands(part);
            parts.insert(parts.end(), inner.begin(), inner.end());
        } else {
            parts.push_back(part);
        }
    }
    return complete ? make(op, parts) : kNoTerm;
}

// Where a value is asked for, `a or b` is one of its operands, not whether it holds; among tests that is the
// same.
TermId Lowering::logic_value(ExprId id) {
    const auto parts = values(operands(id));
    if (!parts) return kNoTerm;
    const bool tests = std::ranges::all_of(
        *parts, [&](TermId part) { return kind_of(terms()[part].op).term_class == TermClass::test; });
    if (tests) return logic_test(id);
    const bool is_and = expr(id).op == grammar::ExprOp::and_;
    TermId result = parts->back();
    for (std::size_t i = parts->size() - 1; i-- > 0;) {
        const TermId part = (*parts)[i];
        const bool is_test = kind_of(terms()[part].op).term_class == TermClass::test;
        const TermId condition = is_test ? part : make(TermOp::truthy, {part});
        result = is_and ? make(TermOp::conditional, {condition, result, part})
                        : make(TermOp::conditional, {condition, part, result});
    }
    return result;
}

}  // namespace guardc::compiler
