#include "tests/import/importing.h"

#include <filesystem>
#include <unordered_map>

#include <catch2/catch.hpp>

#include "compiler/import/conjunct.h"
#include "compiler/import/log_reader.h"
#include "compiler/import/plain_text.h"
#include "compiler/import/resolve.h"
#include "compiler/import/scan.h"
#include "compiler/import/understanding.h"
#include "compiler/terms/print_term.h"
#include "grammar/print.h"
#include "tests/checkout.h"

namespace guardc::compiler::tests {

Imported import_text(std::string_view text, const ImportOptions& options) {
    const std::array inputs{ImportInput{"log", std::string(text)}};
    auto imported = import_logs(inputs, options);
    REQUIRE(imported.has_value());
    return std::move(*imported);
}

Imported import_text(std::string_view text) {
    return import_text(text, {});
}

Imported import_with_frame(std::string_view text, std::string_view frame) {
    const auto document = read_frame(frame);
    REQUIRE(document.has_value());
    ImportOptions options;
    options.frame = &*document;
    options.frame_json = frame;
    return import_text(text, options);
}

std::string tree(std::initializer_list<std::string_view> lines) {
    std::string text = "TREE_GUARD_MANAGER:\n+- RootGuardManager\n";
    for (const std::string_view line : lines)
        text += std::string(line) + "\n";
    return text;
}

std::vector<std::string> guards_of(const Imported& imported) {
    std::vector<std::string> guards;
    std::string_view rest = imported.rules;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (!line.starts_with("        ")) continue;
        line = line.substr(0, find_outside(line, "  # ", 0, true));
        while (!line.empty()) {
            const std::size_t stop = std::min(find_outside(line, ";"), line.size());
            guards.emplace_back(trimmed(line.substr(0, stop)));
            line.remove_prefix(std::min(stop + 1, line.size()));
        }
    }
    return guards;
}

std::vector<std::string> guards_of_tree(std::initializer_list<std::string_view> lines) {
    return guards_of(import_text(tree(lines)));
}

namespace {

// Texts under an open shape, in which the names of no other frame hide anything.
class Texts {
  public:
    Texts(const TermPool& terms, FrameShape shape) : terms_(terms), shape_(std::move(shape)) {
        shape_.open = true;
    }
    const std::string& of(TermId term) {
        const auto [found, added] = known_.try_emplace(term);
        if (added) found->second = print_term(terms_, term, shape_);
        return found->second;
    }

  private:
    const TermPool& terms_;
    FrameShape shape_;
    std::unordered_map<TermId, std::string> known_;
};

}  // namespace

Meanings meanings_of(std::string_view text) {
    Dump dump;
    LogReader(dump, "log").read(text);
    Understanding understanding;
    std::vector<std::set<TermId>> all;
    for (const DumpFrame& frame : dump.frames) {
        for (const DumpEntry& entry : frame.entries) {
            std::set<TermId>& meanings = all.emplace_back();
            for (const Clause& clause : entry.clauses) {
                if (is_dispatcher_fact(clause.text)) continue;
                const Gap gap = gap_of(clause);
                std::string own = own_state_text(clause.text);
                if (gap == Gap::mode_stack) own = "torch_function_mode_stack is []";
                Understood understood;
                if ((gap == Gap::none || gap == Gap::mode_stack) && clause.role != ClauseRole::broken)
                    understood = own.empty() ? understanding.of(meaning_kind(clause), clause.text)
                                             : understanding.read_once("", own);
                // What is open or was not read stands under its text.
                if (!understood.read) {
                    const std::string_view open = clause.text.empty() ? clause.kind : clause.text;
                    understood = understanding.read_once(
                        "", "extern(" + grammar::quote_string(plain_text(open)) + ")");
                }
                meanings.insert(understood.conditions.begin(), understood.conditions.end());
            }
        }
    }
    Texts texts(understanding.terms(), understanding.rules().shape);
    Meanings printed;
    for (const std::set<TermId>& meanings : all) {
        std::set<std::string>& entry = printed.emplace_back();
        for (const TermId term : meanings)
            entry.insert(texts.of(term));
    }
    return printed;
}

namespace {

RulesFile compiled(const std::string& text) {
    RulesFile rules = read_rules("imported", text);
    for (const grammar::Diagnostic& diagnostic : rules.diagnostics)
        if (diagnostic.severity == grammar::Severity::error) FAIL(grammar::render(*rules.source, diagnostic));
    return rules;
}

}  // namespace

RulesFile closed_rules(const Imported& imported) {
    RulesFile rules = compiled(imported.rules);
    const auto is_open = [&](const FrameRules& frame, TermId term) {
        if ((*frame.terms)[term].op != TermOp::external) return false;
        const std::string& text = frame.shape.slots[(*frame.terms)[term].data].name;
        const auto has_text = [&](const ImportLine& line) { return plain_text(line.text).ends_with(text); };
        return std::ranges::any_of(imported.report.open, has_text) ||
               std::ranges::any_of(imported.report.unread, has_text);
    };
    for (FrameRules& frame : rules.frames)
        for (Entry& entry : frame.entries)
            std::erase_if(entry.guards, [&](const Guard& guard) { return is_open(frame, guard.term); });
    return rules;
}

Meanings meanings_of_rules(const std::string& text) {
    const RulesFile rules = compiled(text);
    Meanings all;
    for (const FrameRules& frame : rules.frames) {
        Texts texts(*frame.terms, frame.shape);
        for (const Entry& entry : frame.entries) {
            std::set<std::string>& meanings = all.emplace_back();
            for (const Guard& guard : entry.guards)
                meanings.insert(texts.of(guard.term));
        }
    }
    return all;
}

std::string difference(const Meanings& left, const Meanings& right) {
    if (left.size() != right.size())
        return std::to_string(left.size()) + " entries, " + std::to_string(right.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const auto missing = [i](const Meanings& from, const Meanings& in) -> const std::string* {
            for (const std::string& text : from[i])
                if (!in[i].contains(text)) return &text;
            return nullptr;
        };
        if (const std::string* text = missing(left, right))
            return "only left, in " + std::to_string(i) + ": " + *text;
        if (const std::string* text = missing(right, left))
            return "only right, in " + std::to_string(i) + ": " + *text;
    }
    return {};
}

Size size_of(const std::string& rules, std::string_view log) {
    Size size;
    for (std::size_t at = 0; at < rules.size();) {
        const std::size_t end = std::min(rules.find('\n', at), rules.size());
        const std::string_view line = trimmed(std::string_view(rules).substr(at, end - at));
        at = end + 1;
        ++size.lines;
        if (!line.empty() && !line.starts_with('#') && line != "}" && !line.ends_with('{'))
            ++size.guard_lines;
    }
    for (std::size_t at = log.find("+- "); at != std::string_view::npos; at = log.find("+- ", at + 1))
        ++size.tree_lines;
    return size;
}

std::string corpus_file(const std::string& name) {
    namespace fs = std::filesystem;
    const fs::path folder = guardc::tests::corpus_folder();
    if (!fs::exists(folder)) {
        WARN("there is no corpus at " << folder << "; set GUARDC_CORPUS");
        return {};
    }
    const fs::path path = folder / name;
    const auto text = guardc::tests::unpacked(path);
    REQUIRE(text);
    return *text;
}

}  // namespace guardc::compiler::tests
