#include <unordered_map>

#include "compiler/sema/frame_check.h"

namespace guardc::compiler {

namespace {

using Names = std::unordered_set<std::string_view>;

std::string among(const Names& names, std::string_view word) {
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    return did_you_mean(word, candidates);
}

class TestCheck {
  public:
    TestCheck(const FileContext& context, const std::vector<CheckedFrame>& frames)
        : context_(context), frames_(frames) {
        for (const CheckedFrame& frame : frames)
            by_name_.emplace(frame.rules.name, &frame.rules);
    }

    void check(const grammar::TestDecl& test) {
        const FrameRules* rules = frame_of(test);
        if (rules == nullptr || test.expect != grammar::TestDecl::Expect::entry) return;
        const Names& entries = entries_of(*rules);
        if (entries.contains(test.expected_entry)) return;
        std::string hint = is_read(context_.reporter) ? among(entries, test.expected_entry) : std::string();
        context_.reporter.error("unknown-entry", test.expect_span,
                                "frame `" + rules->name + "` has no entry \"" + test.expected_entry + "\"",
                                std::move(hint));
    }

  private:
    // Null after a mistake.
    const FrameRules* frame_of(const grammar::TestDecl& test) {
        if (test.frame) {
            const auto found = by_name_.find(*test.frame);
            if (found != by_name_.end()) return found->second;
            unknown_frame(context_, *test.frame, test.title_span);
        } else {
            if (frames_.size() == 1) return &frames_[0].rules;
            context_.reporter.error("unknown-frame", test.title_span,
                                    "the test does not say which frame it is for",
                                    "write `test \"..\" for NAME {`");
        }
        return nullptr;
    }

    const Names& entries_of(const FrameRules& rules) {
        const auto [place, added] = entries_.try_emplace(&rules);
        if (added) {
            for (const Entry& entry : rules.entries)
                place->second.insert(entry.name);
        }
        return place->second;
    }

    const FileContext& context_;
    const std::vector<CheckedFrame>& frames_;
    std::unordered_map<std::string_view, const FrameRules*> by_name_;
    std::unordered_map<const FrameRules*, Names> entries_;
};

}  // namespace

void check_tests(const FileContext& context, const std::vector<CheckedFrame>& frames) {
    TestCheck check(context, frames);
    for (const grammar::TestDecl& test : context.file.tests)
        check.check(test);
}

void unknown_frame(const FileContext& context, const std::string& name, grammar::Span span) {
    Names names;
    if (is_read(context.reporter)) {
        for (const grammar::FrameDecl& frame : context.file.frames)
            names.insert(frame.name);
    }
    context.reporter.error("unknown-frame", span, "there is no frame `" + name + "`", among(names, name));
}

}  // namespace guardc::compiler
