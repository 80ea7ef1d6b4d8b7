#include "compiler/import/place_namer.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "grammar/words.h"
#include "runtime/value/scalars.h"

namespace guardc::compiler {

namespace {

constexpr std::size_t kFewestUses = 3;
constexpr std::size_t kUsualName = 16;

std::size_t cost(std::size_t text, std::size_t name) {
    return std::string_view("    let  = ").size() + name + text;
}

std::size_t saved(std::size_t uses, std::size_t text, std::size_t name) {
    if (text <= name) return 0;
    const std::size_t gain = uses * (text - name);
    return gain > cost(text, name) ? gain - cost(text, name) : 0;
}

// `__import_torch_dot_nn`: a module that the peer puts into a frame. Its names from the last to the first.
std::vector<std::string> global_steps(std::string name) {
    if (name.starts_with("__builtins_dict__")) return {"builtins"};
    constexpr std::string_view kImport = "__import_";
    constexpr std::string_view kDot = "_dot_";
    if (!name.starts_with(kImport)) return {name};
    name.erase(0, kImport.size());
    std::vector<std::string> steps;
    for (std::size_t dot = name.rfind(kDot); dot != std::string::npos; dot = name.rfind(kDot)) {
        steps.push_back(name.substr(dot + kDot.size()));
        name.resize(dot);
    }
    steps.push_back(std::move(name));
    return steps;
}

// Steps that every module has say nothing of one.
bool is_plumbing(std::string_view step) {
    return step == "_modules" || step == "_parameters" || step == "_buffers" || step.starts_with("__");
}

std::string without_underscores(std::string step) {
    step.erase(0, step.find_first_not_of('_'));
    return step;
}

std::string as_identifier(std::string text) {
    for (char& c : text)
        if (!grammar::is_identifier_part(c) || static_cast<unsigned char>(c) >= 0x80) c = '_';
    return text;
}

// The last `count` steps as one name; a number takes what it counts along.
std::string name_of(const std::vector<std::string>& steps, std::size_t count) {
    std::string name;
    for (std::size_t i = steps.size() - count; i < steps.size(); ++i)
        name += (name.empty() ? "" : "_") + as_identifier(steps[i]);
    return name;
}

}  // namespace

bool PlaceNamer::can_have_name(TermId term) const {
    const TermOp op = terms_[term].op;
    if (op == TermOp::attribute) return !is_plumbing(terms_.name(term));
    return op == TermOp::global || op == TermOp::item;
}

TermId PlaceNamer::base_of(TermId place) const {
    const TermOp op = terms_[place].op;
    return op == TermOp::attribute || op == TermOp::item ? terms_.operands(place)[0] : kNoTerm;
}

void PlaceNamer::mention(TermId root) {
    std::unordered_set<TermId> seen;
    std::vector<TermId> pending{root};
    while (!pending.empty()) {
        const TermId term = pending.back();
        pending.pop_back();
        if (!seen.insert(term).second) continue;
        if (can_have_name(term)) ++uses_[term];
        const auto operands = terms_.operands(term);
        pending.insert(pending.end(), operands.begin(), operands.end());
    }
}

// From the innermost out: what lies in a named place is written once for it, in its own line. Operands have
// smaller ids than what holds them.
std::vector<PlaceNamer::Named> PlaceNamer::repeated(std::size_t worth) {
    auto uses_of = uses_;
    std::vector<TermId> places;
    for (const auto& [place, uses] : uses_)
        if (uses >= kFewestUses) places.push_back(place);
    std::ranges::sort(places, std::greater());
    std::vector<Named> chosen;
    for (const TermId place : places) {
        const std::size_t uses = uses_of[place];
        if (uses < kFewestUses || saved(uses, texts_.of(place).size(), kUsualName) < worth) continue;
        chosen.push_back({place, uses, {}, {}});
        for (TermId outer = base_of(place); outer != kNoTerm; outer = base_of(outer))
            if (const auto found = uses_of.find(outer); found != uses_of.end())
                found->second -= std::min(found->second, uses - 1);
    }
    std::ranges::reverse(chosen);
    return chosen;
}

std::vector<std::string> PlaceNamer::steps_of(TermId place) const {
    std::vector<std::string> steps;
    for (; place != kNoTerm; place = base_of(place)) {
        const Term& term = terms_[place];
        std::string step;
        if (term.op == TermOp::global) {
            for (const std::string& name : global_steps(rules_.shape.slots[term.data].name))
                steps.push_back(without_underscores(name));
        } else if (term.op == TermOp::local) {
            step = rules_.shape.slots[term.data].name;
        } else if (term.op == TermOp::attribute) {
            step = terms_.name(place);
        } else if (term.op == TermOp::item) {
            const TermId key = terms_.operands(place)[1];
            const Value* value = terms_[key].op == TermOp::constant ? &terms_.constant(key) : nullptr;
            if (value != nullptr && value->kind == Kind::string) step = text_of(*value);
            if (value != nullptr && value->kind == Kind::integer) step = texts_.of(key);
        }
        if (!is_plumbing(step)) steps.push_back(without_underscores(std::move(step)));
    }
    std::erase(steps, "");
    std::ranges::reverse(steps);
    return steps;
}

// The last step that tells them apart, with as many before it as that takes.
void PlaceNamer::give_names(std::vector<Named>& chosen, const std::vector<std::string>& parameters) {
    std::vector<std::vector<std::string>> steps;
    std::vector<std::size_t> used;
    for (const Named& each : chosen) {
        steps.push_back(steps_of(each.place));
        used.push_back(std::min<std::size_t>(1, steps.back().size()));
    }
    for (bool changed = true; changed;) {
        changed = false;
        std::unordered_map<std::string, std::size_t> taken;
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            chosen[i].name = name_of(steps[i], used[i]);
            ++taken[chosen[i].name];
        }
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            const bool serves = taken[chosen[i].name] == 1 && texts_.is_free(chosen[i].name, parameters);
            if (serves || used[i] == steps[i].size()) continue;
            ++used[i];
            changed = true;
        }
    }
    std::unordered_set<std::string> taken;
    for (Named& each : chosen) {
        const std::string name =
            each.name.empty() || grammar::is_digit(each.name[0]) ? "at_" + each.name : each.name;
        each.name = name;
        for (unsigned number = 2; !texts_.is_free(each.name, parameters) || !taken.insert(each.name).second;
             ++number)
            each.name = name + "_" + std::to_string(number);
    }
}

// By the names that the places around them have got.
std::vector<PlaceNamer::Named> PlaceNamer::worth_it(std::vector<Named> chosen, std::size_t worth,
                                                    PlaceNames& names) {
    std::vector<Named> kept;
    for (Named& each : chosen) {
        texts_.name_places(names);
        each.text = texts_.of(each.place);
        if (saved(each.uses, each.text.size(), each.name.size()) < worth / 2) continue;
        names.emplace(each.place, each.name);
        kept.push_back(std::move(each));
    }
    texts_.name_places(names);
    return kept;
}

std::vector<PlaceNamer::Named> PlaceNamer::choose(const std::vector<std::string>& parameters,
                                                  std::size_t worth, PlaceNames& names) {
    names.clear();
    texts_.name_places(names);
    std::vector<Named> chosen = repeated(worth);
    if (chosen.empty()) return chosen;
    give_names(chosen, parameters);
    return worth_it(std::move(chosen), worth, names);
}

}  // namespace guardc::compiler
