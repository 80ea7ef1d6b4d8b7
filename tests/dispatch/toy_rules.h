// A rule compiler for tests of the dispatcher: frames of one slot that points to an int, guards `x == 3`,
// `x % 2 == 0`, `x >= 5`, `anything`, `broken` (the check is an error), one a line.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/dispatch/rule_compiler.h"

namespace guardc::tests {

class ToyRules : public RuleCompiler {
  public:
    // An entry that compiles may name.
    void declare(std::string name, std::string guards, std::string backend = "") {
        declared_[std::move(name)] = {std::move(guards), std::move(backend)};
    }

    // Called while an entry is compiled, and while one is narrowed. Set before look-ups run.
    std::function<void()> when_compiling = {}, when_narrowing = {};

    // A standing requirement, in force when this returns.
    void require(const std::string& backend, const std::string& guard);

    std::shared_ptr<const StandingRules> standing(std::string_view frame) override;
    std::optional<std::string> declared_backend(std::string_view, std::string_view entry) override;
    std::expected<Code, RuleFailure> compile(const EntryRequest& request) override;
    Code requirements(const StandingRules& standing, std::string_view backend) override;
    std::expected<Code, RuleFailure> narrowed(std::string_view frame, const Code& code) override;
    std::vector<ReasonText> reasons(const EntryCode& code, std::span<const Ref> slots,
                                    const AmbientBlock& ambient, ReasonsWanted which) override;

  private:
    struct Requirement {
        std::string backend, guard;
    };
    struct Standing : StandingRules {
        std::vector<Requirement> requirements;
    };
    std::shared_ptr<const Standing> current() const;

    struct Declared {
        std::string guards, backend;
    };
    std::map<std::string, Declared, std::less<>> declared_;
    mutable std::mutex mutex_;
    std::shared_ptr<const Standing> standing_ = std::make_shared<Standing>();
};

// Code that checks `guards`, for entries that need no rule compiler.
std::shared_ptr<const EntryCode> toy_code(const std::string& guards);

}  // namespace guardc::tests
