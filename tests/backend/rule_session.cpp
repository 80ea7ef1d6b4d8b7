#include "tests/backend/rule_session.h"

#include <algorithm>

#include "runtime/dispatch/checking.h"

namespace guardc::compiler {
namespace {

const std::string kFrame =
    "frame f(a, b, c) {\nlimit 6 then evict\non failure retry 1000000\nuser { b < 4 }\n}\n";

constexpr const char* kBackends[] = {"npu", "gpu"};

std::string lines(const std::vector<std::size_t>& guards) {
    std::string text;
    for (const std::size_t guard : guards)
        text += std::string(kFramework[guard].text) + "\n";
    return text;
}

// What frame_at writes for `c`.
bool is_argument(const Cell& cell, const Point& point) {
    return cell.tag == CellTag::floating && cell.as_floating() == (point.c == 0 ? 0.5 : 0.25);
}

}  // namespace

bool Artefact::is_good_for(const Point& point) const {
    const std::scoped_lock lock(mutex_);
    return std::ranges::any_of(good_for_, [&](ModelEntry entry) {
        entry.requirements.clear();
        return entry.accepts(point);
    });
}

RuleSession::RuleSession(std::vector<std::uint16_t> choices)
    : choices_(std::move(choices)), world_(kFrame, callbacks()) {
    for (const Point& point : points_)
        frames_.push_back(frame_at(point));
}

std::vector<std::size_t> RuleSession::InForce::indices(
    const std::vector<std::pair<std::size_t, RuleHandle>>& rules) {
    std::vector<std::size_t> found;
    for (const auto& rule : rules)
        found.push_back(rule.first);
    return found;
}

bool RuleSession::InForce::takes(const Point& point) const {
    return std::ranges::all_of(requirements,
                               [&](const auto& rule) { return kRequirements[rule.first].holds(point); });
}

std::size_t RuleSession::below(std::size_t end) {
    return is_done() ? 0 : choices_[next_choice_++] % end;
}

void RuleSession::expect(bool holds, const std::string& what) {
    if (!holds && wrong_.empty()) wrong_ = what;
}

std::string RuleSession::run() {
    while (!is_done() && wrong_.empty())
        step();
    if (wrong_.empty()) check_entries();
    return wrong_;
}

void RuleSession::step() {
    const std::string backend = kBackends[below(2)];
    InForce& rules = in_force_[backend];
    switch (below(11)) {
        case 0:
            return require(backend, rules);
        case 1:
            return waive(backend, rules);
        case 2:
            return take_back(rules.requirements);
        case 3:
            return take_back(rules.waivers);
        case 4:
            return consent(backend, rules);
        case 5:
            return check_entries();
        case 6:
            return remove_entry();
        default:
            return look_up(backend, rules);
    }
}

Callbacks RuleSession::callbacks() {
    Callbacks callbacks;
    callbacks.compile = [this](const CompileRequest&) { return compile(); };
    return callbacks;
}

std::expected<NewEntry, CompileFailure> RuleSession::compile() {
    ArtefactScope own = Backend(world_.rules, next_.backend).artefact("f");
    for (const std::size_t guard : next_.own_requirements)
        expect(own.require(kRequirements[guard].text).has_value(), "a requirement of its own");
    for (const std::size_t waiver : next_.own_waived)  // there may be nothing to waive
        expect(own.waive("? " + std::string(kWaivers[waiver].text)).has_value(), "a waiver of its own");
    return NewEntry{.name = next_name_,
                    .artefact = std::make_shared<Artefact>(next_),
                    .backend = {},
                    .guards = lines(next_.framework),
                    .rules = own.rules(),
                    .reads = {.all = true}};
}

void RuleSession::remove_entry() {
    const auto live = world_.cache.entries();
    if (!live.empty()) world_.cache.remove(live[below(live.size())]->id);
}

void RuleSession::require(const std::string& backend, InForce& rules) {
    const std::size_t index = below(kRequirements.size());
    auto handle = Backend(world_.rules, backend).require("f", kRequirements[index].text);
    if (!handle) return expect(false, handle.error().text());
    rules.requirements.emplace_back(index, std::move(*handle));
    for (auto& [name, entry] : entries_)
        if (entry.backend == backend) entry.requirements.push_back(index);
}

void RuleSession::waive(const std::string& backend, InForce& rules) {
    const std::size_t index = below(kWaivers.size());
    auto handle = Backend(world_.rules, backend).waive("f", kWaivers[index].text);
    if (!handle) return expect(false, handle.error().text());
    rules.waivers.emplace_back(index, std::move(*handle));
}

void RuleSession::take_back(std::vector<std::pair<std::size_t, RuleHandle>>& rules) {
    if (!rules.empty()) rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(below(rules.size())));
}

void RuleSession::consent(const std::string& backend, const InForce& rules) {
    const auto live = world_.cache.entries();
    if (live.empty()) return;
    const auto& entry = live[below(live.size())];
    if (entry->backend != backend) return;
    ModelEntry& model = entries_.at(entry->name);
    model.waived = InForce::indices(rules.waivers);
    model.requirements = InForce::indices(rules.requirements);
    static_cast<Artefact*>(entry->artefact.get())->consent(model);
    const auto consented = world_.cache.consent(entry->id);
    expect(consented && *consented, "consent for " + entry->name);
}

// What the model says of this look-up. `next_` is what a compile would make.
std::string RuleSession::expected(const Point& point, const std::string& backend,
                                  const InForce& rules) const {
    for (const auto& entry : world_.cache.entries()) {
        if (entry->backend == backend && entries_.at(entry->name).accepts(point)) return "hit:" + entry->name;
    }
    if (!rules.takes(point)) return "eager:require";
    return next_.accepts(point) ? "compile:" + next_name_ : "eager:failed";
}

void RuleSession::look_up(const std::string& backend, const InForce& rules) {
    const std::size_t index = below(points_.size());
    const Point& point = points_[index];
    next_ = {backend, {}, InForce::indices(rules.waivers), InForce::indices(rules.requirements)};
    for (std::size_t guard = 0; guard < kFramework.size(); ++guard) {
        if (kFramework[guard].holds(point) && below(2) == 0) next_.framework.push_back(guard);
    }
    if (below(4) == 0) next_.own_waived.push_back(below(kWaivers.size()));
    if (below(4) == 0) next_.own_requirements.push_back(below(kRequirements.size()));
    next_name_ = "e" + std::to_string(++made_);
    const std::string wanted = expected(point, backend, rules);

    const auto slots = bind_frame(frames_[index], *world_.rules->shape("f"));
    const Outcome outcome = world_.cache.look_up(
        {.slots = slots, .ambient = frames_[index].ambient, .backend = world_.dispatcher.backend(backend)});
    const std::string told = outcome_text(outcome);
    expect(told == wanted, "expected " + wanted + ", found " + told);
    if (outcome.kind() == OutcomeKind::compile) entries_[next_name_] = next_;
    const auto* const artefact = static_cast<const Artefact*>(outcome.artefact());
    if (artefact == nullptr) return;
    expect(artefact->is_good_for(point), told + " outside what it was built for");
    for (const Cell& cell : outcome.lifted())
        expect(is_argument(cell, point), told + " got another argument than the frame's");
}

// Every live entry accepts exactly what the model says, on every point.
void RuleSession::check_entries() {
    const FrameShape shape = *world_.rules->shape("f");
    for (const auto& entry : world_.cache.entries()) {
        const ModelEntry& model = entries_.at(entry->name);
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const auto slots = bind_frame(frames_[i], shape);
            const Call call{.slots = slots, .ambient = frames_[i].ambient};
            const bool hits = check_once(*entry->code, call).status == Status::hit;
            expect(hits == model.accepts(points_[i]),
                   entry->name + " at a = " + std::to_string(points_[i].a) +
                       ", b = " + std::to_string(points_[i].b) + ", c = " + std::to_string(points_[i].c));
        }
    }
}

}  // namespace guardc::compiler
