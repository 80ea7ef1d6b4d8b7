#include "compiler/terms/term_kinds.h"

#include <algorithm>
#include <array>

namespace guardc::compiler {

namespace {

constexpr std::array kKinds = {
#define GUARDC_TERM(op, term_class, form, spelling, least, most, cost, text) \
    TermKind{TermOp::op, #op, TermClass::term_class, TermForm::form, spelling, least, most, cost, text},
    GUARDC_TERMS(GUARDC_TERM)
#undef GUARDC_TERM
};

template <typename Accepts>
std::optional<TermOp> find_spelling(std::string_view name, Accepts accepts) {
    const auto* found = std::ranges::find_if(
        kKinds, [&](const TermKind& kind) { return accepts(kind.form) && kind.spelling == name; });
    return found == kKinds.end() ? std::nullopt : std::optional(found->op);
}

}  // namespace

const TermKind& kind_of(TermOp op) {
    return kKinds[static_cast<std::size_t>(op)];
}

bool is_stored_place(TermOp op) {
    switch (op) {
        case TermOp::local:
        case TermOp::global:
        case TermOp::derived:
        case TermOp::attribute:
        case TermOp::item:
        case TermOp::key_at:
        case TermOp::stored_key:
        case TermOp::type_object:
        case TermOp::derived_from:
        case TermOp::referent:
        case TermOp::upcoming:
            return true;
        default:
            return false;
    }
}

std::span<const TermKind> term_kinds() {
    return kKinds;
}

std::optional<TermOp> find_call(std::string_view name) {
    return find_spelling(name, [](TermForm form) { return form == TermForm::call; });
}

std::optional<TermOp> find_member(std::string_view name) {
    return find_spelling(
        name, [](TermForm form) { return form == TermForm::method || form == TermForm::property; });
}

std::optional<TermOp> find_infix(std::string_view name) {
    return find_spelling(name, [](TermForm form) { return form == TermForm::infix; });
}

}  // namespace guardc::compiler
