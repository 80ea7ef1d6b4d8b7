#include "runtime/dispatch/rule_compiler.h"

#include <utility>

namespace guardc {

RuleCompiler::Code RuleCompiler::object_at(std::string_view, std::string_view) {
    return nullptr;
}

void RuleCompiler::serve_natively(const Code&) {}

void RuleCompiler::attach(std::weak_ptr<RuleListener> listener) {
    const std::scoped_lock lock(listeners_mutex_);
    std::erase_if(listeners_, [](const auto& known) { return known.expired(); });
    listeners_.push_back(std::move(listener));
}

void RuleCompiler::announce_narrowing(std::string_view frame) {
    std::vector<std::weak_ptr<RuleListener>> listeners;
    {
        const std::scoped_lock lock(listeners_mutex_);
        listeners = listeners_;
    }
    for (const auto& known : listeners) {
        if (const auto listener = known.lock()) listener->rules_narrowed(frame);
    }
}

}  // namespace guardc
