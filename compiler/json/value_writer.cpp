#include "compiler/json/value_writer.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "compiler/json/json_text.h"
#include "runtime/value/identity.h"
#include "runtime/value/python_equal.h"

namespace guardc::compiler {
namespace {

std::string float_text(double number) {
    if (std::isnan(number)) return R"({"$float":"nan"})";
    if (std::isinf(number)) return number > 0 ? R"({"$float":"inf"})" : R"({"$float":"-inf"})";
    if (number == 0 && std::signbit(number)) return R"({"$float":"-0.0"})";
    return json_number(number);
}

std::string integer_text(const IntegerValue& integer) {
    std::uint64_t storage = 0;
    return to_text(big_view(integer, storage));
}

std::string hex_text(std::string_view bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const char character : bytes) {
        const auto byte = static_cast<unsigned char>(character);
        text += digits[byte >> 4U];
        text += digits[byte & 0xfU];
    }
    return text;
}

bool is_named_float(const Value& value) {
    if (value.kind != Kind::floating) return false;
    const double number = as<FloatingValue>(value).number;
    return !std::isfinite(number) || (number == 0 && std::signbit(number));
}

// Has a form without `$`: no identity can stand beside it.
bool is_bare(const Value& value) {
    return value.kind == Kind::none || value.kind == Kind::boolean || value.kind == Kind::integer ||
           value.kind == Kind::string || (value.kind == Kind::floating && !is_named_float(value));
}

}  // namespace

void ValueWriter::say(std::string_view text) {
    if (said_.empty() || said_.back().value != nullptr || said_.back().names != nullptr) said_.emplace_back();
    said_.back().text += text;
}

void ValueWriter::items(std::span<const Value* const> values) {
    say("[");
    for (std::size_t index = 0; index < values.size(); ++index) {
        if (index > 0) say(",");
        part(values[index]);
    }
    say("]");
}

void ValueWriter::finish(const Value& value) {
    if (is_given(value.identity)) say(",\"$id\":" + std::to_string(value.identity));
    say("}");
}

void ValueWriter::write(std::string& out, const Value& value) {
    stack_.push_back({{}, &value, nullptr});
    run(out);
}

void ValueWriter::write_names(std::string& out, const DictValue& table) {
    stack_.push_back({{}, nullptr, &table});
    run(out);
}

void ValueWriter::run(std::string& out) {
    while (!stack_.empty()) {
        const Piece piece = std::move(stack_.back());
        stack_.pop_back();
        out += piece.text;
        if (piece.value != nullptr) expand(*piece.value);
        if (piece.names != nullptr) expand_names(*piece.names);
        std::move(said_.rbegin(), said_.rend(), std::back_inserter(stack_));
        said_.clear();
    }
}

void ValueWriter::expand_names(const DictValue& table) {
    say("{");
    for (std::uint64_t index = 0; index < table.count; ++index) {
        if (index > 0) say(",");
        say(json_quoted(text_of(*table.keys[index])) + ":");
        part(table.values[index]);
    }
    say("}");
}

void ValueWriter::write_sequence(const char* form, const Value& value) {
    say(form);
    items(items_of(value));
    finish(value);
}

void ValueWriter::expand(const Value& value) {
    // Types and NaNs are as short as a reference to them, and may be written out again.
    const bool repeats = value.kind == Kind::type || (value.kind == Kind::floating && is_nan(value));
    if (is_given(value.identity) && !is_bare(value) && !repeats) {
        if (!written_.insert(value.identity).second)
            return say("{\"$ref\":" + std::to_string(value.identity) + "}");
    }
    switch (value.kind) {
        case Kind::none:
            return say("null");
        case Kind::boolean:
            return say(as<BooleanValue>(value).truth != 0 ? "true" : "false");
        case Kind::integer:
            return say(integer_text(as<IntegerValue>(value)));
        case Kind::string:
            return say(json_quoted(text_of(value)));
        case Kind::floating: {
            std::string text = float_text(as<FloatingValue>(value).number);
            if (is_bare(value)) return say(text);
            text.pop_back();
            say(text);
            return finish(value);
        }
        case Kind::complex: {
            const auto& parts = as<ComplexValue>(value);
            say("{\"$complex\":[" + float_text(parts.real) + "," + float_text(parts.imaginary) + "]");
            return finish(value);
        }
        case Kind::bytes:
            say("{\"$bytes\":\"" + hex_text(bytes_of(value)) + "\"");
            return finish(value);
        case Kind::list:
            if (is_given(value.identity)) return write_sequence("{\"$list\":", value);
            return items(items_of(value));
        case Kind::tuple:
            return write_sequence("{\"$tuple\":", value);
        case Kind::size:
            return write_sequence("{\"$size\":", value);
        case Kind::set:
            return write_sequence("{\"$set\":", value);
        case Kind::frozenset:
            return write_sequence("{\"$frozenset\":", value);
        case Kind::dict:
        case Kind::mapping_proxy:
            return write_dict(as<DictValue>(value));
        case Kind::range: {
            const auto& range = as<RangeValue>(value);
            say("{\"$range\":");
            items(std::to_array({range.start, range.stop, range.step}));
            return finish(value);
        }
        case Kind::slice: {
            const auto& slice = as<SliceValue>(value);
            say("{\"$slice\":");
            items(std::to_array({slice.start, slice.stop, slice.step}));
            return finish(value);
        }
        case Kind::iterator:
            return write_iterator(as<IteratorValue>(value));
        case Kind::tensor:
            return write_tensor(as<TensorValue>(value));
        case Kind::dtype: {
            const auto dtype = static_cast<DType>(as<DTypeValue>(value).dtype);
            say("{\"$dtype\":\"" + std::string(dtype_name(dtype)) + "\"");
            return finish(value);
        }
        case Kind::device:
            say("{\"$device\":\"" + device_text(unpack_device(as<DeviceValue>(value).device)) + "\"");
            return finish(value);
        case Kind::type: {
            const std::string& name = as<TypeValue>(value).named->name;
            say("{\"$type\":" + json_quoted(name));
            return types_ != nullptr && types_->contains(name) ? say("}") : finish(value);
        }
        case Kind::module: {
            const auto& module = as<ModuleValue>(value);
            say("{\"$module\":" + json_quoted(module.name));
            if (module.attributes != nullptr) {
                say(",\"attrs\":");
                names(module.attributes);
            }
            return finish(value);
        }
        case Kind::function:
            return write_function(as<FunctionValue>(value));
        case Kind::weak_reference: {
            const Value* referent = as<WeakReferenceValue>(value).referent;
            say("{\"$weakref\":");
            if (referent == nullptr)
                say("null");
            else
                part(referent);
            return finish(value);
        }
        case Kind::object:
            return write_object(as<ObjectValue>(value));
        // These two stand in functions only, which write them as their own fields.
        case Kind::code:
        case Kind::cell:
            say("{\"$object\":{\"type\":\"" + value.type->name + "\",\"attrs\":{}}");
            return finish(value);
    }
}

}  // namespace guardc::compiler
