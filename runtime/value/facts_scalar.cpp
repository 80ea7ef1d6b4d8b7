#include "runtime/value/builtin_facts.h"

namespace guardc::facts {
namespace {

Truth read_boolean(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell::boolean(read<BooleanValue>(object).truth != 0), result);
}

Truth read_integer(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const auto& value = read<IntegerValue>(object);
    return give(is_big(value) ? Cell::reference(object) : Cell::integer(value.number), result);
}

bool encode_integer(const Model&, const Cell& cell, std::uint64_t& bits) noexcept {
    bits = cell.bits;
    return cell.tag == CellTag::integer && cell.as_integer() != IntegerValue::kBeyond;
}

Truth read_floating(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell::floating(read<FloatingValue>(object).number), result);
}

Truth read_real(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell::floating(read<ComplexValue>(object).real), result);
}
Truth read_imaginary(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell::floating(read<ComplexValue>(object).imaginary), result);
}

// A cell counts bytes in 32 bits. Longer text is left to whoever compares whole values.
Truth give_text(std::string_view text, Cell& result) {
    if (text.size() > UINT32_MAX) return Truth::undefined;
    return give(Cell::text(text), result);
}
Truth read_text(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give_text(text_of(read<Value>(object)), result);
}
Truth read_characters(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell::integer(static_cast<std::int64_t>(read<StringValue>(object).characters)), result);
}
Truth read_bytes(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give_text(bytes_of(read<Value>(object)), result);
}
Truth read_byte_count(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell::integer(static_cast<std::int64_t>(read<BytesValue>(object).size)), result);
}

Truth read_dtype(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell{read<DTypeValue>(object).dtype, CellTag::dtype, 0}, result);
}
Truth read_device(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell{read<DeviceValue>(object).device, CellTag::device, 0}, result);
}

constexpr Fact kNone[] = {kTypeRow};
constexpr Fact kBoolean[] = {
    kTypeRow,
    {FactId::number, CellTag::boolean, read_boolean, direct(Scalar::u64, offsetof(BooleanValue, truth))}};
constexpr Fact kInteger[] = {kTypeRow,
                             {FactId::number, CellTag::absent, read_integer,
                              direct(Scalar::i64, offsetof(IntegerValue, number)), encode_integer}};
constexpr Fact kFloating[] = {
    kTypeRow,
    {FactId::number, CellTag::floating, read_floating, direct(Scalar::f64, offsetof(FloatingValue, number))}};
constexpr Fact kComplex[] = {
    kTypeRow,
    {FactId::real, CellTag::floating, read_real, direct(Scalar::f64, offsetof(ComplexValue, real))},
    {FactId::imaginary, CellTag::floating, read_imaginary,
     direct(Scalar::f64, offsetof(ComplexValue, imaginary))}};
constexpr Fact kString[] = {kTypeRow,
                            {FactId::text, CellTag::text, read_text},
                            {FactId::length, CellTag::integer, read_characters,
                             direct(Scalar::u64, offsetof(StringValue, characters))}};
constexpr Fact kBytes[] = {
    kTypeRow,
    {FactId::bytes, CellTag::text, read_bytes},
    {FactId::length, CellTag::integer, read_byte_count, direct(Scalar::u64, offsetof(BytesValue, size))}};
constexpr Fact kDType[] = {
    kTypeRow, {FactId::dtype, CellTag::dtype, read_dtype, direct(Scalar::u64, offsetof(DTypeValue, dtype))}};
constexpr Fact kDevice[] = {
    kTypeRow,
    {FactId::device, CellTag::device, read_device, direct(Scalar::u64, offsetof(DeviceValue, device))}};

}  // namespace

std::span<const Fact> of_none() {
    return kNone;
}
std::span<const Fact> of_boolean() {
    return kBoolean;
}
std::span<const Fact> of_integer() {
    return kInteger;
}
std::span<const Fact> of_floating() {
    return kFloating;
}
std::span<const Fact> of_complex() {
    return kComplex;
}
std::span<const Fact> of_string() {
    return kString;
}
std::span<const Fact> of_bytes() {
    return kBytes;
}
std::span<const Fact> of_dtype() {
    return kDType;
}
std::span<const Fact> of_device() {
    return kDevice;
}

}  // namespace guardc::facts
