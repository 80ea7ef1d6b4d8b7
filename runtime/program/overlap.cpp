#include "runtime/program/overlap.h"

#include <utility>

namespace guardc {
namespace {

Truth read_integer(const Operand& tensor, FactId id, const Cell& argument, std::int64_t& number) {
    Cell cell;
    if (const Truth outcome = read(tensor, id, argument, cell); outcome != Truth::yes) return outcome;
    number = cell.as_integer();
    return cell.tag == CellTag::integer ? Truth::yes : Truth::undefined;
}

Truth read_cell(const Model& model, const Cell& cell, MemoryRange& range) {
    Operand operand;
    const Truth outcome = view(model, cell, operand);
    return outcome == Truth::yes ? read_memory(operand, range) : outcome;
}

}  // namespace

Truth read_memory(const Operand& tensor, MemoryRange& range) noexcept {
    if (tensor.kind != Kind::tensor || tensor.is_immediate()) return Truth::undefined;
    Cell dtype;
    std::int64_t storage = 0;
    std::int64_t offset = 0;
    std::int64_t rank = 0;
    if (const Truth outcome = read(tensor, FactId::dtype, dtype); outcome != Truth::yes) return outcome;
    for (const auto& [id, number] :
         {std::pair{FactId::storage, &storage}, {FactId::storage_offset, &offset}, {FactId::rank, &rank}})
        if (const Truth outcome = read_integer(tensor, id, {}, *number); outcome != Truth::yes)
            return outcome;
    MemoryRangeBuilder builder(static_cast<std::uint64_t>(storage), static_cast<DType>(dtype.bits), offset);
    for (std::int64_t dimension = 0; dimension < rank; ++dimension) {
        std::int64_t size = 0;
        std::int64_t stride = 0;
        const Cell index = Cell::integer(dimension);
        if (const Truth outcome = read_integer(tensor, FactId::size, index, size); outcome != Truth::yes)
            return outcome;
        if (const Truth outcome = read_integer(tensor, FactId::stride, index, stride); outcome != Truth::yes)
            return outcome;
        if (!builder.add_dimension(size, stride)) return Truth::undefined;
    }
    return builder.finish(range) ? Truth::yes : Truth::undefined;
}

// Pair by pair, since a check has no memory to sort in; what is certain of one pair goes before what cannot
// be told of another.
Truth no_overlap(const Model& model, std::span<const Cell> tensors) noexcept {
    MemoryRange right;
    for (const Cell& tensor : tensors)
        if (const Truth outcome = read_cell(model, tensor, right); outcome != Truth::yes) return outcome;
    Truth apart = Truth::yes;
    for (std::size_t later = 1; later < tensors.size(); ++later) {
        read_cell(model, tensors[later], right);
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            MemoryRange left;
            read_cell(model, tensors[earlier], left);
            const Truth outcome = are_apart(left, right);
            if (outcome == Truth::no) return outcome;
            if (outcome == Truth::undefined) apart = outcome;
        }
    }
    return apart;
}

}  // namespace guardc
