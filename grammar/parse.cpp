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
    ParsedGuard parsed;
    Sink sink(limits.diagnostics);
    const Layout layout = scan_layout(source.text(), BlockKind::entry, limits, sink);
    if (const auto line = only_line(layout, "guard", sink)) {
        Reading reading(layout, limits, parsed.pool, sink);
        if (auto guard = FileReader::read_guard(reading, *line)) parsed.guard = std::move(*guard);
    }
    parsed.diagnostics = sink.finish();
    return parsed;
}

ParsedGuard parse_path(const Source& source, const Limits& limits) {
    ParsedGuard parsed;
    Sink sink(limits.diagnostics);
    const Layout layout = scan_layout(source.text(), BlockKind::backend, limits, sink);
    if (const auto line = only_line(layout, "path", sink)) {
        Reading reading(layout, limits, parsed.pool, sink);
        if (auto path = read_path(reading, *line)) parsed.guard = std::move(*path);
    }
    parsed.diagnostics = sink.finish();
    return parsed;
}

ParsedWaiver parse_waiver(const Source& source, const Limits& limits) {
    ParsedWaiver parsed;
    Sink sink(limits.diagnostics);
    const Layout layout = scan_layout(source.text(), BlockKind::backend, limits, sink);
    if (const auto line = only_line(layout, "waiver", sink)) {
        Reading reading(layout, limits, parsed.pool, sink);
        if (auto waiver = read_waive(reading, *line)) parsed.waiver = std::move(*waiver);
    }
    parsed.diagnostics = sink.finish();
    return parsed;
}

}  // namespace guardc::grammar
