// backend heads; require, waive.
#include "grammar/statement_rules_def.h"

namespace guardc::grammar::rules {

struct BackendHead {
    Token name;
    Token frame;
};
struct RequireSyntax {
    PieceRange condition;
    Token because;
};
using PathSyntax = RequireSyntax;  // a path, and why it is lifted
struct SelectorSyntax {
    Selector selector = Selector::pattern;
    PieceRange pattern;
    Token text;
};
struct ActionSyntax {
    WaiverAction action = WaiverAction::drop;
    PieceRange weaker;
    Token argument;
};
struct WaiveSyntax {
    bool optional = false;
    SelectorSyntax selector;
    ActionSyntax action;
    Token because;
};

}  // namespace guardc::grammar::rules

BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::BackendHead, name, frame)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::RequireSyntax, condition, because)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::SelectorSyntax, selector, pattern, text)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::ActionSyntax, action, weaker, argument)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::WaiveSyntax, optional, selector, action, because)

namespace guardc::grammar {

namespace rules {

namespace {

const auto for_word = named<struct ForTag>("for", word("for"));
const x3::rule<struct BackendHeadTag, BackendHead> backend_head{"backend"};
const auto backend_head_def = ((word("backend") > backend_name) > for_word) >>
                              (x3::expect[frame_name] > head_end);

const x3::rule<struct RequireTag, RequireSyntax> require{"require"};
const auto require_def = (word("require") > expression) >> (-because > end);

// `path`, `id`, `kind` and `text` select only when what they need follows; else they are names in a pattern.
const auto clause_word = word("lift") | word("weaken") | word("because");
const auto path_word = word("path") >> !clause_word >> &name;
// N.B. an alternative that fails does not take back what it has stored, so constants stand behind the words
// that decide.
const x3::rule<struct PathSelectorTag, SelectorSyntax> path_selector{"path"};
const auto path_selector_def = path_word >>
                               x3::attr(Selector::path) >> x3::expect[path_expression] >> x3::attr(Token{});

auto in_quotes(const char* text, Selector selector) {
    return (word(text) >> &plain_string_token) >> x3::attr(selector) >> x3::attr(PieceRange{}) >>
           token[plain_string_token];
}
const x3::rule<struct IdSelectorTag, SelectorSyntax> id_selector{"guard id"};
const auto id_selector_def = in_quotes("id", Selector::id);
const x3::rule<struct KindSelectorTag, SelectorSyntax> kind_selector{"guard kind"};
const auto kind_selector_def = in_quotes("kind", Selector::kind);
const x3::rule<struct TextSelectorTag, SelectorSyntax> text_selector{"guard text"};
const auto text_selector_def = in_quotes("text", Selector::text);
const x3::rule<struct PatternSelectorTag, SelectorSyntax> pattern_selector{"operand"};
const auto pattern_selector_def = x3::attr(Selector::pattern) >> expression >> x3::attr(Token{});
const x3::rule<struct SelectorTag, SelectorSyntax> selector{"operand"};
const auto selector_def = path_selector | id_selector | kind_selector | text_selector | pattern_selector;

const x3::rule<struct LonePathTag, PathSyntax> lone_path{"path"};
const auto lone_path_def = path_expression >> (-because > end);

const auto argument_name = named_token<struct ArgumentNameTag>("argument name", plain_string_token);
const x3::rule<struct LiftTag, ActionSyntax> lift{"lift"};
const auto lift_def = word("lift") >> x3::attr(WaiverAction::lift) >> x3::attr(PieceRange{}) >>
                      -(word("as") > argument_name);
const x3::rule<struct WeakenTag, ActionSyntax> weaken{"weaken"};
const auto weaken_def = word("weaken") >>
                        x3::attr(WaiverAction::weaken) >> x3::expect[expression] >> x3::attr(Token{});
const x3::rule<struct ActionTag, ActionSyntax> action{"action"};
const auto action_def = lift | weaken;

const x3::rule<struct WaiveTag, WaiveSyntax> waive{"waive"};
const auto waive_def = -word("waive") >> x3::matches[lit('?')] >> x3::expect[selector] >> -action >>
                       (-because > end);

BOOST_SPIRIT_DEFINE(backend_head, require, path_selector, id_selector, kind_selector, text_selector,
                    pattern_selector, selector, lone_path, lift, weaken, action, waive)

}  // namespace

}  // namespace rules

std::optional<BackendDecl> read_backend_head(Reading& reading, Span line) {
    const auto head = rules::run<rules::BackendHead>(reading, rules::backend_head, line);
    if (!head) return std::nullopt;
    auto name = reading.string(head->name.span);
    auto frame = reading.name_or_string(head->frame.span);
    if (!name || !frame) return std::nullopt;
    BackendDecl backend;
    backend.name = std::move(*name);
    backend.frame = std::move(*frame);
    backend.name_span = head->name.span;
    backend.frame_span = head->frame.span;
    backend.span = line;
    return backend;
}

std::optional<RequireStatement> read_require(Reading& reading, Span line) {
    const auto read = rules::run<rules::RequireSyntax>(reading, rules::require, line);
    if (!read) return std::nullopt;
    RequireStatement statement;
    const auto condition = reading.expression(read->condition);
    if (!condition || !rules::read_optional(reading, read->because, statement.guard.because))
        return std::nullopt;
    statement.guard.expression = *condition;
    statement.guard.span = reading.pool[*condition].span;
    statement.span = line;
    return statement;
}

std::optional<GuardStatement> read_path(Reading& reading, Span line) {
    const auto read = rules::run<rules::PathSyntax>(reading, rules::lone_path, line);
    if (!read) return std::nullopt;
    GuardStatement statement;
    const auto path = reading.expression(read->condition);
    if (!path || !rules::read_optional(reading, read->because, statement.because)) return std::nullopt;
    statement.expression = *path;
    statement.span = reading.pool[*path].span;
    return statement;
}

std::optional<WaiveStatement> read_waive(Reading& reading, Span line) {
    const auto read = rules::run<rules::WaiveSyntax>(reading, rules::waive, line);
    if (!read) return std::nullopt;
    WaiveStatement statement;
    statement.optional = read->optional;
    statement.selector = read->selector.selector;
    statement.action = read->action.action;
    statement.span = line;
    if (!read->selector.text.empty()) {
        auto text = reading.string(read->selector.text.span);
        if (!text) return std::nullopt;
        statement.text = std::move(*text);
    } else {
        const auto pattern = reading.expression(read->selector.pattern);
        if (!pattern) return std::nullopt;
        statement.pattern = *pattern;
    }
    if (statement.action == WaiverAction::weaken) {
        const auto weaker = reading.expression(read->action.weaker);
        if (!weaker) return std::nullopt;
        statement.weaker = *weaker;
    }
    if (!rules::read_optional(reading, read->action.argument, statement.argument)) return std::nullopt;
    if (!rules::read_optional(reading, read->because, statement.because)) return std::nullopt;
    return statement;
}

}  // namespace guardc::grammar
