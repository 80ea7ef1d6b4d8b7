#include "runtime/program/operations.h"

#include <bit>

#include "runtime/program/equality.h"
#include "runtime/program/facts.h"
#include "runtime/program/functions.h"
#include "runtime/program/object_identity.h"
#include "runtime/program/ordering.h"
#include "runtime/program/truthiness.h"

using namespace guardc;

namespace {

Truth compare_cells(Sense sense, const Model& model, const Cell& left, const Cell& right) {
    Operand first;
    Operand second;
    if (const Truth outcome = view(model, left, first); outcome != Truth::yes) return outcome;
    if (const Truth outcome = view(model, right, second); outcome != Truth::yes) return outcome;
    return compare_equal(sense, first, second);
}

}  // namespace

Truth guardc_op_fact(const Model* model, std::uint32_t fact, const Cell* object, const Cell* argument,
                     Cell* result) noexcept {
    return fact_of(*model, static_cast<FactId>(fact), *object, *argument, *result);
}

Truth guardc_op_call(const Model* model, std::uint32_t function, const Cell* operands, std::uint32_t count,
                     Cell* result) noexcept {
    return call_value_function(*model, static_cast<ValueFunction>(function), {operands, count}, *result);
}

// An immediate or a constant is of every kind of the model that the language takes for the same.
Truth guardc_op_kind(const Model* model, const Cell* object, std::uint64_t kinds) noexcept {
    Operand operand;
    if (const Truth outcome = view(*model, *object, operand); outcome != Truth::yes) return outcome;
    if (object->tag == CellTag::reference) {
        const auto index = static_cast<std::uint64_t>(operand.row - model->kinds.data());
        return truth(index < 64 && ((kinds >> index) & 1U) != 0);
    }
    for (std::size_t index = 0; index < model->kinds.size() && index < 64; ++index)
        if (((kinds >> index) & 1U) != 0 && model->kinds[index].kind == operand.kind) return Truth::yes;
    return Truth::no;
}

Truth guardc_op_same(const Model* model, const Cell* left, const Cell* right) noexcept {
    return is_same(*model, *left, *right);
}

Truth guardc_op_strict(const Model* model, const Cell* value, const Cell* constant) noexcept {
    return compare_cells(Sense::strict, *model, *value, *constant);
}

Truth guardc_op_equal(const Model* model, const Cell* left, const Cell* right) noexcept {
    return compare_cells(Sense::python, *model, *left, *right);
}

Truth guardc_op_compare(const Model* model, std::uint32_t comparison, const Cell* left,
                        const Cell* right) noexcept {
    Operand first;
    Operand second;
    if (const Truth outcome = view(*model, *left, first); outcome != Truth::yes) return outcome;
    if (const Truth outcome = view(*model, *right, second); outcome != Truth::yes) return outcome;
    return compare_order(static_cast<Comparison>(comparison), first, second);
}

Truth guardc_op_truthy(const Model* model, const Cell* value) noexcept {
    Operand operand;
    const Truth outcome = view(*model, *value, operand);
    return outcome == Truth::yes ? is_true(operand) : outcome;
}

Truth guardc_op_test_call(const Model* model, std::uint32_t function, const Cell* operands,
                          std::uint32_t count) noexcept {
    return call_test_function(*model, static_cast<TestFunction>(function), {operands, count});
}

// A predicate that returns none of the four outcomes has failed.
Truth guardc_op_extern(std::uint64_t predicate, const Cell* operands, std::uint32_t count) noexcept {
    const auto* binding = std::bit_cast<const ExternBinding*>(predicate);
    const Truth outcome = binding->function(binding->self, {operands, count});
    return outcome < Truth::no || outcome > Truth::error ? Truth::error : outcome;
}
