// Reads one logical line as one kind of statement. Each function gives nothing when the line has a mistake,
// which then is in the sink.
#pragma once

#include <optional>
#include <string>

#include "grammar/ast.h"
#include "grammar/limits.h"
#include "grammar/pieces.h"
#include "grammar/sink.h"

namespace guardc::grammar {

// One text being read.
struct Reading {
    const Layout& layout;
    const Limits& limits;
    ExprPool& pool;
    Sink& sink;
    ReadingState state;

    Reading(const Layout& text_layout, const Limits& text_limits, ExprPool& expressions, Sink& diagnostics);
    std::string_view text(Span span) const { return view(layout.text, span); }
    void begin_statement();
    std::string_view end_name(Span line) const;  // what stands behind it, as messages call it
    std::optional<ExprId> expression(PieceRange range);
    std::optional<std::string> string(Span span);          // of a string literal
    std::optional<std::string> name_or_string(Span span);  // a bare name, or a string literal
};

std::optional<FrameDecl> read_frame_head(Reading& reading, Span line);
std::optional<EntryDecl> read_entry_head(Reading& reading, Span line);
bool read_shared_head(Reading& reading, Span line);  // `common`, `user`
std::optional<BackendDecl> read_backend_head(Reading& reading, Span line);
std::optional<TestDecl> read_test_head(Reading& reading, Span line);

std::optional<LimitClause> read_limit(Reading& reading, Span line);
std::optional<FailureClause> read_failure(Reading& reading, Span line);
std::optional<OrderClause> read_order(Reading& reading, Span line);
std::optional<ProofClause> read_proof(Reading& reading, Span line);
std::optional<DimStatement> read_dim(Reading& reading, Span line, bool is_place);  // `dim`, `let`

std::optional<GuardStatement> read_own_guard(Reading& reading, Span line);
std::optional<RequireStatement> read_require(Reading& reading, Span line);
// The path of a value alone, perhaps with a reason.
std::optional<GuardStatement> read_path(Reading& reading, Span line);
// With or without the word `waive` in front.
std::optional<WaiveStatement> read_waive(Reading& reading, Span line);

// `frame {..}`, `globals {..}`, `state {..}` of a test: the dict behind the word.
std::optional<ExprId> read_test_values(Reading& reading, Span line);
struct ExpectClause {
    TestDecl::Expect expect = TestDecl::Expect::entry;
    std::string entry;
    std::optional<std::string> because;
};
std::optional<ExpectClause> read_expect(Reading& reading, Span line);

// Only an expression, no diagnostic: what the peer prints is not always one.
std::optional<ExprId> read_peer_expression(Reading& reading, Span text);

}  // namespace guardc::grammar
