#include <algorithm>
#include <span>
#include <vector>

#include "compiler/terms/print_term.h"
#include "grammar/print.h"
#include "runtime/value/containers.h"
#include "runtime/value/objects.h"

namespace guardc::compiler {

namespace {

std::string call(std::string_view name, std::string_view arguments) {
    return std::string(name) + "(" + std::string(arguments) + ")";
}

// What has parts is printed when its parts are; this is everything else.
std::string print_leaf(const Value& value) {
    switch (value.kind) {
        case Kind::none:
            return "None";
        case Kind::boolean:
            return as<BooleanValue>(value).truth != 0 ? "True" : "False";
        case Kind::integer: {
            std::uint64_t small = 0;
            return to_text(big_view(as<IntegerValue>(value), small));
        }
        case Kind::floating:
            return grammar::print_float(as<FloatingValue>(value).number);
        case Kind::complex: {
            const auto& complex = as<ComplexValue>(value);
            return call("complex",
                        grammar::print_float(complex.real) + ", " + grammar::print_float(complex.imaginary));
        }
        case Kind::string:
            return grammar::quote_string(text_of(value));
        case Kind::bytes:
            return grammar::quote_bytes(bytes_of(value));
        case Kind::dtype:
            return call("dtype",
                        grammar::quote_string(dtype_name(static_cast<DType>(as<DTypeValue>(value).dtype))));
        case Kind::device:
            return call("device",
                        grammar::quote_string(device_text(unpack_device(as<DeviceValue>(value).device))));
        case Kind::type:
            return call("type", grammar::quote_string(as<TypeValue>(value).named->name));
        default:
            return call("object", grammar::quote_string(value.type->name));
    }
}

std::vector<const Value*> parts_of(const Value& value) {
    if (is_sequence(value.kind)) {
        const auto items = items_of(value);
        return {items.begin(), items.end()};
    }
    std::vector<const Value*> parts;
    if (is_mapping(value.kind)) {
        const auto& dict = as<DictValue>(value);
        for (std::uint64_t i = 0; i < dict.count; ++i) {
            parts.push_back(dict.keys[i]);
            parts.push_back(dict.values[i]);
        }
    } else if (value.kind == Kind::range) {
        const auto& range = as<RangeValue>(value);
        parts = {range.start, range.stop, range.step};
    } else if (value.kind == Kind::slice) {
        const auto& slice = as<SliceValue>(value);
        parts = {slice.start, slice.stop, slice.step};
    }
    return parts;
}

bool has_parts(Kind kind) {
    return is_sequence(kind) || is_mapping(kind) || kind == Kind::range || kind == Kind::slice;
}

std::string join(std::span<const std::string> parts, std::string_view between) {
    std::string joined;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i != 0) joined += between;
        joined += parts[i];
    }
    return joined;
}

std::string print_whole(const Value& value, std::vector<std::string> parts) {
    switch (value.kind) {
        case Kind::list:
            return "[" + join(parts, ", ") + "]";
        case Kind::tuple:
            return "(" + join(parts, ", ") + (parts.size() == 1 ? ",)" : ")");
        case Kind::size:
            return "torch.Size([" + join(parts, ", ") + "])";
        case Kind::range:
            return call("range", join(parts, ", "));
        case Kind::slice:
            return call("slice", join(parts, ", "));
        case Kind::set:
        case Kind::frozenset: {
            std::ranges::sort(parts);
            const std::string elements = "{" + join(parts, ", ") + "}";
            if (value.kind == Kind::set) return parts.empty() ? "set()" : elements;
            return call("frozenset", parts.empty() ? "" : elements);
        }
        default: {
            std::vector<std::string> pairs;
            for (std::size_t i = 0; i + 1 < parts.size(); i += 2)
                pairs.push_back(parts[i] + ": " + parts[i + 1]);
            return "{" + join(pairs, ", ") + "}";
        }
    }
}

struct Pending {
    const Value* value;
    std::vector<const Value*> parts;
    std::vector<std::string> printed;
};

}  // namespace

std::string print_constant(const Value& constant) {
    if (!has_parts(constant.kind)) return print_leaf(constant);
    std::vector<Pending> pending;
    pending.push_back({&constant, parts_of(constant), {}});
    while (true) {
        Pending& top = pending.back();
        if (top.printed.size() < top.parts.size()) {
            const Value& part = *top.parts[top.printed.size()];
            if (has_parts(part.kind)) {
                pending.push_back({&part, parts_of(part), {}});
            } else {
                top.printed.push_back(print_leaf(part));
            }
            continue;
        }
        std::string text = print_whole(*top.value, std::move(top.printed));
        pending.pop_back();
        if (pending.empty()) return text;
        pending.back().printed.push_back(std::move(text));
    }
}

}  // namespace guardc::compiler
