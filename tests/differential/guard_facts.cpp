// Guards that hold of the frame they are read off.
#include <charconv>

#include "tests/differential/guard_generator.h"

namespace guardc::differential {

namespace {

std::optional<std::int64_t> small(const Sketch& value) {
    std::int64_t number = 0;
    const char* end = value.text.data() + value.text.size();
    const auto [stop, error] = std::from_chars(value.text.data(), end, number);
    if (value.kind != Kind::integer || error != std::errc() || stop != end) return std::nullopt;
    if (number < -1'000'000 || number > 1'000'000) return std::nullopt;
    return number;
}

std::string type_of(const Sketch& value) {
    switch (value.kind) {
        case Kind::boolean:
            return "bool";
        case Kind::integer:
            return "int";
        case Kind::floating:
            return "float";
        case Kind::string:
            return "str";
        case Kind::list:
        case Kind::tuple:
        case Kind::set:
        case Kind::frozenset:
        case Kind::complex:
        case Kind::bytes:
        case Kind::range:
        case Kind::slice:
            return std::string(kind_name(value.kind));
        case Kind::dict:
            return value.text.empty() ? "dict" : value.text;
        case Kind::iterator:
            return {};
        case Kind::object:
            return value.text;
        case Kind::tensor:
            return value.tensor.type == "Tensor" ? "torch.Tensor" : value.tensor.type;
        case Kind::size:
            return "torch.Size";
        case Kind::dtype:
            return "torch.dtype";
        case Kind::device:
            return "torch.device";
        default:
            return {};
    }
}

std::string dims_text(const std::vector<std::int64_t>& values, Dice& dice) {
    std::string text = "[";
    for (const std::int64_t value : values) {
        if (text.size() > 1) text += ", ";
        text += dice.chance(15) ? "None" : std::to_string(value);
    }
    return text + "]";
}

std::size_t length_of(const Sketch& value) {
    return value.kind == Kind::dict ? value.items.size() / 2 : value.items.size();
}

}  // namespace

std::string GuardGenerator::number_fact(const Place& place) {
    const std::optional<std::int64_t> number = small(*place.value);
    if (!number) return place.path + (dice_.chance(50) ? " >= " : " <= ") + literal_text(*place.value);
    const std::int64_t step = dice_.between(1, 9);
    const auto text = [](std::int64_t value) { return std::to_string(value); };
    switch (dice_.below(9)) {
        case 0: {
            const std::int64_t first = *number - step * dice_.between(0, 5);
            return concat({place.path, " in ", text(first), "..", text(*number + dice_.between(0, 30)),
                           step == 1 && dice_.chance(50) ? std::string() : " step " + text(step)});
        }
        case 1:
            return place.path + " in " + text(*number - 2) + ".." + text(*number + 2);
        case 2: {
            const std::int64_t remainder = ((*number % step) + step) % step;
            return place.path + " % " + text(step) + " == " + text(remainder);
        }
        case 3:
            return place.path + " + " + text(step) + " == " + text(*number + step);
        case 4:
            return text(*number - step) + " < " + place.path + " <= " + text(*number);
        case 5:
            return place.path + " == " + text(*number) + ".0";
        case 6:
            return text(*number) + " == " + place.path;
        case 7:
            return place.path + " - " + text(*number) + " == 0";
        default:
            return place.path + " * " + text(step) + " == " + text(*number * step);
    }
}

std::string GuardGenerator::container_fact(const Place& place) {
    const std::size_t length = length_of(*place.value);
    const bool is_dict = place.value->kind == Kind::dict;
    switch (dice_.below(6)) {
        case 0:
            return "len(" + place.path + ") == " + std::to_string(length);
        case 1:
            return length == 0 ? "not " + place.path : "bool(" + place.path + ")";
        case 2:
        case 3:
            if (length != 0) {
                const Node& element = place.value->items[dice_.below(length) * (is_dict ? 2 : 1)];
                const std::string text = literal_text(*element);
                if (!text.empty()) return text + " in " + place.path;
            }
            [[fallthrough]];
        case 4:
            return in_quotes("absent") + " not in " + place.path;
        default:
            return "len(" + place.path + ") in 0..14";
    }
}

std::string GuardGenerator::object_fact(const Place& place) {
    const Fields& attributes = place.value->attributes;
    if (attributes.empty() || dice_.chance(30)) return "not hasattr(" + place.path + ", \"missing\")";
    return "hasattr(" + place.path + ", " + in_quotes(dice_.pick(attributes).first) + ")";
}

std::string GuardGenerator::tensor_fact(const Place& place) {
    const TensorSketch& tensor = place.value->tensor;
    std::string fields;
    const auto field = [&](const std::string& text) { fields += (fields.empty() ? "" : ", ") + text; };
    if (tensor.type != "Tensor") field("type=" + tensor.type);
    if (dice_.chance(60))
        field(dice_.chance(70) && tensor.dtype != "bool" ? tensor.dtype : "dtype=torch." + tensor.dtype);
    if (dice_.chance(50)) field(dice_.chance(70) ? tensor.device : "device=" + in_quotes(tensor.device));
    if (dice_.chance(60)) field("size=" + dims_text(tensor.sizes, dice_));
    if (dice_.chance(40)) field("stride=" + dims_text(tensor.strides, dice_));
    if (dice_.chance(40)) field(tensor.requires_grad ? "requires_grad=True" : "requires_grad=False");
    return place.path + " is tensor(" + fields + ")";
}

std::string GuardGenerator::relation_fact() {
    const Place& left = place();
    const Place& right = place();
    if (!left.stored || !right.stored) return left.path + " == " + left.path;
    if (left.value == right.value) return left.path + " is " + right.path;
    if (dice_.chance(50)) return left.path + " is not " + right.path;
    std::string text = "distinct(" + left.path + ", " + right.path;
    for (auto more = dice_.below(4); more > 0; --more)
        text += ", " + place().path;
    return text + ")";
}

// Equality with what an expression yields, so that a wrong result cannot hide behind an inequality.
std::string GuardGenerator::solved() {
    const std::string expression = dice_.chance(65) ? integer(3) : dice_.chance(60) ? number(3) : value(2);
    const std::optional<std::string> result = solve_(expression);
    if (!result) return expression + " == " + small_integer();
    switch (dice_.below(5)) {
        case 0:
            return expression + " is " + *result;
        case 1:
            return *result + " == " + expression;
        case 2:
            return concat({expression, " in (", small_integer(), ", ", *result, ")"});
        case 3:
            return expression + " >= " + *result;
        default:
            return expression + " == " + *result;
    }
}

std::string GuardGenerator::fact_about(const Place& place) {
    const Sketch& value = *place.value;
    const std::string literal = literal_text(value);
    const auto general = dice_.below(100);
    if (!literal.empty() && general < 30) {
        switch (dice_.below(5)) {
            case 0:
                return place.path + " == " + literal;
            case 1:
                return concat({place.path, " in (", this->literal(), ", ", literal, ")"});
            default:
                return place.path + " is " + literal;
        }
    }
    const std::string type = type_of(value);
    if (!type.empty() && general < 45) {
        switch (dice_.below(4)) {
            case 0:
                return "type(" + place.path + ") is type(" +
                       in_quotes(type.find('.') == std::string::npos ? "builtins." + type : type) + ")";
            case 1:
                return "type(" + place.path + ") == " + type;
            default:
                return place.path + " is " + type;
        }
    }
    if (value.identity != 0 && place.stored && general < 52)
        return "is_identity(" + place.path + ", " + std::to_string(value.identity) + ")";
    switch (value.kind) {
        case Kind::none:
            return dice_.chance(50) ? place.path + " is None" : "not " + place.path;
        case Kind::boolean: {
            const bool truth = value.text == "True";
            if (dice_.chance(40)) return truth ? place.path : "not " + place.path;
            return place.path + (dice_.chance(50) ? " is " : " == ") + value.text;
        }
        case Kind::integer:
            return number_fact(place);
        case Kind::tensor:
            return tensor_fact(place);
        case Kind::object:
        case Kind::module:
            return object_fact(place);
        case Kind::string:
            if (dice_.chance(50)) return place.path + " >= " + literal;
            return place.path + (dice_.chance(50) ? " < " : " != ") + in_quotes(value.text + "a");
        default:
            break;
    }
    return value.kind == Kind::floating || literal.empty() || !value.items.empty()
               ? container_fact(place)
               : place.path + " is " + literal;
}

std::string GuardGenerator::fact() {
    const auto choice = dice_.below(100);
    if (choice < 22) return solved();
    if (choice < 32) return relation_fact();
    return fact_about(place());
}

}  // namespace guardc::differential
