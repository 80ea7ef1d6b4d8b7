#include "compiler/backend/audit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "compiler/backend/compiled_rules.h"
#include "compiler/backend/guard_values.h"
#include "compiler/explain/describe.h"
#include "compiler/explain/reason.h"
#include "compiler/terms/print_term.h"

namespace guardc::compiler {
namespace {

// Entries whose guards are at hand; those of entries that have gone are dropped when there are more.
constexpr std::size_t kSubjectsKept = 256;

constexpr std::uint64_t kWhole = 1ULL << 32U;

std::uint64_t step_of(const AuditOptions& options) {
    const double rate = options.strict ? 1.0 : options.rate;
    if (!(rate > 0)) return 0;
    return rate >= 1 ? kWhole : static_cast<std::uint64_t>(std::ceil(rate * static_cast<double>(kWhole)));
}

}  // namespace

// The waived guards of one entry, in terms of their own.
struct Audit::Subject {
    std::shared_ptr<const EntryRules> rules;  // keeps the key of the map from being used again
    std::string frame;
    TermPool terms;
    std::vector<Guard> guards;
    std::vector<WaiverClass> classes;
    std::vector<std::string> texts;
    FrameShape shape;
};

namespace {

// One guard on one call.
struct Finding {
    Truth truth;
    std::string values;  // of what the guard is about
    bool has_size[2] = {false, false};
};

Finding find(const TermPool& terms, const Guard& guard, const Surroundings& surroundings) {
    Finding finding{judge(terms, {&guard, 1}, surroundings).truth, {}, {}};
    for (const TermId value : values_of(terms, guard.term)) {
        const Evaluation live = evaluate(terms, value, surroundings);
        const auto object =
            live.truth == Truth::yes ? see(live.value, surroundings.model) : std::optional<Seen>();
        finding.values += (finding.values.empty() ? "" : ", ") + (object ? describe(*object) : "undefined");
        if (object && live.value.tag == CellTag::integer && live.value.bits <= 1)
            finding.has_size[live.value.bits] = true;
    }
    return finding;
}

}  // namespace

struct Audit::Counts {
    AuditedGuard guard;
    bool is_about_sizes = false;
    bool saw[2] = {false, false};

    void add(const Finding& finding) {
        const bool held = finding.truth == Truth::yes;
        ++(held ? guard.held : finding.truth == Truth::no ? guard.missed : guard.undefined);
        for (int size = 0; size < 2; ++size)
            saw[size] = saw[size] || finding.has_size[size];
        const auto known =
            std::ranges::find(guard.values, finding.values, &std::pair<std::string, std::uint64_t>::first);
        if (known != guard.values.end()) {
            ++known->second;
        } else if (guard.values.size() < kValuesKept) {
            guard.values.emplace_back(finding.values, 1);
        } else {
            ++guard.other_values;
        }
    }
};

Audit::Audit(std::shared_ptr<FrameRuleCompiler> rules, const AuditOptions& options)
    : rules_(std::move(rules)), options_(options) {}
Audit::~Audit() = default;

// One look-up in so many: those at which the sum of the shares passes a whole number.
bool Audit::is_sampled() {
    const std::uint64_t step = step_of(options_);
    if (step == 0) return false;
    const std::uint64_t before = ticks_.fetch_add(step, std::memory_order_relaxed);
    return before / kWhole != (before + step) / kWhole;
}

std::shared_ptr<const Audit::Subject> Audit::subject_of(const EntryCode& code) {
    const auto* const rules = dynamic_cast<const CompiledRules*>(code.rules().get());
    if (rules == nullptr) return nullptr;
    const std::scoped_lock lock(mutex_);
    if (const auto known = subjects_.find(rules); known != subjects_.end()) return known->second;
    auto subject = std::make_shared<Subject>();
    subject->rules = code.rules();
    subject->frame = rules->frame;
    std::vector<Guard> waived;
    for (const LedgerRow& row : rules->ledger) {
        if (row.state == GuardState::kept) continue;
        waived.push_back(row.guard);
        subject->classes.push_back(row.waiver_class);
    }
    subject->guards = rules_->copy_guards_of(rules->frame, waived, subject->terms, subject->shape);
    for (const Guard& guard : subject->guards)
        subject->texts.push_back(print_term(subject->terms, guard.term, subject->shape));
    if (subjects_.size() >= kSubjectsKept) {
        std::erase_if(subjects_, [](const auto& known) { return known.second->rules.use_count() == 1; });
    }
    if (subjects_.size() < kSubjectsKept) subjects_[rules] = subject;
    return subject;
}

std::optional<Audit::Refusal> Audit::observe(std::string_view entry, const EntryCode& code,
                                             const Call& call) {
    if (!is_sampled()) return std::nullopt;
    const auto subject = subject_of(code);
    if (subject == nullptr || subject->guards.empty()) return std::nullopt;
    const Surroundings surroundings{rules_->model(), call.slots, call.ambient};
    std::vector<Guard> against;
    for (std::size_t i = 0; i < subject->guards.size(); ++i) {
        const Guard& guard = subject->guards[i];
        const Finding finding = find(subject->terms, guard, surroundings);
        if (finding.truth != Truth::yes && subject->classes[i] != WaiverClass::lifted)
            against.push_back(guard);
        const std::scoped_lock lock(mutex_);
        Counts& counts = counts_[{subject->frame, std::string(entry), subject->texts[i]}];
        counts.guard.waiver_class = subject->classes[i];
        counts.is_about_sizes = guard_kind(subject->terms, guard.term) == "tensor.size";
        counts.add(finding);
    }
    if (!options_.strict || against.empty()) return std::nullopt;
    Refusal refusal{"entry `" + std::string(entry) + "` serves this call only because guards are waived", {}};
    for (Reason& reason : explain(subject->terms, against, subject->shape, surroundings, Reasons::all)) {
        refusal.reasons.push_back({.entry = std::string(entry),
                                   .guard = std::move(reason.guard),
                                   .expected = std::move(reason.expected),
                                   .actual = std::move(reason.actual),
                                   .owner = std::move(reason.owner),
                                   .because = std::move(reason.because),
                                   .at = std::move(reason.at)});
    }
    return refusal;
}

Outcome Audit::look_up(FrameCache& frame, const Call& call) {
    Outcome outcome = frame.look_up(call);
    if (outcome.entry() == nullptr) return outcome;
    auto refusal = observe(outcome.entry()->name, *outcome.entry()->code, call);
    if (!refusal) return outcome;
    return Outcome(OutcomeKind::refuse, EagerReason::none)
        .with(std::move(refusal->message), std::move(refusal->reasons));
}

std::vector<AuditedGuard> Audit::report() const {
    const std::scoped_lock lock(mutex_);
    std::vector<AuditedGuard> guards;
    for (const auto& [key, counts] : counts_) {
        AuditedGuard guard = counts.guard;
        std::tie(guard.frame, guard.entry, guard.guard) = key;
        guard.id = guard_id(guard.guard);
        for (std::int64_t size = 0; counts.is_about_sizes && size < 2; ++size)
            if (!counts.saw[size]) guard.unverified.push_back(size);
        guards.push_back(std::move(guard));
    }
    return guards;
}

std::string audit_text(const std::vector<AuditedGuard>& report) {
    std::string text;
    for (const AuditedGuard& guard : report) {
        text += fmt::format("{}, entry \"{}\": {} ({}) held {}, would have missed {}\n", guard.frame,
                            guard.entry, guard.guard, waiver_class_name(guard.waiver_class), guard.held,
                            guard.missed + guard.undefined);
        for (const auto& [value, count] : guard.values)
            text += fmt::format("    {} times {}\n", count, value);
        if (guard.other_values > 0) text += fmt::format("    {} times other values\n", guard.other_values);
        if (!guard.unverified.empty())
            text += fmt::format("    not verified for size {}\n", fmt::join(guard.unverified, " and "));
    }
    return text;
}

}  // namespace guardc::compiler
