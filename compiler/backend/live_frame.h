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

#include "compiler/backend/check_waivers.h"
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
    bool can_bind(const ExternDeclaration& declaration) const;
    void bind(std::shared_ptr<const ExternDeclaration> declaration);

    std::vector<Guard> copy(std::span<const Guard> guards, TermPool& to, FrameShape& shape) const;
    std::shared_ptr<TermPool> terms() const { return rules_.terms; }
    std::shared_ptr<const FrameStanding> standing() const;

    std::optional<std::string> declared_backend(std::string_view entry) const;
    using Code = std::shared_ptr<const EntryCode>;
    std::expected<Code, RuleFailure> compile(const EntryRequest& request);
    std::expected<Code, RuleFailure> narrow(const Code& code);
    Code object_at(std::string_view path) const;  // of a limit per object; else null
    std::expected<Code, RuleFailure> renew(const Code& code);
    std::vector<ReasonText> reasons(const EntryCode& code, std::span<const Ref> slots,
                                    const AmbientBlock& ambient, ReasonsWanted which) const;

    // Strings of a backend against the names of this frame; nothing changes, save that mentioning a new name
    // may add a slot to an open frame.
    std::expected<std::vector<Guard>, Mistakes> check(const GuardString& requirement);
    std::expected<WaiverMatch, Mistakes> check(const std::string& backend, const WaiverString& waiver);

    // In force when they return; requirements for entries that exist only when narrowed.
    std::expected<void, grammar::Diagnostics> require(const std::string& backend,
                                                      const std::vector<Guard>& guards, RuleId id);
    void waive(const std::string& backend, std::shared_ptr<const CheckedWaiver> waiver, RuleId id);
    void remove(RuleId id);

  private:
    std::expected<std::shared_ptr<const std::vector<Guard>>, RuleFailure> source_of(
        const EntryRequest& request);
    std::expected<void, grammar::Diagnostics> change(const std::string& backend,
                                                     const std::function<void(BackendStanding&)>& edit);
    std::string render(const grammar::Diagnostics& diagnostics, const EntrySource& source) const;
    std::expected<Code, RuleFailure> built(EntrySource source);
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
