// The rules of one frame while a process runs: what a file said, and what backends add and take back.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/backend/compiled_rules.h"
#include "compiler/backend/mistakes.h"
#include "compiler/backend/standing.h"
#include "runtime/dispatch/rule_compiler.h"

namespace guardc::compiler {

// Any number of threads. The standing rules are read without waiting for a compile.
class LiveFrame {
  public:
    LiveFrame(FrameRules rules, const Model& model, BuildOptions options);

    // Puts the file's backend blocks in force. Once, before anything else.
    grammar::Diagnostics adopt_blocks();
    // Makes what reads the objects that limits count by. Likewise.
    grammar::Diagnostics adopt_limits();

    const std::string& name() const { return name_; }
    FrameShape shape() const;
    std::shared_ptr<const FrameStanding> standing() const;

    std::optional<std::string> declared_backend(std::string_view entry) const;
    using Code = std::shared_ptr<const EntryCode>;
    std::expected<Code, RuleFailure> compile(const EntryRequest& request);
    std::expected<Code, RuleFailure> narrow(const Code& code);
    Code object_at(std::string_view path) const;  // of a limit per object; else null
    std::vector<ReasonText> reasons(const EntryCode& code, std::span<const Ref> slots,
                                    const AmbientBlock& ambient, ReasonsWanted which) const;

    // In force when they return; `require` for entries that exist only when narrowed.
    std::expected<void, Mistakes> require(const std::string& backend, std::string text,
                                          const std::string& because, RuleId id);
    std::expected<void, Mistakes> waive(const std::string& backend, std::string text,
                                        const std::string& because, RuleId id);
    void remove(RuleId id);

  private:
    std::expected<std::shared_ptr<const std::vector<Guard>>, RuleFailure> source_of(
        const EntryRequest& request);
    std::expected<void, grammar::Diagnostics> change(const std::string& backend,
                                                     const std::function<void(BackendStanding&)>& edit);
    std::string render(const grammar::Diagnostics& diagnostics, const EntrySource& source) const;
    EntryBuild build() { return {rules_, model_, options_, readers_}; }

    const std::string name_;
    const Model& model_;
    const BuildOptions options_;

    mutable std::mutex mutex_;  // of rules_ and readers_, and of changes to standing_
    FrameRules rules_;
    ValueReaders readers_;
    struct Declared {
        std::string backend;
        std::shared_ptr<const std::vector<Guard>> guards;
    };
    std::map<std::string, Declared, std::less<>> declared_;  // by name; never changes

    std::map<std::string, Code, std::less<>> limit_paths_;  // by canonical path; never changes

    mutable std::mutex standing_mutex_;  // held to copy the pointer only
    std::shared_ptr<const FrameStanding> standing_;
};

}  // namespace guardc::compiler
