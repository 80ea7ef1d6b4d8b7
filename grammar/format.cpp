#include <limits>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "grammar/layout.h"
#include "grammar/peer.h"
#include "grammar/policy_names.h"
#include "grammar/print.h"

namespace guardc::grammar {

namespace {

std::string name_text(std::string_view name) {
    return is_identifier(name) ? std::string(name) : quote_string(name);
}

std::string because_text(const std::optional<std::string>& because) {
    return because ? " because " + quote_string(*because) : std::string();
}

std::string guard_text(const ExprPool& pool, const GuardStatement& guard) {
    if (!guard.peer)
        return guard_statement(print_expression(pool, guard.expression)) + because_text(guard.because);
    if (guard.peer->raw.empty()) return guard.peer->kind;
    return fmt::format("{}: {}", guard.peer->kind, guard.peer->raw);
}

std::string frame_text(const FrameDecl& frame) {
    std::string out = "frame " + name_text(frame.name);
    if (frame.has_parameters) {
        out += "(";
        for (std::size_t i = 0; i < frame.parameters.size(); ++i)
            out += (i > 0 ? ", " : "") + name_text(frame.parameters[i].name);
        out += ")";
    }
    if (frame.at_file) out += fmt::format(" at {}:{}", quote_string(*frame.at_file), frame.at_line);
    return out;
}

std::string limit_text(const ExprPool& pool, const LimitClause& limit) {
    const std::string per = limit.per == kNoExpr ? "" : " per " + print_expression(pool, limit.per);
    return fmt::format("limit {}{} then {}", limit.count, per, spelling(limit.policy));
}

std::string failure_text(const FailureClause& failure) {
    const std::string count = failure.retries.empty() ? "" : " " + failure.retries;
    return fmt::format("on failure {}{}", spelling(failure.policy), count);
}

std::string waive_text(const ExprPool& pool, const WaiveStatement& waive) {
    std::string out = waive.optional ? "waive? " : "waive ";
    switch (waive.selector) {
        case Selector::pattern:
            out += print_expression(pool, waive.pattern);
            break;
        case Selector::path:
            out += "path " + print_expression(pool, waive.pattern);
            break;
        case Selector::id:
            out += "id " + quote_string(waive.text);
            break;
        case Selector::kind:
            out += "kind " + quote_string(waive.text);
            break;
        case Selector::text:
            out += "text " + quote_string(waive.text);
            break;
    }
    if (waive.action == WaiverAction::lift) out += " lift";
    if (waive.argument) out += " as " + quote_string(*waive.argument);
    if (waive.action == WaiverAction::weaken) out += " weaken " + print_expression(pool, waive.weaker);
    return out + because_text(waive.because);
}

// The canonical text of every statement, under the offset where it starts.
class StatementTexts {
  public:
    explicit StatementTexts(const File& file) : pool_(file.pool) {
        for (const FrameDecl& frame : file.frames)
            add(frame);
        for (const BackendDecl& backend : file.backends)
            add(backend);
        for (const TestDecl& test : file.tests)
            add(test);
    }

    // Of the statement that stands at `line`, or null when the tree holds none there.
    const std::string* find(Span line) const {
        const auto found = texts_.lower_bound(line.begin);
        return found == texts_.end() || found->first >= line.end ? nullptr : &found->second;
    }

  private:
    void add(const FrameDecl& frame) {
        texts_[frame.span.begin] = frame_text(frame);
        for (const LimitClause& limit : frame.limits)
            texts_[limit.span.begin] = limit_text(pool_, limit);
        for (const FailureClause& failure : frame.failures)
            texts_[failure.span.begin] = failure_text(failure);
        for (const OrderClause& order : frame.orders)
            texts_[order.span.begin] = fmt::format("order {}", spelling(order.order));
        for (const ProofClause& proof : frame.proofs)
            texts_[proof.span.begin] = "no unproved waivers";
        for (const DimStatement& dim : frame.dims)
            texts_[dim.span.begin] = fmt::format("{} {} = {}", dim.is_place ? "let" : "dim", dim.name,
                                                 print_expression(pool_, dim.value));
        for (const Span& common : frame.common_blocks)
            texts_[common.begin] = "common";
        for (const GuardStatement& guard : frame.common_guards)
            texts_[guard.span.begin] = guard_text(pool_, guard);
        for (const Span& user : frame.user_blocks)
            texts_[user.begin] = "user";
        for (const GuardStatement& guard : frame.user_guards)
            texts_[guard.span.begin] = guard_text(pool_, guard);
        for (const EntryDecl& entry : frame.entries) {
            const std::string backend = entry.backend ? " backend " + quote_string(*entry.backend) : "";
            texts_[entry.span.begin] = fmt::format("entry {}{}", quote_string(entry.name), backend);
            for (const GuardStatement& guard : entry.guards)
                texts_[guard.span.begin] = guard_text(pool_, guard);
        }
    }

    void add(const BackendDecl& backend) {
        texts_[backend.span.begin] =
            fmt::format("backend {} for {}", quote_string(backend.name), name_text(backend.frame));
        for (const RequireStatement& require : backend.requires_)
            texts_[require.span.begin] = "require " + guard_text(pool_, require.guard);
        for (const WaiveStatement& waive : backend.waives)
            texts_[waive.span.begin] = waive_text(pool_, waive);
    }

    void add(const TestDecl& test) {
        const std::string frame = test.frame ? " for " + name_text(*test.frame) : "";
        texts_[test.span.begin] = fmt::format("test {}{}", quote_string(test.title), frame);
        add_values("frame", test.locals);
        add_values("globals", test.globals);
        add_values("state", test.state);
        const std::string expected =
            test.expect == TestDecl::Expect::miss ? "miss" : quote_string(test.expected_entry);
        texts_[test.expect_span.begin] = fmt::format("expect {}{}", expected, because_text(test.because));
    }

    void add_values(std::string_view word, ExprId values) {
        if (values != kNoExpr)
            texts_[pool_[values].span.begin] = fmt::format("{} {}", word, print_expression(pool_, values));
    }

    const ExprPool& pool_;
    std::map<std::uint32_t, std::string> texts_;
};

// Writes the lines of the layout one below the other and puts each comment where it stood: behind the
// statement whose line it shares, or on lines of its own before the next one. A comment between the lines of
// one statement moves above it.
class FileFormatter {
  public:
    FileFormatter(const Source& source, const File& file) : text_(source.text()), texts_(file) {
        Limits limits;
        limits.bytes = limits.nesting = limits.statements = std::numeric_limits<std::uint32_t>::max();
        Sink ignored(0);
        layout_ = scan_layout(text_, BlockKind::file, limits, ignored);
    }

    std::string run() {
        std::vector<std::uint32_t> open;  // indices of the blocks around
        const auto close_until = [&](std::uint32_t index) {
            for (; !open.empty() && layout_.lines[open.back()].next <= index; open.pop_back())
                close(layout_.lines[open.back()], open.size() - 1);
        };
        for (std::uint32_t i = 0; i < layout_.lines.size(); ++i) {
            close_until(i);
            const LogicalLine& line = layout_.lines[i];
            const std::string* canonical = texts_.find(line.span);
            const std::string_view as_written =
                text_.substr(line.span.begin, line.span.end - line.span.begin);
            const std::uint32_t end = line.is_block ? line.open + 1 : line.span.end;
            row((canonical != nullptr ? *canonical : std::string(as_written)) + (line.is_block ? " {" : ""),
                open.size(), {line.span.begin, end});
            just_opened_ = line.is_block && out_.ends_with("{\n");
            if (line.is_block) open.push_back(i);
            at_block_start_ = line.is_block;
        }
        close_until(static_cast<std::uint32_t>(layout_.lines.size()));
        own_comments(static_cast<std::uint32_t>(text_.size()) + 1, 0);
        return std::move(out_);
    }

  private:
    void close(const LogicalLine& block, std::size_t depth) {
        const Span brace{block.close - 1, block.close};
        own_comments(brace.begin, depth + 1);
        at_block_start_ = true;  // no blank line before a closing brace
        if (just_opened_) {
            out_.pop_back();
            out_ += "}";
            trailing_comment(brace.end);
        } else {
            row("}", depth, brace);
        }
        just_opened_ = false;
        at_block_start_ = false;
        behind_top_item_ = depth == 0;
    }

    void row(std::string_view text, std::size_t depth, Span place) {
        own_comments(place.begin, depth);
        own_comments_inside(place, depth);
        blank_line(place.begin);
        indent(depth);
        out_ += text;
        trailing_comment(place.end);
        at_block_start_ = false;
    }

    void own_comments(std::uint32_t before, std::size_t depth) {
        while (next_comment_ < layout_.comments.size() && layout_.comments[next_comment_].span.begin < before)
            own_comment(depth);
    }

    void own_comments_inside(Span place, std::size_t depth) { own_comments(place.end, depth); }

    void own_comment(std::size_t depth) {
        const Span span = layout_.comments[next_comment_++].span;
        blank_line(span.begin);
        indent(depth);
        out_ += comment_text(span);
        out_ += "\n";
        at_block_start_ = false;
        just_opened_ = false;
    }

    // The rest of the line: `end` is where the statement ended in the source.
    void trailing_comment(std::uint32_t end) {
        if (next_comment_ < layout_.comments.size()) {
            const Comment& comment = layout_.comments[next_comment_];
            const std::string_view between =
                text_.substr(end, comment.span.begin - std::min(comment.span.begin, end));
            if (!comment.own_line && comment.span.begin >= end &&
                between.find_first_not_of(" \t;\f") == std::string_view::npos) {
                out_ += "  " + comment_text(comment.span);
                ++next_comment_;
            }
        }
        out_ += "\n";
    }

    std::string comment_text(Span span) const {
        std::string_view text = text_.substr(span.begin, span.end - span.begin);
        text = text.substr(0, text.find_last_not_of(" \t\f") + 1);
        return std::string(text);
    }

    void blank_line(std::uint32_t offset) {
        const bool keeps = !at_block_start_ && !out_.empty() && blank_before(offset);
        if (keeps || behind_top_item_) out_ += "\n";
        behind_top_item_ = false;
    }

    // True when `offset` starts its line and the line above is blank.
    bool blank_before(std::uint32_t offset) const {
        std::size_t at = offset;
        const auto skip = [&] {
            while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t' || text_[at - 1] == '\r' ||
                              text_[at - 1] == '\f'))
                --at;
        };
        skip();
        if (at == 0 || text_[at - 1] != '\n') return false;
        --at;
        skip();
        return at == 0 || text_[at - 1] == '\n';
    }

    void indent(std::size_t depth) { out_.append(depth * 4, ' '); }

    std::string_view text_;
    StatementTexts texts_;
    Layout layout_;
    std::string out_;
    std::size_t next_comment_ = 0;
    bool at_block_start_ = false;
    bool just_opened_ = false;
    bool behind_top_item_ = false;
};

}  // namespace

std::string guard_statement(std::string text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    if (peer_shape(text, {0, size}).line == PeerLine::none) return text;
    return "(" + text + ")";
}

std::string format_file(const Source& source, const File& file) {
    return FileFormatter(source, file).run();
}

}  // namespace guardc::grammar
