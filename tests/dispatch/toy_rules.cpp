#include "tests/dispatch/toy_rules.h"

#include <algorithm>
#include <bit>
#include <sstream>
#include <stdexcept>

#include "runtime/value/builtin_model.h"

namespace guardc::tests {
namespace {

enum class Form : std::uint64_t { anything, broken, equal, multiple, at_least };

struct ToyGuard {
    std::string text, owner;
    Form form;
    std::uint64_t number;
};

struct ToyEntryRules : EntryRules {
    std::string backend;
    std::vector<ToyGuard> guards;
};

ToyGuard parse(const std::string& text, const std::string& owner) {
    const auto number = [&](std::size_t from) {
        return static_cast<std::uint64_t>(std::stoi(text.substr(from)));
    };
    if (text == "anything") return {text, owner, Form::anything, 0};
    if (text == "broken") return {text, owner, Form::broken, 0};
    if (text.starts_with("x == ")) return {text, owner, Form::equal, number(5)};
    if (text.starts_with("x % ")) return {text, owner, Form::multiple, number(4)};
    if (text.starts_with("x >= ")) return {text, owner, Form::at_least, number(5)};
    throw std::invalid_argument("no guard: " + text);
}

Status judge(Form form, std::uint64_t number, int x) {
    const auto value = static_cast<std::uint64_t>(x);
    switch (form) {
        case Form::anything:
            return Status::hit;
        case Form::broken:
            return Status::error;
        case Form::equal:
            return value == number ? Status::hit : Status::miss;
        case Form::multiple:
            return value % number == 0 ? Status::hit : Status::miss;
        case Form::at_least:
            return value >= number ? Status::hit : Status::miss;
    }
    return Status::error;
}

// Literals: header, then form and number of each guard, then the end. Hands out x.
Status check(const Ref* slots, const Cell*, const std::uint64_t* literals, Cell*, Memo*, Cell* out) noexcept {
    const int x = *static_cast<const int*>(slots[0]);
    for (const std::uint64_t* word = literals + kLiteralHeaderWords; *word != ~0ULL; word += 2) {
        const Status status = judge(static_cast<Form>(word[0]), word[1], x);
        if (status != Status::hit) return status;
    }
    out[0] = Cell::integer(x);
    return Status::hit;
}

// What an index tells entries apart by: x itself.
Status read_x(const Ref* slots, const Cell*, const std::uint64_t*, Cell*, Memo*, Cell* out) noexcept {
    out[0] = Cell::integer(*static_cast<const int*>(slots[0]));
    return Status::hit;
}

std::shared_ptr<const EntryCode> x_reader() {
    static const std::shared_ptr<const EntryCode> reader = [] {
        EntryCode::Parts parts;
        parts.program.slots = 1;
        parts.program.lifted = 1;
        parts.literals = {std::bit_cast<std::uint64_t>(&builtin_model()), 0};
        parts.lifted = {"x"};
        auto code = std::make_shared<EntryCode>(std::move(parts));
        code->publish_native(read_x, nullptr);
        return code;
    }();
    return reader;
}

// A guard that is broken is to be met wherever it stands.
std::vector<EqualityFact> facts_of(const std::vector<ToyGuard>& guards) {
    std::vector<EqualityFact> facts;
    for (const ToyGuard& guard : guards) {
        if (guard.form == Form::broken) return {};
        if (guard.form == Form::equal)
            facts.push_back(
                {x_reader(), HashBy::value, integer_hash(static_cast<std::int64_t>(guard.number))});
    }
    return facts;
}

std::shared_ptr<const EntryCode> build(std::shared_ptr<ToyEntryRules> rules) {
    EntryCode::Parts parts;
    parts.program.slots = 1;
    parts.program.lifted = 1;
    parts.literals = {0, 0};
    for (const ToyGuard& guard : rules->guards) {
        parts.literals.insert(parts.literals.end(), {static_cast<std::uint64_t>(guard.form), guard.number});
    }
    parts.literals.push_back(~0ULL);
    parts.lifted = {"x"};
    parts.facts = facts_of(rules->guards);
    parts.rules = std::move(rules);
    auto code = std::make_shared<EntryCode>(std::move(parts));
    code->publish_native(check, nullptr);
    return code;
}

void add_lines(ToyEntryRules& rules, const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        rules.guards.push_back(parse(line, "framework"));
}

bool has(const ToyEntryRules& rules, const std::string& text) {
    return std::ranges::any_of(rules.guards, [&](const ToyGuard& guard) { return guard.text == text; });
}

}  // namespace

std::shared_ptr<const EntryCode> toy_code(const std::string& guards) {
    auto rules = std::make_shared<ToyEntryRules>();
    add_lines(*rules, guards);
    return build(std::move(rules));
}

std::shared_ptr<const ToyRules::Standing> ToyRules::current() const {
    const std::scoped_lock lock(mutex_);
    return standing_;
}

void ToyRules::require(const std::string& backend, const std::string& guard) {
    {
        const std::scoped_lock lock(mutex_);
        auto next = std::make_shared<Standing>();
        next->requirements = standing_->requirements;
        next->requirements.push_back({backend, guard});
        standing_ = std::move(next);
    }
    announce_narrowing("toy");
}

std::shared_ptr<const StandingRules> ToyRules::standing(std::string_view) {
    return current();
}

std::optional<std::string> ToyRules::declared_backend(std::string_view, std::string_view entry) {
    const auto found = declared_.find(entry);
    if (found == declared_.end()) return std::nullopt;
    return found->second.backend;
}

std::expected<RuleCompiler::Code, RuleFailure> ToyRules::compile(const EntryRequest& request) {
    if (when_compiling) when_compiling();
    auto rules = std::make_shared<ToyEntryRules>();
    rules->backend = request.backend;
    try {
        if (request.guards) {
            add_lines(*rules, std::string(*request.guards));
        } else if (const auto found = declared_.find(request.name); found != declared_.end()) {
            add_lines(*rules, found->second.guards);
        } else {
            return std::unexpected(RuleFailure{"no entry `" + std::string(request.name) + "`"});
        }
    } catch (const std::exception& wrong) {
        return std::unexpected(RuleFailure{wrong.what()});
    }
    for (const Requirement& required : static_cast<const Standing&>(*request.standing).requirements) {
        if (required.backend == request.backend)
            rules->guards.push_back(parse(required.guard, required.backend));
    }
    return build(std::move(rules));
}

RuleCompiler::Code ToyRules::requirements(const StandingRules& standing, std::string_view backend) {
    auto rules = std::make_shared<ToyEntryRules>();
    for (const Requirement& required : static_cast<const Standing&>(standing).requirements) {
        if (required.backend == backend) rules->guards.push_back(parse(required.guard, required.backend));
    }
    if (rules->guards.empty()) return nullptr;
    return build(std::move(rules));
}

std::expected<RuleCompiler::Code, RuleFailure> ToyRules::narrowed(std::string_view, const Code& code) {
    if (when_narrowing) when_narrowing();
    const auto& old = static_cast<const ToyEntryRules&>(*code->rules());
    auto rules = std::make_shared<ToyEntryRules>();
    rules->backend = old.backend;
    rules->guards = old.guards;
    for (const Requirement& required : current()->requirements) {
        if (required.backend != old.backend || has(*rules, required.guard)) continue;
        rules->guards.push_back(parse(required.guard, required.backend));
    }
    if (rules->guards.size() == old.guards.size()) return code;
    return build(std::move(rules));
}

std::vector<ReasonText> ToyRules::reasons(const EntryCode& code, std::span<const Ref> slots,
                                          const AmbientBlock&, ReasonsWanted which) {
    std::vector<ReasonText> reasons;
    const int x = *static_cast<const int*>(slots[0]);
    for (const ToyGuard& guard : static_cast<const ToyEntryRules&>(*code.rules()).guards) {
        if (judge(guard.form, guard.number, x) == Status::hit) continue;
        reasons.push_back({.guard = guard.text,
                           .expected = std::to_string(guard.number),
                           .actual = std::to_string(x),
                           .owner = guard.owner});
        if (which == ReasonsWanted::first) break;
    }
    return reasons;
}

}  // namespace guardc::tests
