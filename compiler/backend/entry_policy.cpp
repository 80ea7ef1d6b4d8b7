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
                       (!lifts || lift_of(entry_.terms, guard.term));
            });
            if (found || checked->waiver.statement.optional) continue;
            add(checked->waiver.provenance, "waives-nothing",
                "entry `" + source_.name + "` has no " +
                    (lifts ? "constant that this could lift" : "guard that this waives"),
                "`waive?` waives where there is something to waive");
        }
    }

    void argument_names() {
        for (auto value = entry_.lifted.begin(); value != entry_.lifted.end(); ++value) {
            const auto other = std::find_if(entry_.lifted.begin(), value, [&](const LiftedValue& earlier) {
                return earlier.name == value->name;
            });
            if (other == value) continue;
            add(lifted_by(value->term), "argument-name-taken",
                "`" + other->path + "` and `" + value->path + "` are both lifted as `" + value->name + "`",
                "give each a name of its own");
        }
    }

    static bool names(const LiftedValue& value, const std::string& name) {
        return value.name == name || value.path == name;
    }

    void arguments_read() {
        if (source_.reads.all) return;
        const auto& read = source_.reads.names;
        for (const LiftedValue& value : entry_.lifted) {
            const bool is_read =
                std::ranges::any_of(read, [&](const std::string& name) { return names(value, name); });
            if (is_read) continue;
            add(lifted_by(value.term), "unread-lift",
                "`" + value.path + "` is lifted, but the artefact of entry `" + source_.name +
                    "` does not read it",
                "an artefact says what it reads; without the lift the value is a guard");
        }
        for (const std::string& name : read) {
            const bool is_there = std::ranges::any_of(
                entry_.lifted, [&](const LiftedValue& value) { return names(value, name); });
            if (is_there) continue;
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
