#include "tests/differential/guard_generator.h"

#include <array>

namespace guardc::differential {

namespace {

bool is_integer(const Place& place) {
    return place.value->kind == Kind::integer;
}
bool is_number(const Place& place) {
    const Kind kind = place.value->kind;
    return kind == Kind::integer || kind == Kind::boolean || kind == Kind::floating;
}
bool is_tensor(const Place& place) {
    return place.value->kind == Kind::tensor;
}
bool is_container(const Place& place) {
    switch (place.value->kind) {
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
        case Kind::dict:
        case Kind::set:
        case Kind::frozenset:
        case Kind::string:
        case Kind::range:
            return true;
        default:
            return false;
    }
}
bool is_stored(const Place& place) {
    return place.stored;
}

}  // namespace

GuardGenerator::GuardGenerator(Dice& dice, FrameGenerator& values, std::vector<Place> places, Solver solve)
    : dice_(dice), values_(values), places_(std::move(places)), solve_(std::move(solve)) {}

const Place* GuardGenerator::place_where(bool (*accepts)(const Place&)) {
    const std::size_t start = dice_.below(places_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const Place& candidate = places_[(start + i) % places_.size()];
        if (accepts(candidate)) return &candidate;
    }
    return nullptr;
}

std::string GuardGenerator::small_integer() {
    return std::to_string(dice_.between(-3, 17));
}

std::string GuardGenerator::literal() {
    for (;;) {
        const Node value = dice_.chance(85) ? values_.scalar() : values_.value(2);
        std::string text = literal_text(*value);
        if (!text.empty()) return text;
    }
}

std::string GuardGenerator::type_literal() {
    return std::string(dice_.pick({"int", "bool", "float", "str", "list", "tuple", "dict", "set", "frozenset",
                                   "bytes", "complex", "range", "demo.Config", "demo.Layer", "torch.Tensor",
                                   "torch.Size", "torch.nn.parameter.Parameter", "collections.OrderedDict"}));
}

std::string GuardGenerator::integer(unsigned depth) {
    if (dice_.chance(4)) return value(1);  // most likely of a wrong type
    if (depth > 0 && dice_.chance(55)) return arithmetic(depth - 1, true);
    switch (dice_.below(8)) {
        case 0:
            return literal_text(*values_.scalar(Kind::integer));
        case 1:
            return small_integer();
        case 2:
            if (const Place* container = place_where(is_container)) return "len(" + container->path + ")";
            break;
        case 3:
            if (const Place* tensor = place_where(is_tensor))
                return concat({tensor->path, dice_.pick({".size(", ".stride("}),
                               std::to_string(dice_.between(-3, 3)), ")"});
            break;
        default:
            break;
    }
    const Place* found = place_where(is_integer);
    return found != nullptr ? found->path : small_integer();
}

std::string GuardGenerator::number(unsigned depth) {
    if (depth > 0 && dice_.chance(50)) return arithmetic(depth - 1, false);
    if (dice_.chance(30))
        return literal_text(*values_.scalar(dice_.chance(50) ? Kind::floating : Kind::integer));
    const Place* found = place_where(is_number);
    return found != nullptr ? found->path : literal_text(*values_.scalar(Kind::floating));
}

// A sign directly before a literal would belong to it.
std::string GuardGenerator::place_or(std::string otherwise) {
    const Place* found = place_where(is_integer);
    return found != nullptr ? found->path : "(" + std::move(otherwise) + ")";
}

std::string GuardGenerator::arithmetic(unsigned depth, bool integers) {
    const auto operand = [&] { return integers ? integer(depth) : number(depth); };
    switch (dice_.below(20)) {
        case 13:
        case 14:
            return "-" + place_or(integer(0));
        case 10:
            return bits(depth);
        case 11:
            return concat({dice_.pick({"int", "floor", "ceil", "trunc", "round", "math.floor"}), "(",
                           number(depth), ")"});
        case 12:
            return integers ? concat({dice_.pick({"round", "floor"}), "(", real_function(depth), ")"})
                            : real_function(depth);
        case 0:
            return "-(" + operand() + ")";
        case 1:
            return "abs(" + operand() + ")";
        case 2:
        case 3: {
            std::string text(dice_.pick({"min(", "max("}));
            const auto count = dice_.between(1, 4);
            for (std::int64_t i = 0; i < count; ++i)
                text += concat({i == 0 ? "" : ", ", operand()});
            return text + ")";
        }
        case 4: {
            return concat({"(", operand(), " if ", condition(depth > 1 ? 1 : 0), " else ", operand(), ")"});
        }
        case 5:
            if (!integers || dice_.chance(30))
                return concat({"(", operand(), ")", dice_.pick({" / ", " ** "}), "(", operand(), ")"});
            return concat({"(", operand(), ") ** ", std::to_string(dice_.between(-1, 5))});
        default: {
            std::string text = operand();
            text += dice_.pick({" + ", " - ", " * ", " // ", " % ", " + ", " * "});
            // Brackets on one side only, so that precedence is read as well.
            if (dice_.chance(50)) return text + operand();
            return "(" + text + operand() + ")";
        }
    }
}

std::string GuardGenerator::bits(unsigned depth) {
    if (dice_.chance(15)) return "~(" + integer(depth) + ")";
    if (dice_.chance(30))
        return concat(
            {"(", integer(depth), dice_.pick({" << ", " >> "}), std::to_string(dice_.between(-1, 65)), ")"});
    const std::string text = concat({integer(depth), dice_.pick({" & ", " | ", " ^ "}), integer(depth)});
    return dice_.chance(50) ? text : "(" + text + ")";
}

std::string GuardGenerator::real_function(unsigned depth) {
    if (dice_.chance(15))
        return concat({"round(", number(depth), ", ", std::to_string(dice_.between(-1, 16)), ")"});
    return concat({dice_.pick({"float", "sqrt", "exp", "log", "log2", "sin", "cos", "tan", "asin", "acos",
                               "atan", "sinh", "cosh", "tanh", "math.sqrt"}),
                   "(", number(depth), ")"});
}

// What is read of containers, iterators, references and steps, mostly off a value that has it.
std::string GuardGenerator::reading() {
    const auto path_of = [&](bool (*accepts)(const Place&)) {
        const Place* found = dice_.chance(80) ? place_where(accepts) : nullptr;
        return found != nullptr ? found->path : place().path;
    };
    constexpr auto is_dict = [](const Place& place) { return place.value->kind == Kind::dict; };
    constexpr auto is_iterator = [](const Place& place) { return place.value->kind == Kind::iterator; };
    constexpr auto is_told = [](const Place& place) { return place.value->text == "demo.Told"; };
    const std::string index = std::to_string(dice_.between(-1, 3));
    switch (dice_.below(15)) {
        case 13:
            return concat({"type_id(", dice_.pick({"77001", "77002", "77009"}), ")"});
        case 0:
            return "key_at(" + path_of(is_dict) + ", " + index + ")";
        case 1: {
            const Place* dict = place_where(is_dict);
            if (dict == nullptr || dict->value->items.empty())
                return "stored_key(" + place().path + ", " + literal() + ")";
            const std::string key =
                literal_text(*dict->value->items[dice_.below(dict->value->items.size() / 2) * 2]);
            return "stored_key(" + dict->path + ", " + (key.empty() ? literal() : key) + ")";
        }
        case 2:
            return "dict_version(" + path_of(is_dict) + ")";
        case 3:
            return "remaining(" + path_of(is_iterator) + ")";
        case 4:
            return "upcoming(" +
                   path_of(dice_.chance(70)
                               ? is_iterator
                               : +[](const Place& place) { return place.value->kind == Kind::set; }) +
                   ", " + index + ")";
        case 5:
            return "next_value(" + path_of(is_iterator) + ")";
        case 6:
            return "step_of(" + path_of(dice_.chance(70) ? is_iterator : is_container) + ")";
        case 7:
            return "referent(" +
                   path_of(+[](const Place& place) { return place.value->kind == Kind::weak_reference; }) +
                   ")";
        case 8:
            return "repr(" + path_of(is_told) + ")";
        case 9:
            return "derived(" + path_of(is_told) + ", \"v.get()\")";
        case 10:
            return "derived(\"__import__('m')\")";
        case 11:
            return "dispatch_keys(" + path_of(dice_.chance(60) ? is_tensor : is_told) + ")";
        case 12:
            return "type_object(" + place().path + ").a";
        default:
            return "int(" + path_of(+[](const Place& place) { return place.value->text == "demo.Level"; }) +
                   ")";
    }
}

std::string GuardGenerator::relation() {
    switch (dice_.below(4)) {
        case 0: {
            std::string text = "no_overlap(";
            for (auto count = dice_.between(2, 4); count > 0; --count) {
                const Place* tensor = place_where(is_tensor);
                text += (tensor != nullptr ? tensor->path : place().path) + (count > 1 ? ", " : ")");
            }
            return text;
        }
        case 1: {
            const Place* set = place_where([](const Place& place) {
                return place.value->kind == Kind::set || place.value->kind == Kind::frozenset;
            });
            const std::string whole = set != nullptr ? literal_text(*set->value) : std::string();
            return "issubset(" + (set != nullptr ? set->path : place().path) + ", " +
                   (whole.empty() || dice_.chance(40) ? "{1, \"a\", " + small_integer() + "}" : whole) + ")";
        }
        case 2:
            return concat({"isinstance(", place().path, ", ", dice_.pick({"dict", "set", "frozenset"}), ")"});
        default:
            return concat(
                {"extern(\"", dice_.pick({"one guard", "one guard", "two guards", "no guard"}), "\")"});
    }
}

std::string GuardGenerator::value(unsigned depth) {
    const auto choice = dice_.below(112);
    if (choice >= 100) return reading();
    if (depth > 0 && choice < 15) return number(depth - 1);
    if (choice < 22) return "type(" + place().path + ")";
    if (choice < 30)
        return concat({place().path, dice_.pick({".dtype", ".device", ".device.type", ".device.index",
                                                 ".requires_grad", ".ndim", ".shape", ".a", ".missing"})});
    if (choice < 34) return attribute_path(place().path, "k", dice_);
    if (choice < 42) return concat({place().path, "[", dice_.chance(60) ? small_integer() : literal(), "]"});
    if (choice < 46) return concat({place().path, "[", place().path, "]"});
    if (choice < 50) return concat({place().path, ".size(", small_integer(), ")"});
    if (choice < 53) return "len(" + place().path + ")";
    if (choice < 65) return literal();
    if (depth > 0 && choice < 70) {
        return concat({"(", value(depth - 1), " if ", condition(depth - 1), " else ", value(depth - 1), ")"});
    }
    if (depth > 0 && choice < 74) return "(" + condition(depth - 1) + ")";
    return place().path;
}

std::string GuardGenerator::comparison(unsigned depth) {
    const auto side = [&] {
        const auto choice = dice_.below(100);
        if (choice < 50) return integer(depth);
        return choice < 75 ? number(depth) : value(depth);
    };
    std::string text = side();
    do {
        text += dice_.pick({" == ", " != ", " < ", " <= ", " > ", " >= "});
        text += side();
    } while (dice_.chance(15));
    return text;
}

std::string GuardGenerator::identity_test(unsigned depth) {
    const std::string is(dice_.pick({" is ", " is not "}));
    switch (dice_.below(7)) {
        case 0:
            return concat({place().path, is, type_literal()});
        case 1:
            return place().path + is + "None";
        case 2:
            return concat({place().path, is, place().path});
        case 3:
            return concat(
                {"is_identity(", place().path, ", ", std::to_string(dice_.between(1000, 1040)), ")"});
        case 4:
            return concat({value(depth), is, value(depth)});
        case 5: {
            std::string text = "distinct(" + place().path;
            for (auto more = dice_.below(4); more > 0; --more)
                text += ", " + place().path;
            return text + ")";
        }
        default:
            return concat({value(depth), is, literal()});
    }
}

std::string GuardGenerator::membership(unsigned depth) {
    const std::string in(dice_.pick({" in ", " not in "}));
    switch (dice_.below(4)) {
        case 0: {
            const std::int64_t first = dice_.between(-4, 8);
            return concat({integer(depth), in, std::to_string(first), "..",
                           std::to_string(first + dice_.between(0, 120)),
                           dice_.chance(50) ? "" : " step " + std::to_string(dice_.between(1, 16))});
        }
        case 1:
            return concat({integer(depth), in, "(", small_integer(), ", ", literal(), ")"});
        case 2:
            return concat({literal(), in, place().path});
        default:
            return concat({value(depth), in, place().path});
    }
}

std::string GuardGenerator::condition(unsigned depth) {
    if (depth > 0 && dice_.chance(35)) {
        if (dice_.chance(35)) return "not (" + condition(depth - 1) + ")";
        std::string text = "(" + condition(depth - 1);
        const std::string joint(dice_.pick({" and ", " or "}));
        do {
            text += joint;
            text += condition(depth - 1);
        } while (dice_.chance(30));
        return text + ")";
    }
    switch (dice_.below(13)) {
        case 12:
            return relation();
        case 0:
        case 1:
            return identity_test(depth);
        case 2:
        case 3:
            return membership(depth);
        case 4:
            return concat({"hasattr(", place().path, ", ",
                           in_quotes(dice_.pick({"a", "k", "layers", "missing"})), ")"});
        case 5:
            return (dice_.chance(70) ? "bool(" : "isnan(") + value(depth) + ")";
        case 6:
            if (const Place* stored = place_where(is_stored)) return "not " + stored->path;
            [[fallthrough]];
        case 7:
            return fact();
        default:
            return comparison(depth);
    }
}

std::string GuardGenerator::guard(unsigned depth) {
    const bool negated = dice_.chance(12);
    const std::string text = dice_.chance(50) ? fact() : condition(depth);
    return negated ? "not (" + text + ")" : text;
}

}  // namespace guardc::differential
