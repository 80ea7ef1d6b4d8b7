#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grammar/precedence.h"
#include "grammar/print.h"
#include "grammar/words.h"

namespace guardc::grammar {

namespace {

int tightness_of(const ExprPool& pool, ExprId id) {
    const Expr& expr = pool[id];
    switch (expr.kind) {
        case ExprKind::integer:
            return pool.text_of(id).starts_with('-') ? kSign : kAtom;
        case ExprKind::floating:
        case ExprKind::imaginary:
            return expr.number < 0 ? kSign : kAtom;
        case ExprKind::keyword:
            return kKeywordArgument;
        case ExprKind::unary:
        case ExprKind::binary:
        case ExprKind::logic:
            return precedence_of(expr.op);
        case ExprKind::compare:
            return kCompare;
        case ExprKind::conditional:
            return kConditional;
        case ExprKind::step_range:
            return kRange;
        case ExprKind::attribute:
        case ExprKind::any_steps:
        case ExprKind::item:
        case ExprKind::call:
            return kSuffix;
        default:
            return kAtom;
    }
}

bool is_number(ExprKind kind) {
    return kind == ExprKind::integer || kind == ExprKind::floating || kind == ExprKind::imaginary;
}

// Writes by a stack of what is left to write: a text, or an expression and how tight it must be.
class ExpressionPrinter {
  public:
    explicit ExpressionPrinter(const ExprPool& pool) : pool_(pool) {}

    std::string run(ExprId root) {
        push(root, kKeywordArgument);
        while (!left_.empty()) {
            const Left next = left_.back();
            left_.pop_back();
            if (next.id == kNoExpr) {
                out_ += next.text;
            } else {
                const bool brackets = needs_brackets(next);
                plain_ = next.plain && !brackets;
                if (brackets) {
                    out_ += "(";
                    push(")");
                }
                write(next.id);
            }
        }
        return std::move(out_);
    }

  private:
    struct Left {
        std::string_view text;
        ExprId id = kNoExpr;
        int at_least = 0;
        bool plain = false;  // directly in a dict key or a subscript, where `a:0` is no device
    };

    void push(std::string_view text) { left_.push_back({text}); }
    void push(ExprId id, int at_least) { left_.push_back({{}, id, at_least, plain_}); }
    void push_inside(ExprId id, int at_least, bool plain = false) {
        left_.push_back({{}, id, at_least, plain});
    }

    bool needs_brackets(const Left& next) const {
        const ExprKind kind = pool_[next.id].kind;
        if (kind == ExprKind::device && next.plain) return true;
        if (next.at_least == kBase) return tightness_of(pool_, next.id) < kSuffix || is_number(kind);
        return tightness_of(pool_, next.id) < next.at_least;
    }

    void write(ExprId id) {
        const Expr& expr = pool_[id];
        switch (expr.kind) {
            case ExprKind::none_literal:
                out_ += "None";
                break;
            case ExprKind::true_literal:
                out_ += "True";
                break;
            case ExprKind::false_literal:
                out_ += "False";
                break;
            case ExprKind::ellipsis:
                out_ += "...";
                break;
            case ExprKind::wildcard:
                out_ += "_";
                break;
            case ExprKind::missing:
                break;
            case ExprKind::integer:
            case ExprKind::device:
            case ExprKind::name:
                out_ += pool_.text_of(id);
                break;
            case ExprKind::floating:
                out_ += print_float(expr.number);
                break;
            case ExprKind::imaginary:
                write_imaginary(expr.number);
                break;
            case ExprKind::string:
                out_ += quote_string(pool_.text_of(id));
                break;
            case ExprKind::bytes:
                out_ += quote_bytes(pool_.text_of(id));
                break;
            case ExprKind::local_item:
                out_ += fmt::format("L[{}]", quote_string(pool_.text_of(id)));
                break;
            case ExprKind::global_item:
                out_ += fmt::format("G[{}]", quote_string(pool_.text_of(id)));
                break;
            case ExprKind::attribute:
                write_attribute(id);
                break;
            case ExprKind::any_steps:
                keep(".*");
                push(operand(id, 0), kBase);
                break;
            case ExprKind::item:
                write_item(id);
                break;
            case ExprKind::slice:
                write_slice(id);
                break;
            case ExprKind::call:
                write_call(id);
                break;
            case ExprKind::keyword:
                out_ += fmt::format("{}=", pool_.text_of(id));
                push(operand(id, 0), kConditional);
                break;
            case ExprKind::list:
                write_listed(id, "[", "]");
                break;
            case ExprKind::tuple:
                write_listed(id, "(", expr.operand_count == 1 ? ",)" : ")");
                break;
            case ExprKind::set:
                write_listed(id, "{", "}");
                break;
            case ExprKind::dict:
                write_dict(id);
                break;
            case ExprKind::unary:
                write_unary(id);
                break;
            case ExprKind::binary:
                write_binary(id);
                break;
            case ExprKind::compare:
                write_compare(id);
                break;
            case ExprKind::logic:
                write_logic(id);
                break;
            case ExprKind::conditional:
                write_conditional(id);
                break;
            case ExprKind::step_range:
                write_range(id);
                break;
        }
    }

    ExprId operand(ExprId id, std::size_t index) const { return pool_.operands_of(id)[index]; }

    void write_imaginary(double factor) {
        std::string text = print_float(factor);
        if (text.ends_with(".0")) text.resize(text.size() - 2);
        out_ += text + "j";
    }

    void write_attribute(ExprId id) {
        const std::string_view name = pool_.text_of(id);
        const bool ascii =
            std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
        if (ascii && is_identifier(name)) {
            keep(fmt::format(".{}", name));
            push(operand(id, 0), kBase);
            return;
        }
        out_ += "getattr(";
        keep(fmt::format(", {})", quote_string(name)));
        push_inside(operand(id, 0), kConditional);
    }

    void write_item(ExprId id) {
        const ExprId key = operand(id, 1);
        push("]");
        // `x[1, 2]` and `x[1:2, 3]` have a tuple for a key.
        const Expr& expr = pool_[key];
        if (expr.kind == ExprKind::tuple && expr.operand_count > 0) {
            push(expr.operand_count == 1 ? "," : "");
            push_joined(pool_.operands_of(key), kConditional, ", ", true);
        } else {
            push_inside(key, kConditional, true);
        }
        push("[");
        push(operand(id, 0), kBase);
    }

    void write_slice(ExprId id) {
        const bool has_step = pool_[operand(id, 2)].kind != ExprKind::missing;
        if (has_step) {
            push(operand(id, 2), kConditional);
            push(":");
        }
        push(operand(id, 1), kConditional);
        push(":");
        push(operand(id, 0), kConditional);
    }

    void write_call(ExprId id) {
        push(")");
        push_joined(pool_.operands_of(id).subspan(1), kKeywordArgument, ", ");
        push("(");
        push(operand(id, 0), kBase);
    }

    void push_joined(std::span<const ExprId> ids, int at_least, std::string_view separator,
                     bool plain = false) {
        for (std::size_t i = ids.size(); i-- > 0;) {
            push_inside(ids[i], at_least, plain);
            if (i > 0) push(separator);
        }
    }

    void write_listed(ExprId id, std::string_view open, std::string_view close) {
        out_ += open;
        push(close);
        // `{a:0}` is a dict, so a device in a set stands in brackets.
        push_joined(pool_.operands_of(id), kConditional, ", ", open == "{");
    }

    void write_dict(ExprId id) {
        out_ += "{";
        push("}");
        const auto parts = pool_.operands_of(id);
        for (std::size_t i = parts.size(); i >= 2; i -= 2) {
            push_inside(parts[i - 1], kConditional);
            push(": ");
            push_inside(parts[i - 2], kConditional, true);
            if (i > 2) push(", ");
        }
    }

    void write_unary(ExprId id) {
        const ExprOp op = pool_[id].op;
        const ExprId inner = operand(id, 0);
        out_ += spelling(op);
        if (op == ExprOp::not_) {
            out_ += " ";
            push(inner, kNot);
            return;
        }
        // A sign before a bare integer would become part of it.
        const Expr& expr = pool_[inner];
        const bool would_join =
            op == ExprOp::minus && expr.kind == ExprKind::integer && !pool_.text_of(inner).starts_with('-');
        if (would_join) {
            push(")");
            push_inside(inner, kKeywordArgument);
            push("(");
        } else {
            push(inner, kSign);
        }
    }

    void write_binary(ExprId id) {
        const ExprOp op = pool_[id].op;
        const int own = precedence_of(op);
        const bool power = op == ExprOp::power;
        push(operand(id, 1), power ? kSign : own + 1);
        keep(fmt::format(" {} ", spelling(op)));
        push(operand(id, 0), power ? kSuffix : own);
    }

    void write_compare(ExprId id) {
        const auto operands = pool_.operands_of(id);
        const auto ops = pool_.ops_of(id);
        for (std::size_t i = operands.size(); i-- > 0;) {
            push(operands[i], kRange);
            if (i > 0) keep(fmt::format(" {} ", spelling(ops[i - 1])));
        }
    }

    void write_logic(ExprId id) {
        const ExprOp op = pool_[id].op;
        push_joined(pool_.operands_of(id), precedence_of(op) + 1, op == ExprOp::and_ ? " and " : " or ",
                    plain_);
    }

    void write_conditional(ExprId id) {  // kept as c, a, b
        push(operand(id, 2), kConditional);
        push(" else ");
        push(operand(id, 0), kOr);
        push(" if ");
        push(operand(id, 1), kOr);
    }

    void write_range(ExprId id) {
        const auto parts = pool_.operands_of(id);
        if (parts.size() == 3) {
            push(parts[2], kBitOr);
            push(" step ");
        }
        push(parts[1], kBitOr);
        push("..");
        push(parts[0], kBitOr);
    }

    // A text made here, to be written later; views stay good because a deque moves nothing.
    void keep(std::string text) {
        kept_.push_back(std::move(text));
        push(kept_.back());
    }

    const ExprPool& pool_;
    std::vector<Left> left_;
    std::deque<std::string> kept_;
    bool plain_ = false;
    std::string out_;
};

}  // namespace

std::string print_expression(const ExprPool& pool, ExprId id) {
    return id == kNoExpr ? std::string() : ExpressionPrinter(pool).run(id);
}

}  // namespace guardc::grammar
