// The operation `fact` on whatever a register holds.
#include <catch2/catch.hpp>

#include "runtime/program/functions.h"
#include "runtime/program/operations.h"
#include "runtime/value/builtin_model.h"
#include "tests/program/value_notation.h"
#include "tests/program/views.h"

using namespace guardc;
using namespace guardc::program_tests;

namespace {

struct Row {
    FactId fact;
    const char* object;
    const char* argument;  // null: none
    const char* result;    // null: undefined
};
using enum FactId;

const Row kRows[] = {
    {type, "1", nullptr, "type:builtins.int"},
    {type, "True", nullptr, "type:builtins.bool"},
    {type, "'a'", nullptr, "type:builtins.str"},
    {type, "None", nullptr, "type:builtins.NoneType"},
    {type, "dtype:int8", nullptr, "type:torch.dtype"},
    {type, "device:cpu", nullptr, "type:torch.device"},
    {type, "[1]", nullptr, "type:builtins.list"},
    {type, "Size(1)", nullptr, "type:torch.Size"},
    {type, "sub{}", nullptr, "type:demo.Dict"},
    {type, "object", nullptr, "type:demo.Thing"},
    {type, "tensor", nullptr, "type:torch.Tensor"},
    {type, "type:demo.A", nullptr, "type:builtins.type"},
    {type_handle, "type:demo.A", nullptr, "type:demo.A"},
    {type_handle, "1", nullptr, nullptr},
    {number, "1", nullptr, "1"},
    {number, "1.5", nullptr, "1.5"},
    {number, "'1'", nullptr, nullptr},
    {text, "'ab'", nullptr, "'ab'"},
    {text, "b'ab'", nullptr, nullptr},
    {real, "complex(1.5,2.5)", nullptr, "1.5"},
    {imaginary, "complex(1.5,2.5)", nullptr, "2.5"},
    {real, "1.5", nullptr, nullptr},
    {FactId::dtype, "dtype:int8", nullptr, "dtype:int8"},
    {FactId::dtype, "tensor", nullptr, "dtype:float16"},
    {FactId::dtype, "1", nullptr, nullptr},
    {device, "device:cpu", nullptr, "device:cpu"},
    {device, "tensor", nullptr, "device:cpu"},
    {length, "'h\xc3\xa9'", nullptr, "2"},  // code points
    {length, "b'ab'", nullptr, "2"},
    {length, "[1, 2, 3]", nullptr, "3"},
    {length, "{1: 2}", nullptr, "1"},
    {length, "range(0, 7, 2)", nullptr, "4"},
    {length, "5", nullptr, nullptr},
    {item, "[10, 11]", "1", "11"},
    {item, "[10, 11]", "-1", "11"},
    {item, "[10, 11]", "-2", "10"},
    {item, "[10, 11]", "True", "11"},
    {item, "[10, 11]", "2", nullptr},
    {item, "[10, 11]", "-3", nullptr},
    {item, "[10, 11]", "1.0", nullptr},
    {item, "[10, 11]", "'1'", nullptr},
    {item, "[10, 11]", "18446744073709551616", nullptr},
    {item, "[10, 11]", "-9223372036854775808", nullptr},
    {item, "[10, 11]", nullptr, nullptr},
    {item, "[[1], [2]]", "0", "[1]"},
    {item, "iter(5, 6)", "-1", "6"},
    {key_at, "{'a': 1}", "0", "'a'"},
    {value_at, "{'a': 1}", "0", "1"},
    {key_at, "{'a': 1}", "1", nullptr},
    {key_at, "{'a': 1}", "-1", nullptr},
    {lookup, "{'a': 1}", "'a'", "1"},
    {lookup, "{1: 'x'}", "1.0", "'x'"},
    {lookup, "{'a': 1}", "'b'", nullptr},
    {contains, "{'a': 1}", "'a'", "True"},
    {contains, "{'a': 1}", "'b'", "False"},
    {rank, "tensor", nullptr, "2"},
    {FactId::size, "tensor", "0", "2"},
    {FactId::size, "tensor", "-1", "3"},
    {FactId::size, "tensor", "-3", nullptr},
    {FactId::size, "tensor", "2", nullptr},
    {FactId::size, "tensor", "True", nullptr},  // dimensions are told by exact ints
    {stride, "tensor", "-2", "3"},
    {requires_grad, "tensor", nullptr, "False"},
    {start, "range(1, 9, 2)", nullptr, "1"},
    {stop, "slice(1, None, 2)", nullptr, "None"},
    {attribute, "range(1, 9, 2)", "'step'", "2"},
    {attribute, "object", "'a'", nullptr},
    {attribute, "1", "'real'", nullptr},
    {attribute, "range(1, 9, 2)", "3", nullptr},
    {attribute_absent, "1", "'nothing'", nullptr},
};

}  // namespace

TEST_CASE("facts of objects, constants and immediates") {
    for (const Row& row : kRows) {
        ValueArena arena;
        const Model& model = builtin_model();
        const Value* object = value_of(arena, row.object);
        const std::vector<Seen> none = {{"none", Cell{}}};
        for (const Seen& seen : views_of(model, *object))
            for (const Seen& argument :
                 row.argument == nullptr ? none : views_of(model, *value_of(arena, row.argument))) {
                INFO(static_cast<int>(row.fact)
                     << " of " << row.object << " as " << seen.how << " with " << argument.how);
                Cell result;
                const Truth outcome = guardc_op_fact(&model, static_cast<std::uint32_t>(row.fact), &seen.cell,
                                                     &argument.cell, &result);
                CHECK(outcome == (row.result == nullptr ? Truth::undefined : Truth::yes));
                if (outcome != Truth::yes || row.result == nullptr) continue;
                const Cell wanted = as_literal(value_of(arena, row.result));
                CHECK(guardc_op_strict(&model, &result, &wanted) == Truth::yes);
                // What belongs to a constant has no more identity than the constant.
                if (seen.how == "literal") CHECK(result.tag != CellTag::reference);
            }
    }
}

TEST_CASE("types of constants are told in the handles of the check's model") {
    ValueArena arena;
    for (const char* object : {"[1]", "sub{}", "'a'", "1", "type:demo.A"})
        for (const Seen& seen : views_of(mirror_model(), *value_of(arena, object))) {
            INFO(object << " as " << seen.how);
            const Cell absent;
            Cell result;
            REQUIRE(guardc_op_fact(&mirror_model(), static_cast<std::uint32_t>(type), &seen.cell, &absent,
                                   &result) == Truth::yes);
            CHECK(result.tag == CellTag::type);
            const std::string_view name = mirror_model().type_name(mirror_model(), result.bits);
            CHECK(result.bits == *mirror_model().resolve_type(mirror_model(), name));
            CHECK(name == value_of(arena, object)->type->name);
        }
}

namespace {

Truth failing(const Model&, Ref, const Cell&, Cell&) noexcept {
    return Truth::error;
}

}  // namespace

TEST_CASE("a failing model makes an error of whatever reads it") {
    static constexpr Fact facts[] = {{length, CellTag::integer, failing},
                                     {number, CellTag::absent, failing},
                                     {item, CellTag::absent, failing}};
    static constexpr ObjectKind kinds[] = {{"list", Kind::list, facts}, {"int", Kind::integer, facts}};
    const Model model{
        .name = "failing",
        .kinds = kinds,
        .kind_of = [](const Model&,
                      Ref object) noexcept { return *static_cast<const std::uint32_t*>(object); },
        .tag = {}};
    ValueArena arena;
    const std::uint32_t list = 0;
    const std::uint32_t integer = 1;
    const std::uint32_t unknown = 9;
    const Cell list_cell = Cell::reference(&list);
    const Cell integer_cell = Cell::reference(&integer);
    const Cell unknown_cell = Cell::reference(&unknown);
    const Cell constant = as_literal(value_of(arena, "[1]"));
    const Cell one = Cell::integer(1);
    CHECK(guardc_op_truthy(&model, &list_cell) == Truth::error);
    CHECK(guardc_op_truthy(&model, &integer_cell) == Truth::error);
    CHECK(guardc_op_equal(&model, &list_cell, &constant) == Truth::error);
    CHECK(guardc_op_strict(&model, &list_cell, &constant) == Truth::error);
    CHECK(guardc_op_compare(&model, static_cast<std::uint32_t>(Comparison::less), &integer_cell, &one) ==
          Truth::error);
    const Cell operands[] = {one, list_cell};
    CHECK(call_test_function(model, TestFunction::contains, operands) == Truth::error);
    Cell result;
    CHECK(guardc_op_fact(&model, static_cast<std::uint32_t>(item), &list_cell, &one, &result) ==
          Truth::error);
    CHECK(guardc_op_truthy(&model, &unknown_cell) == Truth::undefined);
    CHECK(guardc_op_equal(&model, &unknown_cell, &one) == Truth::undefined);
}
