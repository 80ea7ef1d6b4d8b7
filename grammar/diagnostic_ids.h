// Every id that the grammar's diagnostics carry, for the reference and for the test that sees each of them.
#pragma once

#include <string_view>

namespace guardc::grammar {

struct DiagnosticId {
    std::string_view id;
    std::string_view meaning;
};

inline constexpr DiagnosticId kDiagnosticIds[] = {
    {"bad-escape", "an escape in a string or bytes that names nothing"},
    {"control-character", "a control character in the text, or NUL in a string"},
    {"double-range", "`a..b..c`"},
    {"duplicate-clause", "a clause that a test may have once stands twice"},
    {"expected-attribute-name", "something else behind a `.`"},
    {"expected-backend-name", "a backend's name is a string"},
    {"expected-close-parenthesis", "a parameter list goes on with something else"},
    {"expected-colon", "`at \"file\"` without its line"},
    {"expected-dim-name", "`dim` without a name"},
    {"expected-else", "`a if c` without `else b`"},
    {"expected-end", "one statement was asked for, and more given"},
    {"expected-entry-name", "an entry's name is a string"},
    {"expected-equals", "`dim NAME` without `=`"},
    {"expected-failure", "`on` without `failure`"},
    {"expected-fields", "values of a test that are no `{name: value}`"},
    {"expected-file-name", "`at` without a file in quotes"},
    {"expected-for", "a backend block without the frame that it is for"},
    {"expected-frame-name", "`frame` without a name"},
    {"expected-number", "something else where a number stands"},
    {"expected-open-brace", "the head of a block without `{`"},
    {"expected-operand", "something else where a value stands"},
    {"expected-operator", "an expression goes on with something that joins nothing"},
    {"expected-order", "`order` without one of its words"},
    {"expected-outcome", "`expect` without an entry or `miss`"},
    {"expected-parameter-name", "something else in a parameter list"},
    {"expected-policy", "no policy where one stands"},
    {"expected-reason", "`because` without a string"},
    {"expected-statement", "a line that is no statement of its block"},
    {"expected-test-title", "a test's title is a string"},
    {"expected-then", "`limit N` without `then`"},
    {"float-overflow", "a float literal beyond all floats"},
    {"invalid-number", "digits that are no number"},
    {"invalid-utf8", "bytes that are no UTF-8"},
    {"limit-bytes", "the text is longer than the limit `bytes`"},
    {"limit-diagnostics", "more mistakes than the limit `diagnostics`"},
    {"limit-literal-bytes", "a literal is longer than the limit `literal_bytes`"},
    {"limit-nesting", "brackets and blocks are nested deeper than the limit `nesting`"},
    {"limit-operators", "a statement has more operators than the limit `operators`"},
    {"limit-radix-digits", "a 0x, 0o or 0b literal has more digits than the limit `radix_digits`"},
    {"limit-statements", "the text has more statements than the limit `statements`"},
    {"line-number-overflow", "`at \"file\":N` with an N beyond 32 bits"},
    {"log-line", "a line of a log with its prefix"},
    {"lone-surrogate", "an escape for half of a surrogate pair"},
    {"long-slice", "a slice of more than three parts"},
    {"manager-line", "a node of the peer's guard tree where a guard stands"},
    {"misplaced-statement", "a statement in a block where it cannot stand"},
    {"missing-expect", "a test without `expect`"},
    {"mixed-braces", "pairs and elements in one pair of braces"},
    {"mixed-strings", "text and bytes side by side"},
    {"named-escape", "`\\N{..}`"},
    {"non-ascii-bytes", "a character beyond ASCII in bytes"},
    {"not-needs-brackets", "`not` behind an operator that binds tighter"},
    {"positional-after-keyword", "an argument without a name behind one with a name"},
    {"too-many-keywords", "more than 65535 arguments with a name in one call"},
    {"triple-quoted-string", "three quotes in a row"},
    {"unclosed-block", "a `{` of a block without its `}`"},
    {"unclosed-bracket", "a bracket without its partner"},
    {"unexpected-because", "a reason for a test that expects a hit"},
    {"unexpected-bytes", "bytes where text stands"},
    {"unexpected-character", "a character that no statement can hold"},
    {"unexpected-else", "`else` without `if`"},
    {"unexpected-number", "a number behind a policy that takes none"},
    {"unexpected-step", "`step` without a range"},
    {"unknown-escape", "warning: a backslash that stands for itself"},
    {"unknown-guard-kind", "`KIND: ..` with a kind that the peer does not have"},
    {"unknown-statement", "a misspelt word where a statement starts"},
    {"unmatched-bracket", "a closing bracket that closes nothing"},
    {"unterminated-string", "a string that its line does not end"},
};

}  // namespace guardc::grammar
