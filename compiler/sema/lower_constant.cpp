// Literals, displays of constants, and constructors in call position.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "compiler/sema/lowering.h"
#include "compiler/terms/print_term.h"
#include "compiler/terms/spelling.h"
#include "runtime/value/python_equal.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

constexpr std::array<std::string_view, 15> kConstructors = {
    "bytes", "complex", "device", "dict",         "dtype",      "float", "frozenset", "list",
    "range", "set",     "slice",  "torch.device", "torch.Size", "tuple", "type"};

// Reading and printing take time by the square of the digits.
constexpr std::size_t kLongestInteger = 100'000;

std::string_view text_constant(std::span<const Value* const> given) {
    return given.size() == 1 && given[0]->kind == Kind::string ? text_of(*given[0]) : std::string_view();
}

std::optional<double> real_number(const Value& value) {
    if (value.kind == Kind::floating) return as<FloatingValue>(value).number;
    if (value.kind == Kind::integer && !is_big(as<IntegerValue>(value)))
        return static_cast<double>(as<IntegerValue>(value).number);
    return std::nullopt;
}

// What Python's float() reads, less the blanks and underscores.
std::optional<double> parse_float(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // Too large or too small for a double: Python's float() gives infinity or zero.
        return std::nullopt;
    }
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

bool has_duplicate(const std::unordered_multimap<std::uint64_t, const Value*>& seen, std::uint64_t hash,
                   const Value& value) {
    const auto [first, last] = seen.equal_range(hash);
    return std::any_of(first, last,
                       [&](const auto& entry) { return key_equal(*entry.second, value) == Truth::yes; });
}

}  // namespace

bool Lowering::makes_constants(std::string_view callee) {
    return std::ranges::find(kConstructors, callee) != kConstructors.end();
}

Lowering::Form Lowering::literal(ExprId id) {
    const std::string_view text = text_at(id);
    switch (expr(id).kind) {
        case ExprKind::none_literal:
            return as_constant(values_->make_none());
        case ExprKind::true_literal:
            return as_constant(values_->make_boolean(true));
        case ExprKind::false_literal:
            return as_constant(values_->make_boolean(false));
        case ExprKind::floating:
            return as_constant(values_->make_floating(expr(id).number));
        case ExprKind::imaginary:
            return as_constant(values_->make_complex(0, expr(id).number));
        case ExprKind::string:
            return as_constant(values_->make_string(text));
        case ExprKind::bytes:
            return as_constant(values_->make_bytes(text));
        case ExprKind::integer: {
            if (text.size() > kLongestInteger)
                return fail("long-integer", span(id),
                            "an integer has at most " + std::to_string(kLongestInteger) + " digits");
            const std::optional<BigInteger> number = parse_big_integer(text);
            if (!number) return fail("bad-integer", span(id), "`" + std::string(text) + "` is no integer");
            return as_constant(values_->make_integer(number->view()));
        }
        default:
            break;
    }
    const std::optional<Device> device = parse_device(text);
    if (!device)
        return fail("unknown-device", span(id), "there is no device `" + std::string(text) + "`",
                    "write `cpu`, `cuda:0`, ..");
    return as_constant(values_->make_device(*device));
}

std::optional<std::vector<const Value*>> Lowering::constants(std::span<const ExprId> ids) {
    std::vector<const Value*> found;
    for (const ExprId id : ids) {
        const Value* value = constant_form(id);
        if (value == nullptr) return std::nullopt;
        found.push_back(value);
    }
    return found;
}

Lowering::Form Lowering::display(ExprId id) {
    const auto parts = constants(operands(id));
    if (!parts) {
        const bool failed =
            std::ranges::any_of(operands(id), [&](ExprId part) { return form(part).state == State::failed; });
        return in_state(failed ? State::failed : State::container);
    }
    return as_constant(build_display(id, *parts));
}

// Null after a mistake.
const Value* Lowering::build_display(ExprId id, std::span<const Value* const> parts) {
    const ExprKind kind = expr(id).kind;
    if (kind == ExprKind::list) return values_->make_list(parts);
    if (kind == ExprKind::tuple) return values_->make_tuple(parts);
    // As in Python, the first of equal keys stays, with the value of the last.
    const std::size_t stride = kind == ExprKind::dict ? 2 : 1;
    std::unordered_multimap<std::uint64_t, const Value*> seen;
    std::vector<const Value*> keys;
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < parts.size(); i += stride) {
        const Value& key = *parts[i];
        const std::optional<std::uint64_t> hash = key_hash(key);
        if (!hash) {
            fail("unhashable", span(operands(id)[i]),
                 "`" + print_constant(key) + "` can be no key and no element of a set");
            return nullptr;
        }
        if (!has_duplicate(seen, *hash, key)) {
            seen.emplace(*hash, &key);
            keys.push_back(&key);
            if (stride == 2) pairs.push_back({&key, parts[i + 1]});
        } else if (stride == 2) {
            std::ranges::find_if(pairs, [&](const Pair& pair) {
                return key_equal(*pair.key, key) == Truth::yes;
            })->value = parts[i + 1];
        }
    }
    if (stride == 2) {
        DictSpec spec;
        spec.pairs = pairs;
        return values_->make_dict(spec);
    }
    std::vector<std::pair<std::string, const Value*>> ordered;
    for (const Value* key : keys)
        ordered.emplace_back(print_constant(*key), key);
    std::ranges::sort(ordered);
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = ordered[i].second;
    return values_->make_sequence(Kind::set, keys);
}

// Nothing when `name` is no constructor or this is no use of it as one.
std::optional<Lowering::Form> Lowering::construct(ExprId id, std::string_view name,
                                                  std::span<const ExprId> given) {
    if (std::ranges::find(kConstructors, name) == kConstructors.end()) return std::nullopt;
    const auto found = constants(given);
    // `type(x)` is a value like any other; `type("demo.Config")` is the type of this name.
    if (name == "type" && (!found || text_constant(*found).empty())) return std::nullopt;
    if (refuse_keywords(id, name)) return Form{};
    if (!found) {
        if (name == "torch.Size" && given.size() == 1 && form(given[0]).state == State::container)
            return in_state(State::size_call);
        const bool failed =
            std::ranges::any_of(given, [&](ExprId part) { return form(part).state == State::failed; });
        if (failed) return Form{};
        if (name == "float") return std::nullopt;  // of a value, a function
        return fail("not-constant", span(id),
                    "`" + std::string(name) + "(..)` makes constants, and this is none");
    }
    const std::string_view text = text_constant(*found);
    if (name == "type") return as_constant(values_->make_type(intern_type(full_type_name(text))));
    if (name == "dtype") {
        const std::optional<DType> dtype = parse_dtype(text);
        if (!dtype)
            return fail("unknown-dtype", span(id), "there is no dtype of this name",
                        "write `dtype(\"float32\")`");
        return as_constant(values_->make_dtype(*dtype));
    }
    if (name == "device" || name == "torch.device") return device_constructor(id, *found);
    if (name == "float" || name == "complex") return number_constructor(id, name, *found);
    return container_constructor(id, name, *found);
}

Lowering::Form Lowering::device_constructor(ExprId id, std::span<const Value* const> given) {
    std::optional<Device> device;
    if (given.size() == 1 && given[0]->kind == Kind::string) device = parse_device(text_of(*given[0]));
    if (given.size() == 2 && given[0]->kind == Kind::string && given[1]->kind == Kind::integer) {
        const std::optional<DeviceType> type = parse_device_type(text_of(*given[0]));
        const std::int64_t index = as<IntegerValue>(*given[1]).number;
        if (type && index >= 0 && index <= std::numeric_limits<std::int32_t>::max())
            device = Device{*type, static_cast<std::int32_t>(index)};
    }
    if (!device)
        return fail("unknown-device", span(id), "there is no such device", "write `device(\"cuda:0\")`");
    return as_constant(values_->make_device(*device));
}

Lowering::Form Lowering::number_constructor(ExprId id, std::string_view name,
                                            std::span<const Value* const> given) {
    if (name == "float" && given.size() == 1) {
        const std::optional<double> number =
            given[0]->kind == Kind::string ? parse_float(text_of(*given[0])) : real_number(*given[0]);
        if (number) return as_constant(values_->make_floating(*number));
    }
    if (name == "complex" && given.size() == 2) {
        const std::optional<double> real = real_number(*given[0]);
        const std::optional<double> imaginary = real_number(*given[1]);
        if (real && imaginary) return as_constant(values_->make_complex(*real, *imaginary));
    }
    return fail(
        "bad-number", span(id), "this is no number",
        name == "float" ? "write `float(\"inf\")`, `float(\"nan\")`, .." : "write `complex(1.0, 2.0)`");
}

Lowering::Form Lowering::container_constructor(ExprId id, std::string_view name,
                                               std::span<const Value* const> given) {
    const auto wrong = [&](std::string hint) {
        return fail("wrong-operands", span(id), "`" + std::string(name) + "(..)` is not called like this",
                    std::move(hint));
    };
    const bool from_sequence = given.size() == 1 && is_sequence(given[0]->kind);
    std::span<const Value* const> items;
    if (from_sequence) items = items_of(*given[0]);
    if (name == "range") {
        const bool integers =
            std::ranges::all_of(given, [](const Value* value) { return value->kind == Kind::integer; });
        if (!integers || given.empty() || given.size() > 3)
            return wrong("write `range(start, stop, step)` with ints");
        const Value* start = given.size() > 1 ? given[0] : values_->make_integer(0);
        const Value* step = given.size() > 2 ? given[2] : values_->make_integer(1);
        const auto& number = as<IntegerValue>(*step);
        if (number.number == 0 && !is_big(number)) return wrong("the step of a range is not 0");
        return as_constant(values_->make_range(start, given[given.size() > 1 ? 1 : 0], step));
    }
    if (name == "slice") {
        if (given.empty() || given.size() > 3) return wrong("write `slice(start, stop, step)`");
        const Value* none = values_->make_none();
        return as_constant(values_->make_slice(given.size() > 1 ? given[0] : none,
                                               given[given.size() > 1 ? 1 : 0],
                                               given.size() > 2 ? given[2] : none));
    }
    if (name == "torch.Size") {
        const bool integers =
            std::ranges::all_of(items, [](const Value* value) { return value->kind == Kind::integer; });
        if (!given.empty() && (!from_sequence || !integers)) return wrong("write `torch.Size([2, 3])`");
        return as_constant(values_->make_sequence(Kind::size, items));
    }
    if (name == "dict" && given.empty()) return as_constant(values_->make_dict({}));
    if (name == "bytes" && given.empty()) return as_constant(values_->make_bytes(""));
    if (name == "dict" || name == "bytes" || (!given.empty() && !from_sequence))
        return wrong("write the constant as a literal");
    if (name == "list") return as_constant(values_->make_list(items));
    if (name == "tuple") return as_constant(values_->make_tuple(items));
    // Elements of a set literal were told apart and ordered when it was read.
    if (!given.empty() && !is_set(given[0]->kind)) return wrong("write `" + std::string(name) + "({1, 2})`");
    return as_constant(values_->make_sequence(name == "set" ? Kind::set : Kind::frozenset, items));
}

}  // namespace guardc::compiler
