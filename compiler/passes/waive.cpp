#include "compiler/passes/waive.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "compiler/backend/lift.h"
#include "compiler/terms/print_term.h"
#include "runtime/value/arena.h"

namespace guardc::compiler {
namespace {

using grammar::WaiverAction;

// What the waivers that select one guard make of it, whatever their order: each has its effect.
class Waiving {
  public:
    Waiving(EntryGuards& entry, const Guard& guard) : entry_(entry), row_{.guard = guard} {
        if (entry.backend == nullptr || guard.provenance.layer != Layer::framework) return;
        for (const StandingWaiver& standing : entry.backend->waivers) {
            const CheckedWaiver& checked = *standing.checked;
            if (checked.selector.selects(entry.terms, entry.shape, guard.term)) apply(checked);
        }
    }

    LedgerRow row() && { return std::move(row_); }
    std::vector<Guard> instead() && { return std::move(instead_); }

  private:
    void apply(const CheckedWaiver& checked) {
        const Waiver& waiver = checked.waiver;
        switch (waiver.statement.action) {
            case WaiverAction::drop:
                mark(GuardState::waived, waiver);
                break;
            case WaiverAction::weaken:
                replace({waiver.weaker, waiver.provenance});
                mark(GuardState::weakened, waiver);
                break;
            case WaiverAction::lift:
                if (checked.selector.is_shape()) return lift_shape(waiver);
                if (const auto lift = lift_of(entry_.terms, row_.guard.term)) {
                    add_argument(*lift, waiver);
                    if (lift->type_test != kNoTerm) replace({lift->type_test, row_.guard.provenance});
                    mark(GuardState::lifted, waiver);
                }
                break;
        }
    }

    void lift_shape(const Waiver& waiver) {
        const auto lift = shape_lift_of(entry_.terms, row_.guard.term);
        if (!lift) return;
        const std::string path = print_term(entry_.terms, lift->tensor, entry_.shape) + ".shape";
        const std::string name = waiver.statement.argument.value_or(path);
        auto known = std::ranges::find_if(entry_.shapes, [&](const ShapeArgument& shape) {
            return shape.sizes.tensor == lift->tensor && shape.sizes.name == name;
        });
        if (known == entry_.shapes.end()) {
            entry_.shapes.push_back({{path, lift->tensor, name}, waiver.provenance});
            known = std::prev(entry_.shapes.end());
        }
        known->sizes.count = std::max(known->sizes.count, lift->least);
        if (!lift->stays) mark(GuardState::lifted, waiver);
    }

    // A guard that several waivers select shows as what was done with it last in the order of GuardState.
    void mark(GuardState state, const Waiver& waiver) {
        row_.state = std::max(row_.state, state);
        row_.by.push_back(waiver.provenance);
    }

    void replace(Guard guard) {
        if (std::ranges::find(row_.instead, guard.term) != row_.instead.end()) return;
        row_.instead.push_back(guard.term);
        instead_.push_back(std::move(guard));
    }

    // Arguments stand in the order of the guards that gave them; those of one value in that of their names.
    void add_argument(const Lift& lift, const Waiver& waiver) {
        LiftedValue value{print_term(entry_.terms, lift.value, entry_.shape), lift.value, lift.type, {}};
        value.name = waiver.statement.argument.value_or(value.path);
        auto& lifted = entry_.lifted;
        auto place = std::ranges::find(lifted, value.term, &LiftedValue::term);
        for (; place != lifted.end() && place->term == value.term; ++place) {
            if (place->name == value.name) return;
            if (place->name > value.name) break;
        }
        lifted.insert(place, std::move(value));
    }

    EntryGuards& entry_;
    LedgerRow row_;
    std::vector<Guard> instead_;
};

// Each size is a cell; how many there are is what a kept guard says.
void add_sizes(EntryGuards& entry) {
    if (entry.shapes.empty()) return;
    std::unordered_map<TermId, std::uint32_t> ranks;
    for (const Guard& guard : entry.guards) {
        if (const auto test = rank_test_of(entry.terms, guard.term))
            ranks[test->tensor] = std::max(ranks[test->tensor], test->rank);
    }
    for (ShapeArgument& shape : entry.shapes) {
        LiftedSizes& sizes = shape.sizes;
        if (const auto rank = ranks.find(sizes.tensor); rank != ranks.end()) {
            shape.is_counted = true;
            sizes.count = std::max(sizes.count, rank->second);
        }
        sizes.first = static_cast<std::uint32_t>(entry.lifted.size());
        ValueArena arena;
        for (std::uint32_t i = 0; i < sizes.count; ++i) {
            const TermId operands[] = {sizes.tensor, entry.terms.make_constant(*arena.make_integer(i))};
            const TermId size = entry.terms.make(TermOp::size, operands);
            const std::string path = print_term(entry.terms, size, entry.shape);
            entry.lifted.push_back({path, size, ArgumentType::integer, path});
        }
    }
}

}  // namespace

void waive(EntryGuards& entry) {
    std::vector<Guard> kept;
    for (const Guard& guard : entry.guards) {
        Waiving waiving(entry, guard);
        entry.ledger.push_back(std::move(waiving).row());
        if (entry.ledger.back().state == GuardState::kept) {
            kept.push_back(guard);
            continue;
        }
        // NOLINTNEXTLINE(bugprone-use-after-move): each takes its own part
        for (Guard& replacement : std::move(waiving).instead()) {
            entry.ledger.push_back({.guard = replacement});
            kept.push_back(std::move(replacement));
        }
    }
    entry.guards = std::move(kept);
    add_sizes(entry);
}

}  // namespace guardc::compiler
