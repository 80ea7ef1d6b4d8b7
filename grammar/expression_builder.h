// Pieces to syntax tree: precedence, chains, literals, the scopes L and G. Bracket levels lie on a stack of
// its own, so depth costs no native stack.
#pragma once

#include <optional>

#include "grammar/ast.h"
#include "grammar/limits.h"
#include "grammar/pieces.h"
#include "grammar/sink.h"

namespace guardc::grammar {

// Builds the expression of `range` into the pool. A mistake goes to the sink and yields nothing; the pool is
// then as it was.
std::optional<ExprId> build_expression(ReadingState& state, PieceRange range, ExprPool& pool,
                                       const Limits& limits, Sink& sink);

}  // namespace guardc::grammar
