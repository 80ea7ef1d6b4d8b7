#include "compiler/cli/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compiler/cli/terminal.h"

namespace guardc::cli {

void print_diagnostics(const grammar::Source& source, const grammar::Diagnostics& diagnostics) {
    const grammar::Colour colour = colour_of(stderr);
    for (const grammar::Diagnostic& diagnostic : diagnostics)
        write(stderr, render(source, diagnostic, colour));
}

void print_diagnostics_json(const grammar::Source& source, const grammar::Diagnostics& diagnostics) {
    using Json = nlohmann::ordered_json;
    for (const grammar::Diagnostic& diagnostic : diagnostics) {
        const grammar::Position begin = source.position(diagnostic.span.begin);
        const grammar::Position end = source.position(diagnostic.span.end);
        const Json line{{"file", source.name()},
                        {"line", begin.line},
                        {"column", begin.column},
                        {"end_line", end.line},
                        {"end_column", end.column},
                        {"severity", diagnostic.severity == grammar::Severity::error ? "error" : "warning"},
                        {"id", diagnostic.id},
                        {"message", diagnostic.message},
                        {"hint", diagnostic.hint.empty() ? Json() : Json(diagnostic.hint)}};
        // Bytes of a broken text can stand in a message; they must not end the report.
        write(stdout, line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }
}

void print_failure(std::string_view message) {
    write(stderr, fmt::format("guardc: {}\n", one_line(message)));
}

Tally count(const grammar::Diagnostics& diagnostics) {
    Tally tally;
    for (const grammar::Diagnostic& diagnostic : diagnostics)
        ++(diagnostic.severity == grammar::Severity::error ? tally.errors : tally.warnings);
    return tally;
}

std::string counted(std::size_t number, std::string_view noun, std::string_view plural) {
    if (number == 1) return fmt::format("1 {}", noun);
    return plural.empty() ? fmt::format("{} {}s", number, noun) : fmt::format("{} {}", number, plural);
}

std::string in_words(const Tally& tally) {
    if (tally.errors == 0) return counted(tally.warnings, "warning");
    if (tally.warnings == 0) return counted(tally.errors, "error");
    return counted(tally.errors, "error") + ", " + counted(tally.warnings, "warning");
}

}  // namespace guardc::cli
