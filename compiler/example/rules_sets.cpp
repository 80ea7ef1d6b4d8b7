// Sets, kinds of containers, shared memory, and verdicts that come from outside.
#include "compiler/example/rules.h"

namespace guardc::compiler::example {

bool witness_subset(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    const bool first = assume.reads(operands[0]), second = assume.reads(operands[1]);
    if (first && second && !assume.passing()) return false;
    const bool left = first && second ? assume.choose(2) == 0 : first;
    const Value* other = assume.value_now(operands[left ? 1 : 0]);
    if (other == nullptr || !(other->kind == Kind::set || other->kind == Kind::frozenset)) return false;
    return assume.steer(
        operands[left ? 0 : 1],
        {.kind = left ? GoalKind::within : GoalKind::includes, .wanted = wanted, .value = other});
}

bool witness_instance(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    const NodeId place = assume.sketch().place(operands[0]);
    const Value* named = assume.value_now(operands[1]);
    if (place == kNoNode || named == nullptr || named->kind != Kind::type) return false;
    const TypeInfo* wanted_type = as<TypeValue>(*named).named;
    const TypeInfo* type = assume.sketch().type_of(place);
    if (!wanted) return assume.ask(place, Goal::of_type(wanted_type, false));
    // Dicts alone have subclasses here; what the type is, another guard may say later.
    if (wanted_type != builtin_type(Kind::dict))
        return type == wanted_type || assume.ask(place, Goal::of_type(wanted_type));
    if (type == wanted_type) return true;
    assume.realiser().touch(place);
    assume.sketch()[place].base = Kind::dict;
    return assume.ask(place, Goal{});
}

void mutate_instance(Changes& changes, TermId term) {
    const TermId operand = changes.terms().operands(term)[0];
    const NodeId place = changes.sketch().place(operand);
    if (place != kNoNode)
        for (const Kind kind : {Kind::mapping_proxy, Kind::list})
            changes.add({.kind = Change::Kind::retype, .place = place, .type = builtin_type(kind)});
    changes.of(operand);
}

namespace {

// One storage, and in it the same place or enough of it.
void share_memory(Assume& assume, NodeId first, NodeId second) {
    Sketch& sketch = assume.sketch();
    sketch.tie(sketch.child(first, Role::storage), sketch.child(second, Role::storage));
    if (assume.choose(2) == 0) {
        for (const NodeId each : {first, second})
            assume.ask(sketch.child(each, Role::storage_offset), Goal{});
        sketch.tie(sketch.child(first, Role::storage_offset), sketch.child(second, Role::storage_offset));
    } else {
        constexpr std::int64_t kMuch = 4096;
        for (const NodeId each : {first, second})
            assume.ask(sketch.child(each, Role::size, 0), Goal::in(IntSet::between(kMuch, kMuch * kMuch)));
    }
}

}  // namespace

// Each tensor has memory of its own; where two must share, the second gets that of the first.
bool witness_overlap(Assume& assume, TermId term, bool wanted) {
    Sketch& sketch = assume.sketch();
    NodeId first = kNoNode;
    bool shared = wanted;
    for (const TermId operand : assume.terms().operands(term)) {
        const NodeId place = sketch.place(operand);
        if (place == kNoNode) return false;
        assume.realiser().touch(place);
        assume.ask(sketch.child(place, Role::storage), Goal{});
        if (!shared && first != kNoNode && first != place) {
            share_memory(assume, first, place);
            shared = true;
        }
        if (first == kNoNode) first = place;
    }
    return false;  // who shares with whom other guards may say too
}

void mutate_overlap(Changes& changes, TermId term) {
    Sketch& sketch = changes.sketch();
    const auto operands = changes.terms().operands(term);
    const auto storage_of = [&](TermId operand) {
        const NodeId place = sketch.place(operand);
        return place == kNoNode ? kNoNode : sketch.find_child(place, Role::storage);
    };
    for (std::size_t i = 1; i < operands.size() && !changes.full(); ++i)
        for (const auto& [one, other] :
             {std::pair{operands[i - 1], operands[i]}, {operands[i], operands[i - 1]}}) {
            const NodeId to = storage_of(one), from = storage_of(other);
            if (to == kNoNode || from == kNoNode || sketch[from].realised == nullptr) continue;
            changes.add({.kind = Change::Kind::put, .place = to, .value = sketch[from].realised});
        }
    // Of tensors that share, each alone.
    for (const TermId operand : operands) {
        const NodeId storage = storage_of(operand);
        if (storage == kNoNode) continue;
        changes.add({.kind = Change::Kind::put,
                     .place = storage,
                     .value = changes.realiser().arena().make_integer(1'000'000 + storage)});
    }
    for (const TermId operand : operands)
        changes.of(operand);
}

// What a predicate says of its operands is its own affair; that there are some is asked for.
bool witness_extern(Assume& assume, TermId term, bool) {
    for (const TermId operand : assume.terms().operands(term))
        if (assume.reads(operand) && !assume.steer(operand, Goal{})) return false;
    return true;
}

bool witness_external(Assume& assume, TermId term, bool wanted) {
    return assume.ask(assume.sketch().place(term), Goal::is(*assume.realiser().arena().make_boolean(wanted)));
}

}  // namespace guardc::compiler::example
