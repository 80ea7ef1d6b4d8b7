#include "compiler/session/session_frame.h"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "compiler/backend/compiled_rules.h"
#include "compiler/backend/frame_options.h"
#include "compiler/reference/reference.h"
#include "compiler/session/reference_code.h"

namespace guardc::compiler {
namespace {

// A value that is lifted under two names is told once.
std::vector<LiftedCell> arguments_of(const EntryCode& code, std::span<const Cell> cells) {
    const auto& rules = static_cast<const CompiledRules&>(*code.rules());
    const std::size_t single = single_values(rules.arguments, rules.sizes).size();
    std::vector<LiftedCell> arguments;
    std::unordered_set<std::string_view> told;
    for (std::size_t i = 0; i < single; ++i) {
        if (told.insert(code.lifted()[i]).second) arguments.push_back({code.lifted()[i], {cells[i]}, false});
    }
    for (const LiftedSizes& sizes : rules.sizes) {
        if (!told.insert(sizes.path).second) continue;
        const auto shape = cells.subspan(sizes.first, sizes.count);
        arguments.push_back({sizes.path, {shape.begin(), shape.end()}, true});
    }
    return arguments;
}

}  // namespace

std::expected<std::unique_ptr<Session::Frame>, SessionFailure> Session::Frame::build(FrameRules rules,
                                                                                     const Place& place) {
    std::unique_ptr<Frame> frame(new Frame(std::move(rules), place));
    // Kept guards and waivers speak of the compiler's terms.
    frame->rules_.terms = place.compiler.terms(frame->name());
    for (const Entry& entry : frame->rules_.entries) {
        auto row = frame->build_row(entry);
        if (!row) return std::unexpected(std::move(row.error()));
        frame->rows_.push_back(std::move(*row));
    }
    // Compiling may have added slots to an open frame.
    frame->shape_ = place.compiler.shape(frame->name()).value_or(frame->rules_.shape);
    return frame;
}

std::expected<Session::Frame::Row, SessionFailure> Session::Frame::build_row(const Entry& entry) {
    auto code = place_.compiler.compile(
        {.frame = rules_.name, .name = entry.name, .backend = entry.backend, .reads = {.all = true}});
    if (!code) return std::unexpected(SessionFailure{SessionFailure::Cause::rules, code.error().message});
    const auto& built = static_cast<const CompiledRules&>(*(*code)->rules());
    Row row{entry.name, entry.backend, std::move(*code), built.kept};
    if (place_.options.engine == Engine::reference) {
        EntryGuards guards = source_guards(*rules_.terms, rules_.shape, *built.source.framework,
                                           rules_.user_guards, built.source.standing.get());
        run_entry_passes(guards);
        row.code = reference_code(guards, rules_.terms, std::move(row.code), place_.model);
    } else if (uses_machine_code(place_.options.engine) && !place_.options.cold) {
        place_.native.add(row.code, row.name);
    }
    return row;
}

std::expected<void, SessionFailure> Session::Frame::join(Dispatcher& dispatcher) {
    if (!place_.options.cold && place_.options.engine != Engine::dispatch) return {};
    FrameOptions options = frame_options(rules_);
    if (place_.options.limit) options.limit.count = *place_.options.limit;
    if (place_.options.at_limit) {
        options.limit.then = *place_.options.at_limit;
        for (ObjectLimit& limit : options.per_object)
            limit.limit.then = *place_.options.at_limit;
    }
    if (place_.options.cold)
        options.callbacks.compile = [this](const CompileRequest& request) { return compile_for(request); };
    cache_ = &dispatcher.add_frame(std::move(options));
    if (place_.options.cold) return {};
    for (const Row& row : rows_) {
        const auto inserted = cache_->insert({.name = row.name, .backend = row.backend, .code = row.code});
        if (!inserted)
            return std::unexpected(SessionFailure{SessionFailure::Cause::rules, inserted.error().message});
    }
    return {};
}

Answer Session::Frame::dispatch(const FrameDocument& document, ReasonsWanted wanted) {
    const std::vector<Ref> slots = bind_frame(document, shape_);
    const Call call{.slots = slots, .ambient = document.ambient};
    Answer answer = cache_ != nullptr ? ask_cache(call) : ask_entries(call);
    const bool unexplained = answer.reasons.empty() && !answer.entry && answer.outcome != OutcomeKind::error;
    if (!unexplained) return answer;
    const bool none_compiled = cache_ == nullptr || answer.reason == EagerReason::no_entry;
    answer.reasons = none_compiled ? all_reasons(call, wanted) : cache_->reasons(call, wanted);
    return answer;
}

std::vector<EntryReasons> Session::Frame::explain(const FrameDocument& document) {
    const std::vector<Ref> slots = bind_frame(document, shape_);
    const Call call{.slots = slots, .ambient = document.ambient};
    std::vector<EntryReasons> all;
    for (const Row& row : rows_)
        all.push_back({row.name, reasons(row, call, ReasonsWanted::all)});
    return all;
}

// What an engine without a dispatcher does: entry by entry, in the order of the rules.
Answer Session::Frame::ask_entries(const Call& call) {
    const auto ask = [&](const Row& row) -> std::optional<Answer> {
        const Program& program = row.code->program();
        std::vector<Cell> scratch(program.registers), out(program.lifted);
        switch (
            row.code->check(call.slots.data(), call.ambient.data(), scratch.data(), nullptr, out.data())) {
            case Status::miss:
                return std::nullopt;
            case Status::error:
                return Answer{.outcome = OutcomeKind::error,
                              .message = "entry `" + row.name + "`: its check failed"};
            case Status::hit:
                break;
        }
        Answer answer{.outcome = OutcomeKind::hit, .entry = row.name};
        answer.lifted = arguments_of(*row.code, out);
        watch(row.name, *row.code, call);
        return answer;
    };
    const auto first_of = [&](auto&& rows) {
        for (const Row& row : rows)
            if (auto answer = ask(row)) return std::move(*answer);
        return Answer{.outcome = OutcomeKind::eager, .reason = EagerReason::no_entry};
    };
    return rules_.order == grammar::Order::newest_first ? first_of(std::views::reverse(rows_))
                                                        : first_of(rows_);
}

Answer Session::Frame::ask_cache(const Call& call) {
    const Outcome outcome = cache_->look_up(call);
    Answer answer{
        .outcome = outcome.kind(), .reason = outcome.reason(), .message = std::string(outcome.message())};
    answer.reasons.assign(outcome.reasons().begin(), outcome.reasons().end());
    if (const guardc::Entry* entry = outcome.entry()) {
        answer.entry = entry->name;
        answer.lifted = arguments_of(*entry->code, outcome.lifted());
        watch(entry->name, *entry->code, call);
    }
    return answer;
}

// Never strict: the answer is what it would be without.
void Session::Frame::watch(const std::string& entry, const EntryCode& code, const Call& call) const {
    if (place_.audit != nullptr) static_cast<void>(place_.audit->observe(entry, code, call));
}

// The command line's engine: its artefacts are the entries of the rules, and it compiles the first that
// accepts the frame. Where only a requirement stands against one, its backend is who says so.
std::expected<NewEntry, CompileFailure> Session::Frame::compile_for(const CompileRequest& request) {
    const auto ready =
        std::ranges::find_if(rows_, [&](const Row& row) { return accepts(row, request.call(), true); });
    if (ready != rows_.end()) {
        if (uses_machine_code(place_.options.engine)) place_.native.add(ready->code, ready->name);
        return NewEntry{.name = ready->name, .backend = ready->backend, .code = ready->code};
    }
    const auto refused =
        std::ranges::find_if(rows_, [&](const Row& row) { return accepts(row, request.call(), false); });
    if (refused != rows_.end())
        if (auto unmet = request.unmet(refused->backend)) return std::unexpected(std::move(*unmet));
    return std::unexpected(CompileFailure{.nothing_to_compile = true});
}

bool Session::Frame::accepts(const Row& row, const Call& call, bool requirements_too) const {
    const Surroundings surroundings{place_.model, call.slots, call.ambient};
    return std::ranges::all_of(row.kept, [&](const Guard& guard) {
        if (!requirements_too && guard.provenance.layer == Layer::backend) return true;
        return judge(*rules_.terms, {&guard, 1}, surroundings).truth == Truth::yes;
    });
}

std::vector<ReasonText> Session::Frame::reasons(const Row& row, const Call& call,
                                                ReasonsWanted wanted) const {
    auto found = place_.compiler.reasons(*row.code, call.slots, call.ambient, wanted);
    for (ReasonText& reason : found)
        reason.entry = row.name;
    return found;
}

std::vector<ReasonText> Session::Frame::all_reasons(const Call& call, ReasonsWanted wanted) const {
    std::vector<ReasonText> all;
    for (const Row& row : rows_)
        std::ranges::move(reasons(row, call, wanted), std::back_inserter(all));
    return all;
}

}  // namespace guardc::compiler
