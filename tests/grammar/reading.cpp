#include "reading.h"

#include <fmt/format.h>

#include "grammar/dump.h"
#include "grammar/parse.h"
#include "grammar/print.h"

namespace guardc::grammar {

namespace {

std::string listed(const Source& source, const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) {
        const Position at = source.position(diagnostic.span.begin);
        out += fmt::format("{}{}{}:{} {}", out.empty() ? "" : ", ",
                           diagnostic.severity == Severity::warning ? "warning " : "", at.line, at.column,
                           diagnostic.id);
    }
    return out;
}

}  // namespace

std::string expression(const std::string& text, const Limits& limits) {
    const Source source("guard", text);
    const ParsedGuard parsed = parse_guard(source, limits);
    if (!parsed.diagnostics.empty()) return listed(source, parsed.diagnostics);
    if (parsed.guard.peer || parsed.guard.because) return dump_guard(parsed.pool, parsed.guard);
    return dump_expression(parsed.pool, parsed.guard.expression);
}

std::string waiver(const std::string& text) {
    const Source source("waiver", text);
    const ParsedWaiver parsed = parse_waiver(source);
    return parsed.diagnostics.empty() ? dump_waiver(parsed.pool, parsed.waiver)
                                      : listed(source, parsed.diagnostics);
}

std::string tree(const std::string& text, const Limits& limits) {
    const Source source("file", text);
    const ParsedFile parsed = parse_file(source, limits);
    return parsed.diagnostics.empty() ? dump_file(parsed.file) : listed(source, parsed.diagnostics);
}

std::string mistakes(const std::string& text, const Limits& limits) {
    const Source source("file", text);
    return listed(source, parse_file(source, limits).diagnostics);
}

std::string messages(const std::string& text) {
    const Source source("file", text);
    std::string out;
    for (const Diagnostic& diagnostic : parse_file(source).diagnostics) {
        if (!out.empty()) out += " / ";
        out += diagnostic.message;
        if (!diagnostic.hint.empty()) out += fmt::format(" ({})", diagnostic.hint);
    }
    return out;
}

std::string formatted(const std::string& text) {
    const Source source("file", text);
    const ParsedFile parsed = parse_file(source);
    return parsed.diagnostics.empty() ? format_file(source, parsed.file) : listed(source, parsed.diagnostics);
}

}  // namespace guardc::grammar
