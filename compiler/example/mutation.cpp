#include "compiler/example/mutation.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "compiler/example/limits.h"
#include "compiler/example/rules.h"
#include "compiler/reference/evaluator.h"
#include "compiler/terms/print_term.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler::example {

namespace {

std::string shown(const Value* value) {
    constexpr std::size_t kShown = 60;
    if (value == nullptr) return "nothing";
    std::string text = write_value(*value);
    if (text.size() <= kShown) return text;
    text.resize(kShown);
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80)
        text.pop_back();
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0x80) text.pop_back();
    return text + "..";
}

// The change of an arena that a mutant lives in, with the one of the example that it shares values with.
std::shared_ptr<ValueArena> arena_beside(const std::shared_ptr<ValueArena>& base) {
    struct Both {
        std::shared_ptr<ValueArena> base;
        ValueArena own;
    };
    auto both = std::make_shared<Both>();
    both->base = base;
    return {both, &both->own};
}

}  // namespace

Mutation::Mutation(const ExampleGuards& guards, Attempt& base, std::span<const Demand> demands)
    : guards_(guards), base_(base), demands_(demands) {
    base_.sketch.untie();
    base_.sketch.close();
    base_.realiser.trace(&trace_);
    std::set<NodeId> through;
    for (std::size_t i = 0; i < demands_.size(); ++i) {
        through.clear();
        for (const NodeId node : read_by(demands_[i].term))
            through.insert(node);
        for (const NodeId node : through) {
            if (readers_.size() <= node) readers_.resize(node + 1);
            readers_[node].push_back(i);
        }
    }
    readers_.resize(std::max(readers_.size(), base_.sketch.size()));
    whole_readers_.resize(readers_.size());
    for (std::size_t i = 0; i < demands_.size(); ++i)
        for (const NodeId node : read_whole(demands_[i].term))
            whole_readers_[node].push_back(i);
}

// Places whose value a term takes as it is, not only to reach a part of it.
std::vector<NodeId> Mutation::read_whole(TermId root) {
    std::vector<NodeId> found;
    std::vector<TermId> pending{root};
    std::unordered_set<TermId> seen;
    while (!pending.empty()) {
        const TermId term = pending.back();
        pending.pop_back();
        if (!seen.insert(term).second) continue;
        for (const TermId operand : guards_.terms.operands(term)) {
            const bool counted =
                guards_.terms[term].op == TermOp::length || !Sketch::is_place(guards_.terms[term].op);
            if (counted && Sketch::is_place(guards_.terms[operand].op))
                if (const NodeId place = base_.sketch.place(operand); place != kNoNode)
                    found.push_back(place);
            pending.push_back(operand);
        }
    }
    return found;
}

// All places that a term goes through, those that hold others after these.
std::vector<NodeId> Mutation::read_by(TermId root) {
    std::vector<NodeId> found;
    std::vector<TermId> pending{root};
    std::unordered_map<TermId, bool> seen;
    while (!pending.empty()) {
        const TermId term = pending.back();
        pending.pop_back();
        if (!seen.emplace(term, true).second) continue;
        if (Sketch::is_place(guards_.terms[term].op))
            if (const NodeId place = base_.sketch.place(term); place != kNoNode) found.push_back(place);
        const auto operands = guards_.terms.operands(term);
        pending.insert(pending.end(), operands.begin(), operands.end());
    }
    return found;
}

void Mutation::save(NodeId id) {
    undo_.push_back({id, base_.sketch[id]});
}

void Mutation::undo() {
    for (; !trace_.empty(); trace_.pop_back()) {
        base_.sketch[trace_.back().id].chosen = trace_.back().chosen;
        base_.sketch[trace_.back().id].realised = trace_.back().realised;
    }
    while (!undo_.empty()) {
        base_.sketch[undo_.back().id] = std::move(undo_.back().node);
        undo_.pop_back();
    }
}

// False when the change cannot be made here. What holds the place is made anew, all else is shared.
bool Mutation::apply(const Change& change) {
    Sketch& sketch = base_.sketch;
    Realiser& realiser = base_.realiser;
    // Everything that is to be made anew loses what was made of it, and gets it back by `undo`.
    std::vector<NodeId> pending{change.place, sketch.find(change.place)};
    std::set<NodeId> above;
    while (!pending.empty()) {
        const NodeId at = pending.back();
        pending.pop_back();
        if (!above.insert(at).second) continue;
        save(at);
        for (const NodeId parent : sketch[at].parents)
            pending.push_back(sketch.find(parent));
    }
    for (const NodeId at : above)
        sketch[at].realised = nullptr;
    Node& node = sketch[change.place];
    switch (change.kind) {
        case Change::Kind::put:
            node.realised = node.chosen = change.value;
            return true;
        case Change::Kind::drop:
            node.absent = true;
            return true;
        case Change::Kind::retype: {
            std::erase_if(node.goals,
                          [](const TaggedGoal& tagged) { return tagged.goal.kind == GoalKind::type; });
            node.goals.push_back({Goal::of_type(change.type), SIZE_MAX});
            return true;
        }
        case Change::Kind::split: {
            const Node whole = sketch[sketch.find(change.place)];
            node.same = kNoNode;
            node.goals = whole.goals;
            node.children = whole.children;
            node.lacking = whole.lacking;
            node.lacking_keys = whole.lacking_keys;
            node.chosen = whole.chosen;
            node.needs_identity = true;
            node.identity = std::nullopt;
            return true;
        }
        case Change::Kind::join:
            if (sketch.find(change.other) == change.place) return false;
            node.same = change.other;
            return true;
        case Change::Kind::rename:
            if (!node.identity) return false;
            node.identity = std::nullopt;
            node.needs_identity = true;
            return true;
        case Change::Kind::add: {
            const NodeId made = change.value != nullptr
                                    ? sketch.child(change.place, Role::element, 0, {}, change.value)
                                    : sketch.child(change.place, Role::attribute, 0, change.name);
            auto& parts = sketch[change.place].children;
            if (std::ranges::find(parts, made) == parts.end()) parts.push_back(made);
            sketch[made].realised = nullptr;
            sketch[made].chosen = change.value != nullptr ? change.value : realiser.arena().make_none();
            sketch[made].absent = false;
            return true;
        }
    }
    return false;
}

std::vector<std::size_t> Mutation::others_reading(const Change& change, std::size_t guard) const {
    std::vector<std::size_t> found;
    const Sketch& sketch = base_.sketch;
    const auto add_from = [&](const std::vector<std::vector<std::size_t>>& all, NodeId node) {
        if (node < all.size()) found.insert(found.end(), all[node].begin(), all[node].end());
    };
    const auto add = [&](NodeId node) { add_from(readers_, node); };
    const NodeId place = sketch.find(change.place);
    add(place);
    add(change.place);
    // A count tells of all that its holder has, any other part of the holder as a whole.
    for (const NodeId parent : sketch[place].parents) {
        if (sketch[place].role >= Role::length)
            add(sketch.find(parent));
        else
            add_from(whole_readers_, sketch.find(parent));
    }
    if (change.other != kNoNode) add(sketch.find(change.other));
    std::ranges::sort(found);
    const auto repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    std::erase(found, guard);
    return found;
}

// Without the place, or one that holds it, a guard has nothing to say.
std::vector<Change> Mutation::removals(std::size_t guard) {
    std::vector<Change> found;
    for (const NodeId place : read_by(demands_[guard].term))
        if (base_.sketch[place].role <= Role::element && !base_.sketch[place].is_type)
            found.push_back({.kind = Change::Kind::drop, .place = place});
    std::ranges::reverse(found);
    return found;
}

std::string Mutation::describe(const Change& change, const FrameDocument&) {
    const Sketch& sketch = base_.sketch;
    const Node& node = sketch[change.place];
    const std::string path = node.term != kNoTerm  ? print_term(guards_.terms, node.term, guards_.shape)
                             : node.key != nullptr ? write_value(*node.key)
                                                   : "a part";
    const Value* before = undo_.empty() ? nullptr : undo_.front().node.realised;
    switch (change.kind) {
        case Change::Kind::put:
            return path + ": " + shown(before) + " -> " + shown(change.value);
        case Change::Kind::drop:
            return path + ": not there";
        case Change::Kind::retype:
            return path + ": of type " + change.type->name;
        case Change::Kind::split:
            return path + ": another object";
        case Change::Kind::join: {
            const TermId other = sketch[change.other].term;
            return path + ": the same object as " +
                   (other == kNoTerm ? "another" : print_term(guards_.terms, other, guards_.shape));
        }
        case Change::Kind::rename:
            return path + ": another identity";
        case Change::Kind::add:
            return path + ": with " + (change.value != nullptr ? shown(change.value) : "." + change.name);
    }
    return path;
}

std::optional<Mutant> Mutation::violate(std::size_t guard, bool alone) {
    Changes changes(base_.sketch, base_.realiser, guard, kChangesTried);
    auto arena = arena_beside(base_.arena);
    base_.realiser.use(*arena);
    changes.of(demands_[guard].term);
    std::vector<Change> all = std::move(changes).take();
    std::ranges::stable_sort(all, {}, [](const Change& change) { return change.kind == Change::Kind::drop; });
    for (Change& change : removals(guard))
        all.push_back(std::move(change));
    std::optional<Mutant> second;
    std::size_t judged = 0;
    for (const Change& change : all) {
        if (second && judged > kGuardsJudged) break;
        auto own = arena_beside(arena);
        base_.realiser.use(*own);
        std::optional<FrameDocument> frame;
        if (apply(change)) frame = base_.realiser.frame(own, guards_.shape);
        if (frame && demands_.size() <= kGuardsDenied && !read_frame(write_frame(*frame)))
            frame = std::nullopt;
        if (frame) {
            const std::vector<Ref> slots = bind_frame(*frame, guards_.shape);
            const Surroundings surroundings{builtin_model(), slots, frame->ambient};
            Evaluator evaluator(guards_.terms, surroundings);
            if (evaluator.run(demands_[guard].term).truth != Truth::yes) {
                bool only = true;
                if (judged <= kGuardsJudged) {
                    for (const std::size_t other : others_reading(change, guard)) {
                        ++judged;
                        const Truth truth = evaluator.run(demands_[other].term).truth;
                        if ((demands_[other].kind == Demand::Kind::fails) != (truth != Truth::yes)) {
                            only = false;
                            break;
                        }
                    }
                } else {
                    only = false;
                }
                if (only || !second) {
                    Mutant mutant{std::move(*frame), describe(change, *frame), only};
                    if (only) {
                        undo();
                        base_.realiser.use(*base_.arena);
                        return mutant;
                    }
                    second = std::move(mutant);
                }
            }
        }
        undo();
    }
    base_.realiser.use(*base_.arena);
    return alone ? std::nullopt : std::move(second);
}

}  // namespace guardc::compiler::example
