#include "tests/native/sample_model.h"

namespace guardc::native_test {
namespace {

const Sample& sample(Ref object) {
    return *static_cast<const Sample*>(object);
}

Truth yields(Cell& result, const Cell& value) {
    result = value;
    return Truth::yes;
}

Truth attribute(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    if (sample(object).u8 == 255) return Truth::error;
    if (sample(object).next == nullptr) return Truth::undefined;
    return yields(result, Cell::reference(sample(object).next));
}

Truth length(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return yields(result, Cell::integer(sample(object).count));
}

Truth size(const Model&, Ref object, const Cell& index, Cell& result) noexcept {
    if (index.tag != CellTag::integer || index.bits >= sample(object).count) return Truth::undefined;
    return yields(result, Cell::integer(sample(object).row[index.bits]));
}

Truth number(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return yields(result, Cell::integer(sample(object).i64));
}

Truth type(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return yields(result, {sample_type(sample(object).kind), CellTag::type, 0});
}

constexpr Fact kPlainFacts[] = {
    {FactId::type, CellTag::type, type},
    {FactId::attribute, CellTag::reference, attribute},
    {FactId::length, CellTag::integer, length},
};
constexpr Fact kTensorFacts[] = {
    {FactId::type, CellTag::type, type},
    {FactId::attribute, CellTag::reference, attribute},
    {FactId::rank, CellTag::integer, length},
    {FactId::size, CellTag::integer, size},
};
constexpr Fact kIntegerFacts[] = {
    {FactId::type, CellTag::type, type},
    {FactId::number, CellTag::absent, number},
};
constexpr ObjectKind kKinds[] = {
    {"plain", Kind::object, kPlainFacts, sizeof(Sample), nullptr},
    {"tensor", Kind::tensor, kTensorFacts, sizeof(Sample), "torch.Tensor"},
    {"integer", Kind::integer, kIntegerFacts, sizeof(Sample), "builtins.int"},
};

std::uint32_t kind_of(const Model&, Ref object) noexcept {
    return sample(object).kind;
}

std::optional<std::uint64_t> resolve_type(const Model&, std::string_view name) {
    if (name == "torch.Tensor") return sample_type(kTensorKind);
    if (name == "builtins.int") return sample_type(kIntegerKind);
    return name == "sample.Plain" ? std::optional(sample_type(kPlainKind)) : std::nullopt;
}

std::string_view type_name(const Model&, std::uint64_t handle) noexcept {
    constexpr std::string_view names[] = {"sample.Plain", "torch.Tensor", "builtins.int"};
    return names[handle - sample_type(0)];
}

}  // namespace

std::uint64_t sample_type(std::uint32_t kind) {
    return 100 + kind;
}

const Model& sample_model() {
    static const Model model = [] {
        Model made{};
        made.name = "sample";
        made.kinds = kKinds;
        made.kind_of = kind_of;
        made.tag = {.form = LayoutForm::direct, .scalar = Scalar::u8, .offset = offsetof(Sample, kind)};
        made.identity = IdentityForm::field;
        made.identity_field = {
            .form = LayoutForm::direct, .scalar = Scalar::u64, .offset = offsetof(Sample, identity)};
        made.resolve_type = resolve_type;
        made.type_name = type_name;
        return made;
    }();
    return model;
}

}  // namespace guardc::native_test
