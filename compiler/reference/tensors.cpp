#include "compiler/reference/tensors.h"

#include "runtime/model/dtype.h"

namespace guardc::compiler {

Evaluation tensor_fact(const Seen& seen, FactId id) {
    Evaluation evaluation;
    if (seen.kind == Kind::tensor) evaluation.truth = fact(seen, id, {}, evaluation.value);
    return evaluation;
}

Evaluation tensor_property(const Seen& seen, FactId id, std::string_view name) {
    if (seen.kind == Kind::tensor) return tensor_fact(seen, id);
    Evaluation evaluation;
    evaluation.truth = fact(seen, FactId::attribute, Cell::text(name), evaluation.value);
    return evaluation;
}

Evaluation dimension(const Seen& tensor, FactId id, const Seen& index) {
    std::optional<std::int64_t> place = exact_integer(index);
    if (tensor.kind != Kind::tensor || !place) return {};
    if (*place < 0) {
        const std::optional<Cell> rank = fact(tensor, FactId::rank);
        if (!rank || rank->tag != CellTag::integer || *place < -rank->as_integer()) return {};
        *place += rank->as_integer();
    }
    Evaluation evaluation;
    evaluation.truth = fact(tensor, id, Cell::integer(*place), evaluation.value);
    return evaluation;
}

std::optional<Cell> device_type_of(const Seen& device) {
    const std::optional<std::uint64_t> bits = device_of(device);
    return bits ? std::optional(Cell::text(device_type_name(unpack_device(*bits).type))) : std::nullopt;
}

std::optional<Cell> device_index_of(const Seen& device) {
    const std::optional<std::uint64_t> bits = device_of(device);
    if (!bits) return std::nullopt;
    const Device found = unpack_device(*bits);
    return found.index < 0 ? Cell::none() : Cell::integer(found.index);
}

}  // namespace guardc::compiler
