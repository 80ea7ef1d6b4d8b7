// Places: what is stored in a frame, and facts of what is stored.
#include "compiler/example/limits.h"
#include "compiler/example/rules.h"

namespace guardc::compiler::example {

bool steer_place(Assume& assume, TermId term, const Goal& goal) {
    const NodeId place = assume.sketch().place(term);
    if (place != kNoNode) return assume.ask(place, goal);
    // An item under a key, or at a position, that another place holds: whatever that is now.
    const auto operands = assume.terms().operands(term);
    const auto role = role_of(assume.terms()[term].op);
    if (operands.size() != 2 || !role || !assume.passing()) return false;
    const NodeId base = assume.sketch().place(operands[0]);
    const Value* key = base == kNoNode ? nullptr : assume.value_now(operands[1]);
    if (key == nullptr) return false;
    NodeId part = kNoNode;
    if (*role == Role::item || *role == Role::stored_key) {
        part = assume.sketch().child(base, *role, 0, {}, key);
    } else if (*role == Role::key_at || *role == Role::upcoming || *role == Role::size ||
               *role == Role::stride) {
        std::int64_t position = 0;
        if (key->kind == Kind::boolean && *role != Role::size && *role != Role::stride)
            position = as<BooleanValue>(*key).truth != 0 ? 1 : 0;
        else if (key->kind == Kind::integer && !is_big(as<IntegerValue>(*key)))
            position = as<IntegerValue>(*key).number;
        else
            return false;
        if (position < 0 || position > kLongest) return false;
        part = assume.sketch().child(base, *role, position);
    }
    if (part == kNoNode) return false;
    assume.realiser().touch(base);
    return assume.ask(part, goal);
}

bool steer_constant(Assume& assume, TermId term, const Goal& goal) {
    return meets(assume.terms().constant(term), goal);
}

bool steer_type(Assume& assume, TermId term, const Goal& goal) {
    const TermId base = assume.terms().operands(term)[0];
    if (goal.value == nullptr || goal.value->kind != Kind::type) return false;
    const bool equal = goal.kind == GoalKind::is_value || goal.op == TermOp::equal;
    return assume.steer(base, Goal::of_type(as<TypeValue>(*goal.value).named, goal.wanted == equal));
}

void mutate_nothing(Changes&, TermId) {}

// Values that all guards but this one accept at a place, then those that only differ.
void put_others(Changes& changes, NodeId place) {
    Sketch& sketch = changes.sketch();
    ValueArena& arena = changes.realiser().arena();
    const Value* held = sketch[place].realised != nullptr ? sketch[place].realised : sketch[place].chosen;
    if (held == nullptr) return;
    std::vector<TaggedGoal> mine, others;
    for (const TaggedGoal& tagged : sketch[place].goals)
        (tagged.guard == changes.guard() ? mine : others).push_back(tagged);
    std::vector<TaggedGoal> turned = others;
    for (const TaggedGoal& tagged : mine)
        turned.push_back({tagged.goal.opposite(), tagged.guard});
    std::vector<const Value*> found = values_of_role(sketch[place].role, arena);
    const bool of_role = sketch[place].role > Role::ambient && !found.empty();
    if (!of_role) found.clear();
    const std::vector<const Value*> near = neighbours(*held, arena);
    // Just outside of what this guard takes, then what is next to the value.
    if (held->kind == Kind::integer) {
        const IntSet taken = numbers_of(mine);
        if (taken.high < INT64_MAX) found.push_back(arena.make_integer(taken.high + 1));
        if (taken.low > INT64_MIN) found.push_back(arena.make_integer(taken.low - 1));
    }
    if (!of_role) found.insert(found.end(), near.begin(), near.end());
    const std::vector<const Value*> more = candidates(turned, arena);
    found.insert(found.end(), more.begin(), more.end());
    const std::vector<const Value*> last = candidates(others, arena);
    found.insert(found.end(), last.begin(), last.end());
    std::erase_if(found, [&](const Value* value) { return !changes.realiser().can_hold(place, *value); });
    const auto fits = [](const Value& value, const std::vector<TaggedGoal>& goals) {
        for (const TaggedGoal& tagged : goals)
            if (!meets(value, tagged.goal)) return false;
        return true;
    };
    const auto breaks = [&](const Value& value) { return mine.empty() || !fits(value, mine); };
    constexpr std::size_t kKept = 6;
    std::size_t kept = 0;
    for (const Value* value : found) {
        if (kept == kKept) break;
        if (meets(*value, Goal::is(*held)) || !fits(*value, others) || !breaks(*value)) continue;
        changes.add({.kind = Change::Kind::put, .place = place, .value = value});
        ++kept;
    }
    if (kept > 0) return;
    for (const Value* value : found) {
        if (kept == 2) break;
        if (meets(*value, Goal::is(*held)) || !breaks(*value)) continue;
        changes.add({.kind = Change::Kind::put, .place = place, .value = value});
        ++kept;
    }
}

void mutate_place(Changes& changes, TermId term) {
    const NodeId place = changes.sketch().place(term);
    if (place == kNoNode) return mutate_operands(changes, term);
    const auto role = changes.sketch()[place].role;
    if (!changes.realiser().form_of(place)) put_others(changes, place);
    if (role <= Role::element) {
        // None is least of all what an object was.
        ValueArena& arena = changes.realiser().arena();
        if (changes.sketch()[place].is_type) {
            // What an object's type is, `is` tells; here are the types in an order of them.
            if (role == Role::item)
                changes.add({.kind = Change::Kind::put,
                             .place = place,
                             .value = arena.make_type(intern_type("demo.OtherType"))});
            return;
        }
        if (changes.realiser().form_of(place))
            changes.add({.kind = Change::Kind::put, .place = place, .value = arena.make_none()});
        changes.add({.kind = Change::Kind::drop, .place = place});
    }
}

void mutate_type(Changes& changes, TermId term) {
    const TermId base = changes.terms().operands(term)[0];
    const NodeId place = changes.sketch().place(base);
    if (place == kNoNode) return changes.of(base);
    const Value* held = changes.sketch()[place].realised;
    if (held != nullptr) {
        const auto retype = [&](const TypeInfo* type) {
            if (type != held->type) changes.add({.kind = Change::Kind::retype, .place = place, .type = type});
        };
        switch (held->kind) {
            case Kind::list:
                retype(builtin_type(Kind::tuple));
                break;
            case Kind::tuple:
                retype(builtin_type(Kind::list));
                break;
            case Kind::size:
                retype(builtin_type(Kind::tuple));
                break;
            case Kind::set:
                retype(builtin_type(Kind::frozenset));
                break;
            case Kind::frozenset:
                retype(builtin_type(Kind::set));
                break;
            case Kind::dict:
                retype(intern_type(held->type == builtin_type(Kind::dict) ? "collections.OrderedDict"
                                                                          : "demo.Mapping"));
                retype(builtin_type(Kind::dict));
                retype(builtin_type(Kind::mapping_proxy));
                break;
            case Kind::mapping_proxy:
                retype(builtin_type(Kind::dict));
                break;
            case Kind::tensor:
                retype(intern_type("torch.nn.parameter.Parameter"));
                retype(builtin_type(Kind::tensor));
                break;
            case Kind::range:
                retype(builtin_type(Kind::slice));
                break;
            case Kind::slice:
                retype(builtin_type(Kind::range));
                break;
            case Kind::iterator:
                for (const std::string_view name : {"builtins.list_iterator", "builtins.tuple_iterator",
                                                    "itertools.count", "builtins.range_iterator"})
                    retype(intern_type(name));
                break;
            case Kind::type:
                if (!changes.sketch()[place].is_type) retype(intern_type("demo.Meta"));
                break;
            case Kind::weak_reference:
            case Kind::object:
            case Kind::module:
            case Kind::function:
                retype(intern_type(held->type->name + "Other"));
                break;
            default:
                break;
        }
    }
    mutate_place(changes, base);
}

}  // namespace guardc::compiler::example
