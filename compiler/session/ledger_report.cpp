#include "compiler/session/ledger_report.h"

#include <algorithm>
#include <utility>

#include "compiler/backend/compiled_rules.h"
#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/backend/guard_values.h"
#include "compiler/backend/kind_tests.h"
#include "compiler/backend/rule_text.h"
#include "compiler/implied/implies.h"
#include "compiler/sema/sema.h"
#include "compiler/session/frame_verdicts.h"
#include "compiler/session/new_frames.h"
#include "compiler/terms/print_term.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {
namespace {

LedgerPlace place_of(const Provenance& provenance) {
    std::string owner = provenance.owner;
    if (provenance.layer == Layer::framework) owner = "framework";
    if (provenance.layer == Layer::user) owner = "user";
    return {std::move(owner), provenance.because, place(provenance)};
}

std::vector<LedgerPlace> places_of(const std::vector<Provenance>& provenances) {
    std::vector<LedgerPlace> places;
    for (const Provenance& provenance : provenances)
        places.push_back(place_of(provenance));
    return places;
}

// One entry with its rules, as long as ledgers are made.
struct Made {
    const Entry& entry;
    std::shared_ptr<const EntryCode> code;
    const CompiledRules& rules;
};

class FrameLedger {
  public:
    FrameLedger(const FrameRules& frame, FrameRuleCompiler& compiler)
        : frame_(frame), compiler_(compiler), terms_(compiler.terms(frame.name)) {}

    std::expected<std::vector<EntryLedger>, SessionFailure> make() {
        for (const Entry& entry : frame_.entries) {
            auto code = compiler_.compile(
                {.frame = frame_.name, .name = entry.name, .backend = entry.backend, .reads = {.all = true}});
            if (!code)
                return std::unexpected(SessionFailure{SessionFailure::Cause::rules, code.error().message});
            const auto& rules = static_cast<const CompiledRules&>(*(*code)->rules());
            entries_.push_back({entry, std::move(*code), rules});
        }
        shape_ = compiler_.shape(frame_.name).value_or(frame_.shape);
        std::vector<EntryLedger> ledgers;
        for (std::size_t i = 0; i < entries_.size(); ++i)
            ledgers.push_back(ledger(i));
        return ledgers;
    }

  private:
    std::string text(TermId term) const { return print_term(*terms_, term, shape_); }

    EntryLedger ledger(std::size_t index) const {
        const Made& made = entries_[index];
        EntryLedger ledger{frame_.name, made.entry.name, made.entry.backend, {}, {}, {}, {}, {}};
        for (const LedgerRow& row : made.rules.ledger)
            ledger.guards.push_back(guard(made, row));
        for (const PathCondition& condition : path_conditions(*terms_, made.rules.kept, made.rules.arguments))
            ledger.kind_tests.push_back(
                {text(condition.value), std::string(condition.kind), text(condition.reads)});
        for (const LiftedValue& argument : single_values(made.rules.arguments, made.rules.sizes))
            ledger.arguments.push_back({argument.name, argument.path,
                                        std::string(argument_type_name(argument.type)),
                                        ledger.arguments.size() * sizeof(Cell)});
        for (const LiftedSizes& sizes : made.rules.sizes)
            ledger.arguments.push_back(
                {sizes.name, sizes.path, "sizes", sizes.first * sizeof(Cell), sizes.count});
        overlaps(index, ledger);
        return ledger;
    }

    static bool widens(const LedgerRow& row) {
        return row.state != GuardState::kept && row.waiver_class != WaiverClass::implied;
    }

    LedgerGuard guard(const Made& made, const LedgerRow& row) const {
        LedgerGuard guard;
        guard.guard = text(row.guard.term);
        guard.id = guard_id(guard.guard);
        guard.kind = guard_kind(*terms_, row.guard.term);
        guard.state = row.state;
        guard.waiver_class = row.waiver_class;
        guard.from = place_of(row.guard.provenance);
        guard.repeated = places_of(row.repeated);
        guard.by = places_of(row.by);
        for (const TermId instead : row.instead)
            guard.instead.push_back(text(instead));
        if (widens(row)) guard.accepts = shown({*terms_, shape_, made.rules.kept}, row.guard.term);
        return guard;
    }

    static NewFrame shown(const FrameSearch& search, TermId violated) {
        const auto found = find_new_frame(search, violated);
        if (found) return {write_frame(*found), {}};
        return {std::nullopt, found.error()};
    }

    bool is_asked_before(std::size_t first, std::size_t second) const {
        return frame_.order == grammar::Order::newest_first ? first > second : first < second;
    }

    // Entries that the same calls can reach: a call names one backend, or any.
    void overlaps(std::size_t index, EntryLedger& ledger) const {
        const Made& made = entries_[index];
        const Premises kept(*terms_, terms_of(made.rules.kept));
        for (std::size_t other = 0; other < entries_.size(); ++other) {
            const Made& against = entries_[other];
            if (other == index) continue;
            if (is_asked_before(other, index) && hides(against, kept))
                ledger.hidden_by.push_back(against.entry.name);
            std::vector<Guard> both = made.rules.kept;
            both.insert(both.end(), against.rules.kept.begin(), against.rules.kept.end());
            for (const LedgerRow& row : made.rules.ledger) {
                if (!widens(row)) continue;
                const auto found = find_new_frame({*terms_, shape_, both}, row.guard.term);
                if (!found) continue;
                ledger.overlaps.push_back(
                    {against.entry.name, write_frame(*found), is_asked_before(index, other)});
                break;
            }
        }
    }

    static std::vector<TermId> terms_of(const std::vector<Guard>& guards) {
        std::vector<TermId> terms;
        for (const Guard& guard : guards)
            terms.push_back(guard.term);
        return terms;
    }

    // Whatever the entry that keeps `inner` accepts, `outer` does.
    static bool hides(const Made& outer, const Premises& inner) {
        return std::ranges::all_of(outer.rules.kept,
                                   [&](const Guard& each) { return inner.imply(each.term) == Implied::yes; });
    }

    const FrameRules& frame_;
    FrameRuleCompiler& compiler_;
    std::shared_ptr<const TermPool> terms_;
    FrameShape shape_;
    std::vector<Made> entries_;
};

}  // namespace

std::expected<std::vector<EntryLedger>, SessionFailure> ledgers_of(const RulesFile& rules) {
    const auto compiler = FrameRuleCompiler::create(
        rules.frames, builtin_model(),
        {.native = NativeMode::never,
         .externs = frame_verdicts(rules.frames, std::make_shared<const FrameDocument*>(nullptr))});
    if (!compiler) {
        std::string text;
        for (const grammar::Diagnostic& diagnostic : compiler.error())
            text += grammar::render(*rules.source, diagnostic);
        return std::unexpected(SessionFailure{SessionFailure::Cause::rules, std::move(text)});
    }
    std::vector<EntryLedger> all;
    for (const FrameRules& frame : rules.frames) {
        auto ledgers = FrameLedger(frame, **compiler).make();
        if (!ledgers) return std::unexpected(std::move(ledgers.error()));
        std::ranges::move(*ledgers, std::back_inserter(all));
    }
    return all;
}

std::vector<std::pair<std::string, std::string>> canonical_texts(const RulesFile& rules,
                                                                 const std::string& guard) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const FrameRules& known : rules.frames) {
        const auto parsed = parse_requirement("", guard, "");
        if (!parsed) return {};
        FrameRules frame = known;
        frame.terms = TermPool::copy_of(*known.terms);
        const auto guards = check_requirement(frame, *parsed);
        if (!guards) continue;
        for (const Guard& each : *guards)
            texts.emplace_back(frame.name, print_term(*frame.terms, each.term, frame.shape));
    }
    return texts;
}

}  // namespace guardc::compiler
