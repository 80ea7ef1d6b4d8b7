// Tensors, and the devices that their guards describe.
#include "compiler/example/building.h"

namespace guardc::compiler::example {

const Value* Building::make_device() {
    const auto& node = sketch_[id_];
    realiser_.begun_.emplace(id_, nullptr);
    Device device{};
    if (!node.goals.empty() || node.chosen != nullptr || node.tied != kNoNode || !node.ties.empty()) {
        if (!realiser_.choose(id_)) return nullptr;
        const Value* chosen = sketch_[sketch_.decider(id_)].chosen;
        if (chosen->kind != Kind::device) return nullptr;
        return chosen;
    }
    for (const NodeId each : std::vector<NodeId>(node.children)) {
        if (sketch_[each].absent) continue;
        const Value* made = realiser_.value(each);
        if (made == nullptr) return nullptr;
        if (sketch_[each].role == Role::device_type) {
            const auto type = made->kind == Kind::string ? parse_device_type(text_of(*made)) : std::nullopt;
            if (!type) return nullptr;
            device.type = *type;
        } else if (sketch_[each].role == Role::device_index && made->kind == Kind::integer) {
            const std::int64_t index = as<IntegerValue>(*made).number;
            if (index < 0 || index > INT32_MAX) return nullptr;
            device.index = static_cast<std::int32_t>(index);
        }
    }
    return arena_.make_device(device);
}

const Value* Building::make_tensor(const TypeInfo* type) {
    TensorSpec spec;
    spec.type = type;
    std::int64_t rank = 0;
    for (const Part& each : parts_)
        if (each.node->role == Role::size || each.node->role == Role::stride)
            rank = std::max(rank, each.node->index < 0 ? -each.node->index : each.node->index + 1);
    rank = count(Role::rank).value_or(rank);
    if (rank < 0 || rank > static_cast<std::int64_t>(kMaxDimensions)) return nullptr;
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(rank), 2), strides(sizes.size());
    const auto fill = [&](Role role, std::vector<std::int64_t>& into) {
        for (const Part& each : parts_) {
            if (each.node->role != role) continue;
            const std::int64_t index = each.node->index < 0 ? each.node->index + rank : each.node->index;
            if (index < 0 || index >= rank || each.value->kind != Kind::integer) return false;
            into[static_cast<std::size_t>(index)] = as<IntegerValue>(*each.value).number;
        }
        return true;
    };
    if (!fill(Role::size, sizes)) return nullptr;
    // Sizes far too large for a dense layout are those of an expanded tensor.
    if (!fill_contiguous_strides(sizes, strides)) std::ranges::fill(strides, 0);
    if (!fill(Role::stride, strides)) return nullptr;
    spec.sizes = sizes;
    spec.strides = strides;
    if (const Value* dtype = part(Role::dtype)) {
        if (dtype->kind != Kind::dtype) return nullptr;
        spec.dtype = static_cast<DType>(as<DTypeValue>(*dtype).dtype);
    }
    if (const Value* device = part(Role::device)) {
        if (device->kind != Kind::device) return nullptr;
        spec.device = unpack_device(as<DeviceValue>(*device).device);
    }
    if (const Value* grad = part(Role::requires_grad)) {
        if (grad->kind != Kind::boolean) return nullptr;
        spec.requires_grad = as<BooleanValue>(*grad).truth != 0;
    }
    spec.storage_offset = count(Role::storage_offset).value_or(0);
    if (const auto keys = count(Role::dispatch_keys)) spec.keys = static_cast<std::uint64_t>(*keys);
    spec.rest.storage = static_cast<std::uint64_t>(count(Role::storage).value_or(0));
    spec.rest.attributes = attributes(false);
    spec.rest.derived = derived();
    spec.rest.type_object = type_object(type != nullptr ? type : builtin_type(Kind::tensor));
    return arena_.make_tensor(spec, begun());
}

}  // namespace guardc::compiler::example
