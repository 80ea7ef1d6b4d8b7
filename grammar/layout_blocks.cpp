#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "grammar/closest.h"
#include "grammar/layout_scanner.h"

namespace guardc::grammar {

namespace {

std::optional<BlockKind> block_named(std::string_view word) {
    switch (word_named(word)) {
        case StatementWord::frame:
            return BlockKind::frame;
        case StatementWord::entry:
            return BlockKind::entry;
        case StatementWord::common:
            return BlockKind::common;
        case StatementWord::user:
            return BlockKind::user;
        case StatementWord::backend:
            return BlockKind::backend;
        case StatementWord::test:
            return BlockKind::test;
        default:
            return std::nullopt;
    }
}

bool inside_frame(BlockKind kind) {
    return kind == BlockKind::entry || kind == BlockKind::common || kind == BlockKind::user;
}

bool holds_guards(BlockKind kind) {
    return inside_frame(kind) || kind == BlockKind::backend;
}

}  // namespace

std::uint32_t Layout::behind_bracket(std::uint32_t open) const {
    const auto found = std::ranges::lower_bound(brackets, open, {}, &Bracket::open);
    return found == brackets.end() || found->open != open || found->close == 0 ? 0 : found->close + 1;
}

BlockKind LayoutScanner::block() const {
    for (auto open = stack_.rbegin(); open != stack_.rend(); ++open)
        if (open->block) return open->kind;
    return top_;
}

// The block that a `{` at this place opens, when the statement so far is the head of one.
std::optional<BlockKind> LayoutScanner::block_opened_here() const {
    if (statement_ == kNone) return std::nullopt;
    const Span first = word_at(source_, statement_, at_);
    const std::string_view word = view(source_, first);
    const auto exact = block_named(word);
    const auto shaped = block_named(spelling(statement_word(source_, statement_, end_)));
    const BlockKind around = block();
    if (holds_guards(around) || around == BlockKind::test) return shaped;
    if (exact) return exact;
    static constexpr std::array<std::string_view, 6> kHeads = {"frame", "entry",   "common",
                                                               "user",  "backend", "test"};
    const std::string_view meant =
        word_named(word) == StatementWord::none ? closest(word, kHeads) : std::string_view();
    const std::uint32_t next = skip_blanks(source_, first.end, end_);
    const bool head_follows = next < end_ && (is_quote(source_[next]) || is_identifier_start(source_[next]) ||
                                              source_[next] == '{');
    return head_follows ? block_named(meant) : std::nullopt;
}

void LayoutScanner::open_bracket(char bracket) {
    if (at_ == late_brace_) {
        ++at_;
        return;
    }
    if (stack_.size() >= limits_.nesting && !broken_) {
        sink_.error("limit-nesting", {at_, at_ + 1},
                    fmt::format("brackets and blocks are nested deeper than the limit `nesting`, {}",
                                limits_.nesting));
        broken_ = true;
    }
    if (bracket == '{' && !in_brackets()) {
        if (const auto kind = block_opened_here()) {
            open_block(*kind, false);
            return;
        }
    }
    touch(at_, at_ + 1);
    if (in_brackets() && stack_.size() >= limits_.nesting) {
        ++beyond_count(bracket);
        ++at_;
        return;
    }
    ++open_count(bracket);
    stack_.push_back(
        {bracket, at_, false, BlockKind::file, static_cast<std::uint32_t>(layout_.brackets.size())});
    layout_.brackets.push_back({at_, 0});
    ++at_;
}

void LayoutScanner::close_bracket(char bracket) {
    const char partner = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
    if (in_brackets() && beyond_count(partner) > 0) {
        --beyond_count(partner);
        touch(at_, at_ + 1);
        ++at_;
        return;
    }
    if (in_brackets() && open_count(partner) > 0) {
        close_inner_bracket(bracket, partner);
        return;
    }
    const bool in_block = !stack_.empty() && stack_.front().block;  // brackets only open inside blocks
    if (bracket != '}' || !in_block) {
        unmatched(bracket);
        return;
    }
    if (in_brackets() && drop_unclosed_brackets(true)) return;  // read again from an earlier line
    end_statement();
    close_block(at_ + 1);
    physical_blank_ = false;
    ++at_;
}

void LayoutScanner::close_inner_bracket(char bracket, char partner) {
    const Open innermost = stack_.back();
    if (innermost.bracket != partner && !broken_) {
        sink_.error("unclosed-bracket", {innermost.at, innermost.at + 1},
                    fmt::format("`{}` is never closed", innermost.bracket),
                    fmt::format("the `{}` that follows closes an outer `{}`", bracket, partner));
        broken_ = true;
    }
    while (stack_.back().bracket != partner)
        drop_bracket();
    layout_.brackets[stack_.back().index].close = at_;
    drop_bracket();
    touch(at_, at_ + 1);
    if (!in_brackets()) retreat_.reset();
    ++at_;
}

void LayoutScanner::drop_brackets() {
    while (in_brackets())
        drop_bracket();
    beyond_brackets_ = {};
}

void LayoutScanner::drop_bracket() {
    --open_count(stack_.back().bracket);
    stack_.pop_back();
}

void LayoutScanner::unmatched(char bracket) {
    if (bracket == '}' && missing_closes_ > 0) {
        --missing_closes_;
        ++at_;
        return;
    }
    if (!broken_) {
        const auto line = source_.substr(physical_line_, line_end(at_) - physical_line_);
        if (line.find("[__guards]") != std::string_view::npos) {
            sink_.error("log-line", {at_, at_ + 1}, "a log prefix stands before the guard",
                        "`guardc import` reads whole logs; or cut the prefix up to `[__guards] `");
            touch(at_, at_ + 1);
            broken_ = true;
            at_ = line_end(at_);
            return;
        }
        sink_.error("unmatched-bracket", {at_, at_ + 1}, fmt::format("`{}` closes nothing", bracket));
    }
    touch(at_, at_ + 1);
    // A stray `}` stands for itself; what surrounds it is no statement with a mistake.
    if (bracket == '}' && statement_ == at_) {
        statement_ = kNone;
    } else {
        broken_ = true;
    }
    ++at_;
}

// A whole line that is the head of a block, save for its `{`. What follows is read as if it were there; when
// it stands on a later line, that one is passed over.
bool LayoutScanner::open_implied_block() {
    if (broken_ || (block() != BlockKind::file && block() != BlockKind::frame)) return false;
    const auto kind = block_named(spelling(statement_word(layout_.text, statement_, statement_end_)));
    if (!kind || inside_frame(*kind) != (block() == BlockKind::frame)) return false;
    const auto next = source_.find_first_not_of(" \t\f\r\n", statement_end_);
    const bool comes_later = next != std::string_view::npos && source_[next] == '{';
    if (comes_later) late_brace_ = static_cast<std::uint32_t>(next);
    sink_.error("expected-open-brace", {statement_end_, statement_end_},
                fmt::format("expected `{{` behind the head of `{}`", spelling(*kind)),
                comes_later ? "it stands on the same line" : "");
    broken_ = true;
    open_block(*kind, true);
    stack_.back().implied = !comes_later;
    return true;
}

void LayoutScanner::open_block(BlockKind kind, bool implied) {
    leave_unclosed_blocks(kind);
    LogicalLine line;
    line.span = {statement_, statement_end_};
    line.broken = broken_;
    line.is_block = true;
    line.kind = kind;
    line.open = implied ? statement_end_ : at_;
    stack_.push_back({'{', line.open, true, kind, static_cast<std::uint32_t>(layout_.lines.size()), implied});
    add_line(line);
    statement_ = kNone;
    broken_ = false;
    if (implied) return;
    physical_blank_ = false;
    ++at_;
}

void LayoutScanner::close_block(std::uint32_t close) {
    LogicalLine& line = layout_.lines[stack_.back().index];
    line.close = close;
    line.next = static_cast<std::uint32_t>(layout_.lines.size());
    stack_.pop_back();
}

// A head that cannot stand where it does tells that an earlier block was never closed.
void LayoutScanner::leave_unclosed_blocks(BlockKind opening) {
    const bool has_frame =
        std::ranges::any_of(stack_, [](const Open& o) { return o.kind == BlockKind::frame; });
    if (inside_frame(opening) && !has_frame) return;
    while (!stack_.empty() && !(inside_frame(opening) && stack_.back().kind == BlockKind::frame)) {
        report_unclosed_block(stack_.back(), fmt::format("`{}` cannot stand inside `{}`: close it before",
                                                         spelling(opening), spelling(stack_.back().kind)));
        if (!stack_.back().implied) ++missing_closes_;
        close_block(statement_);
    }
}

void LayoutScanner::report_unclosed_block(const Open& open, std::string hint) {
    if (open.implied) return;
    sink_.error("unclosed-block", {open.at, open.at + 1},
                fmt::format("the `{{` of `{}` is never closed", spelling(open.kind)), std::move(hint));
}

// Gives up the open brackets of a statement. True when the scan went back to a line that they swallowed.
bool LayoutScanner::drop_unclosed_brackets(bool may_retreat) {
    const auto outermost = std::ranges::find_if(stack_, [](const Open& open) { return !open.block; });
    const Open open = *outermost;
    const bool said_before = broken_;
    const bool goes_back = may_retreat && retreat();
    drop_brackets();
    if (!said_before)
        sink_.error("unclosed-bracket", {open.at, open.at + 1},
                    fmt::format("`{}` is never closed", open.bracket));
    broken_ = true;
    if (goes_back) {
        statement_end_ = std::max(statement_ + 1, std::min(statement_end_, at_));
        end_statement();
    }
    retreat_.reset();
    return goes_back;
}

bool LayoutScanner::retreat() {
    if (!retreat_ || at_ - retreat_->offset > retreat_budget_) return false;
    retreat_budget_ -= at_ - retreat_->offset;
    sink_.take_back(retreat_->said);
    layout_.comments.resize(retreat_->comments);
    layout_.brackets.resize(retreat_->brackets);
    std::copy(source_.begin() + retreat_->offset, source_.begin() + at_,
              layout_.text.begin() + retreat_->offset);
    at_ = retreat_->offset;
    physical_line_ = at_;
    physical_blank_ = true;
    return true;
}

void LayoutScanner::note_retreat() {
    if (retreat_ || statement_ == kNone) return;
    const std::uint32_t first = skip_blanks(source_, physical_line_, end_);
    if (first >= end_) return;
    const char c = source_[first];
    if (c == '\n' || c == '\r' || c == '#' || c == ')' || c == ']' || c == '}') return;
    if (indent_of(physical_line_) > indent_of(statement_line_)) return;
    retreat_ = Retreat{physical_line_, layout_.comments.size(), layout_.brackets.size(), sink_.mark()};
}

void LayoutScanner::end_statement() {
    if (statement_ != kNone && open_implied_block()) return;
    if (statement_ != kNone) {
        LogicalLine line;
        line.span = {statement_, statement_end_};
        line.broken = broken_;
        line.next = static_cast<std::uint32_t>(layout_.lines.size()) + 1;
        add_line(line);
    }
    beyond_brackets_ = {};
    statement_ = kNone;
    broken_ = false;
    retreat_.reset();
}

void LayoutScanner::add_line(const LogicalLine& line) {
    if (layout_.lines.size() >= limits_.statements)
        refuse(line.span, "limit-statements",
               fmt::format("more statements than the limit `statements`, {}", limits_.statements));
    layout_.lines.push_back(line);
}

void LayoutScanner::finish() {
    end_statement();
    while (!stack_.empty()) {
        if (stack_.back().block) {
            if (!layout_.refused) report_unclosed_block(stack_.back(), "");
            close_block(end_);
        } else {
            drop_bracket();
        }
    }
}

Layout scan_layout(std::string_view source, BlockKind top, const Limits& limits, Sink& sink) {
    return LayoutScanner(source, top, limits, sink).run();
}

}  // namespace guardc::grammar
