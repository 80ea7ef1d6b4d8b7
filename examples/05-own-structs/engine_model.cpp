#include "engine_model.h"

#include <bit>
#include <cstddef>

#include "engine.h"
#include "runtime/model/dtype.h"

namespace engine {

namespace {

using guardc::Cell;
using guardc::CellTag;
using guardc::Fact;
using guardc::FactId;
using guardc::LayoutForm;
using guardc::Model;
using guardc::Ref;
using guardc::Scalar;
using guardc::Truth;

enum KindIndex : std::uint32_t { kTensor, kConfig };

const Tensor& tensor(Ref object) {
    return *static_cast<const Tensor*>(object);
}
const Config& config(Ref object) {
    return *static_cast<const Config*>(object);
}

Truth give(Cell& result, const Cell& cell) {
    result = cell;
    return Truth::yes;
}

constexpr guardc::DType kElementTypes[] = {guardc::DType::float32, guardc::DType::float16,
                                           guardc::DType::int64};

Truth read_dtype(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const auto element = static_cast<std::size_t>(tensor(object).element);
    return give(result, {static_cast<std::uint64_t>(kElementTypes[element]), CellTag::dtype, 0});
}

// The engine numbers element types its own way; constants are compared in its numbers.
bool encode_dtype(const Model&, const Cell& cell, std::uint64_t& bits) noexcept {
    for (std::uint64_t element = 0; element < std::size(kElementTypes); ++element) {
        if (static_cast<std::uint64_t>(kElementTypes[element]) == cell.bits) {
            bits = element;
            return true;
        }
    }
    return false;
}

Truth read_device(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const std::int32_t number = tensor(object).device;
    const guardc::Device device = number < 0 ? guardc::Device{guardc::DeviceType::cpu, -1}
                                             : guardc::Device{guardc::DeviceType::cuda, number};
    return give(result, {guardc::pack_device(device), CellTag::device, 0});
}

Truth read_rank(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(result, Cell::integer(tensor(object).rank));
}

Truth read_size(const Model&, Ref object, const Cell& index, Cell& result) noexcept {
    const std::int64_t at = index.as_integer();
    if (index.tag != CellTag::integer || at < 0 || at >= tensor(object).rank) {
        return Truth::undefined;
    }
    return give(result, Cell::integer(tensor(object).dims[at]));
}

Truth read_layers(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(result, Cell::integer(config(object).layers));
}
Truth read_causal(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(result, Cell::boolean(config(object).causal));
}
Truth read_dropout(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(result, Cell::floating(config(object).dropout));
}
Truth read_activation(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(result, Cell::text(config(object).activation));
}

// Helpers always; layouts where a load says it all.
const Fact kTensorFacts[] = {
    {FactId::dtype,
     CellTag::dtype,
     read_dtype,
     {LayoutForm::direct, Scalar::i32, offsetof(Tensor, element)},
     encode_dtype},
    {FactId::device, CellTag::device, read_device},
    {FactId::rank, CellTag::integer, read_rank, {LayoutForm::direct, Scalar::i32, offsetof(Tensor, rank)}},
    {FactId::size,
     CellTag::integer,
     read_size,
     {LayoutForm::span, Scalar::i32, offsetof(Tensor, dims), 0, Scalar::i32, offsetof(Tensor, rank), 4}},
};

const Fact kConfigFacts[] = {
    {FactId::attribute,
     CellTag::integer,
     read_layers,
     {LayoutForm::direct, Scalar::i32, offsetof(Config, layers)},
     nullptr,
     "layers"},
    {FactId::attribute,
     CellTag::boolean,
     read_causal,
     {LayoutForm::direct, Scalar::u8, offsetof(Config, causal)},
     nullptr,
     "causal"},
    {FactId::attribute,
     CellTag::floating,
     read_dropout,
     {LayoutForm::direct, Scalar::f64, offsetof(Config, dropout)},
     nullptr,
     "dropout"},
    {FactId::attribute, CellTag::text, read_activation, {}, nullptr, "activation"},
};

const guardc::ObjectKind kKinds[] = {
    {"Tensor", guardc::Kind::tensor, kTensorFacts, sizeof(Tensor), "torch.Tensor"},
    {"Config", guardc::Kind::object, kConfigFacts, sizeof(Config), "engine.Config"},
};

}  // namespace

const Model& model() {
    // The structs hold no tag: what an object is follows from its slot.
    static const Model engine_model{"engine", kKinds,  nullptr, {},     guardc::IdentityForm::address,
                                    {},       nullptr, nullptr, nullptr};
    return engine_model;
}

guardc::FrameShape arguments_shape() {
    static_assert(offsetof(Arguments, input) == 0 && offsetof(Arguments, mask) == sizeof(Ref) &&
                  offsetof(Arguments, config) == 2 * sizeof(Ref));
    guardc::FrameShape shape;
    shape.open = false;
    shape.add(guardc::Scope::local, "input", 1U << kTensor);
    shape.add(guardc::Scope::local, "mask", 1U << kTensor);
    shape.add(guardc::Scope::local, "config", 1U << kConfig);
    return shape;
}

}  // namespace engine
