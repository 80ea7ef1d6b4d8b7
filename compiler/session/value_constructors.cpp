// The constructors of test blocks: `tensor(..)`, `object(..)`, and what literals cannot say.
#include <algorithm>
#include <array>
#include <string>

#include "compiler/json/json_text.h"
#include "compiler/session/value_writing.h"
#include "grammar/closest.h"
#include "runtime/model/dtype.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

constexpr std::array<std::string_view, 13> kTensorFields{
    "dtype",  "device", "size",   "stride", "requires_grad", "type", "storage",
    "offset", "attrs",  "layout", "keys",   "grad",          "value"};
constexpr std::array<std::string_view, 6> kFunctionFields{"name",       "code",    "defaults",
                                                          "kwdefaults", "closure", "attrs"};

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
    const std::string_view nearest = grammar::closest(word, known);
    return nearest.empty() ? std::string() : "did you mean `" + std::string(nearest) + "`?";
}

void add_field(std::string& text, std::string_view name, std::string_view json) {
    if (!text.empty()) text += ',';
    text += json_quoted(name) + ":" + std::string(json);
}

}  // namespace

std::span<const ValueWriting::ConstructorRow> ValueWriting::constructors() {
    static constexpr std::array<ConstructorRow, 20> rows{{
        {"tensor", &ValueWriting::tensor, "write `tensor(float16, cuda:0, [8, 128], stride=[128, 1])`"},
        {"object", &ValueWriting::object, "write `object(demo.Config, layers=12)`"},
        {"type", &ValueWriting::named, "write `type(\"demo.Config\")`"},
        {"dtype", &ValueWriting::named, "write `dtype(\"float32\")`"},
        {"device", &ValueWriting::named, "write `device(\"cuda:0\")`"},
        {"torch.device", &ValueWriting::named, "write `device(\"cuda:0\")`"},
        {"module", &ValueWriting::named, "write `module(\"torch\")`"},
        {"float", &ValueWriting::floating, "write `float(\"nan\")`"},
        {"complex", &ValueWriting::complex, "write `complex(1.0, 2.0)`"},
        {"list", &ValueWriting::sequence, "write `list([1, 2], id=7)`"},
        {"tuple", &ValueWriting::sequence, "write `tuple([1, 2], id=7)`"},
        {"set", &ValueWriting::sequence, "write `set([1, 2])`"},
        {"frozenset", &ValueWriting::sequence, "write `frozenset([1, 2])`"},
        {"torch.Size", &ValueWriting::sequence, "write `torch.Size([8, 128])`"},
        {"range", &ValueWriting::bounds, "write `range(0, 10, 2)`"},
        {"slice", &ValueWriting::bounds, "write `slice(0, 10, None)`"},
        {"function", &ValueWriting::function, "write `function(name=\"g\", code=17)`"},
        {"weakref", &ValueWriting::weak_reference, "write `weakref(ref(7))`, `weakref(None)`"},
        {"ref", &ValueWriting::reference, "write `ref(7)` where another value has `id=7`"},
        {"dict", &ValueWriting::dictionary, "write `dict({\"k\": 1}, id=7)`"},
    }};
    return rows;
}

Json ValueWriting::call(ExprId id) {
    Call call{.id = id, .name = dotted(pool_.operands_of(id)[0]), .given = {}, .named = {}, .identity = {}};
    const auto row = std::ranges::find(constructors(), call.name, &ConstructorRow::name);
    if (row == constructors().end()) {
        std::vector<std::string_view> names;
        for (const ConstructorRow& known : constructors())
            names.push_back(known.name);
        return fail(id, "unknown-constructor", "there is no value `" + call.name + "(..)`",
                    did_you_mean(call.name, names));
    }
    if (!take_arguments(call)) return std::nullopt;
    return (this->*row->write)(call);
}

bool ValueWriting::take_arguments(Call& call) {
    for (const ExprId argument : pool_.operands_of(call.id).subspan(1)) {
        if (pool_[argument].kind != ExprKind::keyword) {
            call.given.push_back(argument);
            continue;
        }
        const ExprId content = pool_.operands_of(argument)[0];
        if (pool_.text_of(argument) != "id") {
            call.named.emplace_back(pool_.text_of(argument), content);
        } else if (pool_[content].kind == ExprKind::integer) {
            call.identity = ",\"$id\":" + std::string(pool_.text_of(content));
        } else {
            fail(content, "expected-identity", "an identity is an int");
            return false;
        }
    }
    return true;
}

Json ValueWriting::wrong_use(const Call& call, std::string_view hint) {
    if (hint.empty()) hint = std::ranges::find(constructors(), call.name, &ConstructorRow::name)->use;
    return fail(call.id, "wrong-operands", "`" + call.name + "(..)` is not written like this",
                std::string(hint));
}

// Which field a positional operand is shows by its form, as in guards.
Json ValueWriting::tensor(const Call& call) {
    std::string body;
    for (const ExprId given : call.given) {
        const ExprKind kind = pool_[given].kind;
        const std::string text = dotted(given);
        const bool sizes = kind == ExprKind::list || kind == ExprKind::tuple;
        if (sizes) {
            const auto items = list(pool_.operands_of(given));
            if (!items) return std::nullopt;
            add_field(body, "size", *items);
        } else if (kind == ExprKind::device || (!text.empty() && parse_device_type(text))) {
            add_field(body, "device", json_quoted(kind == ExprKind::device ? pool_.text_of(given) : text));
        } else if (!text.empty() && parse_dtype(text)) {
            add_field(body, "dtype", json_quoted(dtype_name(*parse_dtype(text))));
        } else {
            return fail(given, "unknown-field", "this is no dtype, no device and no sizes",
                        "write `tensor(float16, cuda:0, [8, 128])`");
        }
    }
    for (const auto& [field, content] : call.named) {
        if (std::ranges::find(kTensorFields, field) == kTensorFields.end())
            return fail(content, "unknown-field", "a tensor has no field `" + std::string(field) + "`",
                        did_you_mean(field, kTensorFields));
        Json json;
        const std::string text = dotted(content);
        if (field == "type")
            json = type_name(content);
        else if (field == "attrs")
            json = fields(content);
        else if (field == "dtype" && parse_dtype(text))
            json = json_quoted(dtype_name(*parse_dtype(text)));
        else if (field == "device" && !text.empty())
            json = json_quoted(text);
        else if (pool_[content].kind == ExprKind::device)
            json = json_quoted(pool_.text_of(content));
        else
            json = value(content);
        if (!json) return std::nullopt;
        add_field(body, field, *json);
    }
    if (body.find("\"device\":") == std::string::npos) add_field(body, "device", "\"cpu\"");
    return R"({"$tensor":{)" + body + "}" + call.identity + "}";
}

Json ValueWriting::object(const Call& call) {
    if (call.given.empty() || call.given.size() > 2) return wrong_use(call, {});
    const auto type = type_name(call.given[0]);
    if (!type) return std::nullopt;
    std::string attributes;
    if (call.given.size() == 2) {
        const auto more = fields(call.given[1]);
        if (!more) return std::nullopt;
        attributes = more->substr(1, more->size() - 2);
    }
    for (const auto& [field, content] : call.named) {
        const auto json = value(content);
        if (!json) return std::nullopt;
        add_field(attributes, field, *json);
    }
    return R"({"$object":{"type":)" + *type + R"(,"attrs":{)" + attributes + "}}" + call.identity + "}";
}

Json ValueWriting::named(const Call& call) {
    if (call.given.size() != 1 || !call.named.empty() || pool_[call.given[0]].kind != ExprKind::string)
        return wrong_use(call, {});
    const std::string form = call.name == "torch.device" ? "device" : call.name;
    return "{" + json_quoted("$" + form) + ":" + json_quoted(pool_.text_of(call.given[0])) + call.identity +
           "}";
}

Json ValueWriting::floating(const Call& call) {
    if (call.given.size() != 1 || !call.named.empty()) return wrong_use(call, {});
    if (pool_[call.given[0]].kind == ExprKind::floating && call.identity.empty()) return value(call.given[0]);
    if (pool_[call.given[0]].kind != ExprKind::string) return wrong_use(call, {});
    return R"({"$float":)" + json_quoted(pool_.text_of(call.given[0])) + call.identity + "}";
}

Json ValueWriting::complex(const Call& call) {
    if (call.given.size() != 2 || !call.named.empty()) return wrong_use(call, {});
    const auto parts = list(call.given);
    if (!parts) return std::nullopt;
    return R"({"$complex":)" + *parts + call.identity + "}";
}

Json ValueWriting::sequence(const Call& call) {
    std::string items = "[]";
    if (call.given.size() > 1 || !call.named.empty()) return wrong_use(call, {});
    if (call.given.size() == 1) {
        const ExprKind kind = pool_[call.given[0]].kind;
        if (kind != ExprKind::list && kind != ExprKind::tuple && kind != ExprKind::set)
            return wrong_use(call, {});
        const auto given = list(pool_.operands_of(call.given[0]));
        if (!given) return std::nullopt;
        items = *given;
    }
    const std::string form = call.name == "torch.Size" ? "size" : call.name;
    return "{" + json_quoted("$" + form) + ":" + items + call.identity + "}";
}

Json ValueWriting::bounds(const Call& call) {
    if (call.given.empty() || call.given.size() > 3 || !call.named.empty()) return wrong_use(call, {});
    std::array<std::string, 3> parts = call.name == "range" ? std::array<std::string, 3>{"0", "", "1"}
                                                            : std::array<std::string, 3>{"null", "", "null"};
    for (std::size_t i = 0; i < call.given.size(); ++i) {
        const auto json = value(call.given[i]);
        if (!json) return std::nullopt;
        parts[call.given.size() == 1 ? 1 : i] = *json;
    }
    return "{" + json_quoted("$" + call.name) + ":[" + parts[0] + "," + parts[1] + "," + parts[2] + "]" +
           call.identity + "}";
}

Json ValueWriting::function(const Call& call) {
    if (!call.given.empty()) return wrong_use(call, {});
    std::string body;
    for (const auto& [field, content] : call.named) {
        if (std::ranges::find(kFunctionFields, field) == kFunctionFields.end())
            return fail(content, "unknown-field", "a function has no field `" + std::string(field) + "`",
                        did_you_mean(field, kFunctionFields));
        const auto json = field == "attrs" || field == "kwdefaults" ? fields(content) : value(content);
        if (!json) return std::nullopt;
        add_field(body, field, *json);
    }
    return R"({"$function":{)" + body + "}" + call.identity + "}";
}

Json ValueWriting::weak_reference(const Call& call) {
    if (call.given.size() != 1 || !call.named.empty()) return wrong_use(call, {});
    const auto referent = value(call.given[0]);
    if (!referent) return std::nullopt;
    return R"({"$weakref":)" + *referent + call.identity + "}";
}

Json ValueWriting::reference(const Call& call) {
    if (call.given.size() != 1 || !call.named.empty() || !call.identity.empty() ||
        pool_[call.given[0]].kind != ExprKind::integer)
        return wrong_use(call, {});
    return R"({"$ref":)" + std::string(pool_.text_of(call.given[0])) + "}";
}

Json ValueWriting::dictionary(const Call& call) {
    if (call.given.size() > 1 || !call.named.empty()) return wrong_use(call, {});
    if (call.given.empty()) return R"({"$dict":[])" + call.identity + "}";
    if (pool_[call.given[0]].kind != ExprKind::dict) return wrong_use(call, {});
    const auto parts = pool_.operands_of(call.given[0]);
    std::string pairs;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
        const auto pair = list(parts.subspan(i, 2));
        if (!pair) return std::nullopt;
        pairs += (pairs.empty() ? "" : ",") + *pair;
    }
    return R"({"$dict":[)" + pairs + "]" + call.identity + "}";
}

}  // namespace guardc::compiler
