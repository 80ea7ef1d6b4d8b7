// Calls: in call position a name is the language's.
#include <algorithm>

#include "compiler/sema/lowering.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

std::vector<std::string_view> spellings(auto wanted) {
    std::vector<std::string_view> names;
    for (const TermKind& kind : term_kinds()) {
        if (wanted(kind.form)) names.push_back(kind.spelling);
    }
    return names;
}

std::string operand_count(const TermKind& kind, std::uint32_t less) {
    const std::uint32_t least = kind.least - less;
    const std::uint32_t most = kind.most - less;
    std::string count = std::to_string(least);
    if (most != least) count = "at least " + count;
    return count + (least == 1 && most == least ? " operand" : " operands");
}

}  // namespace

Lowering::Form Lowering::call(ExprId id) {
    const auto parts = operands(id);
    const ExprId callee = parts[0];
    const auto given = parts.subspan(1);
    if (expr(callee).kind == ExprKind::name) return call_name(id, text_at(callee), given);
    if (expr(callee).kind == ExprKind::attribute) return call_member(id, given);
    if (std::optional<Form> step = step_value(id, given)) return *step;
    return fail("unknown-function", span(callee), "this cannot be called",
                "only functions and methods by their names can");
}

Lowering::Form Lowering::call_name(ExprId id, std::string_view name, std::span<const ExprId> given) {
    if (name == "tensor") return in_state(State::tensor);
    if (name == "default") return in_state(State::defaults);
    if (std::optional<Form> step = step_call(id, name, given)) return *step;
    if (std::optional<Form> constructed = construct(id, name, given)) return *constructed;
    if (name == kind_of(TermOp::has_attribute).spelling) {
        if (refuse_keywords(id, name)) return {};
        const Value* attribute_name = given.size() == 2 ? constant_form(given[1]) : nullptr;
        if (attribute_name == nullptr || attribute_name->kind != Kind::string)
            return fail("wrong-operands", span(id), "`hasattr` takes a value and the name of an attribute",
                        "write `hasattr(x, \"name\")`");
        const TermId base = value(given[0]);
        if (base == kNoTerm) return {};
        return as_term(has_attribute(base, text_of(*attribute_name)));
    }
    if (name == kind_of(TermOp::extern_).spelling) return extern_call(id, given);
    if (const std::optional<TermOp> op = find_function(name)) {
        if (refuse_keywords(id, name)) return {};
        if (*op == TermOp::is_identity && given.size() > 2) return identities(id, given);
        return call_term(id, *op, given, kNoTerm);
    }
    return unknown_function(id, name);
}

Lowering::Form Lowering::unknown_function(ExprId id, std::string_view name) {
    auto names = spellings([](TermForm form) { return form == TermForm::call; });
    for (const std::string_view constructor :
         {"extern", "hasattr", "getattr", "float", "tensor", "dtype", "device"})
        names.push_back(constructor);
    for (const ExprId part : operands(id).subspan(1)) {
        if (expr(part).kind != ExprKind::keyword && form(part).state == State::failed) return {};
    }
    return fail("unknown-function", span(operands(id)[0]), "there is no function `" + std::string(name) + "`",
                did_you_mean(name, names));
}

Lowering::Form Lowering::call_member(ExprId id, std::span<const ExprId> given) {
    const ExprId callee = operands(id)[0];
    const ExprId base = operands(callee)[0];
    const std::string_view name = text_at(callee);
    if (std::optional<Form> step = library_call(id, given)) return *step;
    if (std::optional<Form> step = method_step(id, given)) return *step;
    if (form(base).state == State::name) {
        const Dotted whole = dotted(callee);
        if (std::optional<Form> constructed = construct(id, whole.text, given)) return *constructed;
        if (whole.parts.size() == 2 && is_free(text_at(whole.parts[0])) &&
            (whole.text.starts_with("math.") || whole.text.starts_with("torch.")))
            return unknown_function(id, whole.text);
    }
    if (refuse_keywords(id, name)) return {};
    const bool whole = given.empty() && (name == "size" || name == "stride");
    const std::optional<TermOp> op = find_member(name == "ndimension" ? "dim" : name);
    if (!op || kind_of(*op).form != TermForm::method) {
        const auto names = spellings([](TermForm form) { return form == TermForm::method; });
        std::string hint =
            op || name == "ndim" || name == "shape" ? "write it without `()`" : did_you_mean(name, names);
        return fail("unknown-method", span(callee), "there is no method `" + std::string(name) + "`", hint);
    }
    const TermId tensor = value(base);
    if (tensor == kNoTerm) return {};
    if (whole) return in_state(name == "size" ? State::sizes : State::strides, tensor);
    return call_term(id, *op, given, tensor);
}

// `base` is what a method is called on, or kNoTerm.
Lowering::Form Lowering::call_term(ExprId id, TermOp op, std::span<const ExprId> given, TermId base) {
    const TermKind& kind = kind_of(op);
    const std::uint32_t before = base == kNoTerm ? 0 : 1;
    const std::size_t count = given.size() + before;
    if (count < kind.least || count > kind.most)
        return fail("wrong-operands", span(id),
                    "`" + std::string(kind.spelling) + "` takes " + operand_count(kind, before) + ", not " +
                        std::to_string(given.size()));
    // `len(x.shape)`
    if (op == TermOp::length && form(given[0]).state == State::sizes)
        return as_term(make(TermOp::rank, {form(given[0]).term}));
    if (op == TermOp::length && form(given[0]).state == State::keys)
        return as_term(make(TermOp::length, {form(given[0]).term}));
    if (op == TermOp::truthy) return as_term(test(given[0]));
    auto found = values(given);
    if (!found) return {};
    if (base != kNoTerm) found->insert(found->begin(), base);
    const bool places = op == TermOp::distinct || op == TermOp::is_identity;
    for (std::size_t i = 0; places && i < (op == TermOp::distinct ? found->size() : 1); ++i) {
        if (!is_stored_place(terms()[(*found)[i]].op))
            return fail("not-a-place", span(given[i]),
                        "this is computed, so it is no object that is stored somewhere",
                        "name a local, a global, an attribute or an item");
    }
    if (op == TermOp::is_identity) {
        const Value* number = constant_at((*found)[1]);
        if (number == nullptr || number->kind != Kind::integer)
            return fail("wrong-operands", span(given[1]), "a recorded identity is a number");
    }
    return as_term(make(op, *found));
}

// `is_identity(a, b, 7)`: one condition for each place.
Lowering::Form Lowering::identities(ExprId id, std::span<const ExprId> given) {
    std::vector<Condition> each;
    for (const ExprId place : given.first(given.size() - 1)) {
        const ExprId operands[] = {place, given.back()};
        const Form one = call_term(id, TermOp::is_identity, operands, kNoTerm);
        if (one.state == State::failed) return {};
        each.push_back({one.term, span(place)});
    }
    return as_conditions(std::move(each));
}

bool Lowering::refuse_keywords(ExprId id, std::string_view name) {
    if (expr(id).keywords == 0) return false;
    const ExprId first = operands(id)[operands(id).size() - expr(id).keywords];
    fail("unexpected-keyword", span(first),
         "`" + std::string(name) + "` takes no `" + std::string(text_at(first)) + "=`");
    return true;
}

}  // namespace guardc::compiler
