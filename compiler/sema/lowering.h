// Expressions to terms: names resolved, shorthands written out, constants computed, mistakes reported.
//
// An expression is lowered from its leaves up, in a loop over the pool. What an expression stands for can
// depend on the place it has in a larger one (`float16` in `tensor(..)`, `demo.Config` right of `is`), so
// each has a *form* first, and is asked for a value or a test by what holds it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/reporter.h"
#include "grammar/ast.h"
#include "runtime/value/arena.h"

namespace guardc::compiler {

// One condition that a guard text gave, and the text that it came from.
struct Condition {
    TermId term = kNoTerm;
    grammar::Span span;
};

class Lowering {
  public:
    // Names are those of `rules`, whose shape and terms grow. `broken` dims were reported: what names them
    // fails without another word.
    Lowering(FrameRules& rules, const grammar::ExprPool& pool, Reporter& reporter,
             const std::unordered_set<std::string>* broken = nullptr);

    // In lines that the peer printed `inf` and `nan` are the floats, as Python prints them.
    void read_as_printed(bool printed) { printed_ = printed; }

    // Every one of these gives kNoTerm, or nothing, after having reported why.
    TermId value_of(grammar::ExprId root);
    TermId test_of(grammar::ExprId root);
    // A shorthand gives several conditions, everything else one.
    std::vector<Condition> conditions_of(grammar::ExprId root);
    // A place: a local, global, attribute or item.
    TermId place_of(grammar::ExprId root);

    TermId make(TermOp op, std::initializer_list<TermId> operands, std::uint32_t data = 0);
    TermId make(TermOp op, std::span<const TermId> operands, std::uint32_t data = 0);
    TermId make_attribute(TermId base, std::string_view name);
    TermId has_attribute(TermId base, std::string_view name);
    TermId with_attributes(TermId base);  // what attributes of this value are read off
    TermId constant(const Value& value) { return rules_.terms->make_constant(value); }
    TermId constant(std::int64_t number) { return constant(*values_->make_integer(number)); }
    TermId text(std::string_view text) { return constant(*values_->make_string(text)); }
    TermId negation(TermId test) { return make(TermOp::not_, {test}); }
    TermId conjunction(std::span<const Condition> conditions);
    TermId is_type(TermId value, std::string_view full_name);
    TermId global(std::string_view name);
    TermId ambient(std::string_view field);  // kNoTerm: no such field
    TermId is_constant(TermId value, const Value& constant);
    TermId numbered_type(std::int64_t number);
    TermId external(std::string_view text) { return place(TermOp::external, Scope::external, text); }

    // Whether a call of this name is a constant when its arguments are.
    static bool makes_constants(std::string_view callee);

    const grammar::ExprPool& pool() const { return pool_; }
    const TermPool& terms() const { return *rules_.terms; }
    ValueArena& values() { return *values_; }
    Reporter& reporter() { return reporter_; }
    Folder& folder() { return folder_; }
    const Value* constant_at(TermId term) const;  // null: no constant
    bool is_parameter(std::string_view name) {
        return !rules_.shape.open && slot(Scope::local, name).has_value();
    }

  private:
    enum class State : std::uint8_t {
        failed,      // was reported
        term,        // is `term`
        constant,    // is `value`, which is not among the terms yet: displays nest
        name,        // a name or a dotted name that is not resolved yet
        sizes,       // `x.shape`, `x.size()`; term: x
        strides,     // `x.stride()`; term: x
        keys,        // `d.keys()`, `list(dict.keys(d))`; term: d
        key_set,     // `set(d.keys())`; term: d
        container,   // a display with parts that are no constants
        size_call,   // `torch.Size([..])` with such parts; its operand is the display
        logic,       // `and`, `or`
        conditions,  // `list` in lists_: a shorthand
        step_range,
        tensor,    // `tensor(..)`
        defaults,  // `default(..)`
        wildcard,
    };
    struct Form {
        State state = State::failed;
        TermId term = kNoTerm;
        std::uint32_t list = 0;
        const Value* value = nullptr;  // in values_
    };

    // lowering.cpp: the loop and the two questions
    void lower_all(grammar::ExprId root);
    std::vector<grammar::ExprId> beneath(grammar::ExprId root) const;
    Form lower(grammar::ExprId id);
    TermId value(grammar::ExprId id);
    TermId test(grammar::ExprId id);
    std::optional<std::vector<TermId>> values(std::span<const grammar::ExprId> ids);
    TermId logic_test(grammar::ExprId id);
    TermId logic_value(grammar::ExprId id);
    Form& form(grammar::ExprId id) { return forms_[id - first_]; }
    static Form as_term(TermId term) {
        return {term == kNoTerm ? State::failed : State::term, term, 0, nullptr};
    }
    Form as_conditions(std::vector<Condition> conditions) {
        lists_.push_back(std::move(conditions));
        return in_state(State::conditions, kNoTerm, static_cast<std::uint32_t>(lists_.size() - 1));
    }
    static Form as_constant(const Value* value) {
        return {value == nullptr ? State::failed : State::constant, kNoTerm, 0, value};
    }
    static Form in_state(State state, TermId term = kNoTerm, std::uint32_t list = 0) {
        return {state, term, list, nullptr};
    }
    Form fail(std::string id, grammar::Span span, std::string message, std::string hint = {});
    const grammar::Expr& expr(grammar::ExprId id) const { return pool_[id]; }
    grammar::Span span(grammar::ExprId id) const { return pool_[id].span; }
    std::string_view text_at(grammar::ExprId id) const { return pool_.text_of(id); }
    std::span<const grammar::ExprId> operands(grammar::ExprId id) const { return pool_.operands_of(id); }

    // lower_name.cpp: names, attributes, items
    struct Dotted {
        std::vector<grammar::ExprId> parts;  // the root first
        std::string text;
    };
    Dotted dotted(grammar::ExprId id) const;
    TermId resolve(grammar::ExprId id);
    TermId resolve_root(const Dotted& name, std::size_t& used);
    std::optional<TermId> named_constant(const Dotted& name);
    // The type that a dotted name or a constant stands for right of `is`.
    std::optional<std::string> type_at(grammar::ExprId id);
    const Value* constant_form(grammar::ExprId id);  // null: no constant; reports nothing
    TermId unknown_name(const Dotted& name);
    TermId local(std::string_view name);
    TermId place(TermOp op, Scope scope, std::string_view name);
    Form local_item(grammar::ExprId id);
    Form attribute(grammar::ExprId id);
    Form item(grammar::ExprId id);
    bool is_free(std::string_view name);  // no dim, parameter or ambient state
    TermId dim(std::string_view name);    // kNoTerm: no dim
    std::optional<std::uint32_t> slot(Scope scope, std::string_view name);
    bool is_broken(std::string_view name) const {
        return broken_ != nullptr && broken_->contains(std::string(name));
    }

    // lower_constant.cpp: literals, displays and constructors
    Form literal(grammar::ExprId id);
    Form display(grammar::ExprId id);
    const Value* build_display(grammar::ExprId id, std::span<const Value* const> parts);
    std::optional<std::vector<const Value*>> constants(std::span<const grammar::ExprId> ids);
    std::optional<Form> construct(grammar::ExprId id, std::string_view name,
                                  std::span<const grammar::ExprId> given);
    Form number_constructor(grammar::ExprId id, std::string_view name, std::span<const Value* const> given);
    Form container_constructor(grammar::ExprId id, std::string_view name,
                               std::span<const Value* const> given);
    Form device_constructor(grammar::ExprId id, std::span<const Value* const> given);

    // lower_operator.cpp
    Form unary(grammar::ExprId id);
    Form binary(grammar::ExprId id);
    Form conditional(grammar::ExprId id);

    // lower_call.cpp
    Form call(grammar::ExprId id);
    Form call_name(grammar::ExprId id, std::string_view name, std::span<const grammar::ExprId> given);
    Form call_member(grammar::ExprId id, std::span<const grammar::ExprId> given);
    Form call_term(grammar::ExprId id, TermOp op, std::span<const grammar::ExprId> given, TermId base);
    Form identities(grammar::ExprId id, std::span<const grammar::ExprId> given);
    Form unknown_function(grammar::ExprId id, std::string_view name);
    bool refuse_keywords(grammar::ExprId id, std::string_view name);

    // lower_step.cpp: what the peer spells in its own way; nothing when this is none of it
    std::optional<Form> step_call(grammar::ExprId id, std::string_view name,
                                  std::span<const grammar::ExprId> given);
    std::optional<Form> library_call(grammar::ExprId id, std::span<const grammar::ExprId> given);
    std::optional<Form> method_step(grammar::ExprId id, std::span<const grammar::ExprId> given);
    std::optional<Form> step_value(grammar::ExprId id, std::span<const grammar::ExprId> given);
    std::optional<TermOp> find_function(std::string_view name) const;
    bool key_set_conditions(TermId dict, grammar::ExprId set, std::vector<Condition>& out);
    Form extern_call(grammar::ExprId id, std::span<const grammar::ExprId> given);
    TermId derived_from(TermId base, std::string_view step);
    Form printed_device(grammar::ExprId id, std::span<const grammar::ExprId> given);
    Form dispatch_key_set(grammar::ExprId id, std::span<const grammar::ExprId> given);
    Form instance_test(grammar::ExprId id, std::span<const grammar::ExprId> given);

    // lower_compare.cpp: chains, equality, order, membership
    Form compare(grammar::ExprId id);
    // False after a mistake.
    bool compare_pair(grammar::ExprId left, grammar::ExprOp op, grammar::ExprId right, grammar::Span span,
                      std::vector<Condition>& out);
    bool add(std::vector<Condition>& out, TermId term, grammar::Span span);
    TermId compare_values(grammar::ExprId left, TermOp op, grammar::ExprId right);
    TermId member_of(grammar::ExprId element, grammar::ExprId container);
    TermId in_range(grammar::ExprId element, grammar::ExprId range);
    std::optional<std::int64_t> bound(grammar::ExprId id, std::string_view what);
    // A value right or left of `is`, `==`: short names of dtypes, devices and types count where the other
    // side tells what is meant.
    TermId beside(grammar::ExprId id, grammar::ExprId other);

    // lower_is.cpp
    TermId is_pair(grammar::ExprId left, grammar::ExprId right);

    // lower_state.cpp: `state is default(..)`
    bool is_state(grammar::ExprId id);
    bool state_conditions(grammar::ExprId defaults, std::vector<Condition>& out);

    // lower_tensor.cpp, lower_sizes.cpp: the two shorthands
    struct TensorFields;
    bool tensor_conditions(grammar::ExprId value, grammar::ExprId call, std::vector<Condition>& out);
    bool tensor_field(TermId tensor, std::string_view name, grammar::ExprId given, TensorFields& fields);
    bool positional_field(TermId tensor, grammar::ExprId given, TensorFields& fields);
    std::optional<TermId> dtype_field(TermId tensor, grammar::ExprId given);
    std::optional<TermId> device_field(TermId tensor, grammar::ExprId given,
                                       std::optional<DeviceType>& found);
    bool plain_keys(TermId tensor, TensorFields& fields);
    bool no_marks(TermId tensor, grammar::ExprId given, std::string_view field,
                  std::span<const std::string_view> marks, TensorFields& fields);
    bool dimension_list(TermId tensor, TermOp op, grammar::ExprId list, bool any_allowed,
                        std::vector<Condition>& out);
    TermId same_rank(TermId tensor, std::size_t rank);
    bool is_sizes(grammar::ExprId id);
    bool sizes_conditions(grammar::ExprId sizes, grammar::ExprId list, std::vector<Condition>& out);

    FrameRules& rules_;
    // As open as the frame's shape, without its names: what is looked up here was told to be none of them.
    FrameShape no_names_;
    const grammar::ExprPool& pool_;
    Reporter& reporter_;
    const std::unordered_set<std::string>* broken_;
    Folder folder_;
    bool printed_ = false;
    std::unique_ptr<ValueArena> values_;  // constants on their way into the terms
    grammar::ExprId first_ = 0;
    std::vector<Form> forms_;  // of the expression in hand, by ExprId - first_
    std::vector<std::vector<Condition>> lists_;
    std::unordered_map<std::string, TermId> dims_;  // the first so many of rules_.dims
    // The first so many slots of the shape, by name behind a letter for the scope.
    std::unordered_map<std::string, std::uint32_t> slots_;
    std::size_t indexed_slots_ = 0;
};

}  // namespace guardc::compiler
