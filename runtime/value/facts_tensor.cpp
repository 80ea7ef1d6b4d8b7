#include "runtime/value/builtin_facts.h"
#include "runtime/value/identity.h"
#include "runtime/value/tensor_members.h"

namespace guardc::facts {
namespace {

Truth read_dtype(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell{static_cast<std::uint64_t>(read<TensorValue>(object).dtype), CellTag::dtype, 0}, result);
}
Truth read_device(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell{read<TensorValue>(object).device, CellTag::device, 0}, result);
}
Truth read_rank(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const std::uint8_t rank = read<TensorValue>(object).rank;
    return rank == kNoRank ? Truth::undefined : give(Cell::integer(rank), result);
}
bool encode_rank(const Model&, const Cell& cell, std::uint64_t& bits) noexcept {
    bits = cell.bits;
    return cell.tag == CellTag::integer && cell.bits < kNoRank;
}
Truth give_dimension(std::span<const std::int64_t> dimensions, const Cell& argument, Cell& result) {
    if (argument.tag != CellTag::integer || argument.bits >= dimensions.size()) return Truth::undefined;
    return give(Cell::integer(dimensions[argument.bits]), result);
}
Truth read_size(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    return give_dimension(sizes_of(read<TensorValue>(object)), argument, result);
}
Truth read_stride(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    return give_dimension(strides_of(read<TensorValue>(object)), argument, result);
}
Truth read_storage_offset(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell::integer(read<TensorValue>(object).storage_offset), result);
}
Truth read_requires_grad(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell::boolean(read<TensorValue>(object).requires_grad != 0), result);
}

const Value* stored(const TensorValue& tensor, std::string_view name) {
    if (tensor.rest == nullptr) return nullptr;
    if (const Value* own = find_text(tensor.rest->attributes, name)) return own;
    if (name == "grad") return tensor.rest->grad;
    return name == "_base" ? tensor.rest->base : nullptr;
}
Truth read_derived(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const TensorRest* rest = read<TensorValue>(object).rest;
    std::string_view text;
    if (rest == nullptr || !attribute_name(argument, text)) return Truth::undefined;
    return give(find_text(rest->derived, text), result);
}
Truth read_dispatch_keys(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell::integer(static_cast<std::int64_t>(read<TensorValue>(object).keys)), result);
}
// A tensor that shares its storage with nobody is named by itself; identities of frames are small.
Truth read_storage(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const TensorRest* rest = read<TensorValue>(object).rest;
    const std::uint64_t storage = rest == nullptr || rest->storage == 0
                                      ? kSingletonIdentity | std::bit_cast<std::uint64_t>(object)
                                      : rest->storage;
    return give(Cell::integer(static_cast<std::int64_t>(storage)), result);
}
Truth read_type_object(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const TensorRest* rest = read<TensorValue>(object).rest;
    return give(rest == nullptr ? nullptr : rest->type_object, result);
}
Truth read_attribute(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    std::string_view name;
    if (!attribute_name(argument, name)) return Truth::undefined;
    return give(stored(read<TensorValue>(object), name), result);
}
Truth attribute_absent(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    std::string_view name;
    if (!attribute_name(argument, name)) return Truth::undefined;
    return give_absence(stored(read<TensorValue>(object), name), !is_tensor_member(name), result);
}

constexpr Layout dimensions(std::size_t first, std::size_t count) {
    return {LayoutForm::span,
            Scalar::i64,
            static_cast<std::uint32_t>(first),
            0,
            Scalar::u8,
            static_cast<std::uint32_t>(count),
            kInlineDimensions};
}

constexpr Fact kTensor[] = {
    kTypeRow,
    {FactId::dtype, CellTag::dtype, read_dtype, direct(Scalar::u8, offsetof(TensorValue, dtype))},
    {FactId::device, CellTag::device, read_device, direct(Scalar::u64, offsetof(TensorValue, device))},
    {FactId::rank, CellTag::integer, read_rank, direct(Scalar::u8, offsetof(TensorValue, rank)), encode_rank},
    {FactId::size, CellTag::integer, read_size,
     dimensions(offsetof(TensorValue, sizes), offsetof(TensorValue, size_rank))},
    {FactId::stride, CellTag::integer, read_stride,
     dimensions(offsetof(TensorValue, strides), offsetof(TensorValue, stride_rank))},
    {FactId::storage_offset, CellTag::integer, read_storage_offset,
     direct(Scalar::i64, offsetof(TensorValue, storage_offset))},
    {FactId::requires_grad, CellTag::boolean, read_requires_grad,
     direct(Scalar::u8, offsetof(TensorValue, requires_grad))},
    {FactId::dispatch_keys, CellTag::integer, read_dispatch_keys,
     direct(Scalar::i64, offsetof(TensorValue, keys))},
    {FactId::storage, CellTag::integer, read_storage},
    {FactId::derived, CellTag::reference, read_derived},
    {FactId::type_object, CellTag::reference, read_type_object},
    {FactId::attribute, CellTag::reference, read_attribute},
    {FactId::attribute_absent, CellTag::boolean, attribute_absent}};

}  // namespace

std::span<const Fact> of_tensor() {
    return kTensor;
}

}  // namespace guardc::facts
