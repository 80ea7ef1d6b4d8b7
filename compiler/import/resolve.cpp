#include "compiler/import/resolve.h"

#include "compiler/import/conjunct.h"

namespace guardc::compiler {

namespace {

constexpr std::string_view kNoModes = "torch_function_mode_stack is []";

// `KIND: text`, as a tree prints it.
std::string whole_text(const Clause& clause) {
    if (clause.kind.empty()) return std::string(clause.text);
    if (clause.text.empty()) return std::string(clause.kind);
    return std::string(clause.kind) + ": " + std::string(clause.text);
}

void count(std::map<std::string, std::size_t, std::less<>>& numbers, std::string_view name) {
    const auto found = numbers.find(name);
    if (found != numbers.end())
        ++found->second;
    else
        numbers.emplace(name, 1);
}

}  // namespace

std::string_view meaning_kind(const Clause& clause) {
    const bool marking = clause.kind == "NO_HASATTR" && clause.text.ends_with(" == False") &&
                         clause.text.find(", '_dynamo_") != std::string_view::npos;
    return marking ? "DIMENSION_DYNAMIC_MARKING_GUARD" : clause.kind;
}

std::vector<ImportedGuard> Resolver::resolve(const DumpFrame& frame, const DumpEntry& entry,
                                             const KnownFrame* known) {
    Here here{frame, entry, known, {}};
    here.guards.reserve(entry.clauses.size());
    for (const Clause& clause : entry.clauses) {
        switch (clause.role) {
            case ClauseRole::printed:
                ++report_.clauses;
                count(report_.kinds, clause.kind);
                printed(here, clause);
                break;
            case ClauseRole::broken:
                ++report_.clauses;
                unread(here, clause, "this is no guard");
                break;
            case ClauseRole::implied:
            case ClauseRole::missing:
                implied(here, clause);
                break;
        }
    }
    return std::move(here.guards);
}

void Resolver::printed(Here& here, const Clause& clause) {
    if (is_dispatcher_fact(clause.text)) {
        ++report_.facts;
        return;
    }
    if (const Gap gap = gap_of(clause); gap != Gap::none) {
        if (bind(here, clause, gap))
            ++report_.typed;
        else
            leave_open(here, clause, gap);
        return;
    }
    if (std::string own = clause.kind == "LAMBDA_GUARD" ? own_state_text(clause.text) : std::string();
        !own.empty()) {
        if (add_text(here, clause, "", dump_.keep(std::move(own)))) ++report_.typed;
        return;
    }
    if (add_text(here, clause, meaning_kind(clause), clause.text)) ++report_.typed;
}

void Resolver::implied(Here& here, const Clause& clause) {
    ++report_.implied;
    const Gap gap = gap_of(clause);
    if (gap == Gap::none)
        add_text(here, clause, clause.kind, clause.text);
    else if (!bind(here, clause, gap))
        leave_open(here, clause, gap);
}

bool Resolver::add_text(Here& here, const Clause& clause, std::string_view kind, std::string_view text) {
    const Understood& understood = understanding_.of(kind, text);
    if (!understood.read) {
        unread(here, clause, understood.problem);
        return false;
    }
    if (!understood.warning.empty()) report_.assumed.push_back(line(here, clause, understood.warning));
    for (const TermId term : understood.conditions)
        here.guards.push_back({term, {}, {}, clause.note, clause.line});
    return true;
}

bool Resolver::bind(Here& here, const Clause& clause, Gap gap) {
    std::vector<BoundText> texts;
    const auto take = [&](std::optional<BoundText> text) {
        if (text) texts.push_back(std::move(*text));
    };
    if (here.known != nullptr) {
        if (gap == Gap::mode_stack) take(here.known->mode_stack());
        if (gap == Gap::global_state) take(here.known->global_state());
        if (gap == Gap::tensors) texts = here.known->tensors(clause.text);
        if (gap == Gap::metadata || gap == Gap::guard_function) texts = here.known->attributes(clause.place);
        if (gap == Gap::length) take(here.known->length(clause.text));
        if (gap == Gap::type) take(here.known->type(clause.text));
    }
    std::string_view why = "taken from the frame that it is known to accept";
    if (texts.empty() && gap == Gap::mode_stack && !strict_) {
        texts.push_back({"", std::string(kNoModes)});
        why = "no torch function modes";
    }
    if (texts.empty()) return false;
    // All of it or nothing: a part would be weaker than the whole.
    std::vector<const Understood*> understood;
    for (BoundText& text : texts) {
        understood.push_back(&understanding_.of(text.kind, dump_.keep(std::move(text.text))));
        if (!understood.back()->read) return false;
    }
    for (const Understood* each : understood)
        for (const TermId term : each->conditions)
            here.guards.push_back({term, {}, {}, clause.note, clause.line});
    report_.assumed.push_back(line(here, clause, why));
    return true;
}

void Resolver::leave_open(Here& here, const Clause& clause, Gap gap) {
    if (clause.role == ClauseRole::printed) ++report_.opaque;
    count(report_.gaps, gap_name(gap));
    report_.open.push_back(line(here, clause, gap_text(gap)));
    here.guards.push_back({kNoTerm, clause.text, gap_text(gap), clause.note, clause.line});
}

void Resolver::unread(Here& here, const Clause& clause, std::string_view why) {
    // Tests of nodes are no clauses, and what is unread are clauses.
    const bool is_clause = clause.role == ClauseRole::printed || clause.role == ClauseRole::broken;
    report_.unread_implied += is_clause ? 0 : 1;
    (is_clause ? report_.unread : report_.open).push_back(line(here, clause, why));
    const std::string_view text = clause.text.empty() ? clause.kind : clause.text;
    here.guards.push_back(
        {kNoTerm, text, dump_.keep("not read: " + std::string(why)), clause.note, clause.line});
}

ImportLine Resolver::line(const Here& here, const Clause& clause, std::string_view why) const {
    return {here.frame.input, clause.line, here.frame.name + ":" + here.entry.name, whole_text(clause),
            std::string(why)};
}

}  // namespace guardc::compiler
