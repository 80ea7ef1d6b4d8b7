// Lowers terms to instructions. Values are reached once and tests made once, wherever the first of them
// dominates the second; layouts are read behind the kind test that makes it safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "compiler/plan/arguments.h"
#include "compiler/plan/emitter.h"
#include "compiler/terms/term.h"
#include "runtime/model/model.h"
#include "runtime/program/frame_shape.h"
#include "runtime/program/functions.h"

namespace guardc::compiler {

class Builder {
  public:
    Builder(const TermPool& terms, const FrameShape& shape, const Model& model);

    // A register that holds the value; code that is undefined misses. Does not recurse over chains of values.
    Reached value(TermId term);

    // Falls through when the truth of `term` is `sense`, else goes to `otherwise`.
    void condition(TermId term, bool sense, Label& otherwise);

    // The kinds of the model, as a bit mask, that a value can have as far as declarations tell.
    std::uint64_t declared_kinds(TermId term) const;
    // The only kind of the model that the language takes for `kind`, or nothing.
    std::optional<std::uint32_t> only_kind(Kind kind) const;
    const TermPool& terms() const { return terms_; }
    const Model& model() const { return model_; }
    // Constants of the guard text as ints; nothing for bools and what is beyond 64 bits.
    std::optional<std::int64_t> constant_integer(TermId term) const;
    std::optional<Cell> constant(TermId term) const;  // of any constant term; nothing for an unknown type

    std::string type_name(TermId constant) const;  // full name, empty when it is no type

    // The value, known to be a reference to an object of this one kind; a miss otherwise. Only where the
    // value is a reference, or the kind is one of objects only.
    Reached value_of_kind(TermId term, std::uint32_t kind);
    // Whether nothing but a reference can pass the test for this kind: ambient state, constants and what is
    // computed may be None, numbers, text and containers.
    bool is_of_objects(std::uint32_t kind) const;

    // A register with the value as a cell of the argument block; behind the tests of all guards.
    std::uint32_t argument(TermId term, ArgumentType type);

    // Notes what follows from a test that holds from the instruction at `position` on.
    void learn(TermId test, std::uint32_t position);

    Emitter emitter;
    // Values that must be tensors for the entry to hit at all; set before anything is lowered.
    std::unordered_set<TermId> tensors;
    std::vector<std::string> unknown_types;  // constants that the model cannot serve
    struct ExternMistake {
        std::string id, message;
    };
    std::vector<ExternMistake> extern_mistakes;        // predicates that cannot be called
    std::vector<std::shared_ptr<const void>> externs;  // of those that the program calls

  private:
    Reached lower(TermId term);  // operands are reached
    Reached lower_slot(TermId term);
    Reached lower_attribute(TermId term);
    Reached lower_item(TermId term);
    Reached lower_tensor_fact(TermId term, FactId fact);
    Reached lower_tensor_property(TermId term, FactId fact);
    Reached tensor_fact(std::uint32_t object, std::uint32_t kind, FactId fact);
    Reached lower_dimension(TermId term, FactId fact);
    Reached lower_length(TermId term);
    Reached lower_plain_fact(TermId term, FactId fact);
    Reached lower_arithmetic(TermId term, Op typed, ValueFunction general);
    Reached lower_call(TermId term, ValueFunction function, CellTag tag = CellTag::absent);
    Reached lower_test_value(TermId term);
    Reached lower_conditional(TermId term);
    std::uint32_t as_reference(const Reached& reached);  // behind a test that only references pass
    Reached fact(std::uint32_t object, FactId id, std::uint32_t argument, CellTag tag);
    std::optional<Reached> load(std::uint32_t object, const Fact& fact);
    std::optional<Reached> load_span(std::uint32_t object, TermId count, const Fact& fact,
                                     std::int64_t index);

    void connective(TermId term, bool sense, Label& otherwise);
    void conditional_test(TermId term, bool sense, Label& otherwise);
    void test(TermId term, bool sense, Label& otherwise);
    void test_constant(TermId term, bool sense, Label& otherwise);
    void test_type(TermId term, bool sense, Label& otherwise);
    void test_same(TermId term, bool sense, Label& otherwise);
    void test_comparison(TermId term, bool sense, Label& otherwise);
    void test_range(TermId term, bool sense, Label& otherwise);
    void test_instance(TermId term, bool sense, Label& otherwise);
    void test_extern(TermId term, bool sense, Label& otherwise);
    void test_call(TestFunction function, std::span<const TermId> operands, bool sense, Label& otherwise);

    const TermPool& terms_;
    const FrameShape& shape_;
    const Model& model_;
};

}  // namespace guardc::compiler
