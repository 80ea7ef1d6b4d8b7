#include "compiler/example/solver.h"

#include <algorithm>
#include <unordered_set>

#include "compiler/example/limits.h"
#include "compiler/reference/evaluator.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler::example {

namespace {

constexpr std::size_t kTermsRead = 4096;  // of one guard, to find its places

// What fixes kinds and objects goes first: how a place is asked for more depends on what it is.
bool goes_first(TermOp op) {
    return op == TermOp::is_type || op == TermOp::is_same || op == TermOp::is_identity ||
           op == TermOp::distinct || op == TermOp::is_instance;
}

bool meets(const Demand& demand, Truth truth) {
    return demand.kind == Demand::Kind::fails ? truth != Truth::yes : truth == Truth::yes;
}

}  // namespace

std::vector<std::size_t> unmet(const TermPool& terms, const FrameShape& shape,
                               std::span<const Demand> demands, const FrameDocument& frame) {
    const std::vector<Ref> slots = bind_frame(frame, shape);
    const Surroundings surroundings{builtin_model(), slots, frame.ambient};
    Evaluator evaluator(terms, surroundings);
    std::vector<std::size_t> failed;
    for (std::size_t i = 0; i < demands.size(); ++i)
        if (!meets(demands[i], evaluator.run(demands[i].term).truth)) failed.push_back(i);
    return failed;
}

std::unique_ptr<Attempt> Solver::run(std::size_t attempts) {
    choices_.assign(demands_.size(), 0);
    tries_left_ = kValuesTriedInAll;
    const std::size_t affordable = std::max<std::size_t>(2, kGuardsAssumed / (demands_.size() + 1));
    for (std::size_t i = 0; i < std::min(attempts, affordable); ++i) {
        std::unique_ptr<Attempt> found = attempt();
        if (found->failed.empty()) return found;
        failed_ = found->failed.front();
        if (!vary(found->failed)) break;
    }
    return nullptr;
}

std::unique_ptr<Attempt> Solver::attempt() {
    auto attempt = std::make_unique<Attempt>(terms_);
    has_choice_.assign(demands_.size(), false);
    unsettled_.clear();
    assume_all(*attempt);
    attempt->realiser.settle_numbers();
    attempt->realiser.settle_indices();
    attempt->realiser.settle_types();
    attempt->realiser.settle_keys();
    repair(*attempt);
    judge(*attempt);
    if (attempt->failed.empty()) return attempt;
    // Rules may ask for too much or too little: what failed all the same is adjusted value by value.
    std::ranges::copy(attempt->failed, std::back_inserter(unsettled_));
    repair(*attempt);
    judge(*attempt);
    return attempt;
}

void Solver::judge(Attempt& attempt) {
    attempt.failed.clear();
    attempt.frame = attempt.realiser.frame(attempt.arena, shape_);
    if (attempt.frame) {
        attempt.failed = unmet(terms_, shape_, demands_, *attempt.frame);
        return;
    }
    for (std::size_t i = 0; i < demands_.size(); ++i)
        if (!met(attempt, i)) attempt.failed.push_back(i);
    if (attempt.failed.empty()) attempt.failed.push_back(0);  // the frame as a whole cannot be made
}

void Solver::assume_all(Attempt& attempt) {
    for (const bool first : {true, false}) {
        for (std::size_t i = 0; i < demands_.size(); ++i) {
            const Demand& demand = demands_[i];
            const bool test = is_test(terms_, demand.term);
            if (first != (test && goes_first(terms_[demand.term].op))) continue;
            bool settled = true;
            if (test)
                settled =
                    attempt.assume.assume(demand.term, demand.kind != Demand::Kind::fails, i, choices_[i]);
            else if (const NodeId place = attempt.sketch.place(demand.term); place != kNoNode)
                attempt.sketch[place].goals.push_back({Goal{}, i});
            has_choice_[i] = attempt.assume.choices().any();
            if (!settled) unsettled_.push_back(i);
        }
    }
}

bool Solver::met(Attempt& attempt, std::size_t demand) {
    return meets(demands_[demand], attempt.assume.truth_now(demands_[demand].term));
}

// What one demand asked for; `all`: also what rests on what other places held, whoever asked.
void Solver::forget(Attempt& attempt, std::size_t demand, bool all) {
    for (const NodeId place : places(attempt, demands_[demand].term))
        std::erase_if(attempt.sketch[place].goals,
                      [&](const TaggedGoal& goal) { return goal.guard == demand || (all && goal.passing); });
}

void Solver::repair(Attempt& attempt) {
    for (std::size_t round = 0; round < kRepairRounds; ++round) {
        bool changed = false;
        for (const std::size_t demand : unsettled_) {
            if (met(attempt, demand)) continue;
            changed = true;
            if (repair_one(attempt, demand)) continue;
            forget(attempt, demand, true);
            if (!repair_one(attempt, demand)) try_values(attempt, demand);
        }
        if (!changed) return;
    }
}

bool Solver::repair_one(Attempt& attempt, std::size_t demand) {
    constexpr std::size_t kWays = 16;
    const bool wanted = demands_[demand].kind != Demand::Kind::fails;
    if (!is_test(terms_, demands_[demand].term)) return false;
    for (std::size_t way = 0; way < kWays; ++way) {
        forget(attempt, demand, false);
        attempt.assume.assume(demands_[demand].term, wanted, demand, choices_[demand] + way, true);
        if (met(attempt, demand)) return true;
        if (!attempt.assume.choices().any()) break;
    }
    forget(attempt, demand, false);
    return false;
}

std::vector<NodeId> Solver::places(Attempt& attempt, TermId root) const {
    std::vector<NodeId> found;
    std::vector<TermId> pending{root};
    std::unordered_set<TermId> seen;
    while (!pending.empty() && seen.size() < kTermsRead) {
        const TermId term = pending.back();
        pending.pop_back();
        if (!seen.insert(term).second) continue;
        if (Sketch::is_place(terms_[term].op))
            if (const NodeId place = attempt.sketch.place(term); place != kNoNode) {
                found.push_back(place);
                if (const NodeId decides = attempt.sketch.decider(place); decides != place)
                    found.push_back(decides);
            }
        const auto operands = terms_.operands(term);
        pending.insert(pending.end(), operands.rbegin(), operands.rend());
    }
    return found;
}

// The places without parts that a term reads, in the order in which it names them.
std::vector<NodeId> Solver::leaves(Attempt& attempt, TermId root) const {
    constexpr std::size_t kMost = 64;
    std::vector<NodeId> found;
    for (const NodeId place : places(attempt, root)) {
        if (found.size() == kMost) break;
        if (attempt.realiser.form_of(place) || !attempt.sketch[place].children.empty()) continue;
        const NodeId decides = attempt.sketch.decider(place);
        if (std::ranges::find(found, decides) == found.end()) found.push_back(decides);
    }
    return found;
}

// The numbers that a guard names: a result that it asks for is often what an operand can be.
std::vector<const Value*> Solver::numbers_named(TermId root) const {
    constexpr std::size_t kMost = 16;
    std::vector<const Value*> found;
    std::vector<TermId> pending{root};
    std::unordered_set<TermId> seen;
    while (!pending.empty() && seen.size() < kTermsRead && found.size() < kMost) {
        const TermId term = pending.back();
        pending.pop_back();
        if (!seen.insert(term).second) continue;
        const Value* value = terms_[term].op == TermOp::constant ? &terms_.constant(term) : nullptr;
        if (value != nullptr && (value->kind == Kind::integer || value->kind == Kind::floating))
            found.push_back(value);
        const auto operands = terms_.operands(term);
        pending.insert(pending.end(), operands.rbegin(), operands.rend());
    }
    return found;
}

bool Solver::try_values(Attempt& attempt, std::size_t demand) {
    return try_values(attempt, demand, true) || try_values(attempt, demand, false);
}

// `together`: only values that suit all other guards over several places too.
bool Solver::try_values(Attempt& attempt, std::size_t demand, bool together) {
    if (together && (unsettled_.size() < 2 || unsettled_.size() > kGuardsTogether)) return false;
    Realiser& realiser = attempt.realiser;
    Sketch& sketch = attempt.sketch;
    const std::size_t cost = 1 + this->places(attempt, demands_[demand].term).size() / 4;
    const std::vector<NodeId> places = leaves(attempt, demands_[demand].term);
    const std::vector<const Value*> named = numbers_named(demands_[demand].term);
    const auto values_for = [&](NodeId place, std::size_t most) {
        const std::vector<TaggedGoal> goals = sketch.goals_of(place);
        std::vector<const Value*> values = candidates(goals, *attempt.arena);
        values.insert(values.begin(), named.begin(), named.end());
        for (const std::int64_t number : elements(numbers_of(goals), most))
            values.push_back(attempt.arena->make_integer(number));
        std::erase_if(values, [&](const Value* value) { return !realiser.accepts(place, *value); });
        if (values.size() > most) values.resize(most);
        return values;
    };
    const auto keep = [&](NodeId place) {
        sketch[place].goals.push_back({Goal::is(*sketch[place].chosen), demand, true});
    };
    const auto tried = [&](NodeId place, const Value* value) {
        tries_left_ -= std::min(tries_left_, cost);
        realiser.put(place, value);
        return met(attempt, demand) && (!together || std::ranges::all_of(unsettled_, [&](std::size_t other) {
                   return met(attempt, other);
               }));
    };
    for (const NodeId place : places) {
        const Value* before = sketch[place].chosen;
        for (const Value* value : values_for(place, kValuesTried)) {
            if (tries_left_ == 0) return false;
            if (!tried(place, value)) continue;
            keep(place);
            return true;
        }
        if (before != nullptr) realiser.put(place, before);
    }
    const std::size_t each = 64;
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = i + 1; j < places.size() && pairs < kPairsTried; ++j) {
            const Value* before[] = {sketch[places[i]].chosen, sketch[places[j]].chosen};
            const auto others = values_for(places[j], each);
            for (const Value* value : values_for(places[i], each)) {
                realiser.put(places[i], value);
                for (const Value* other : others) {
                    if (tries_left_ == 0 || ++pairs > kPairsTried) return false;
                    if (!tried(places[j], other)) continue;
                    keep(places[i]);
                    keep(places[j]);
                    return true;
                }
            }
            if (before[0] != nullptr) realiser.put(places[i], before[0]);
            if (before[1] != nullptr) realiser.put(places[j], before[1]);
        }
    }
    return false;
}

// Another choice for a demand that failed, else for one that has any. False: there is none to vary.
bool Solver::vary(const std::vector<std::size_t>& failed) {
    bool varied = false;
    for (const std::size_t demand : failed) {
        if (!has_choice_[demand]) continue;
        ++choices_[demand];
        varied = true;
    }
    if (varied) return true;
    // Counting through the choices of the others, the first of them quickest.
    constexpr std::size_t kWays = 4;
    for (std::size_t demand = 0; demand < demands_.size(); ++demand) {
        if (!has_choice_[demand]) continue;
        if (++choices_[demand] % kWays != 0) return true;
        choices_[demand] -= kWays;
    }
    return false;
}

}  // namespace guardc::compiler::example
