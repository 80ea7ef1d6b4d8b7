// Definitions of the rules of expressions. Included by expression_rules.cpp alone.
#pragma once

#include "grammar/expression_rules.h"

namespace guardc::grammar::rules {

inline const x3::symbols<Operator> signs({
    {"-", {PieceKind::prefix, ExprOp::minus}},
    {"+", {PieceKind::prefix, ExprOp::plus}},
    {"~", {PieceKind::prefix, ExprOp::invert}},
});

// The longest one wins, so `<=` is never `<` and `=`.
inline const x3::symbols<Operator> marks({
    {"+", {PieceKind::infix, ExprOp::add}},           {"-", {PieceKind::infix, ExprOp::subtract}},
    {"*", {PieceKind::infix, ExprOp::multiply}},      {"/", {PieceKind::infix, ExprOp::divide}},
    {"//", {PieceKind::infix, ExprOp::floor_divide}}, {"%", {PieceKind::infix, ExprOp::modulo}},
    {"**", {PieceKind::infix, ExprOp::power}},        {"&", {PieceKind::infix, ExprOp::bit_and}},
    {"|", {PieceKind::infix, ExprOp::bit_or}},        {"^", {PieceKind::infix, ExprOp::bit_xor}},
    {"<<", {PieceKind::infix, ExprOp::shift_left}},   {">>", {PieceKind::infix, ExprOp::shift_right}},
    {"==", {PieceKind::infix, ExprOp::equal}},        {"!=", {PieceKind::infix, ExprOp::not_equal}},
    {"<", {PieceKind::infix, ExprOp::less}},          {"<=", {PieceKind::infix, ExprOp::less_equal}},
    {">", {PieceKind::infix, ExprOp::greater}},       {">=", {PieceKind::infix, ExprOp::greater_equal}},
    {"..", {PieceKind::range, ExprOp::none}},
});

inline const x3::symbols<Operator> operator_words({
    {"is", {PieceKind::infix, ExprOp::is}},
    {"in", {PieceKind::infix, ExprOp::in}},
    {"and", {PieceKind::infix, ExprOp::and_}},
    {"or", {PieceKind::infix, ExprOp::or_}},
    {"if", {PieceKind::if_, ExprOp::none}},
    {"else", {PieceKind::else_, ExprOp::none}},
    {"step", {PieceKind::step, ExprOp::none}},
});

inline auto two_words(const char* first, const char* second, ExprOp op) {
    return word(first) >> word(second) >> x3::attr(Operator{PieceKind::infix, op});
}

inline const auto prefix =
    operation[signs | (word("not") >> x3::attr(Operator{PieceKind::prefix, ExprOp::not_}))];
// Other languages' operators are not the beginning of ours.
inline const auto foreign = lit("&&") | lit("||") | lit("<>");
inline const auto infix =
    operation[(!foreign >> marks) | two_words("is", "not", ExprOp::is_not) |
              two_words("not", "in", ExprOp::not_in) | lexeme[operator_words >> !identifier_part]];

// In a dict key or a slice `a:0` is two parts, elsewhere a device.
inline const auto plain_primary =
    piece(PieceKind::strings)[+string_token] | piece(PieceKind::number)[number_token] |
    piece(PieceKind::none_literal)[word("None")] | piece(PieceKind::true_literal)[word("True")] |
    piece(PieceKind::false_literal)[word("False")] | piece(PieceKind::wildcard)[word("_")] |
    piece(PieceKind::name)[name] | piece(PieceKind::parenthesis)[Group('(')] |
    piece(PieceKind::list)[Group('[')] | piece(PieceKind::braces)[Group('{')] |
    piece(PieceKind::ellipsis)[lit("...")] | piece(PieceKind::shown_class)[shown_class_token];
inline const auto primary = piece(PieceKind::device)[device_token] | plain_primary;

inline const x3::rule<struct AttributeNameTag> attribute_name{"attribute name"};
inline const auto attribute_name_def = piece(PieceKind::attribute)[identifier];

inline const auto suffix = ((lit('.') >> !char_(".*")) > attribute_name) |
                           piece(PieceKind::call)[Group('(')] | piece(PieceKind::item)[Group('[')];

inline const x3::rule<struct OperandTag> operand{"operand"};
inline const auto operand_def = *prefix >> primary >> *suffix;
inline const x3::rule<struct PlainOperandTag> plain_operand{"operand"};
inline const auto plain_operand_def = *prefix >> plain_primary >> *suffix;

inline const auto expression_def = pieces[operand >> *(infix > operand)];

// Of waivers: as an expression, and `.*` wherever a suffix may stand. What is no path is told later.
inline const auto any_steps = lit('.') >> piece(PieceKind::any_steps)[lit('*')];
inline const x3::rule<struct PathOperandTag> path_operand{"operand"};
inline const auto path_operand_def = *prefix >> primary >> *(suffix | any_steps);
inline const auto path_expression_def = pieces[path_operand >> *(infix > operand)];
inline const x3::rule<struct PlainExpressionTag> plain_expression{"operand"};
inline const auto plain_expression_def = plain_operand >> *(infix > plain_operand);

// The predicate stands inside the piece, so that a last comma is not noted twice.
inline const auto separator = piece(PieceKind::comma)[lit(',') >> !x3::eoi];
inline const auto last_comma = -piece(PieceKind::comma)[lit(',')];
inline const auto colon = piece(PieceKind::colon)[lit(':')];
inline const x3::rule<struct LevelEndTag> level_end{"level end"};
inline const auto level_end_def = x3::eoi;

template <typename Element>
auto listed(const Element& element) {
    return x3::eoi | ((x3::expect[element] >> *(separator > element) >> last_comma) > level_end);
}

inline const x3::rule<struct ArgumentTag> argument{"operand"};
inline const auto argument_def =
    (piece(PieceKind::keyword)[name >> &(lit('=') >> !lit('='))] >> (lit('=') > expression)) | expression;

inline const x3::rule<struct SubscriptPartTag> subscript_part{"operand"};
inline const auto more_parts = colon >> -plain_expression;
inline const auto subscript_part_def = (plain_expression >> *more_parts) | +more_parts;

inline const x3::rule<struct BracesPartTag> braces_part{"operand"};
inline const auto braces_part_def = plain_expression >> -(colon > expression);

inline const auto elements_def = listed(expression);
inline const auto arguments_def = listed(argument);
inline const auto subscript_def = listed(subscript_part);
inline const auto braces_def = listed(braces_part);

BOOST_SPIRIT_DEFINE(attribute_name, operand, plain_operand, expression, path_operand, path_expression,
                    plain_expression, level_end, argument, subscript_part, braces_part, elements, arguments,
                    subscript, braces)

}  // namespace guardc::grammar::rules
