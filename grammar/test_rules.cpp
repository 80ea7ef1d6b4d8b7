// test heads; frame, globals, state and expect inside them.
#include "grammar/statement_rules_def.h"

namespace guardc::grammar::rules {

struct TestHead {
    Token title;
    Token frame;
};
struct ExpectSyntax {
    Token outcome;
    Token because;
};

}  // namespace guardc::grammar::rules

BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::TestHead, title, frame)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::ExpectSyntax, outcome, because)

namespace guardc::grammar {

namespace rules {

namespace {

const auto test_title = named_token<struct TestTitleTag>("test title", plain_string_token);
const x3::rule<struct TestHeadTag, TestHead> test_head{"test"};
const auto test_head_def = (word("test") > test_title) >> (-(word("for") > frame_name) > head_end);

const auto values_word = word("frame") | word("globals") | word("state");
const x3::rule<struct ValuesTag, PieceRange> values{"values"};
const auto values_def = (values_word > expression) > end;

const auto outcome = named_token<struct OutcomeTag>("outcome", plain_string_token | word("miss"));
const x3::rule<struct ExpectTag, ExpectSyntax> expectation{"expect"};
const auto expectation_def = (word("expect") > outcome) >> (-because > end);

BOOST_SPIRIT_DEFINE(test_head, values, expectation)

}  // namespace

}  // namespace rules

std::optional<TestDecl> read_test_head(Reading& reading, Span line) {
    const auto head = rules::run<rules::TestHead>(reading, rules::test_head, line);
    if (!head) return std::nullopt;
    TestDecl test;
    auto title = reading.string(head->title.span);
    if (!title) return std::nullopt;
    test.title = std::move(*title);
    if (!head->frame.empty()) {
        test.frame = reading.name_or_string(head->frame.span);
        if (!test.frame) return std::nullopt;
    }
    test.title_span = head->title.span;
    test.span = line;
    return test;
}

std::optional<ExprId> read_test_values(Reading& reading, Span line) {
    const auto read = rules::run<PieceRange>(reading, rules::values, line);
    if (!read) return std::nullopt;
    const auto dict = reading.expression(*read);
    if (!dict) return std::nullopt;
    const auto problem = [&](ExprId at, const char* message) -> std::optional<ExprId> {
        reading.sink.error("expected-fields", reading.pool[at].span, message, "write `{name: value, ..}`");
        return std::nullopt;
    };
    if (reading.pool[*dict].kind != ExprKind::dict)
        return problem(*dict, "values are written in braces, under their names");
    const auto parts = reading.pool.operands_of(*dict);
    for (std::size_t i = 0; i < parts.size(); i += 2) {
        const ExprKind kind = reading.pool[parts[i]].kind;
        if (kind != ExprKind::name && kind != ExprKind::string)
            return problem(parts[i], "this is no field name");
    }
    return dict;
}

std::optional<ExpectClause> read_expect(Reading& reading, Span line) {
    const auto read = rules::run<rules::ExpectSyntax>(reading, rules::expectation, line);
    if (!read) return std::nullopt;
    ExpectClause clause;
    if (reading.text(read->outcome.span) == "miss") {
        clause.expect = TestDecl::Expect::miss;
    } else {
        auto entry = reading.string(read->outcome.span);
        if (!entry) return std::nullopt;
        clause.entry = std::move(*entry);
    }
    if (!rules::read_optional(reading, read->because, clause.because)) return std::nullopt;
    if (clause.because && clause.expect == TestDecl::Expect::entry) {
        reading.sink.error("unexpected-because", read->because.span, "only a miss has a reason",
                           "write `expect miss because \"..\"`");
        return std::nullopt;
    }
    return clause;
}

}  // namespace guardc::grammar
