#include "runtime/model/model.h"
#include "runtime/value/builtin_model.h"
#include "tests/value/values_from_json.h"

namespace {

using namespace guardc;
using testing::WrittenValue;

struct Case {
    const char* left;
    const char* right;
    const char* same;  // undefined: one of them has no identity
};

const Case kCases[] = {
    {"null", "null", "yes"},
    {"true", "true", "yes"},
    {"true", "false", "no"},
    {"null", "false", "no"},
    {R"({"$dtype":"int8"})", R"({"$dtype":"int8"})", "yes"},
    {R"({"$dtype":"int8"})", R"({"$dtype":"int16"})", "no"},
    {R"({"$type":"demo.C"})", R"({"$type":"demo.C"})", "yes"},
    {R"({"$type":"demo.C"})", R"({"$type":"demo.D"})", "no"},
    {R"({"$module":"torch"})", R"({"$module":"torch"})", "yes"},
    {R"({"$module":"torch"})", R"({"$module":"numpy"})", "no"},
    {R"({"$module":"torch","$id":3})", R"({"$module":"torch","$id":4})", "no"},
    {R"({"$list":[],"$id":3})", R"({"$list":[1],"$id":3})", "yes"},
    {R"({"$list":[],"$id":3})", R"({"$list":[],"$id":4})", "no"},
    {R"({"$list":[],"$id":3})", "[]", "undefined"},
    {"7", "7", "undefined"},
    {"\"a\"", "\"a\"", "undefined"},
    {R"({"$device":"cpu"})", R"({"$device":"cpu"})", "undefined"},
    {R"({"$device":"cpu","$id":3})", R"({"$device":"cpu","$id":3})", "yes"},
};

TEST_CASE("what is one object and what is not", "[value]") {
    for (const Case& one : kCases) {
        const WrittenValue left(one.left);
        const WrittenValue right(one.right);
        const auto mine = identity_of(builtin_model(), &left.value);
        const auto theirs = identity_of(builtin_model(), &right.value);
        const char* same = !mine || !theirs ? "undefined" : *mine == *theirs ? "yes" : "no";
        INFO(one.left << " and " << one.right);
        CHECK(same == std::string(one.same));
    }
}

// The ways in which a model may say where identities are.
struct Engine {
    std::uint64_t own = 0;
    const std::uint64_t* shared = nullptr;
};

TEST_CASE("identity is what the model says", "[model]") {
    const std::uint64_t number = 77;
    const Engine with{5, &number};
    const Engine without{0, nullptr};
    Model model = builtin_model();
    const auto identity = [&](const Engine& engine) { return identity_of(model, &engine).value_or(0); };

    model.identity = IdentityForm::none;
    CHECK(identity(with) == 0);
    model.identity = IdentityForm::address;
    CHECK(identity(with) == std::bit_cast<std::uint64_t>(&with));
    model.identity = IdentityForm::field;
    model.identity_field = {LayoutForm::direct, Scalar::u64, offsetof(Engine, own)};
    CHECK(identity(with) == 5);
    CHECK(identity(without) == 0);
    model.identity_field = {LayoutForm::indirect, Scalar::u64, offsetof(Engine, shared), 0};
    CHECK(identity(with) == 77);
    CHECK(identity(without) == 0);
    CHECK_FALSE(identity_of(model, nullptr));
}

Truth any_name(const Model&, Ref, const Cell&, Cell& result) noexcept {
    result = Cell::integer(1);
    return Truth::yes;
}
Truth own_name(const Model&, Ref, const Cell&, Cell& result) noexcept {
    result = Cell::integer(2);
    return Truth::yes;
}

TEST_CASE("a row with the attribute's own name goes before the row for any name", "[model]") {
    const Fact facts[] = {{FactId::attribute, CellTag::integer, any_name},
                          {FactId::attribute, CellTag::integer, own_name, {}, nullptr, "scale"}};
    const ObjectKind kind{"thing", Kind::object, facts};
    CHECK(find_fact(kind, FactId::attribute, "scale") == &facts[1]);
    CHECK(find_fact(kind, FactId::attribute, "other") == &facts[0]);
    CHECK(find_fact(kind, FactId::length) == nullptr);
    const ObjectKind kinds[] = {kind};
    Model model = builtin_model();
    model.kinds = kinds;
    model.kind_of = [](const Model&, Ref object) noexcept -> std::uint32_t {
        return *static_cast<const std::uint32_t*>(object);
    };
    const std::uint32_t known = 0;
    const std::uint32_t unknown = 9;
    Cell found;
    CHECK(read_fact(model, FactId::attribute, &known, Cell::text("scale"), found) == Truth::yes);
    CHECK(found.as_integer() == 2);
    CHECK(read_fact(model, FactId::length, &known, {}, found) == Truth::undefined);
    CHECK(read_fact(model, FactId::attribute, &unknown, Cell::text("scale"), found) == Truth::undefined);
    CHECK(read_fact(model, FactId::attribute, nullptr, Cell::text("scale"), found) == Truth::undefined);
}

}  // namespace
