// Small logs, imported, for tests.
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/import/dump.h"
#include "compiler/import/import.h"
#include "compiler/session/rules_file.h"

namespace guardc::compiler::tests {

Imported import_text(std::string_view text);
Imported import_text(std::string_view text, const ImportOptions& options);
// With a frame that is known to be accepted, as JSON.
Imported import_with_frame(std::string_view text, std::string_view frame);

// A tree of one entry: the root's line, and these below it.
std::string tree(std::initializer_list<std::string_view> lines);
// The guards of the only entry, a line each; blanks around them and comments are cut.
std::vector<std::string> guards_of(const Imported& imported);
// guards_of a tree of these lines.
std::vector<std::string> guards_of_tree(std::initializer_list<std::string_view> lines);

using Guards = std::vector<std::string>;

// Rules that were written, read back without their open guards. Fails the test when they do not compile.
RulesFile closed_rules(const Imported& imported);

// For each entry the canonical texts of what the clauses of the log mean one by one, without
// grouping and folding.
using Meanings = std::vector<std::set<std::string>>;
Meanings meanings_of(std::string_view text);
// The same of rules that were written. Fails the test when they do not compile.
Meanings meanings_of_rules(const std::string& rules);

// The first meaning that only one of them has; empty when they are equal.
std::string difference(const Meanings& left, const Meanings& right);

// How much of a text was written. Lines of guards are those that are not only a head, a bracket or a comment.
struct Size {
    std::size_t lines = 0, guard_lines = 0;
    std::size_t tree_lines = 0;  // of the log
};
Size size_of(const std::string& rules, std::string_view log);

// A file of the corpus, unpacked; fails when the corpus is there and the file is not. Empty, with a warning,
// when there is no corpus: it is not part of the checkout and lies beside it, or where GUARDC_CORPUS says.
std::string corpus_file(const std::string& name);

}  // namespace guardc::compiler::tests
