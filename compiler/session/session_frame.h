// One frame of a session: its entries, and the cache that holds them where a dispatcher is asked for.
#pragma once

#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/session/session.h"
#include "runtime/dispatch/dispatcher.h"

namespace guardc::compiler {

class Session::Frame {
  public:
    struct Place {
        FrameRuleCompiler& compiler;
        NativeQueue& native;
        const SessionOptions& options;
        const Model& model;
        Audit* audit;  // null: nobody asks for one
    };

    // Builds every entry; a failure is one of the rules.
    static std::expected<std::unique_ptr<Frame>, SessionFailure> build(FrameRules rules, const Place& place);

    // Puts the frame into the dispatcher, where the options ask for one.
    std::expected<void, SessionFailure> join(Dispatcher& dispatcher);

    const std::string& name() const { return rules_.name; }
    Answer dispatch(const FrameDocument& document, ReasonsWanted wanted);
    std::vector<EntryReasons> explain(const FrameDocument& document);

  private:
    struct Row {
        std::string name;
        std::string backend;
        std::shared_ptr<const EntryCode> code;
        std::vector<Guard> kept;
    };

    Frame(FrameRules rules, const Place& place) : rules_(std::move(rules)), place_(place) {}

    std::expected<Row, SessionFailure> build_row(const Entry& entry);
    Answer ask_entries(const Call& call);
    Answer ask_cache(const Call& call);
    void watch(const std::string& entry, const EntryCode& code, const Call& call) const;
    std::expected<NewEntry, CompileFailure> compile_for(const CompileRequest& request);
    bool accepts(const Row& row, const Call& call, bool requirements_too) const;
    std::vector<ReasonText> reasons(const Row& row, const Call& call, ReasonsWanted wanted) const;
    std::vector<ReasonText> all_reasons(const Call& call, ReasonsWanted wanted) const;

    FrameRules rules_;
    Place place_;
    FrameShape shape_;
    std::vector<Row> rows_;        // in the order of the rules
    FrameCache* cache_ = nullptr;  // null: entries are asked one by one
};

}  // namespace guardc::compiler
