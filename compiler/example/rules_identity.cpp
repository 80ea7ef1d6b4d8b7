// Types and identities of what places hold.
#include "compiler/example/rules.h"
#include "runtime/value/identity.h"

namespace guardc::compiler::example {

bool witness_same(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    Sketch& sketch = assume.sketch();
    const bool stored =
        is_stored_place(assume.terms()[operands[0]].op) && is_stored_place(assume.terms()[operands[1]].op);
    const NodeId left = sketch.place(operands[0]), right = sketch.place(operands[1]);
    if (stored) {
        if (left == kNoNode || right == kNoNode) return false;
        if (wanted) {
            assume.realiser().touch(left);
            assume.realiser().touch(right);
            sketch.merge(left, right);
        }
        sketch[sketch.find(left)].needs_identity = true;
        sketch[sketch.find(right)].needs_identity = true;
        return true;
    }
    const bool first = assume.reads(operands[0]), second = assume.reads(operands[1]);
    const std::size_t numbered = assume.terms()[operands[0]].op == TermOp::numbered_type ? 0 : 1;
    const TermId typed = operands[1 - numbered];
    if (wanted && !assume.passing() && assume.terms()[operands[numbered]].op == TermOp::numbered_type &&
        assume.terms()[typed].op == TermOp::type) {
        const NodeId type = sketch.place(operands[numbered]);
        const NodeId place = sketch.place(assume.terms().operands(typed)[0]);
        if (place == kNoNode) return false;
        assume.ask(type, Goal{});
        sketch.numbered().push_back({type, place, assume.guard()});
        return true;
    }
    if (first && second && !assume.passing()) {
        if (wanted && left != kNoNode && right != kNoNode && !sketch.has_parts(left) &&
            !sketch.has_parts(right)) {
            assume.ask(left, Goal{});
            sketch.tie(left, right);
        }
        return false;
    }
    const bool turned = first && second ? assume.choose(2) == 1 : !first;
    const Value* other = assume.value_now(operands[turned ? 0 : 1]);
    return other != nullptr && assume.steer(operands[turned ? 1 : 0], Goal::is(*other, wanted));
}

bool witness_type(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    const Value& type = assume.terms().constant(operands[1]);
    return assume.steer(operands[0], Goal::of_type(as<TypeValue>(type).named, wanted));
}

bool witness_identity(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    Sketch& sketch = assume.sketch();
    NodeId place = sketch.place(operands[0]);
    const Value* number = assume.value_now(operands[1]);
    if (place == kNoNode || number == nullptr || number->kind != Kind::integer) return false;
    if (!wanted) {
        sketch[place].needs_identity = true;
        return true;
    }
    if (is_big(as<IntegerValue>(*number)) || as<IntegerValue>(*number).number <= 0) return false;
    const auto identity = static_cast<std::uint64_t>(as<IntegerValue>(*number).number);
    assume.realiser().touch(place);
    // One number is one object.
    sketch.share_identity(identity, place);
    place = sketch.find(place);
    if (sketch[place].identity && sketch[place].identity != identity) return false;
    sketch[place].identity = identity;
    assume.realiser().reserve_identity(identity);
    return true;
}

bool witness_distinct(Assume& assume, TermId term, bool wanted) {
    const auto operands = assume.terms().operands(term);
    Sketch& sketch = assume.sketch();
    NodeId last = kNoNode;
    for (const TermId operand : operands) {
        const NodeId place = sketch.place(operand);
        if (place == kNoNode) return false;
        assume.realiser().touch(place);
        sketch[place].needs_identity = true;
        if (!wanted && last != kNoNode && last != place) {
            sketch.merge(last, place);
            wanted = true;  // one pair is enough
        }
        last = sketch.find(place);
    }
    return wanted;
}

void mutate_same(Changes& changes, TermId term) {
    const auto operands = changes.terms().operands(term);
    for (const std::size_t i : {1U, 0U}) {
        const NodeId own = changes.sketch().own_place(operands[i]);
        if (own != kNoNode && changes.sketch().find(own) != own)
            changes.add({.kind = Change::Kind::split, .place = own});
    }
    const NodeId left = changes.sketch().place(operands[0]), right = changes.sketch().place(operands[1]);
    if (left != kNoNode && right != kNoNode && left != right)
        changes.add({.kind = Change::Kind::join, .place = right, .other = left});
    for (const TermId operand : operands)
        changes.of(operand);
}

void mutate_identity(Changes& changes, TermId term) {
    const TermId operand = changes.terms().operands(term)[0];
    // Where others hold the object too, they keep it.
    const NodeId own = changes.sketch().own_place(operand);
    if (own != kNoNode && changes.sketch().find(own) != own)
        changes.add({.kind = Change::Kind::split, .place = own});
    if (const NodeId place = changes.sketch().place(operand); place != kNoNode)
        changes.add({.kind = Change::Kind::rename, .place = place});
    changes.of(operand);
}

void mutate_distinct(Changes& changes, TermId term) {
    const auto operands = changes.terms().operands(term);
    for (std::size_t i = 1; i < operands.size() && !changes.full(); ++i) {
        const NodeId one = changes.sketch().place(operands[i - 1]),
                     other = changes.sketch().place(operands[i]);
        if (one == kNoNode || other == kNoNode) continue;
        changes.add({.kind = Change::Kind::join, .place = other, .other = one});
        changes.add({.kind = Change::Kind::join, .place = one, .other = other});
    }
    for (const TermId operand : operands)
        changes.of(operand);
}

}  // namespace guardc::compiler::example
