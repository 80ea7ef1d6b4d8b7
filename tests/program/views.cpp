#include "tests/program/views.h"

#include <array>

#include "runtime/value/builtin_model.h"
#include "runtime/value/cell_value.h"

namespace guardc::program_tests {
namespace {

constexpr std::uint64_t kHandleMark = 1ULL << 63U;

// Forwards to the built-in helper of one fact; types are numbered in the model's own way.
template <FactId kId>
Truth forward(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const Truth outcome = read_fact(builtin_model(), kId, object, argument, result);
    if (outcome == Truth::yes && result.tag == CellTag::type) result.bits |= kHandleMark;
    // Only the built-in model can say what an int beyond 64 bits is.
    if (outcome == Truth::yes && kId == FactId::number && result.tag == CellTag::reference)
        result.tag = CellTag::literal;
    return outcome;
}

constexpr Fact kFacts[] = {
#define GUARDC_FORWARDED(name, tag) {FactId::name, CellTag::tag, forward<FactId::name>},
    GUARDC_FORWARDED(type, type) GUARDC_FORWARDED(number, absent) GUARDC_FORWARDED(text, text)
        GUARDC_FORWARDED(bytes, text) GUARDC_FORWARDED(real, floating) GUARDC_FORWARDED(imaginary, floating)
            GUARDC_FORWARDED(dtype, dtype) GUARDC_FORWARDED(device, device)
                GUARDC_FORWARDED(type_handle, type) GUARDC_FORWARDED(length, integer)
                    GUARDC_FORWARDED(item, reference) GUARDC_FORWARDED(key_at, reference)
                        GUARDC_FORWARDED(value_at, reference) GUARDC_FORWARDED(start, reference)
                            GUARDC_FORWARDED(stop, reference) GUARDC_FORWARDED(step, reference)
#undef GUARDC_FORWARDED
};

std::uint32_t kind_of(const Model&, Ref object) noexcept {
    return static_cast<std::uint32_t>(static_cast<const Value*>(object)->kind);
}
std::optional<std::uint64_t> resolve_type(const Model&, std::string_view name) {
    // No bit_cast: the analyzer of clang 19 dies of an `or` with one.
    return reinterpret_cast<std::uint64_t>(intern_type(name)) | kHandleMark;
}
std::string_view type_name(const Model&, std::uint64_t handle) noexcept {
    return std::bit_cast<const TypeInfo*>(handle & ~kHandleMark)->name;
}

std::array<ObjectKind, kKindCount> mirror_kinds() {
    std::array<ObjectKind, kKindCount> kinds{};
    for (unsigned kind = 0; kind < kKindCount; ++kind)
        // Kind names are literals. NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage)
        kinds[kind] = {kind_name(static_cast<Kind>(kind)).data(), static_cast<Kind>(kind), kFacts};
    return kinds;
}

}  // namespace

const Model& mirror_model() {
    static const std::array<ObjectKind, kKindCount> kinds = mirror_kinds();
    static const Model model{.name = "mirror",
                             .kinds = kinds,
                             .kind_of = kind_of,
                             .tag = {},
                             .identity = IdentityForm::address,
                             .resolve_type = resolve_type,
                             .type_name = type_name};
    return model;
}

Cell as_reference(const Value* value) {
    return Cell::reference(value);
}

Cell as_literal(const Value* value) {
    return {std::bit_cast<std::uint64_t>(value), CellTag::literal, 0};
}

std::vector<Seen> views_of(const Model& model, const Value& value) {
    std::vector<Seen> views = {{"reference", as_reference(&value)}, {"literal", as_literal(&value)}};
    Cell immediate = cell_of(value, CellTag::literal);
    if (immediate.tag == CellTag::literal) return views;
    if (immediate.tag == CellTag::type)
        immediate.bits = *model.resolve_type(model, as<TypeValue>(value).named->name);
    views.push_back({"immediate", immediate});
    return views;
}

}  // namespace guardc::program_tests
