#include "compiler/reference/seen.h"

#include <algorithm>

#include "runtime/value/builtin_model.h"
#include "runtime/value/containers.h"
#include "runtime/value/value.h"

namespace guardc::compiler {

namespace {

std::optional<Kind> kind_in(const Model& model, const Cell& cell) {
    if (cell.as_reference() == nullptr) return std::nullopt;
    const std::uint32_t index = kind_index(model, cell);
    return index < model.kinds.size() ? std::optional(model.kinds[index].kind) : std::nullopt;
}

std::optional<Seen> see_object(const Cell& cell, const Model& model) {
    const std::optional<Kind> kind = kind_in(model, cell);
    if (!kind) return std::nullopt;
    return Seen{*kind, &model, cell.as_reference(), cell};
}

bool is_constant(const Seen& seen) {
    return seen.cell.tag == CellTag::literal;
}

std::optional<std::string_view> characters(const Seen& seen, Kind kind, FactId id) {
    if (seen.kind != kind) return std::nullopt;
    const std::optional<Cell> cell = seen.cell.tag == CellTag::text ? seen.cell : fact(seen, id);
    return cell && cell->tag == CellTag::text ? std::optional(cell->as_text()) : std::nullopt;
}

std::optional<std::uint64_t> bits(const Seen& seen, Kind kind, FactId id, CellTag tag) {
    if (seen.kind != kind) return std::nullopt;
    const std::optional<Cell> cell = seen.cell.tag == tag ? seen.cell : fact(seen, id);
    return cell && cell->tag == tag ? std::optional(cell->bits) : std::nullopt;
}

std::string_view name_in(const Model& model, const Cell& type) {
    return type.tag == CellTag::type && model.type_name != nullptr ? model.type_name(model, type.bits)
                                                                   : std::string_view();
}

}  // namespace

std::optional<Seen> see(const Cell& cell, const Model& model) {
    const auto immediate = [&](Kind kind) { return Seen{kind, &model, nullptr, cell}; };
    switch (cell.tag) {
        case CellTag::absent:
            return std::nullopt;
        case CellTag::reference:
            return see_object(cell, model);
        case CellTag::literal:
            return see_object(cell, builtin_model());
        case CellTag::none:
            return immediate(Kind::none);
        case CellTag::boolean:
            return immediate(Kind::boolean);
        case CellTag::integer:
            return immediate(Kind::integer);
        case CellTag::floating:
            return immediate(Kind::floating);
        case CellTag::text:
            return immediate(Kind::string);
        case CellTag::dtype:
            return immediate(Kind::dtype);
        case CellTag::device:
            return immediate(Kind::device);
        case CellTag::type:
            return immediate(Kind::type);
    }
    return std::nullopt;
}

Truth fact(const Seen& seen, FactId id, const Cell& argument, Cell& result) {
    if (seen.object == nullptr) return Truth::undefined;
    const Truth found = read_fact(*seen.model, id, seen.object, argument, result);
    if (found != Truth::yes) return found;
    if (result.tag == CellTag::absent) return Truth::undefined;
    if (result.tag == CellTag::reference) {
        if (result.as_reference() == nullptr) return Truth::undefined;
        if (is_constant(seen)) result.tag = CellTag::literal;
    }
    return Truth::yes;
}

std::optional<Cell> fact(const Seen& seen, FactId id, const Cell& argument) {
    Cell result;
    return fact(seen, id, argument, result) == Truth::yes ? std::optional(result) : std::nullopt;
}

std::optional<Seen> part(const Seen& seen, FactId id, const Cell& argument) {
    const std::optional<Cell> cell = fact(seen, id, argument);
    return cell ? see(*cell, *seen.model) : std::nullopt;
}

std::optional<Number> number_of(const Seen& seen) {
    if (seen.kind != Kind::boolean && seen.kind != Kind::integer && seen.kind != Kind::floating)
        return std::nullopt;
    const std::optional<Cell> cell = seen.object == nullptr ? seen.cell : fact(seen, FactId::number);
    if (!cell) return std::nullopt;
    switch (cell->tag) {
        case CellTag::boolean:
        case CellTag::integer:
            return Number{Number::Form::small, cell->as_integer(), 0, {}};
        case CellTag::floating:
            return Number{Number::Form::real, 0, cell->as_floating(), {}};
        default:
            break;
    }
    // Only the built-in model tells what an int beyond 64 bits is.
    if (seen.model != &builtin_model()) return std::nullopt;
    const auto& value = as<IntegerValue>(*static_cast<const Value*>(seen.object));
    return Number{Number::Form::big, 0, 0, {value.negative != 0, {value.limbs, value.limb_count}}};
}

std::optional<std::int64_t> exact_integer(const Seen& seen) {
    if (seen.kind != Kind::integer) return std::nullopt;
    const std::optional<Number> number = number_of(seen);
    return number && number->form == Number::Form::small ? std::optional(number->small) : std::nullopt;
}

std::optional<Complex> complex_of(const Seen& seen) {
    if (seen.kind != Kind::complex) return std::nullopt;
    const std::optional<Cell> real = fact(seen, FactId::real);
    const std::optional<Cell> imaginary = fact(seen, FactId::imaginary);
    if (!real || !imaginary) return std::nullopt;
    return Complex{real->as_floating(), imaginary->as_floating()};
}

std::optional<std::string_view> text_of(const Seen& seen) {
    return characters(seen, Kind::string, FactId::text);
}

std::optional<std::string_view> bytes_of(const Seen& seen) {
    return characters(seen, Kind::bytes, FactId::bytes);
}

std::optional<std::uint64_t> dtype_of(const Seen& seen) {
    return bits(seen, Kind::dtype, FactId::dtype, CellTag::dtype);
}

std::optional<std::uint64_t> device_of(const Seen& seen) {
    return bits(seen, Kind::device, FactId::device, CellTag::device);
}

std::string_view named_type(const Seen& seen) {
    if (seen.kind != Kind::type) return {};
    const std::optional<Cell> cell = seen.object == nullptr ? seen.cell : fact(seen, FactId::type_handle);
    return cell ? name_in(*seen.model, *cell) : std::string_view();
}

std::string_view type_name(const Seen& seen) {
    if (seen.object == nullptr) return builtin_type(seen.kind)->name;
    const std::optional<Cell> cell = fact(seen, FactId::type);
    return cell ? name_in(*seen.model, *cell) : std::string_view();
}

bool is_exact(const Seen& seen) {
    return type_name(seen) == builtin_type(seen.kind)->name;
}

std::optional<std::uint64_t> length_of(const Seen& seen) {
    if (seen.object == nullptr) {
        const std::optional<std::string_view> text = text_of(seen);
        if (!text) return std::nullopt;
        // Every byte of UTF-8 but those that go on with a scalar begins one.
        return std::ranges::count_if(*text,
                                     [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; });
    }
    const std::optional<Cell> length = fact(seen, FactId::length);
    if (!length || length->tag != CellTag::integer) return std::nullopt;
    return static_cast<std::uint64_t>(length->as_integer());
}

bool is_container(Kind kind) {
    return is_sequence(kind) || kind == Kind::dict;
}

}  // namespace guardc::compiler
