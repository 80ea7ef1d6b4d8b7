// Tokens and the directives that turn them into pieces. Private to the rules: includes Spirit.
#pragma once

#include <string>
#include <type_traits>

#include "grammar/rule_context_def.h"
#include "grammar/words.h"

namespace guardc::grammar::rules {

using x3::char_;
using x3::lexeme;
using x3::lit;

// Places that a rule with an attribute hands on.
struct Token {
    Span span;
    bool empty() const { return span.begin == span.end; }
};

template <typename Derived, typename Attribute>
struct Primitive : x3::parser<Derived> {
    using attribute_type = Attribute;
    static bool const has_attribute = !std::is_same_v<Attribute, x3::unused_type>;
};

// name or keyword alike; rules that want a name take `name`.
struct Identifier : Primitive<Identifier, x3::unused_type> {
    template <typename Iterator, typename Context, typename RuleContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, const RuleContext&,
               Attribute&) const {
        x3::skip_over(first, last, context);
        if (first == last || !is_identifier_start(*first)) return false;
        while (first != last && is_identifier_part(*first))
            ++first;
        return true;
    }
};
inline constexpr Identifier identifier{};

struct Name : Primitive<Name, x3::unused_type> {
    template <typename Iterator, typename Context, typename RuleContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, const RuleContext&,
               Attribute&) const {
        x3::skip_over(first, last, context);
        const Iterator begin = first;
        if (first == last || !is_identifier_start(*first)) return false;
        while (first != last && is_identifier_part(*first))
            ++first;
        if (!is_reserved({begin, static_cast<std::size_t>(first - begin)})) return true;
        first = begin;
        return false;
    }
};
inline constexpr Name name{};

// A bracket with all it holds, whatever that is: the layout scan knows where it ends.
struct Group : Primitive<Group, x3::unused_type> {
    char open;
    explicit constexpr Group(char bracket) : open(bracket) {}

    template <typename Iterator, typename Context, typename RuleContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, const RuleContext&,
               Attribute&) const {
        x3::skip_over(first, last, context);
        if (first == last || *first != open) return false;
        const ReadingState& state = state_of(context);
        const std::uint32_t behind = state.layout->behind_bracket(state.offset(first));
        if (behind == 0 || behind > state.offset(last)) return false;
        first = state.base() + behind;
        return true;
    }
};

inline const auto identifier_part = char_("a-zA-Z0-9_\x80-\xff");

// A word of the language, not the start of a longer one.
inline auto word(const char* text) {
    return lexeme[lit(text) >> !identifier_part];
}

inline const auto string_body = ('"' >> *(('\\' >> char_) | ~char_("\"\\")) >> '"') |
                                ('\'' >> *(('\\' >> char_) | ~char_("'\\")) >> '\'');
inline const auto string_token =
    lexeme[-((char_("bB") >> -char_("rR")) | (char_("rR") >> -char_("bB"))) >> string_body];
inline const auto plain_string_token = lexeme[-char_("rR") >> string_body];
inline const auto digits_token = lexeme[+char_("0-9") >> !identifier_part];

// `2..64` holds two integers: a point that another point follows belongs to no number.
inline const auto fraction = '.' >> !lit('.') >> *char_("0-9_");
inline const auto exponent = char_("eE") >> -char_("+-") >> char_("0-9") >> *char_("0-9_");
inline const auto number_token =
    lexeme[((lit('0') >> char_("xXoObB") >> *identifier_part) |
            (((char_("0-9") >> *char_("0-9_") >> -fraction) | (lit('.') >> char_("0-9") >> *char_("0-9_"))) >>
             -exponent >> *identifier_part))];

// `cuda:0`, without blanks.
inline const auto device_token =
    lexeme[char_("a-zA-Z_") >> *identifier_part >> ':' >> +char_("0-9") >> !identifier_part];

// `<class 'demo.Config'>`: no operand begins with `<` but this one.
inline const auto shown_class_token =
    lexeme[lit("<class '") >> +(identifier_part | char_(".#<>")) >> lit("'>")];

// Where the subject stands.
template <typename Subject>
struct TokenDirective : x3::unary_parser<Subject, TokenDirective<Subject>> {
    using base = x3::unary_parser<Subject, TokenDirective<Subject>>;
    using attribute_type = Token;
    static bool const has_attribute = true;
    static bool const handles_container = false;
    explicit constexpr TokenDirective(const Subject& wrapped) : base(wrapped) {}

    template <typename Iterator, typename Context, typename RuleContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, RuleContext& rule_context,
               Attribute& attribute) const {
        x3::skip_over(first, last, context);
        const Iterator begin = first;
        if (!this->subject.parse(first, last, context, rule_context, x3::unused)) return false;
        const ReadingState& state = state_of(context);
        x3::traits::move_to(Token{{state.offset(begin), state.offset(first)}}, attribute);
        return true;
    }
};
struct TokenGenerator {
    template <typename Subject>
    constexpr auto operator[](const Subject& subject) const {
        return TokenDirective<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject));
    }
};
inline constexpr TokenGenerator token{};

constexpr bool counts_as_operator(PieceKind kind) {
    return kind == PieceKind::prefix || kind == PieceKind::attribute || kind == PieceKind::any_steps ||
           kind == PieceKind::call || kind == PieceKind::item || kind == PieceKind::infix ||
           kind == PieceKind::if_ || kind == PieceKind::else_ || kind == PieceKind::range ||
           kind == PieceKind::step;
}

// Notes a piece; false when that is one operator too many. N.B. pieces are not taken back: subjects stand
// where no alternative follows their success.
inline bool note_piece(ReadingState& state, Piece piece) {
    if (counts_as_operator(piece.kind) && ++state.operators > state.operator_limit) {
        state.over_limit = true;
        return false;
    }
    state.pieces.push_back(piece);
    return true;
}

template <typename Subject>
struct PieceDirective : x3::unary_parser<Subject, PieceDirective<Subject>> {
    using base = x3::unary_parser<Subject, PieceDirective<Subject>>;
    using attribute_type = x3::unused_type;
    static bool const has_attribute = false;
    PieceKind kind;
    constexpr PieceDirective(const Subject& wrapped, PieceKind piece_kind)
        : base(wrapped), kind(piece_kind) {}

    template <typename Iterator, typename Context, typename RuleContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, RuleContext& rule_context,
               Attribute&) const {
        const Iterator before = first;
        x3::skip_over(first, last, context);
        const Iterator begin = first;
        if (!this->subject.parse(first, last, context, rule_context, x3::unused)) {
            first = before;
            return false;
        }
        ReadingState& state = state_of(context);
        const Piece noted{kind, ExprOp::none, {state.offset(begin), state.offset(first)}};
        if (note_piece(state, noted)) return true;
        boost::throw_exception(x3::expectation_failure<Iterator>(begin, "fewer operators"));
    }
};
struct PieceGenerator {
    PieceKind kind;
    template <typename Subject>
    constexpr auto operator[](const Subject& subject) const {
        return PieceDirective<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject),
                                                                                      kind);
    }
};
constexpr PieceGenerator piece(PieceKind kind) {
    return {kind};
}

struct Operator {
    PieceKind kind = PieceKind::infix;
    ExprOp op = ExprOp::none;
};

// Of a subject that yields an Operator.
template <typename Subject>
struct OperatorDirective : x3::unary_parser<Subject, OperatorDirective<Subject>> {
    using base = x3::unary_parser<Subject, OperatorDirective<Subject>>;
    using attribute_type = x3::unused_type;
    static bool const has_attribute = false;
    explicit constexpr OperatorDirective(const Subject& wrapped) : base(wrapped) {}

    template <typename Iterator, typename Context, typename RuleContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, RuleContext& rule_context,
               Attribute&) const {
        const Iterator before = first;
        x3::skip_over(first, last, context);
        const Iterator begin = first;
        Operator found;
        if (!this->subject.parse(first, last, context, rule_context, found)) {
            first = before;
            return false;
        }
        ReadingState& state = state_of(context);
        if (note_piece(state, {found.kind, found.op, {state.offset(begin), state.offset(first)}}))
            return true;
        boost::throw_exception(x3::expectation_failure<Iterator>(begin, "fewer operators"));
    }
};
struct OperatorGenerator {
    template <typename Subject>
    constexpr auto operator[](const Subject& subject) const {
        return OperatorDirective<typename x3::extension::as_parser<Subject>::value_type>(
            x3::as_parser(subject));
    }
};
inline constexpr OperatorGenerator operation{};

// The pieces that the subject notes.
template <typename Subject>
struct PiecesDirective : x3::unary_parser<Subject, PiecesDirective<Subject>> {
    using base = x3::unary_parser<Subject, PiecesDirective<Subject>>;
    using attribute_type = PieceRange;
    static bool const has_attribute = true;
    static bool const handles_container = false;
    explicit constexpr PiecesDirective(const Subject& wrapped) : base(wrapped) {}

    template <typename Iterator, typename Context, typename RuleContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context& context, RuleContext& rule_context,
               Attribute& attribute) const {
        ReadingState& state = state_of(context);
        const auto begin = static_cast<std::uint32_t>(state.pieces.size());
        if (!this->subject.parse(first, last, context, rule_context, x3::unused)) {
            state.pieces.resize(begin);
            return false;
        }
        x3::traits::move_to(PieceRange{begin, static_cast<std::uint32_t>(state.pieces.size())}, attribute);
        return true;
    }
};
struct PiecesGenerator {
    template <typename Subject>
    constexpr auto operator[](const Subject& subject) const {
        return PiecesDirective<typename x3::extension::as_parser<Subject>::value_type>(
            x3::as_parser(subject));
    }
};
inline constexpr PiecesGenerator pieces{};

}  // namespace guardc::grammar::rules
