#include "grammar/expression_builder.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grammar/levels.h"
#include "grammar/literals.h"
#include "grammar/operator_stack.h"

namespace guardc::grammar {

namespace {

// The text of a call is kept, since it names what a frame tells of steps that run code; none is longer.
constexpr std::uint32_t kLongestStep = 256;

bool opens_level(PieceKind kind) {
    return kind == PieceKind::parenthesis || kind == PieceKind::list || kind == PieceKind::braces ||
           kind == PieceKind::call || kind == PieceKind::item;
}

LevelKind level_of(PieceKind kind) {
    switch (kind) {
        case PieceKind::call:
            return LevelKind::arguments;
        case PieceKind::item:
            return LevelKind::subscript;
        case PieceKind::braces:
            return LevelKind::braces;
        default:
            return LevelKind::elements;
    }
}

class ExpressionBuilder {
  public:
    ExpressionBuilder(ReadingState& state, ExprPool& pool, const Limits& limits, Sink& sink)
        : state_(state), limits_(limits), sink_(sink), writer_(pool), operators_(writer_) {}

    std::optional<ExprId> run(PieceRange range) {
        const ExpressionWriter::Mark before = writer_.mark();
        const std::size_t pieces_before = state_.pieces.size();
        open_frames_.push_back(Frame{{}, range.first, range.first, range.last, 0, 0, 0});
        while (!problem_ && !open_frames_.empty()) {
            step();
            if (!problem_ && writer_.pool().exprs.size() > limits_.nodes)
                problem_ = Diagnostic{
                    Severity::error, "limit-nodes",
                    fmt::format("the syntax trees have more nodes than the limit `nodes`, {}", limits_.nodes),
                    operators_.values().back().extent, ""};
        }
        state_.pieces.resize(pieces_before);
        if (!problem_) return operators_.values().back().id;
        sink_.add(std::move(*problem_));
        writer_.take_back(before);
        return std::nullopt;
    }

  private:
    // One bracket level whose pieces are being read; the outermost is the line.
    struct Frame {
        Piece opener;
        std::uint32_t first = 0;  // of its pieces
        std::uint32_t next = 0;
        std::uint32_t last = 0;
        std::size_t operators = 0;  // open when the level began
        std::size_t values = 0;
        std::size_t part = 0;  // values when the current part of an element began
        std::uint32_t commas = 0;
        std::uint32_t colons = 0;  // in the current element
        std::uint32_t pairs = 0;   // elements of braces with a colon
        std::uint32_t keywords = 0;
        std::optional<Span> callee = std::nullopt;  // of `getattr(`, `L[` and `G[`: not a value yet
    };

    void step() {
        Frame& frame = open_frames_.back();
        if (frame.next == frame.last) {
            finish(frame);
            return;
        }
        const Piece piece = state_.pieces[frame.next++];
        if (opens_level(piece.kind)) {
            open(piece);
        } else if (piece.kind <= PieceKind::wildcard) {
            read_operand(frame, piece);
        } else {
            read_operator(frame, piece);
        }
    }

    void open(Piece piece) {
        const auto first = static_cast<std::uint32_t>(state_.pieces.size());
        problem_ =
            read_level(state_, level_of(piece.kind), {piece.span.begin + 1, piece.span.end - 1}, limits_);
        if (problem_) return;
        Frame frame{piece,
                    first,
                    first,
                    static_cast<std::uint32_t>(state_.pieces.size()),
                    operators_.depth(),
                    operators_.values().size(),
                    operators_.values().size()};
        frame.callee = std::exchange(callee_, std::nullopt);
        open_frames_.push_back(frame);
    }

    void put(ExprId id, Span extent, bool bracketed = false) {
        operators_.values().push_back({id, extent, bracketed});
    }
    std::string slice(Span span) const {
        return state_.layout->text.substr(span.begin, span.end - span.begin);
    }

    void read_operand(const Frame& frame, Piece piece) {
        const Span span = piece.span;
        switch (piece.kind) {
            case PieceKind::none_literal:
                put(writer_.leaf(ExprKind::none_literal, span), span);
                break;
            case PieceKind::true_literal:
                put(writer_.leaf(ExprKind::true_literal, span), span);
                break;
            case PieceKind::false_literal:
                put(writer_.leaf(ExprKind::false_literal, span), span);
                break;
            case PieceKind::ellipsis:
                put(writer_.leaf(ExprKind::ellipsis, span), span);
                break;
            case PieceKind::wildcard:
                put(writer_.leaf(ExprKind::wildcard, span), span);
                break;
            case PieceKind::device:
                put(writer_.leaf(ExprKind::device, span, slice(span)), span);
                break;
            case PieceKind::shown_class:
                read_shown_class(span);
                break;
            case PieceKind::number:
                read_number_piece(span);
                break;
            case PieceKind::strings:
                read_strings_piece(span);
                break;
            default:
                read_name(frame, span);
                break;
        }
    }

    // As `type("demo.Config")`.
    void read_shown_class(Span span) {
        const std::string text = slice(span);
        const auto begin = text.find('\'') + 1;
        const ExprId callee = writer_.leaf(ExprKind::name, span, "type");
        const ExprId name =
            writer_.leaf(ExprKind::string, span, text.substr(begin, text.rfind('\'') - begin));
        const ExprId operands[] = {callee, name};
        put(writer_.node(ExprKind::call, span, operands), span);
    }

    void read_number_piece(Span span) {
        auto number = read_number(slice(span), span, limits_);
        if (!number) {
            problem_ = std::move(number.error());
            return;
        }
        put(writer_.leaf(number->kind, span, std::move(number->text), number->value), span);
    }

    void read_strings_piece(Span span) {
        auto string = read_strings(state_.layout->text, span, limits_, sink_);
        if (!string) {
            problem_ = std::move(string.error());
            return;
        }
        put(writer_.leaf(string->bytes ? ExprKind::bytes : ExprKind::string, span, std::move(string->value)),
            span);
    }

    // `getattr(`, `L[` and `G[` may turn out to be a node of their own, so the name waits for what follows.
    void read_name(const Frame& frame, Span span) {
        std::string text = slice(span);
        const PieceKind next = frame.next < frame.last ? state_.pieces[frame.next].kind : PieceKind::comma;
        const bool waits = (text == "getattr" && next == PieceKind::call) ||
                           ((text == "L" || text == "G") && next == PieceKind::item);
        if (waits) {
            callee_ = span;
        } else {
            put(writer_.leaf(ExprKind::name, span, std::move(text)), span);
        }
    }

    void read_operator(Frame& frame, Piece piece) {
        const std::size_t level = frame.operators;
        switch (piece.kind) {
            case PieceKind::prefix:
                problem_ = operators_.push_prefix(piece.op, piece.span, level);
                break;
            case PieceKind::infix:
                problem_ = operators_.push_infix(piece.op, piece.span, level);
                break;
            case PieceKind::if_:
                problem_ = operators_.push_if(piece.span, level);
                break;
            case PieceKind::else_:
                problem_ = operators_.push_else(piece.span, level);
                break;
            case PieceKind::range:
                problem_ = operators_.push_range(piece.span, level);
                break;
            case PieceKind::step:
                problem_ = operators_.push_step(piece.span, level);
                break;
            case PieceKind::attribute:
                read_attribute(piece.span);
                break;
            case PieceKind::any_steps:
                read_any_steps(piece.span);
                break;
            case PieceKind::keyword:
                read_keyword(frame, piece.span);
                break;
            case PieceKind::colon:
                end_part(frame, piece.span);
                break;
            default:
                end_element(frame, piece.span.begin);
                ++frame.commas;
                break;
        }
    }

    void read_attribute(Span name) {
        Value& base = operators_.values().back();
        base.extent.end = name.end;
        base.bracketed = false;
        base.id = writer_.node(ExprKind::attribute, base.extent, slice(name), base.id);
    }

    void read_any_steps(Span star) {
        Value& base = operators_.values().back();
        base.extent.end = star.end;
        base.bracketed = false;
        base.id = writer_.node(ExprKind::any_steps, base.extent, {&base.id, 1});
    }

    void read_keyword(Frame& frame, Span name) {
        if (++frame.keywords > 0xffff)
            problem_ = Diagnostic{Severity::error, "too-many-keywords",
                                  "more than 65535 keyword arguments in one call", name, ""};
        operators_.push_keyword(slice(name), name);
    }

    void end_part(Frame& frame, Span at) {
        problem_ = operators_.finish_level(frame.operators);
        if (problem_) return;
        ++frame.colons;
        if (frame.opener.kind != PieceKind::item) return;
        if (frame.colons > 2)
            problem_ = Diagnostic{Severity::error, "long-slice", "a slice has at most three parts", at, ""};
        add_missing(frame, at.begin);
    }

    void add_missing(Frame& frame, std::uint32_t at) {
        if (operators_.values().size() == frame.part)
            put(writer_.leaf(ExprKind::missing, {at, at}), {at, at});
        frame.part = operators_.values().size();
    }

    void end_element(Frame& frame, std::uint32_t at) {
        problem_ = operators_.finish_level(frame.operators);
        if (problem_) return;
        std::vector<Value>& values = operators_.values();
        const bool positional = frame.opener.kind == PieceKind::call && frame.keywords > 0 &&
                                writer_.pool().exprs[values.back().id].kind != ExprKind::keyword;
        if (positional)
            problem_ = Diagnostic{Severity::error, "positional-after-keyword",
                                  "an argument without a name stands behind one with a name",
                                  values.back().extent, ""};
        if (frame.opener.kind == PieceKind::braces) end_braces_element(frame);
        if (frame.opener.kind == PieceKind::item && frame.colons > 0) end_slice(frame, at);
        frame.colons = 0;
        frame.part = values.size();
    }

    void end_braces_element(Frame& frame) {
        if (frame.colons > 0) ++frame.pairs;
        const bool mixed = frame.pairs > 0 && frame.pairs != frame.commas + 1;
        if (mixed && !problem_)
            problem_ = Diagnostic{Severity::error, "mixed-braces",
                                  "pairs of a dict and elements of a set in one pair of braces",
                                  operators_.values().back().extent, ""};
    }

    void end_slice(Frame& frame, std::uint32_t at) {
        std::vector<Value>& values = operators_.values();
        for (std::uint32_t parts = frame.colons; parts < 3; ++parts)
            add_missing(frame, at);
        if (problem_) return;
        const Span extent{values[values.size() - 3].extent.begin, values.back().extent.end};
        const ExprId ids[] = {values[values.size() - 3].id, values[values.size() - 2].id, values.back().id};
        values.resize(values.size() - 3);
        put(writer_.node(ExprKind::slice, extent, ids), extent);
    }

    void finish(Frame& frame) {
        const bool root = open_frames_.size() == 1;
        std::vector<Value>& values = operators_.values();
        const bool last_is_comma = frame.commas > 0 && state_.pieces[frame.last - 1].kind == PieceKind::comma;
        const bool empty = values.size() == frame.values && !root && frame.colons == 0;
        if (!last_is_comma && !empty) end_element(frame, root ? 0 : frame.opener.span.end - 1);
        if (problem_) return;
        if (!root) close(frame, last_is_comma);
        if (problem_) return;
        if (!root) state_.pieces.resize(frame.first);
        open_frames_.pop_back();
    }

    void close(Frame& frame, bool last_is_comma) {
        std::vector<Value>& values = operators_.values();
        std::vector<ExprId> ids;
        for (std::size_t i = frame.values; i < values.size(); ++i)
            ids.push_back(values[i].id);
        const Span span = frame.opener.span;
        const bool single = ids.size() == 1 && !last_is_comma;
        switch (frame.opener.kind) {
            case PieceKind::parenthesis:
                if (single) {
                    values.back().extent = span;
                    values.back().bracketed = true;
                } else {
                    replace(frame, writer_.node(ExprKind::tuple, span, ids), span);
                }
                break;
            case PieceKind::list:
                replace(frame, writer_.node(ExprKind::list, span, ids), span);
                break;
            case PieceKind::braces: {
                const bool dict = frame.pairs > 0 || ids.empty();
                replace(frame, writer_.node(dict ? ExprKind::dict : ExprKind::set, span, ids), span);
                break;
            }
            case PieceKind::call:
                close_call(frame, std::move(ids));
                break;
            default:
                close_item(frame, ids, single);
                break;
        }
    }

    void replace(const Frame& frame, ExprId id, Span extent) {
        operators_.values().resize(frame.values);
        put(id, extent);
    }

    void close_call(const Frame& frame, std::vector<ExprId> arguments) {
        if (frame.callee && close_getattr(frame, arguments)) return;
        const Value callee = take_callee(frame);
        const Span span{callee.extent.begin, frame.opener.span.end};
        arguments.insert(arguments.begin(), callee.id);
        const ExprId id = writer_.node(ExprKind::call, span, arguments);
        writer_.pool().exprs[id].keywords = static_cast<std::uint16_t>(frame.keywords);
        if (span.end - span.begin <= kLongestStep) writer_.set_text(id, std::string(slice(span)));
        put(id, span);
    }

    bool close_getattr(const Frame& frame, const std::vector<ExprId>& arguments) {
        if (arguments.size() != 2 || frame.keywords > 0) return false;
        ExprPool& pool = writer_.pool();
        if (pool.exprs[arguments[1]].kind != ExprKind::string) return false;
        std::string name = std::move(pool.texts.back());  // the string is the last node of the pool
        pool.texts.pop_back();
        pool.exprs.pop_back();
        const Span span{frame.callee->begin, frame.opener.span.end};
        replace(frame, writer_.node(ExprKind::attribute, span, std::move(name), arguments[0]), span);
        return true;
    }

    void close_item(const Frame& frame, const std::vector<ExprId>& parts, bool single) {
        const Span opener = frame.opener.span;
        if (parts.empty()) {
            problem_ = Diagnostic{Severity::error,
                                  "expected-operand",
                                  "expected operand, found `]`",
                                  {opener.end - 1, opener.end},
                                  ""};
            return;
        }
        ExprPool& pool = writer_.pool();
        if (frame.callee && single && pool.exprs[parts[0]].kind == ExprKind::string) {
            Expr& scope = pool.exprs[parts[0]];
            scope.kind = slice(*frame.callee) == "L" ? ExprKind::local_item : ExprKind::global_item;
            scope.span = {frame.callee->begin, opener.end};
            replace(frame, parts[0], scope.span);
            return;
        }
        const ExprId key =
            single ? parts[0] : writer_.node(ExprKind::tuple, {opener.begin + 1, opener.end - 1}, parts);
        const Value base = take_callee(frame);
        const Span span{base.extent.begin, opener.end};
        const ExprId ids[] = {base.id, key};
        put(writer_.node(ExprKind::item, span, ids), span);
    }

    // What a call or an item applies to: the value below the level, or the name that waited.
    Value take_callee(const Frame& frame) {
        std::vector<Value>& values = operators_.values();
        values.resize(frame.values);
        if (frame.callee)
            return {writer_.leaf(ExprKind::name, *frame.callee, slice(*frame.callee)), *frame.callee, false};
        const Value base = values.back();
        values.pop_back();
        return base;
    }

    ReadingState& state_;
    const Limits& limits_;
    Sink& sink_;
    ExpressionWriter writer_;
    OperatorStack operators_;
    std::vector<Frame> open_frames_;
    std::optional<Span> callee_;
    std::optional<Diagnostic> problem_;
};

}  // namespace

std::optional<ExprId> build_expression(ReadingState& state, PieceRange range, ExprPool& pool,
                                       const Limits& limits, Sink& sink) {
    return ExpressionBuilder(state, pool, limits, sink).run(range);
}

}  // namespace guardc::grammar
