#include "compiler/reference/sets.h"

#include <vector>

#include "compiler/reference/lookup.h"
#include "runtime/program/memory_range.h"
#include "runtime/value/containers.h"

namespace guardc::compiler {

namespace {

std::optional<std::int64_t> integer(const Seen& tensor, FactId id, const Cell& argument = {}) {
    const std::optional<Cell> cell = fact(tensor, id, argument);
    return cell && cell->tag == CellTag::integer ? std::optional(cell->as_integer()) : std::nullopt;
}

std::optional<MemoryRange> memory_of(const Seen& tensor) {
    if (tensor.kind != Kind::tensor) return std::nullopt;
    const std::optional<Cell> dtype = fact(tensor, FactId::dtype);
    const std::optional<std::int64_t> storage = integer(tensor, FactId::storage);
    const std::optional<std::int64_t> offset = integer(tensor, FactId::storage_offset);
    const std::optional<std::int64_t> rank = integer(tensor, FactId::rank);
    if (!dtype || !storage || !offset || !rank) return std::nullopt;
    MemoryRangeBuilder builder(static_cast<std::uint64_t>(*storage), static_cast<DType>(dtype->bits),
                               *offset);
    for (std::int64_t i = 0; i < *rank; ++i) {
        const std::optional<std::int64_t> size = integer(tensor, FactId::size, Cell::integer(i));
        const std::optional<std::int64_t> stride = integer(tensor, FactId::stride, Cell::integer(i));
        if (!size || !stride || !builder.add_dimension(*size, *stride)) return std::nullopt;
    }
    MemoryRange range;
    return builder.finish(range) ? std::optional(range) : std::nullopt;
}

}  // namespace

Truth is_subset(const Seen& part_set, const Seen& whole) {
    if (!is_set(part_set.kind) || !is_set(whole.kind)) return Truth::undefined;
    const std::optional<std::uint64_t> length = length_of(part_set);
    if (!length) return Truth::undefined;
    for (std::uint64_t i = 0; i < *length; ++i) {
        const std::optional<Seen> element =
            part(part_set, FactId::item, Cell::integer(static_cast<std::int64_t>(i)));
        const Truth found = element ? contains(*element, whole) : Truth::undefined;
        if (found != Truth::yes) return found;
    }
    return Truth::yes;
}

Truth is_instance(const Seen& seen, const Seen& type) {
    const std::string_view wanted = named_type(type);
    const Kind kind = wanted == "builtins.dict"        ? Kind::dict
                      : wanted == "builtins.set"       ? Kind::set
                      : wanted == "builtins.frozenset" ? Kind::frozenset
                                                       : Kind::object;
    if (kind == Kind::object || seen.kind == Kind::object) return Truth::undefined;
    return truth(seen.kind == kind);
}

Truth no_overlap(std::span<const Seen> tensors) {
    std::vector<MemoryRange> ranges;
    for (const Seen& tensor : tensors) {
        const std::optional<MemoryRange> range = memory_of(tensor);
        if (!range) return Truth::undefined;
        ranges.push_back(*range);
    }
    Truth apart = Truth::yes;
    for (std::size_t later = 1; later < ranges.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const Truth found = are_apart(ranges[earlier], ranges[later]);
            if (found == Truth::no) return found;
            if (found == Truth::undefined) apart = found;
        }
    return apart;
}

}  // namespace guardc::compiler
