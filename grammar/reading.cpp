#include "grammar/expression_builder.h"
#include "grammar/literals.h"
#include "grammar/statements.h"

namespace guardc::grammar {

Reading::Reading(const Layout& text_layout, const Limits& text_limits, ExprPool& expressions,
                 Sink& diagnostics)
    : layout(text_layout), limits(text_limits), pool(expressions), sink(diagnostics) {
    state.layout = &layout;
    state.operator_limit = limits.operators;
}

void Reading::begin_statement() {
    state.operators = 0;
    state.pieces.clear();
}

std::string_view Reading::end_name(Span line) const {
    const auto end = static_cast<std::uint32_t>(layout.text.size());
    const std::uint32_t next = skip_blanks(layout.text, line.end, end);
    if (next == end) return "end of text";
    return layout.text[next] == '}'   ? "`}`"
           : layout.text[next] == '{' ? "`{`"
           : layout.text[next] == ';' ? "`;`"
                                      : "end of line";
}

std::optional<ExprId> Reading::expression(PieceRange range) {
    return build_expression(state, range, pool, limits, sink);
}

std::optional<std::string> Reading::string(Span span) {
    auto read = read_strings(layout.text, span, limits, sink);
    if (!read) {
        sink.add(std::move(read.error()));
        return std::nullopt;
    }
    if (read->bytes) {
        sink.error("unexpected-bytes", span, "bytes where a string is expected", "drop the `b`");
        return std::nullopt;
    }
    return std::move(read->value);
}

std::optional<std::string> Reading::name_or_string(Span span) {
    if (string_starts(layout.text, span.begin, span.end)) return string(span);
    return std::string(text(span));
}

}  // namespace guardc::grammar
