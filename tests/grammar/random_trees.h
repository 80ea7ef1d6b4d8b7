// Random syntax trees of every kind of node.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "grammar/expression_writer.h"
#include "grammar/utf8.h"

namespace guardc::grammar {

// Makes trees that a text could stand for: no integer literal under a minus that would join it, no string
// under L or G where an item stands, and so on.
class TreeMaker {
  public:
    explicit TreeMaker(std::uint32_t seed) : random_(seed), writer_(pool_) {}

    ExprId make(int depth) {
        if (depth == 0 || below(6) == 0) return leaf();
        switch (below(14)) {
            case 0:
                return writer_.node(ExprKind::attribute, {}, attribute_name(), make(depth - 1));
            case 1:
                return item(depth);
            case 2:
                return call(depth);
            case 3:
                return several(ExprKind::list, below(4), depth);
            case 4:
                return several(ExprKind::tuple, below(4), depth);
            case 5:
                return several(ExprKind::set, 1 + below(3), depth);
            case 6:
                return several(ExprKind::dict, 2 * below(4), depth);
            case 7:
                return unary(depth);
            case 8:
            case 9:
                return binary(depth);
            case 10:
                return comparison(depth);
            case 11:
                return several(ExprKind::logic, 2 + below(3), depth, one_of({ExprOp::and_, ExprOp::or_}));
            case 12:
                return several(ExprKind::conditional, 3, depth);
            default:
                return several(ExprKind::step_range, 2 + below(2), depth);
        }
    }

    const ExprPool& pool() const { return pool_; }

  private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
    ExprOp one_of(std::vector<ExprOp> ops) { return ops[below(ops.size())]; }
    std::string one_of(std::vector<std::string> texts) { return texts[below(texts.size())]; }

    std::string text() {
        std::string out;
        for (std::size_t i = below(6); i > 0; --i) {
            const auto any = static_cast<char32_t>(below(4) == 0 ? below(0x110000) : below(0x80));
            append_utf8(out, is_surrogate(any) ? U'x' : any);
        }
        return out;
    }
    std::string bytes() {
        std::string out;
        for (std::size_t i = below(6); i > 0; --i)
            out.push_back(static_cast<char>(below(256)));
        return out;
    }
    std::string name() {
        return one_of({"x", "y", "self", "limit", "entry", "because", "step", "inf", "L", "G", "frame",
                       "\xc3\xa9", "_x", "cuda", "EQUALS_MATCH", "KeyValueManager", "let", "common"});
    }
    std::string attribute_name() {
        return below(4) == 0 ? text()
                             : one_of({"a", "size", "None", "not", "0", "a b", "getattr", "\xc3\xa9"});
    }
    double number() {
        const double whole = static_cast<double>(below(1000));
        return below(3) == 0 ? whole : std::ldexp(whole + 0.1, static_cast<int>(below(200)) - 100);
    }

    ExprId leaf() {
        switch (below(15)) {
            case 0:
                return writer_.leaf(ExprKind::none_literal, {});
            case 1:
                return writer_.leaf(ExprKind::true_literal, {});
            case 2:
                return writer_.leaf(ExprKind::false_literal, {});
            case 3:
                return writer_.leaf(ExprKind::ellipsis, {});
            case 4:
                return writer_.leaf(ExprKind::wildcard, {});
            case 5:
                return writer_.leaf(
                    ExprKind::integer, {},
                    one_of({"0", "1", "-1", "42", "9223372036854775808", "-9223372036854775808"}));
            case 6:
                return writer_.leaf(ExprKind::floating, {}, "", number());
            case 7:
                return writer_.leaf(ExprKind::imaginary, {}, "", number());
            case 8:
                return writer_.leaf(ExprKind::string, {}, text());
            case 9:
                return writer_.leaf(ExprKind::bytes, {}, bytes());
            case 10:
                return writer_.leaf(ExprKind::device, {}, one_of({"cuda:0", "npu:12", "x:3"}));
            case 11:
                return writer_.leaf(ExprKind::local_item, {}, text());
            case 12:
                return writer_.leaf(ExprKind::global_item, {}, text());
            default:
                return writer_.leaf(ExprKind::name, {}, name());
        }
    }

    std::vector<ExprId> operands(std::size_t count, int depth) {
        std::vector<ExprId> ids;
        for (std::size_t i = 0; i < count; ++i)
            ids.push_back(make(depth - 1));
        return ids;
    }
    ExprId several(ExprKind kind, std::size_t count, int depth, ExprOp op = ExprOp::none) {
        return writer_.node(kind, {}, operands(count, depth), op);
    }

    ExprId unary(int depth) {
        const ExprOp op = one_of({ExprOp::not_, ExprOp::minus, ExprOp::plus, ExprOp::invert});
        const ExprId inner = make(depth - 1);
        return writer_.node(ExprKind::unary, {}, std::span(&inner, 1), op);
    }

    ExprId binary(int depth) {
        return several(ExprKind::binary, 2, depth,
                       one_of({ExprOp::add, ExprOp::subtract, ExprOp::multiply, ExprOp::divide,
                               ExprOp::floor_divide, ExprOp::modulo, ExprOp::power, ExprOp::bit_and,
                               ExprOp::bit_or, ExprOp::bit_xor, ExprOp::shift_left, ExprOp::shift_right}));
    }

    ExprId comparison(int depth) {
        const auto ids = operands(2 + below(3), depth);
        std::vector<ExprOp> ops;
        for (std::size_t i = 1; i < ids.size(); ++i)
            ops.push_back(
                one_of({ExprOp::equal, ExprOp::not_equal, ExprOp::less, ExprOp::less_equal, ExprOp::greater,
                        ExprOp::greater_equal, ExprOp::is, ExprOp::is_not, ExprOp::in, ExprOp::not_in}));
        return writer_.comparison({}, ids, ops);
    }

    // `L['x']` and `getattr(x, 'y')` are nodes of their own.
    bool is_name(ExprId id, std::string_view name) const {
        return pool_[id].kind == ExprKind::name && pool_.text_of(id) == name;
    }

    ExprId slice(int depth) {
        std::vector<ExprId> parts;
        for (int i = 0; i < 3; ++i)
            parts.push_back(below(2) == 0 ? writer_.leaf(ExprKind::missing, {}) : make(depth - 1));
        return writer_.node(ExprKind::slice, {}, parts);
    }

    ExprId item(int depth) {
        ExprId base = make(depth - 1);
        ExprId key = below(3) == 0 ? slice(depth) : make(depth - 1);
        if (below(4) == 0) {
            const ExprId parts[] = {key, slice(depth)};
            key = writer_.node(ExprKind::tuple, {}, parts);
        }
        const bool scope = is_name(base, "L") || is_name(base, "G");
        if (scope && pool_[key].kind == ExprKind::string) base = leaf_name("x");
        const ExprId ids[] = {base, key};
        return writer_.node(ExprKind::item, {}, ids);
    }

    ExprId leaf_name(std::string text) { return writer_.leaf(ExprKind::name, {}, std::move(text)); }

    ExprId call(int depth) {
        std::vector<ExprId> ids = operands(1 + below(4), depth);
        const std::size_t keywords = below(3);
        for (std::size_t i = 0; i < keywords; ++i)
            ids.push_back(writer_.node(ExprKind::keyword, {}, name(), make(depth - 1)));
        const ExprId id = writer_.node(ExprKind::call, {}, ids);
        pool_.exprs[id].keywords = static_cast<std::uint16_t>(keywords);
        return id;
    }

    std::mt19937 random_;
    ExprPool pool_;
    ExpressionWriter writer_;
};

}  // namespace guardc::grammar
