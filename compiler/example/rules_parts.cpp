// What containers and objects have.
#include "compiler/example/rules.h"

namespace guardc::compiler::example {

namespace {

// The role of something that a container of this type has.
Role part_role(const TypeInfo* type) {
    for (const Kind kind : {Kind::list, Kind::tuple, Kind::size, Kind::set, Kind::frozenset})
        if (type == builtin_type(kind)) return Role::element;
    return Role::item;
}

bool is_text(const TypeInfo* type) {
    return type == builtin_type(Kind::string) || type == builtin_type(Kind::bytes);
}

}  // namespace

bool witness_contains(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    Sketch& sketch = assume.sketch();
    if (!assume.reads(operands[1]))
        return assume.steer(
            operands[0],
            {.kind = GoalKind::member_of, .wanted = wanted, .value = assume.value_now(operands[1])});
    if (assume.reads(operands[0]) && !assume.passing()) return false;
    const Value* key = assume.value_now(operands[0]);
    const NodeId place = sketch.place(operands[1]);
    if (key == nullptr || place == kNoNode) return false;
    const TypeInfo* type = sketch.type_of(place);
    if (is_text(type))
        return wanted ? assume.ask(place, Goal::compares(TermOp::equal, *key)) : assume.ask(place, Goal{});
    const NodeId dictionary = sketch.find(place);
    const bool instance = sketch.is_instance_dictionary(dictionary);
    assume.realiser().touch(place);
    if (!wanted) {
        sketch[place].lacking_keys.push_back(key);
        return true;
    }
    if (instance && key->kind == Kind::string) {
        const NodeId holder = sketch[dictionary].parents.front();
        return assume.ask(sketch.child(holder, Role::attribute, 0, text_of(*key)), Goal{});
    }
    const Role role = part_role(type);
    sketch[place].has_keys = role == Role::item;
    const NodeId part = sketch.child(place, role, 0, {}, key);
    if (role == Role::element) return assume.ask(part, Goal::is(*key));
    return assume.ask(part, Goal{});
}

bool witness_attribute(Assume& assume, TermId term, bool wanted) {
    Sketch& sketch = assume.sketch();
    const NodeId place = sketch.place(assume.terms().operands(term)[0]);
    if (place == kNoNode) return false;
    assume.realiser().touch(place);
    if (!wanted) {
        sketch[place].lacking.push_back(assume.terms().name(term));
        return true;
    }
    return assume.ask(sketch.child(place, Role::attribute, 0, assume.terms().name(term)), Goal{});
}

void mutate_contains(Changes& changes, TermId term) {
    const auto operands = changes.terms().operands(term);
    Sketch& sketch = changes.sketch();
    NodeId place = sketch.place(operands[1]);
    const Value* key = changes.terms()[operands[0]].op == TermOp::constant
                           ? &changes.terms().constant(operands[0])
                           : nullptr;
    if (key == nullptr) {
        if (const NodeId from = sketch.place(operands[0]); from != kNoNode) key = sketch[from].realised;
    }
    if (place != kNoNode && key != nullptr) {
        const bool instance = sketch.is_instance_dictionary(place);
        if (instance && key->kind == Kind::string) {
            place = sketch.find(sketch[place].parents.front());
            const NodeId part = sketch.find_child(place, Role::attribute, 0, text_of(*key));
            if (part == kNoNode)
                changes.add({.kind = Change::Kind::add, .place = place, .name = std::string(text_of(*key))});
            else
                changes.add({.kind = Change::Kind::drop, .place = part});
        } else {
            bool held = false;
            for (const Role role : {Role::item, Role::element}) {
                const NodeId part = sketch.find_child(place, role, 0, {}, key);
                held = held || part != kNoNode;
                if (part != kNoNode) changes.add({.kind = Change::Kind::drop, .place = part});
            }
            if (!held) changes.add({.kind = Change::Kind::add, .place = place, .value = key});
        }
    }
    for (const TermId operand : operands)
        changes.of(operand);
}

void mutate_attribute(Changes& changes, TermId term) {
    const TermId operand = changes.terms().operands(term)[0];
    if (const NodeId place = changes.sketch().place(operand); place != kNoNode) {
        const std::string& name = changes.terms().name(term);
        const NodeId part = changes.sketch().find_child(place, Role::attribute, 0, name);
        if (part == kNoNode)
            changes.add({.kind = Change::Kind::add, .place = place, .name = name});
        else
            changes.add({.kind = Change::Kind::drop, .place = part});
    }
    changes.of(operand);
}

}  // namespace guardc::compiler::example
