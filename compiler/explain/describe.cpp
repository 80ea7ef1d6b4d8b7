#include "compiler/explain/describe.h"

#include <vector>

#include "grammar/print.h"
#include "runtime/model/dtype.h"
#include "runtime/value/containers.h"

namespace guardc::compiler {

namespace {

constexpr std::uint64_t kShownItems = 8;
constexpr std::size_t kShownBytes = 60;
constexpr unsigned kShownDepth = 3;

std::string describe_within(const Seen& seen, unsigned depth);

std::string describe_part(const std::optional<Seen>& seen, unsigned depth) {
    return seen ? describe_within(*seen, depth - 1) : "?";
}

std::string describe_number(const Seen& seen) {
    const std::optional<Number> number = number_of(seen);
    if (!number) return with_article(kind_name(seen.kind));
    if (number->form == Number::Form::big) {
        const std::string digits = to_text(number->big);
        return digits.size() <= kShownBytes ? digits
                                            : "an int of " + std::to_string(digits.size()) + " digits";
    }
    if (number->form == Number::Form::real) return grammar::print_float(number->real);
    if (seen.kind == Kind::boolean) return number->small != 0 ? "True" : "False";
    return std::to_string(number->small);
}

// Cut where a scalar ends.
std::string shorten(std::string_view text) {
    std::size_t end = kShownBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
        --end;
    return grammar::quote_string(text.substr(0, end)) + ".. (" + std::to_string(text.size()) + " bytes)";
}

std::string describe_text(std::string_view text) {
    return text.size() <= kShownBytes ? grammar::quote_string(text) : shorten(text);
}

std::string describe_items(const Seen& seen, std::uint64_t length, unsigned depth) {
    std::string items;
    for (std::uint64_t i = 0; i < length; ++i) {
        const Cell index = Cell::integer(static_cast<std::int64_t>(i));
        if (i != 0) items += ", ";
        if (is_mapping(seen.kind)) {
            items += describe_part(part(seen, FactId::key_at, index), depth) + ": " +
                     describe_part(part(seen, FactId::value_at, index), depth);
        } else {
            items += describe_part(part(seen, FactId::item, index), depth);
        }
    }
    switch (seen.kind) {
        case Kind::list:
            return "[" + items + "]";
        case Kind::tuple:
            return "(" + items + (length == 1 ? ",)" : ")");
        case Kind::size:
            return "torch.Size([" + items + "])";
        case Kind::set:
            return length == 0 ? "set()" : "{" + items + "}";
        case Kind::frozenset:
            return length == 0 ? "frozenset()" : "frozenset({" + items + "})";
        default:
            return "{" + items + "}";
    }
}

std::string describe_container(const Seen& seen, unsigned depth) {
    const std::optional<std::uint64_t> length = length_of(seen);
    const std::string name = with_article(plain_type(type_name(seen)));
    if (!length) return name;
    if (depth == 0 || *length > kShownItems || !is_exact(seen))
        return name + " of " + std::to_string(*length);
    return describe_items(seen, *length, depth);
}

std::string describe_tensor(const Seen& seen) {
    std::string words = "a tensor";
    if (const std::string_view type = type_name(seen); type != "torch.Tensor") words = with_article(type);
    if (const std::optional<Cell> dtype = fact(seen, FactId::dtype))
        words += " " + std::string(dtype_name(static_cast<DType>(dtype->bits)));
    if (const std::optional<Cell> rank = fact(seen, FactId::rank); rank && rank->as_integer() <= 8) {
        words += " [";
        for (std::int64_t i = 0; i < rank->as_integer(); ++i) {
            const std::optional<Cell> size = fact(seen, FactId::size, Cell::integer(i));
            words += (i == 0 ? "" : ", ") + (size ? std::to_string(size->as_integer()) : "?");
        }
        words += "]";
    }
    if (const std::optional<Cell> device = fact(seen, FactId::device))
        words += " on " + device_text(unpack_device(device->bits));
    return words;
}

std::string describe_within(const Seen& seen, unsigned depth) {
    switch (seen.kind) {
        case Kind::none:
            return "None";
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
            return describe_number(seen);
        case Kind::complex: {
            const std::optional<Complex> number = complex_of(seen);
            if (!number) return "a complex";
            return "complex(" + grammar::print_float(number->real) + ", " +
                   grammar::print_float(number->imaginary) + ")";
        }
        case Kind::string: {
            const std::optional<std::string_view> text = text_of(seen);
            return text ? describe_text(*text) : "a str";
        }
        case Kind::bytes: {
            const std::optional<std::string_view> bytes = bytes_of(seen);
            if (!bytes || bytes->size() > kShownBytes) return "a bytes";
            return grammar::quote_bytes(*bytes);
        }
        case Kind::dtype: {
            const std::optional<std::uint64_t> dtype = dtype_of(seen);
            return dtype ? std::string(dtype_name(static_cast<DType>(*dtype))) : "a dtype";
        }
        case Kind::device: {
            const std::optional<std::uint64_t> device = device_of(seen);
            return device ? device_text(unpack_device(*device)) : "a device";
        }
        case Kind::type:
            return "the type " + plain_type(named_type(seen));
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
        case Kind::set:
        case Kind::frozenset:
        case Kind::mapping_proxy:
        case Kind::dict:
            return describe_container(seen, depth);
        case Kind::tensor:
            return describe_tensor(seen);
        default:
            return with_article(plain_type(type_name(seen)));
    }
}

}  // namespace

std::string describe(const Seen& seen) {
    return describe_within(seen, kShownDepth);
}

std::string plain_type(std::string_view full_name) {
    constexpr std::string_view kBuiltins = "builtins.";
    if (full_name.starts_with(kBuiltins)) full_name.remove_prefix(kBuiltins.size());
    return std::string(full_name.empty() ? "value of an unknown type" : full_name);
}

std::string with_article(std::string_view word) {
    if (word == "None" || word == "NoneType") return "None";
    const bool vowel =
        std::string_view("aeiouAEIOU").find(word.empty() ? 'x' : word[0]) != std::string_view::npos;
    return (vowel ? "an " : "a ") + std::string(word);
}

}  // namespace guardc::compiler
