// Heads of frames and the blocks in them; limit, on failure, order, dim, let.
#include <charconv>

#include "grammar/statement_rules_def.h"

namespace guardc::grammar {

namespace rules {

struct ParameterList {
    Token open;
    std::vector<Token> names;
};
struct Place {
    Token file;
    Token line;
};
struct FrameHead {
    Token name;
    ParameterList parameters;
    Place place;
};
struct EntryHead {
    Token name;
    Token backend;
};
struct LimitSyntax {
    Token number;
    PieceRange per;
    Policy policy = Policy::run_only;
};
struct FailureSyntax {
    Policy policy = Policy::run_only;
    Token retries;
};
struct DimSyntax {
    Token name;
    PieceRange value;
};

}  // namespace rules

}  // namespace guardc::grammar

BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::ParameterList, open, names)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::Place, file, line)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::FrameHead, name, parameters, place)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::EntryHead, name, backend)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::LimitSyntax, number, per, policy)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::FailureSyntax, policy, retries)
BOOST_FUSION_ADAPT_STRUCT(guardc::grammar::rules::DimSyntax, name, value)

namespace guardc::grammar {

namespace rules {

namespace {

const x3::symbols<Policy> limit_policies({{"run_only", Policy::run_only},
                                          {"skip", Policy::skip},
                                          {"evict", Policy::evict},
                                          {"refuse", Policy::refuse}});
const x3::symbols<Policy> failure_policies({{"run_only", Policy::run_only},
                                            {"skip", Policy::skip},
                                            {"retry", Policy::retry}});
const x3::symbols<Order> orders({{"declared", Order::declared}, {"newest_first", Order::newest_first}});

const x3::rule<struct LimitPolicyTag, Policy> limit_policy{"limit policy"};
const x3::rule<struct FailurePolicyTag, Policy> failure_policy{"failure policy"};
const x3::rule<struct OrderNameTag, Order> order_name{"order name"};
const auto limit_policy_def = lexeme[limit_policies >> !identifier_part];
const auto failure_policy_def = lexeme[failure_policies >> !identifier_part];
const auto order_name_def = lexeme[orders >> !identifier_part];

const auto parameter = named_token<struct ParameterTag>("parameter name", name | plain_string_token);
const auto list_close = named<struct ListCloseTag>("list close", lit(')'));
const x3::rule<struct ParameterListTag, ParameterList> parameter_list{"parameters"};
const auto more_parameters = (lit(',') >> !lit(')')) > parameter;
const auto parameter_list_def =
    token[lit('(')] >>
    -((!lit(')') >> x3::expect[parameter]) >> *more_parameters >> -lit(',')) >> x3::expect[list_close];

const auto file_name = named_token<struct FileNameTag>("file name", plain_string_token);
const auto place_colon = named<struct PlaceColonTag>("colon", lit(':'));
const x3::rule<struct PlaceTag, Place> place{"place"};
const auto place_def = (word("at") > file_name) >> (x3::expect[place_colon] > count);

const x3::rule<struct FrameHeadTag, FrameHead> frame_head{"frame"};
const auto frame_head_def = (word("frame") > frame_name) >> -parameter_list >> (-place > head_end);

const auto entry_name = named_token<struct EntryNameTag>("entry name", plain_string_token);
const x3::rule<struct EntryHeadTag, EntryHead> entry_head{"entry"};
const auto entry_head_def = (word("entry") > entry_name) >> (-(word("backend") > backend_name) > head_end);

const auto then_word = named<struct ThenTag>("then", word("then"));
const x3::rule<struct LimitTag, LimitSyntax> limit{"limit"};
const auto limit_def = (word("limit") > count) >> -(word("per") > expression) >>
                       ((x3::expect[then_word] > limit_policy) > end);

const auto failure_word = named<struct FailureWordTag>("failure", word("failure"));
const x3::rule<struct FailureTag, FailureSyntax> failure{"on failure"};
const auto failure_def = ((word("on") > failure_word) > failure_policy) >> (-count > end);

const x3::rule<struct OrderTag, Order> order{"order"};
const auto order_def = (word("order") > order_name) > end;

const auto unproved_word = named<struct UnprovedTag>("unproved", word("unproved"));
const auto waivers_word = named<struct WaiversTag>("waivers", word("waivers"));
const auto proof = ((word("no") > unproved_word) > waivers_word) > end;

const auto dim_name = named_token<struct DimNameTag>("dim name", name);
const auto equals = named<struct EqualsTag>("equals", lit('=') >> !lit('='));
const x3::rule<struct DimTag, DimSyntax> dim{"dim"};
const auto dim_def = ((word("dim") > dim_name) > equals) >> (x3::expect[expression] > end);

const auto let_name = named_token<struct LetNameTag>("let name", name);
const x3::rule<struct LetTag, DimSyntax> let{"let"};
const auto let_def = ((word("let") > let_name) > equals) >> (x3::expect[expression] > end);

BOOST_SPIRIT_DEFINE(limit_policy, failure_policy, order_name, parameter_list, place, frame_head, entry_head,
                    limit, failure, order, dim, let)

}  // namespace

}  // namespace rules

std::optional<FrameDecl> read_frame_head(Reading& reading, Span line) {
    const auto head = rules::run<rules::FrameHead>(reading, rules::frame_head, line);
    if (!head) return std::nullopt;
    FrameDecl frame;
    auto name = reading.name_or_string(head->name.span);
    if (!name) return std::nullopt;
    frame.name = std::move(*name);
    frame.name_span = head->name.span;
    frame.has_parameters = !head->parameters.open.empty();
    for (const rules::Token& parameter : head->parameters.names) {
        auto parameter_name = reading.name_or_string(parameter.span);
        if (!parameter_name) return std::nullopt;
        frame.parameters.push_back({std::move(*parameter_name), parameter.span});
    }
    if (!rules::read_optional(reading, head->place.file, frame.at_file)) return std::nullopt;
    if (!head->place.line.empty()) {
        const std::string_view digits = reading.text(head->place.line.span);
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), frame.at_line);
        if (read.ec != std::errc()) {
            reading.sink.error("line-number-overflow", head->place.line.span, "the line number is too large");
            return std::nullopt;
        }
    }
    frame.span = line;
    return frame;
}

std::optional<EntryDecl> read_entry_head(Reading& reading, Span line) {
    const auto head = rules::run<rules::EntryHead>(reading, rules::entry_head, line);
    if (!head) return std::nullopt;
    EntryDecl entry;
    auto name = reading.string(head->name.span);
    if (!name || !rules::read_optional(reading, head->backend, entry.backend)) return std::nullopt;
    entry.name = std::move(*name);
    entry.name_span = head->name.span;
    entry.span = line;
    return entry;
}

bool read_shared_head(Reading& reading, Span line) {
    const auto head = (rules::word("common") | rules::word("user")) > rules::head_end;
    return rules::run<x3::unused_type>(reading, head, line).has_value();
}

std::optional<LimitClause> read_limit(Reading& reading, Span line) {
    const auto read = rules::run<rules::LimitSyntax>(reading, rules::limit, line);
    if (!read) return std::nullopt;
    LimitClause clause;
    clause.count = reading.text(read->number.span);
    if (!read->per.empty()) {
        const auto per = reading.expression(read->per);
        if (!per) return std::nullopt;
        clause.per = *per;
    }
    clause.policy = read->policy;
    clause.span = line;
    return clause;
}

std::optional<FailureClause> read_failure(Reading& reading, Span line) {
    const auto read = rules::run<rules::FailureSyntax>(reading, rules::failure, line);
    if (!read) return std::nullopt;
    const bool counts = read->policy == Policy::retry;
    if (counts && read->retries.empty()) {
        reading.sink.error("expected-number", {line.end, line.end}, "expected number behind `retry`",
                           "write `on failure retry 3`");
        return std::nullopt;
    }
    if (!counts && !read->retries.empty()) {
        reading.sink.error("unexpected-number", read->retries.span, "only `retry` takes a number");
        return std::nullopt;
    }
    return FailureClause{read->policy, std::string(reading.text(read->retries.span)), line};
}

std::optional<OrderClause> read_order(Reading& reading, Span line) {
    const auto order = rules::run<Order>(reading, rules::order, line);
    if (!order) return std::nullopt;
    return OrderClause{*order, line};
}

std::optional<ProofClause> read_proof(Reading& reading, Span line) {
    if (!rules::run<x3::unused_type>(reading, rules::proof, line)) return std::nullopt;
    return ProofClause{line};
}

std::optional<DimStatement> read_dim(Reading& reading, Span line, bool is_place) {
    const auto read = is_place ? rules::run<rules::DimSyntax>(reading, rules::let, line)
                               : rules::run<rules::DimSyntax>(reading, rules::dim, line);
    if (!read) return std::nullopt;
    const auto value = reading.expression(read->value);
    if (!value) return std::nullopt;
    return DimStatement{is_place, std::string(reading.text(read->name.span)), *value, read->name.span, line};
}

}  // namespace guardc::grammar
