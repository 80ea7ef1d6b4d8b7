#include "compiler/plan/environment.h"

namespace guardc::compiler {

const Reached* Environment::find(TermId term) const {
    const auto found = reached_.find(term);
    return found == reached_.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> Environment::integer(TermId value) const {
    const auto found = integers_.find(value);
    return found == integers_.end() ? std::nullopt : std::optional(found->second);
}

void Environment::reach(TermId term, const Reached& reached, std::uint32_t position) {
    if (reached_.emplace(term, reached).second) {
        steps_.push_back({position, Step::What::reached, term, {}});
    }
}

void Environment::replace(TermId term, const Reached& reached, std::uint32_t position) {
    if (const auto found = reached_.find(term); found != reached_.end()) {
        steps_.push_back({position, Step::What::narrowed, term, found->second});
        found->second = reached;
    }
}

void Environment::narrow_references(TermId term, std::uint64_t kinds, std::uint32_t position) {
    const auto found = reached_.find(term);
    if (found == reached_.end()) {
        return;
    }
    steps_.push_back({position, Step::What::narrowed, term, found->second});
    found->second.kinds &= kinds;
}

void Environment::hold(TermId test, std::uint32_t position) {
    if (tests_.insert(test).second) {
        steps_.push_back({position, Step::What::held, test, {}});
    }
}

void Environment::settle(TermId value, std::int64_t integer, std::uint32_t position) {
    if (integers_.emplace(value, integer).second) {
        steps_.push_back({position, Step::What::settled, value, {}});
    }
}

void Environment::forget_from(std::uint32_t position) {
    while (!steps_.empty() && steps_.back().position >= position) {
        const Step& step = steps_.back();
        switch (step.what) {
            case Step::What::reached:
                reached_.erase(step.term);
                break;
            case Step::What::narrowed:
                reached_[step.term] = step.before;
                break;
            case Step::What::held:
                tests_.erase(step.term);
                break;
            case Step::What::settled:
                integers_.erase(step.term);
                break;
        }
        steps_.pop_back();
    }
}

}  // namespace guardc::compiler
