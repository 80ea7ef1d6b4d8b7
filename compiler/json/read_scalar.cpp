#include <cmath>
#include <limits>

#include "compiler/json/value_reader.h"
#include "runtime/value/python_equal.h"

namespace guardc::compiler {
namespace {

std::optional<double> named_float(std::string_view text) {
    if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (text == "inf") return std::numeric_limits<double>::infinity();
    if (text == "-inf") return -std::numeric_limits<double>::infinity();
    if (text == "-0.0") return -0.0;
    return std::nullopt;
}

std::optional<unsigned> hex_digit(char character) {
    if (character >= '0' && character <= '9') return static_cast<unsigned>(character - '0');
    if (character >= 'a' && character <= 'f') return static_cast<unsigned>(character - 'a') + 10;
    if (character >= 'A' && character <= 'F') return static_cast<unsigned>(character - 'A') + 10;
    return std::nullopt;
}

}  // namespace

const Value* ValueReader::read_float(const JsonNode& node, std::uint64_t id) {
    const std::string* text = read_text(node);
    if (text == nullptr) return nullptr;
    const std::optional<double> number = named_float(*text);
    if (!number) return fail("expected `nan`, `inf`, `-inf` or `-0.0`");
    // A NaN that stands at two places may be written out at both.
    if (const auto known = by_identity_.find(id); id != 0 && known != by_identity_.end()) {
        if (std::isnan(*number) && known->second->kind == Kind::floating && is_nan(*known->second))
            return known->second;
    }
    const std::optional<Place> at = place(Kind::floating, id);
    return at ? arena_.make_floating(*number, *at) : nullptr;
}

std::optional<double> ValueReader::read_part(const JsonNode& node) {
    const Value* value = read_scalar(node);
    if (value == nullptr) return std::nullopt;
    if (value->kind == Kind::object && as<ObjectValue>(*value).value != nullptr)
        value = as<ObjectValue>(*value).value;
    if (value->kind == Kind::floating) return as<FloatingValue>(*value).number;
    // An int becomes the float that it is equal to, where there is one.
    if (value->kind == Kind::integer) {
        const auto number = static_cast<double>(as<IntegerValue>(*value).number);
        std::uint64_t storage = 0;
        if (compare(big_view(as<IntegerValue>(*value), storage), number) == 0) return number;
        fail("not a float");
        return std::nullopt;
    }
    if (value->kind == Kind::boolean) return static_cast<double>(as<BooleanValue>(*value).truth);
    fail("expected a number");
    return std::nullopt;
}

const Value* ValueReader::read_complex(const JsonNode& node, std::uint64_t id) {
    const std::optional<Place> at = place(Kind::complex, id);
    if (!at) return nullptr;
    if (node.form != JsonForm::array || node.members.size() != 2)
        return expected("an array of the real and the imaginary part", node);
    double parts[2] = {};
    for (std::size_t index = 0; index < 2; ++index) {
        const Step step(*this, index);
        const std::optional<double> part = read_part(node.members[index].node);
        if (!part) return nullptr;
        parts[index] = *part;
    }
    return arena_.make_complex(parts[0], parts[1], *at);
}

const Value* ValueReader::read_bytes(const JsonNode& node, std::uint64_t id) {
    const std::optional<Place> at = place(Kind::bytes, id);
    const std::string* text = at ? read_text(node) : nullptr;
    if (text == nullptr) return nullptr;
    if (text->size() % 2 != 0) return fail("an odd number of hex digits");
    std::string bytes;
    bytes.reserve(text->size() / 2);
    for (std::size_t index = 0; index < text->size(); index += 2) {
        const std::optional<unsigned> high = hex_digit((*text)[index]);
        const std::optional<unsigned> low = hex_digit((*text)[index + 1]);
        if (!high || !low) return fail("expected hex digits, two a byte");
        bytes += static_cast<char>(*high << 4U | *low);
    }
    return arena_.make_bytes(bytes, *at);
}

const Value* ValueReader::read_dtype(const JsonNode& node, std::uint64_t id) {
    const std::optional<Place> at = place(Kind::dtype, id);
    const std::string* name = at ? read_text(node) : nullptr;
    if (name == nullptr) return nullptr;
    const std::optional<DType> dtype = parse_dtype(*name);
    return dtype ? arena_.make_dtype(*dtype, *at) : fail("unknown dtype `" + *name + "`");
}

const Value* ValueReader::read_device(const JsonNode& node, std::uint64_t id) {
    const std::optional<Place> at = place(Kind::device, id);
    const std::string* name = at ? read_text(node) : nullptr;
    if (name == nullptr) return nullptr;
    const std::optional<Device> device = parse_device(*name);
    return device ? arena_.make_device(*device, *at) : fail("unknown device `" + *name + "`");
}

}  // namespace guardc::compiler
