#include "compiler/cli/ledger_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/cli/terminal.h"
#include "compiler/json/json_text.h"

namespace guardc::cli {

namespace {

using compiler::GuardState;
using compiler::json_quoted;
using compiler::LedgerGuard;
using compiler::LedgerPlace;
using compiler::WaiverClass;

// A guard that is implied is told as that, whatever was done to it.
std::string_view word_of(const LedgerGuard& guard) {
    if (guard.waiver_class == WaiverClass::implied) return "implied";
    return compiler::guard_state_name(guard.state);
}

Ink ink_of(const LedgerGuard& guard) {
    const bool is_for_the_backend =
        guard.waiver_class == WaiverClass::declared || guard.waiver_class == WaiverClass::weakened;
    return is_for_the_backend ? Ink::bad : guard.state == GuardState::kept ? Ink::quiet : Ink::good;
}

// `: 5 kept, 1 lifted`, in the order in which the words come up.
std::string counts_text(const std::vector<LedgerGuard>& guards) {
    std::vector<std::pair<std::string_view, std::size_t>> counts;
    for (const LedgerGuard& guard : guards) {
        const auto word = word_of(guard);
        const auto known = std::ranges::find(counts, word, &std::pair<std::string_view, std::size_t>::first);
        if (known == counts.end()) {
            counts.emplace_back(word, 1);
        } else {
            ++known->second;
        }
    }
    std::string text;
    for (const auto& [word, count] : counts)
        text += fmt::format("{}{} {}", text.empty() ? ": " : ", ", count, word);
    return text;
}

std::string in_brackets(const std::string& at) {
    return at.empty() ? "" : " (" + one_line(at) + ")";
}

std::string place_text(std::string_view how, const LedgerPlace& place) {
    std::string text = fmt::format("      {} {}{}", how, one_line(place.owner), in_brackets(place.at));
    if (!place.because.empty()) text += ": " + one_line(place.because);
    return text + "\n";
}

std::string guard_text(const LedgerGuard& guard, grammar::Colour colour) {
    std::string text =
        fmt::format("  {} {}  {}{}\n", painted(ink_of(guard), fmt::format("{:<8}", word_of(guard)), colour),
                    guard.id, one_line(guard.guard), painted(Ink::quiet, in_brackets(guard.from.at), colour));
    if (guard.from.owner != "framework" || !guard.from.because.empty())
        text += place_text("asked by", guard.from);
    for (const LedgerPlace& place : guard.repeated)
        text += place_text("also by", place);
    for (const LedgerPlace& place : guard.by)
        text += place_text(guard.state == GuardState::lifted     ? "lifted by"
                           : guard.state == GuardState::weakened ? "weakened by"
                                                                 : "waived by",
                           place);
    for (const std::string& instead : guard.instead)
        text += fmt::format("      instead: {}\n", one_line(instead));
    if (guard.waiver_class == WaiverClass::declared) text += "      declared: the backend answers for it\n";
    if (guard.accepts && guard.accepts->frame)
        text += fmt::format("      now accepted: {}\n", *guard.accepts->frame);
    if (guard.accepts && !guard.accepts->frame)
        text += fmt::format("      now accepted: {}\n", one_line(guard.accepts->not_found));
    return text;
}

std::string place_json(const LedgerPlace& place) {
    return fmt::format(R"({{"owner":{},"because":{},"at":{}}})", json_quoted(place.owner),
                       place.because.empty() ? "null" : json_quoted(place.because),
                       place.at.empty() ? "null" : json_quoted(place.at));
}

template <typename List, typename Write>
std::string list_json(const List& list, const Write& write) {
    std::string text;
    for (const auto& each : list)
        text += (text.empty() ? "" : ",") + write(each);
    return "[" + text + "]";
}

std::string ledger_guard_json(const LedgerGuard& guard) {
    std::string from = place_json(guard.from);
    std::string text = fmt::format(
        R"({{"id":{},"guard":{},"kind":{},"state":{},"class":{},{},"repeated":{},"waived_by":{},"instead":{})",
        json_quoted(guard.id), json_quoted(guard.guard), json_quoted(guard.kind),
        json_quoted(compiler::guard_state_name(guard.state)),
        guard.waiver_class == WaiverClass::none
            ? "null"
            : json_quoted(compiler::waiver_class_name(guard.waiver_class)),
        from.substr(1, from.size() - 2), list_json(guard.repeated, place_json),
        list_json(guard.by, place_json), list_json(guard.instead, json_quoted));
    if (guard.accepts) {
        text += fmt::format(R"(,"accepts":{})", guard.accepts->frame.value_or("null"));
        if (!guard.accepts->frame)
            text += fmt::format(R"(,"not_found":{})", json_quoted(guard.accepts->not_found));
    }
    return text + "}";
}

}  // namespace

std::string ledger_text(const compiler::EntryLedger& ledger, grammar::Colour colour) {
    std::string text = fmt::format("{}, entry \"{}\"{}{}\n", one_line(ledger.frame), one_line(ledger.entry),
                                   ledger.backend.empty() ? "" : ", backend " + one_line(ledger.backend),
                                   counts_text(ledger.guards));
    for (const LedgerGuard& guard : ledger.guards)
        text += guard_text(guard, colour);
    for (const compiler::KindTest& test : ledger.kind_tests)
        text += fmt::format("  remains  {} is {}, for {}\n", one_line(test.value), test.kind,
                            one_line(test.reads));
    for (const compiler::LedgerArgument& argument : ledger.arguments)
        text += fmt::format("  argument {} at {}: {}{} {}\n", one_line(argument.name), argument.offset,
                            argument.cells == 1 ? "" : fmt::format("{} ", argument.cells), argument.type,
                            one_line(argument.path));
    for (const compiler::Overlap& overlap : ledger.overlaps)
        text += fmt::format("  {} \"{}\", which accepts this too: {}\n",
                            overlap.taken ? "takes frames from" : "now overlaps", one_line(overlap.entry),
                            overlap.frame);
    for (const std::string& entry : ledger.hidden_by)
        text += fmt::format("  hidden by \"{}\": no frame comes here\n", one_line(entry));
    return text;
}

std::string ledger_json(const compiler::EntryLedger& ledger) {
    return fmt::format(
        R"({{"frame":{},"entry":{},"backend":{},"guards":{},"kind_tests":{},"arguments":{},"overlaps":{},"hidden_by":{}}})",
        json_quoted(ledger.frame), json_quoted(ledger.entry),
        ledger.backend.empty() ? "null" : json_quoted(ledger.backend),
        list_json(ledger.guards, ledger_guard_json),
        list_json(ledger.kind_tests,
                  [](const compiler::KindTest& test) {
                      return fmt::format(R"({{"value":{},"kind":{},"reads":{}}})", json_quoted(test.value),
                                         json_quoted(test.kind), json_quoted(test.reads));
                  }),
        list_json(ledger.arguments,
                  [](const compiler::LedgerArgument& argument) {
                      return fmt::format(R"({{"name":{},"path":{},"type":{},"offset":{},"cells":{}}})",
                                         json_quoted(argument.name), json_quoted(argument.path),
                                         json_quoted(argument.type), argument.offset, argument.cells);
                  }),
        list_json(ledger.overlaps,
                  [](const compiler::Overlap& overlap) {
                      return fmt::format(R"({{"entry":{},"frame":{},"taken":{}}})",
                                         json_quoted(overlap.entry), overlap.frame, overlap.taken);
                  }),
        list_json(ledger.hidden_by, json_quoted));
}

}  // namespace guardc::cli
