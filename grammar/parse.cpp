#include "grammar/parse.h"

#include "grammar/file_reader.h"

namespace guardc::grammar {

namespace {

// The one line of a text that is to hold one statement; a text with none, or with more, is a mistake.
std::optional<Span> only_line(const Layout& layout, std::string_view what, Sink& sink) {
    if (layout.refused) return std::nullopt;
    if (layout.lines.empty()) {
        sink.error("expected-operand", {0, 0}, "expected " + std::string(what) + ", found nothing");
        return std::nullopt;
    }
    const LogicalLine& first = layout.lines.front();
    if (first.broken) return std::nullopt;
    if (layout.lines.size() > 1) {
        const Span more = layout.lines[1].span;
        sink.error("expected-end", more, "expected one " + std::string(what) + ", found more");
        return std::nullopt;
    }
    return first.span;
}

// The text is one statement of that kind, which `read` makes into the part.
template <typename Parsed, typename Part, typename Read>
Parsed parse_one(const Source& source, const Limits& limits, BlockKind kind, std::string_view what,
                 Part Parsed::* part, Read read) {
    Parsed parsed;
    Sink sink(limits.diagnostics);
    const Layout layout = scan_layout(source.text(), kind, limits, sink);
    if (const auto line = only_line(layout, what, sink)) {
        Reading reading(layout, limits, parsed.pool, sink);
        if (auto found = read(reading, *line)) parsed.*part = std::move(*found);
    }
    parsed.diagnostics = sink.finish();
    return parsed;
}

}  // namespace

ParsedFile parse_file(const Source& source, const Limits& limits) {
    ParsedFile parsed;
    Sink sink(limits.diagnostics);
    Layout layout = scan_layout(source.text(), BlockKind::file, limits, sink);
    parsed.file.comments = std::move(layout.comments);
    if (!layout.refused) FileReader(layout, limits, parsed.file, sink).run();
    parsed.diagnostics = sink.finish();
    return parsed;
}

ParsedGuard parse_guard(const Source& source, const Limits& limits) {
    return parse_one(source, limits, BlockKind::entry, "guard", &ParsedGuard::guard, FileReader::read_guard);
}

ParsedGuard parse_path(const Source& source, const Limits& limits) {
    return parse_one(source, limits, BlockKind::backend, "path", &ParsedGuard::guard, read_path);
}

ParsedWaiver parse_waiver(const Source& source, const Limits& limits) {
    return parse_one(source, limits, BlockKind::backend, "waiver", &ParsedWaiver::waiver, read_waive);
}

}  // namespace guardc::grammar
