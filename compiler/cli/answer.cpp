#include "compiler/cli/answer.h"

#include <fmt/format.h>

#include "compiler/cli/terminal.h"
#include "compiler/json/json_text.h"

namespace guardc::cli {

namespace {

using compiler::json_quoted;

std::string name_or_null(std::string_view name) {
    return name.empty() ? "null" : json_quoted(name);
}

Ink ink_of(OutcomeKind outcome) {
    return outcome == OutcomeKind::hit || outcome == OutcomeKind::compile ? Ink::good : Ink::bad;
}

// A value as a frame file writes it.
std::string argument_json(const compiler::LiftedCell& argument) {
    if (!argument.is_shape) return compiler::write_cell(argument.cells.front());
    std::string sizes;
    for (const Cell& cell : argument.cells)
        sizes += (sizes.empty() ? "" : ",") + compiler::write_cell(cell);
    return "{\"$size\":[" + sizes + "]}";
}

}  // namespace

std::string reason_json(const ReasonText& reason) {
    return fmt::format(
        R"({{"entry":{},"guard":{},"expected":{},"actual":{},"owner":{},"because":{},"at":{}}})",
        json_quoted(reason.entry), json_quoted(reason.guard), json_quoted(reason.expected),
        json_quoted(reason.actual), json_quoted(reason.owner), name_or_null(reason.because),
        name_or_null(reason.at));
}

std::string reasons_json(std::span<const ReasonText> reasons) {
    std::string list;
    for (const ReasonText& reason : reasons)
        list += (list.empty() ? "" : ",") + reason_json(reason);
    return "[" + list + "]";
}

std::string answer_json(std::size_t frame, const compiler::Answer& answer) {
    std::string lifted;
    for (const compiler::LiftedCell& cell : answer.lifted)
        lifted += (lifted.empty() ? "" : ",") + json_quoted(cell.path) + ":" + argument_json(cell);
    std::string line = fmt::format(
        R"({{"frame":{},"outcome":{},"entry":{},"reason":{},"lifted":{{{}}},"reasons":{})", frame,
        json_quoted(outcome_name(answer.outcome)), answer.entry ? json_quoted(*answer.entry) : "null",
        name_or_null(eager_reason_name(answer.reason)), lifted, reasons_json(answer.reasons));
    if (!answer.message.empty()) line += ",\"message\":" + json_quoted(answer.message);
    return line + "}";
}

std::string reason_text(const ReasonText& reason, grammar::Colour colour) {
    std::string text = "    " + one_line(reason.guard);
    if (!reason.at.empty()) text += "  " + painted(Ink::quiet, "(" + one_line(reason.at) + ")", colour);
    text +=
        fmt::format("\n        expected {}, found {}", one_line(reason.expected), one_line(reason.actual));
    if (reason.owner != "framework") text += ", asked by " + one_line(reason.owner);
    if (!reason.because.empty()) text += ": " + one_line(reason.because);
    return text + "\n";
}

std::string answer_text(std::size_t frame, const compiler::Answer& answer, grammar::Colour colour) {
    std::string text =
        fmt::format("{}: {}", frame, painted(ink_of(answer.outcome), outcome_name(answer.outcome), colour));
    if (answer.entry) text += fmt::format(" \"{}\"", one_line(*answer.entry));
    if (answer.reason != EagerReason::none) text += fmt::format(", {}", eager_reason_name(answer.reason));
    text += "\n";
    if (!answer.message.empty()) text += "    " + one_line(answer.message) + "\n";
    for (const compiler::LiftedCell& cell : answer.lifted)
        text += fmt::format("    {} = {}\n", one_line(cell.path), argument_json(cell));
    const std::string* entry = nullptr;
    for (const ReasonText& reason : answer.reasons) {
        if ((entry == nullptr || *entry != reason.entry) && !reason.entry.empty())
            text += fmt::format("  not \"{}\":\n", one_line(reason.entry));
        entry = &reason.entry;
        text += reason_text(reason, colour);
    }
    return text;
}

}  // namespace guardc::cli
