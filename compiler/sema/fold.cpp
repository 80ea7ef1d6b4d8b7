#include "compiler/sema/fold.h"

#include <algorithm>

#include "compiler/reference/seen.h"
#include "runtime/value/arena.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {

namespace {

Evaluation evaluate_closed(const TermPool& terms, TermId term) {
    const AmbientBlock ambient{};
    return evaluate(terms, term, {builtin_model(), {}, ambient});
}

const Value* value_of(ValueArena& arena, const Cell& cell) {
    switch (cell.tag) {
        case CellTag::none:
            return arena.make_none();
        case CellTag::boolean:
            return arena.make_boolean(cell.bits != 0);
        case CellTag::integer:
            return arena.make_integer(cell.as_integer());
        case CellTag::floating:
            return arena.make_floating(cell.as_floating());
        case CellTag::text:
            return arena.make_string(cell.as_text());
        case CellTag::dtype:
            return arena.make_dtype(static_cast<DType>(cell.bits));
        case CellTag::device:
            return arena.make_device(unpack_device(cell.bits));
        case CellTag::type: {
            const std::string_view name = builtin_model().type_name(builtin_model(), cell.bits);
            return arena.make_type(intern_type(name));
        }
        case CellTag::reference:
        case CellTag::literal:
            return static_cast<const Value*>(cell.as_reference());
        case CellTag::absent:
            break;
    }
    return nullptr;
}

}  // namespace

TermId Folder::fold(TermId term) {
    const TermKind& kind = kind_of(terms_[term].op);
    if (kind.term_class == TermClass::test || kind.op == TermOp::constant || !is_closed(term)) return term;
    const Evaluation evaluation = evaluate_closed(terms_, term);
    if (evaluation.truth != Truth::yes) return term;
    ValueArena arena;
    const Value* value = value_of(arena, evaluation.value);
    return value == nullptr ? term : terms_.make_constant(*value);
}

bool Folder::is_closed(TermId term) {
    while (closed_.size() <= term) {
        const auto next = static_cast<TermId>(closed_.size());
        const auto operands = terms_.operands(next);
        // What a predicate says is known when it is bound.
        const TermOp op = terms_[next].op;
        const bool leaf = (operands.empty() && op != TermOp::constant) || op == TermOp::extern_;
        closed_.push_back(!leaf &&
                          std::ranges::all_of(operands, [&](TermId operand) { return closed_[operand]; }));
    }
    return closed_[term];
}

std::uint64_t Folder::written_size(TermId term) {
    while (sizes_.size() <= term) {
        std::uint64_t size = 1;
        for (const TermId operand : terms_.operands(static_cast<TermId>(sizes_.size())))
            size = std::min(size + sizes_[operand], kCountedSize);
        sizes_.push_back(size);
    }
    return sizes_[term];
}

Truth Folder::outcome(TermId term) const {
    return evaluate_closed(terms_, term).truth;
}

}  // namespace guardc::compiler
