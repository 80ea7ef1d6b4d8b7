// Layouts of the built-in model against its helpers, which are the judge.
#include <cstring>

#include <catch2/catch.hpp>

#include "runtime/value/builtin_model.h"
#include "tests/value/random_value.h"

namespace {

using namespace guardc;

// The bits at a place, widened to a word as engines widen them.
std::uint64_t load(const char* place, Scalar scalar) {
    const auto read = [&](auto zero) {
        std::memcpy(&zero, place, sizeof(zero));
        return zero;
    };
    switch (scalar) {
        case Scalar::u8:
            return read(std::uint8_t{});
        case Scalar::i8:
            return static_cast<std::uint64_t>(std::int64_t{read(std::int8_t{})});
        case Scalar::u16:
            return read(std::uint16_t{});
        case Scalar::i16:
            return static_cast<std::uint64_t>(std::int64_t{read(std::int16_t{})});
        case Scalar::u32:
            return read(std::uint32_t{});
        case Scalar::i32:
            return static_cast<std::uint64_t>(std::int64_t{read(std::int32_t{})});
        case Scalar::f32:
            return std::bit_cast<std::uint64_t>(double{read(float{})});
        case Scalar::u64:
        case Scalar::i64:
        case Scalar::f64:
        case Scalar::pointer:
            return read(std::uint64_t{});
    }
    return 0;
}

// What a layout says of one element (0 for facts without an index); nothing where it does not reach.
std::optional<std::uint64_t> read_layout(const Layout& layout, Ref object, std::uint64_t index) {
    const char* base = static_cast<const char*>(object);
    switch (layout.form) {
        case LayoutForm::none:
            return std::nullopt;
        case LayoutForm::direct:
            return load(base + layout.offset, layout.scalar);
        case LayoutForm::indirect: {
            const auto pointed = std::bit_cast<const char*>(load(base + layout.offset, Scalar::pointer));
            return load(pointed + layout.inner, layout.scalar);
        }
        case LayoutForm::span:
        case LayoutForm::indirect_span:
            break;
    }
    if (index >= load(base + layout.count_offset, layout.count_scalar)) return std::nullopt;
    if (layout.form == LayoutForm::span) {
        if (index >= layout.capacity) return std::nullopt;
        return load(base + layout.offset + index * scalar_bytes(layout.scalar), layout.scalar);
    }
    const auto pointed = std::bit_cast<const char*>(load(base + layout.offset, Scalar::pointer));
    return load(pointed + index * scalar_bytes(layout.scalar), layout.scalar);
}

bool takes_index(FactId id) {
    return id == FactId::item || id == FactId::key_at || id == FactId::value_at || id == FactId::size ||
           id == FactId::stride;
}

// Empty, or what is wrong with one element of one fact.
std::string disagreement(const Fact& fact, Ref object, std::uint64_t index) {
    const Model& model = builtin_model();
    Cell told;
    const Truth outcome = fact.helper(model, object, Cell::integer(static_cast<std::int64_t>(index)), told);
    if (outcome == Truth::yes && fact.result != CellTag::absent && told.tag != fact.result)
        return "another tag than the row says";
    const std::optional<std::uint64_t> stored = read_layout(fact.layout, object, index);
    const bool span = fact.layout.form == LayoutForm::span;
    if (!stored)
        return outcome == Truth::yes && !(span && index >= fact.layout.capacity) ? "out of reach" : "";
    if (fact.encode == nullptr) {
        const bool null = fact.layout.scalar == Scalar::pointer && *stored == 0;
        if (null || outcome != Truth::yes) return null && outcome == Truth::undefined ? "" : "not undefined";
        return told.bits == *stored ? "" : "other bits";
    }
    // Bits that are not the cell's own answer for constants: exactly the one that the helper tells.
    for (std::int64_t number = -300; number <= 300; ++number) {
        std::uint64_t bits = 0;
        const Cell constant = Cell::integer(number);
        if (!fact.encode(model, constant, bits)) continue;
        const bool equal =
            outcome == Truth::yes && told.tag == CellTag::integer && told.bits == constant.bits;
        if ((bits == *stored) != equal) return "the constant " + std::to_string(number) + " is taken wrongly";
    }
    std::uint64_t bits = 0;
    if (outcome == Truth::yes && fact.encode(model, told, bits) && bits != *stored)
        return "not its own constant";
    return "";
}

// Layouts lie within what may be read.
bool in_bounds(const ObjectKind& kind, const Layout& layout) {
    switch (layout.form) {
        case LayoutForm::none:
            return true;
        case LayoutForm::direct:
            return layout.offset + scalar_bytes(layout.scalar) <= kind.bytes;
        case LayoutForm::indirect:
            return layout.offset + 8 <= kind.bytes;
        case LayoutForm::span:
            return layout.offset + layout.capacity * scalar_bytes(layout.scalar) <= kind.bytes &&
                   layout.count_offset + scalar_bytes(layout.count_scalar) <= kind.bytes;
        case LayoutForm::indirect_span:
            return layout.offset + 8 <= kind.bytes &&
                   layout.count_offset + scalar_bytes(layout.count_scalar) <= kind.bytes;
    }
    return false;
}

TEST_CASE("kinds stand in their order and are read in place", "[model]") {
    const Model& model = builtin_model();
    REQUIRE(model.kinds.size() == kKindCount);
    ValueArena arena;
    testing::RandomValues random(3);
    for (unsigned index = 0; index < kKindCount; ++index) {
        CHECK(static_cast<unsigned>(model.kinds[index].kind) == index);
        const Value* value = random.make(arena, static_cast<Kind>(index));
        CHECK(model.kind_of(model, value) == index);
        CHECK(read_layout(model.tag, value, 0) == index);
        CHECK(read_layout(model.identity_field, value, 0) == value->identity);
        for (const Fact& fact : model.kinds[index].facts)
            CHECK(in_bounds(model.kinds[index], fact.layout));
    }
}

TEST_CASE("the exact type that a kind promises is the one that its values have", "[model][random]") {
    ValueArena arena;
    testing::RandomValues random(5);
    const Model& model = builtin_model();
    for (int round = 0; round < 3000; ++round) {
        const Value* value = random.make(arena);
        Cell type;
        REQUIRE(read_fact(model, FactId::type, value, {}, type) == Truth::yes);
        CHECK(*model.resolve_type(model, model.type_name(model, type.bits)) == type.bits);
        const ObjectKind& kind = model.kinds[static_cast<unsigned>(value->kind)];
        if (kind.type_name != nullptr) CHECK(model.type_name(model, type.bits) == kind.type_name);
    }
}

TEST_CASE("layouts agree with helpers", "[model][random]") {
    testing::RandomValues random(9);
    std::size_t compared = 0;
    for (int round = 0; round < 200; ++round) {
        ValueArena arena;
        for (unsigned index = 0; index < kKindCount; ++index) {
            const Value* first = random.make(arena, static_cast<Kind>(index), 1);
            for (const Value* value : {first, random.near_miss(arena, *first)}) {
                for (const Fact& fact : builtin_model().kinds[static_cast<unsigned>(value->kind)].facts) {
                    if (fact.layout.form == LayoutForm::none) continue;
                    for (std::uint64_t element = 0; element < (takes_index(fact.id) ? 9 : 1); ++element) {
                        const std::string wrong = disagreement(fact, value, element);
                        if (!wrong.empty())
                            FAIL(kind_name(value->kind)
                                 << ", fact " << static_cast<int>(fact.id) << ": " << wrong);
                        ++compared;
                    }
                }
            }
        }
    }
    CHECK(compared > 30'000);
}

// Each direct layout in turn reads another place of the struct: some value must tell.
TEST_CASE("a layout that is wrong does not go unnoticed", "[model]") {
    testing::RandomValues random(21);
    for (const ObjectKind& kind : builtin_model().kinds) {
        for (Fact fact : kind.facts) {
            if (fact.layout.form != LayoutForm::direct && fact.layout.form != LayoutForm::span) continue;
            fact.layout.offset = fact.id == FactId::type ? offsetof(Value, identity) : offsetof(Value, type);
            bool noticed = false;
            for (int round = 0; round < 300 && !noticed; ++round) {
                ValueArena arena;
                noticed = !disagreement(fact, random.make(arena, kind.kind, 1), 0).empty();
            }
            INFO(kind.name << ", fact " << static_cast<int>(fact.id));
            CHECK(noticed);
        }
    }
}

TEST_CASE("an int beyond 64 bits is served by no constant", "[model]") {
    ValueArena arena;
    const Fact* fact = find_fact(builtin_model().kinds[static_cast<unsigned>(Kind::integer)], FactId::number);
    REQUIRE(fact != nullptr);
    std::uint64_t bits = 0;
    CHECK_FALSE(fact->encode(builtin_model(), Cell::integer(IntegerValue::kBeyond), bits));
    for (const std::int64_t number : {INT64_MIN, IntegerValue::kBeyond, INT64_MIN + 2, INT64_MAX}) {
        const Value* small = arena.make_integer(number);
        Cell told;
        CHECK(read_fact(builtin_model(), FactId::number, small, {}, told) == Truth::yes);
        CHECK(told.as_integer() == number);
        CHECK(disagreement(*fact, small, 0).empty());
    }
    const Value* big = arena.make_integer(parse_big_integer("9223372036854775808")->view());
    Cell told;
    CHECK(read_fact(builtin_model(), FactId::number, big, {}, told) == Truth::yes);
    CHECK(told.tag == CellTag::reference);
    CHECK(told.as_reference() == big);
}

}  // namespace
