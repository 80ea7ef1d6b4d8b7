// What the rules leave behind: a flat run of pieces for one level of an expression. A level is what stands
// between two brackets, or a whole line; a bracket with all it holds is one piece and is read as a level of
// its own later (expressions.h), so neither the rules nor what follows them recurse.
#pragma once

#include <cstdint>
#include <vector>

#include "grammar/ast.h"
#include "grammar/layout.h"

namespace guardc::grammar {

enum class PieceKind : std::uint8_t {
    // operands
    none_literal,
    true_literal,
    false_literal,
    ellipsis,
    number,
    strings,  // one literal or several in a row
    device,
    shown_class,  // `<class 'demo.Config'>`, as Python prints a type
    name,
    wildcard,
    parenthesis,
    list,
    braces,
    // around operands
    prefix,     // op
    attribute,  // the span is the name's
    any_steps,  // `.*`; the span is the star's
    call,
    item,
    // between operands
    infix,  // op
    if_,
    else_,
    range,  // `..`
    step,
    comma,
    colon,
    keyword,  // `name =` in a call; the span is the name's
};

struct Piece {
    PieceKind kind = PieceKind::name;
    ExprOp op = ExprOp::none;
    Span span;
};

// A run of pieces, by index.
struct PieceRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    bool empty() const { return first == last; }
};

// What the rules read and write while they run: the context of the parser.
struct ReadingState {
    const Layout* layout = nullptr;
    std::uint32_t operator_limit = 0;
    std::uint32_t operators = 0;  // of this statement so far
    bool over_limit = false;
    std::vector<Piece> pieces;

    const char* base() const { return layout->text.data(); }
    std::uint32_t offset(const char* at) const { return static_cast<std::uint32_t>(at - base()); }
};

}  // namespace guardc::grammar
