#include "compiler/session/value_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "compiler/json/json_text.h"
#include "compiler/session/value_writing.h"
#include "compiler/terms/spelling.h"

namespace guardc::compiler {

using grammar::Expr;
using grammar::ExprId;
using grammar::ExprKind;

namespace {

std::string hexadecimal(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        text += digits[static_cast<unsigned char>(byte) >> 4U];
        text += digits[static_cast<unsigned char>(byte) & 0xfU];
    }
    return text;
}

std::string float_json(double number) {
    if (std::isnan(number)) return R"({"$float":"nan"})";
    if (std::isinf(number)) return number > 0 ? R"({"$float":"inf"})" : R"({"$float":"-inf"})";
    return std::signbit(number) && number == 0 ? R"({"$float":"-0.0"})" : json_number(number);
}

}  // namespace

Json ValueWriting::fail(ExprId at, std::string id, std::string message, std::string hint) {
    diagnostics_.push_back(
        {grammar::Severity::error, std::move(id), std::move(message), pool_[at].span, std::move(hint)});
    return std::nullopt;
}

Json ValueWriting::value(ExprId id) {
    const auto text = [&] { return json_quoted(pool_.text_of(id)); };
    switch (pool_[id].kind) {
        case ExprKind::none_literal:
            return "null";
        case ExprKind::true_literal:
            return "true";
        case ExprKind::false_literal:
            return "false";
        case ExprKind::ellipsis:
            return R"({"$object":{"type":"builtins.ellipsis","attrs":{}}})";
        case ExprKind::integer:
        case ExprKind::floating:
        case ExprKind::imaginary:
            return number(id);
        case ExprKind::string:
            return text();
        case ExprKind::bytes:
            return R"({"$bytes":")" + hexadecimal(pool_.text_of(id)) + "\"}";
        case ExprKind::device:
            return R"({"$device":)" + text() + "}";
        case ExprKind::name:
        case ExprKind::attribute:
            return name(id);
        case ExprKind::unary:
            return negative(id);
        case ExprKind::call:
            return call(id);
        case ExprKind::dict:
            return dict(id);
        case ExprKind::list:
            return list(pool_.operands_of(id));
        case ExprKind::tuple:
        case ExprKind::set: {
            const auto items = list(pool_.operands_of(id));
            if (!items) return std::nullopt;
            return (pool_[id].kind == ExprKind::set ? R"({"$set":)" : R"({"$tuple":)") + *items + "}";
        }
        default:
            break;
    }
    return fail(id, "not-a-value", "this is no value of a frame",
                "write a literal, or `tensor(..)`, `object(..)`, ..");
}

Json ValueWriting::number(ExprId id) {
    const Expr& expr = pool_[id];
    if (expr.kind == ExprKind::integer) return std::string(pool_.text_of(id));
    if (expr.kind == ExprKind::floating) return float_json(expr.number);
    return R"({"$complex":[0.0,)" + float_json(expr.number) + "]}";
}

// A sign before an int belongs to its literal; what is left is floats and `-inf`.
Json ValueWriting::negative(ExprId id) {
    const ExprId operand = pool_.operands_of(id)[0];
    if (pool_[id].op == grammar::ExprOp::minus && pool_[operand].kind == ExprKind::floating)
        return float_json(-pool_[operand].number);
    if (pool_[id].op == grammar::ExprOp::minus && pool_[operand].kind == ExprKind::name &&
        pool_.text_of(operand) == "inf")
        return float_json(-INFINITY);
    return fail(id, "not-a-value", "values of a frame are not computed");
}

Json ValueWriting::list(std::span<const ExprId> ids) {
    std::string text;
    for (const ExprId id : ids) {
        const auto item = value(id);
        if (!item) return std::nullopt;
        text += (text.empty() ? "" : ",") + *item;
    }
    return "[" + text + "]";
}

Json ValueWriting::dict(ExprId id) {
    const auto parts = pool_.operands_of(id);
    bool plain = true;  // keys that JSON's own objects can have
    for (std::size_t i = 0; i < parts.size(); i += 2)
        plain =
            plain && pool_[parts[i]].kind == ExprKind::string && !pool_.text_of(parts[i]).starts_with('$');
    std::string text;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
        const auto key = value(parts[i]), item = value(parts[i + 1]);
        if (!key || !item) return std::nullopt;
        if (!text.empty()) text += ',';
        text += plain ? *key + ":" + *item : "[" + *key + "," + *item + "]";
    }
    return plain ? "{" + text + "}" : R"({"$dict":[)" + text + "]}";
}

Json ValueWriting::fields(ExprId dict) {
    if (pool_[dict].kind != ExprKind::dict)
        return fail(dict, "expected-fields", "expected values by name", "write `{x: None, n: 3}`");
    const auto parts = pool_.operands_of(dict);
    std::string text;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
        const auto key = field_name(parts[i]), item = value(parts[i + 1]);
        if (!key || !item) return std::nullopt;
        text += (text.empty() ? "" : ",") + *key + ":" + *item;
    }
    return "{" + text + "}";
}

Json ValueWriting::field_name(ExprId key) {
    if (pool_[key].kind == ExprKind::name || pool_[key].kind == ExprKind::string)
        return json_quoted(pool_.text_of(key));
    return fail(key, "expected-field-name", "expected a name");
}

std::string ValueWriting::dotted(ExprId id) const {
    std::string text;
    for (; pool_[id].kind == ExprKind::attribute; id = pool_.operands_of(id)[0])
        text = "." + std::string(pool_.text_of(id)) + text;
    return pool_[id].kind == ExprKind::name ? std::string(pool_.text_of(id)) + text : std::string();
}

Json ValueWriting::name(ExprId id) {
    const std::string text = dotted(id);
    const FrameShape nothing_hidden{.slots = {}, .open = false};
    if (text == "inf" || text == "math.inf") return float_json(INFINITY);
    if (text == "nan" || text == "math.nan") return float_json(NAN);
    if (const auto dtype = dtype_named(nothing_hidden, text))
        return R"({"$dtype":)" + json_quoted(dtype_name(*dtype)) + "}";
    if (parse_device_type(text)) return R"({"$device":)" + json_quoted(text) + "}";
    if (const auto type = type_in_value_place(nothing_hidden, text))
        return R"({"$type":)" + json_quoted(*type) + "}";
    return fail(id, "not-a-value",
                text.empty() ? "this is no value of a frame" : "`" + text + "` is no value",
                "write a string in quotes, a type as `type(\"demo.Config\")`");
}

// Where a type stands, dotted names need no quotes: `object(demo.Config)`.
Json ValueWriting::type_name(ExprId id) {
    if (pool_[id].kind == ExprKind::string) return json_quoted(pool_.text_of(id));
    const std::string text = dotted(id);
    if (!text.empty()) return json_quoted(full_type_name(text));
    return fail(id, "expected-type", "expected the name of a type");
}

std::optional<std::string> fields_json(const grammar::ExprPool& pool, ExprId dict,
                                       grammar::Diagnostics& diagnostics) {
    return ValueWriting(pool, diagnostics).fields(dict);
}

}  // namespace guardc::compiler
