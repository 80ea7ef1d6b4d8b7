#include "compiler/backend/entry_policy.h"

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/backend/lift.h"
#include "compiler/terms/print_term.h"

namespace guardc::compiler {
namespace {

class Policy {
  public:
    Policy(const EntryGuards& entry, const EntrySource& source) : entry_(entry), source_(source) {}

    std::vector<Mistakes> mistakes(bool proved_only) && {
        own_waivers();
        shapes_counted();
        argument_names();
        arguments_read();
        if (proved_only) proofs();
        return std::move(mistakes_);
    }

  private:
    void add(const Provenance& at, std::string id, std::string message, std::string hint = {}) {
        mistakes_.push_back(
            {at.source,
             {{grammar::Severity::error, std::move(id), std::move(message), at.span, std::move(hint)}}});
    }

    // A waiver that an artefact asks for itself must find something among its guards.
    void own_waivers() {
        if (source_.own == nullptr) return;
        for (const auto& checked : source_.own->waivers) {
            const bool lifts = checked->waiver.statement.action == grammar::WaiverAction::lift;
            const bool found = std::ranges::any_of(*source_.framework, [&](const Guard& guard) {
                return checked->selector.selects(entry_.terms, entry_.shape, guard.term) &&
                       (!lifts || can_lift(entry_.terms, checked->selector, guard.term));
            });
            if (found || checked->waiver.statement.optional) continue;
            add(checked->waiver.provenance, "waives-nothing",
                "entry `" + source_.name + "` has no " +
                    (lifts ? "constant that this could lift" : "guard that this waives"),
                "`waive?` waives where there is something to waive");
        }
    }

    // An artefact must know beforehand how many sizes it gets.
    void shapes_counted() {
        for (const ShapeArgument& shape : entry_.shapes) {
            if (shape.is_counted) continue;
            const std::string tensor = print_term(entry_.terms, shape.sizes.tensor, entry_.shape);
            add(shape.by, "sizes-not-counted",
                "`" + shape.sizes.path + "` is lifted, but no guard that is kept says how many sizes `" +
                    tensor + "` has",
                "require `" + tensor + ".dim() == 2`, or lift the sizes one by one");
        }
    }

    // What an artefact can read: single values, and shapes as one.
    struct Argument {
        const std::string& path;
        const std::string& name;
        Provenance by;

        bool is_called(const std::string& text) const { return name == text || path == text; }
    };
    std::vector<Argument> arguments() const {
        std::vector<Argument> all;
        for (const LiftedValue& value : single_values(entry_.lifted, sizes_of(entry_)))
            all.push_back({value.path, value.name, lifted_by(value.term)});
        for (const ShapeArgument& shape : entry_.shapes)
            all.push_back({shape.sizes.path, shape.sizes.name, shape.by});
        return all;
    }

    void argument_names() {
        const std::vector<Argument> all = arguments();
        for (auto value = all.begin(); value != all.end(); ++value) {
            const auto other = std::find_if(
                all.begin(), value, [&](const Argument& earlier) { return earlier.name == value->name; });
            if (other == value) continue;
            add(value->by, "argument-name-taken",
                "`" + other->path + "` and `" + value->path + "` are both lifted as `" + value->name + "`",
                "give each a name of its own");
        }
    }

    void arguments_read() {
        if (source_.reads.all) return;
        const auto& read = source_.reads.names;
        const std::vector<Argument> all = arguments();
        for (const Argument& value : all) {
            if (std::ranges::any_of(read, [&](const std::string& name) { return value.is_called(name); }))
                continue;
            add(value.by, "unread-lift",
                "`" + value.path + "` is lifted, but the artefact of entry `" + source_.name +
                    "` does not read it",
                "an artefact says what it reads; without the lift the value is a guard");
        }
        for (const std::string& name : read) {
            if (std::ranges::any_of(all, [&](const Argument& value) { return value.is_called(name); }))
                continue;
            add({}, "unknown-argument",
                "the artefact of entry `" + source_.name + "` reads argument `" + name +
                    "`, which nothing lifts");
        }
    }

    void proofs() {
        for (const LedgerRow& row : entry_.ledger) {
            const bool unproved =
                row.waiver_class == WaiverClass::declared || row.waiver_class == WaiverClass::weakened;
            if (!unproved) continue;
            const std::string by = row.by.empty() ? std::string() : " by " + row.by.front().owner;
            add(row.guard.provenance, "unproved-waiver",
                "`" + print_term(entry_.terms, row.guard.term, entry_.shape) + "` is waived" + by +
                    ", and what is kept does not prove it",
                "this frame has `no unproved waivers`");
        }
    }

    // Who lifted a value.
    Provenance lifted_by(TermId value) const {
        for (const LedgerRow& row : entry_.ledger) {
            if (row.state != GuardState::lifted || row.by.empty()) continue;
            const auto operands = entry_.terms.operands(row.guard.term);
            if (std::ranges::find(operands, value) != operands.end()) return row.by.front();
        }
        return {};
    }

    const EntryGuards& entry_;
    const EntrySource& source_;
    std::vector<Mistakes> mistakes_;
};

}  // namespace

std::vector<Mistakes> policy_mistakes(const EntryGuards& entry, const EntrySource& source, bool proved_only) {
    return Policy(entry, source).mistakes(proved_only);
}

}  // namespace guardc::compiler
