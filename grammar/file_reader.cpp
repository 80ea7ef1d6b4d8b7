#include "grammar/file_reader.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "grammar/closest.h"
#include "grammar/expectation.h"

namespace guardc::grammar {

namespace {

constexpr std::array<std::string_view, 3> kTopWords = {"frame", "backend", "test"};
constexpr std::array<std::string_view, 9> kFrameWords = {"limit", "on",    "order",  "no",  "dim",
                                                         "let",   "entry", "common", "user"};
constexpr std::array<std::string_view, 2> kBackendWords = {"require", "waive"};
constexpr std::array<std::string_view, 4> kTestWords = {"frame", "globals", "state", "expect"};

std::span<const std::string_view> words_of(BlockKind kind) {
    switch (kind) {
        case BlockKind::file:
            return kTopWords;
        case BlockKind::frame:
            return kFrameWords;
        case BlockKind::backend:
            return kBackendWords;
        case BlockKind::test:
            return kTestWords;
        default:
            return {};
    }
}

// Where a statement belongs that stands somewhere else.
std::string_view home_of(StatementWord word) {
    switch (word) {
        case StatementWord::frame:
        case StatementWord::backend:
        case StatementWord::test:
            return "at the top of a file";
        case StatementWord::entry:
        case StatementWord::common:
        case StatementWord::user:
        case StatementWord::limit:
        case StatementWord::on:
        case StatementWord::order:
        case StatementWord::no:
        case StatementWord::dim:
        case StatementWord::let:
            return "in a `frame` block";
        case StatementWord::require:
        case StatementWord::waive:
            return "in a `backend` block";
        case StatementWord::expect:
        case StatementWord::globals:
        case StatementWord::state:
            return "in a `test` block";
        case StatementWord::none:
            break;
    }
    return "";
}

// `entry`, `frame` and their like stand elsewhere by mistake only when they look like themselves.
void report_misplaced(Sink& sink, std::string_view text, Span line, StatementWord word, BlockKind around) {
    sink.error("misplaced-statement", word_at(text, line.begin, line.end),
               fmt::format("`{}` cannot stand {}", spelling(word),
                           around == BlockKind::file ? "at the top of a file"
                                                     : fmt::format("in `{}`", spelling(around))),
               fmt::format("it stands {}", home_of(word)));
}

}  // namespace

template <typename Read>
void FileReader::each_line(std::uint32_t first, std::uint32_t last, Read read) {
    for (std::uint32_t i = first; i < last; i = layout_.lines[i].next)
        read(layout_.lines[i], i);
}

void FileReader::run() {
    each_line(0, static_cast<std::uint32_t>(layout_.lines.size()),
              [&](const LogicalLine& line, std::uint32_t index) { read_top(line, index); });
}

void FileReader::read_top(const LogicalLine& line, std::uint32_t index) {
    if (line.is_block) {
        switch (line.kind) {
            case BlockKind::frame:
                read_frame(line, index);
                return;
            case BlockKind::backend:
                read_backend(line, index);
                return;
            case BlockKind::test:
                read_test(line, index);
                return;
            case BlockKind::entry:
                misplaced(line, BlockKind::file, "");
                read_entry(nullptr, line, index);
                return;
            default:
                misplaced(line, BlockKind::file, "");
                read_shared(nullptr, line, index);
                return;
        }
    }
    misplaced(line, BlockKind::file, "");
}

// A line that is no statement of its block: a misspelt or misplaced one, a head without a block, or something
// else altogether.
void FileReader::misplaced(const LogicalLine& line, BlockKind around, std::string_view hint) {
    if (line.broken) return;
    const std::string_view text = layout_.text;
    const Span first = word_at(text, line.span.begin, line.span.end);
    const std::string_view word = view(text, first);
    const auto words = words_of(around);
    const StatementWord known = word_named(word);
    const std::string_view meant = known == StatementWord::none ? closest(word, words) : std::string_view();
    if (!meant.empty()) {
        sink_.error("unknown-statement", first, fmt::format("`{}` is no statement", word),
                    fmt::format("did you mean `{}`?", meant));
        return;
    }
    const bool at_home = std::ranges::find(words, word) != words.end();
    if (known != StatementWord::none && !at_home &&
        (line.is_block || statement_word(text, line.span.begin, line.span.end) != StatementWord::none)) {
        report_misplaced(sink_, text, line.span, known, around);
        return;
    }
    const FoundToken found = found_token(text, line.span.begin, line.span.end, "end of line");
    sink_.error("expected-statement", found.span,
                fmt::format("expected {}, found {}", list_in_code(words), found.shown), std::string(hint));
}

// False for a head that opens a block but is not spelt as one.
bool FileReader::head_is_readable(const LogicalLine& line) {
    if (line.broken) return false;
    const Span first = word_at(layout_.text, line.span.begin, line.span.end);
    const std::string_view word = view(layout_.text, first);
    if (word == spelling(line.kind)) return true;
    sink_.error("unknown-statement", first, fmt::format("`{}` is no statement", word),
                fmt::format("did you mean `{}`?", spelling(line.kind)));
    return false;
}

void FileReader::read_frame(const LogicalLine& line, std::uint32_t index) {
    auto head = !head_is_readable(line) ? std::nullopt : read_frame_head(reading_, line.span);
    FrameDecl frame = head ? std::move(*head) : FrameDecl();
    frame.span = {line.span.begin, line.close};
    each_line(index + 1, line.next, [&](const LogicalLine& inner, std::uint32_t inner_index) {
        read_frame_statement(frame, inner, inner_index);
    });
    if (!head) return;
    file_.items.push_back({ItemRef::Kind::frame, static_cast<std::uint32_t>(file_.frames.size())});
    file_.frames.push_back(std::move(frame));
}

void FileReader::read_frame_statement(FrameDecl& frame, const LogicalLine& line, std::uint32_t index) {
    if (line.is_block) {
        if (line.kind == BlockKind::entry) read_entry(&frame, line, index);
        if (line.kind == BlockKind::common || line.kind == BlockKind::user) read_shared(&frame, line, index);
        return;
    }
    if (line.broken) return;
    const auto keep = [](auto& list, auto&& read) {
        if (read) list.push_back(std::move(*read));
    };
    const StatementWord word =
        word_named(view(layout_.text, word_at(layout_.text, line.span.begin, line.span.end)));
    switch (word) {
        case StatementWord::limit:
            keep(frame.limits, read_limit(reading_, line.span));
            return;
        case StatementWord::on:
            keep(frame.failures, read_failure(reading_, line.span));
            return;
        case StatementWord::order:
            keep(frame.orders, read_order(reading_, line.span));
            return;
        case StatementWord::no:
            keep(frame.proofs, read_proof(reading_, line.span));
            return;
        case StatementWord::dim:
        case StatementWord::let:
            keep(frame.dims, read_dim(reading_, line.span, word == StatementWord::let));
            return;
        default:
            misplaced(line, BlockKind::frame, "guards stand inside `entry`, `common` or `user`");
            return;
    }
}

std::optional<GuardStatement> FileReader::read_guard(Reading& reading, Span line) {
    const std::string_view text = reading.layout.text;
    const PeerShape peer = peer_shape(text, line);
    if (peer.line != PeerLine::none) return read_peer_guard(reading, line, peer);
    const Sink::Mark before = reading.sink.mark();
    auto guard = read_own_guard(reading, line);
    if (guard) return guard;
    const StatementWord word = statement_word(text, line.begin, line.end);
    if (word != StatementWord::none) {
        reading.sink.take_back(before);
        report_misplaced(reading.sink, text, line, word, BlockKind::entry);
    }
    return std::nullopt;
}

std::vector<GuardStatement> FileReader::read_guards(BlockKind kind, const LogicalLine& block,
                                                    std::uint32_t index) {
    std::vector<GuardStatement> guards;
    each_line(index + 1, block.next, [&](const LogicalLine& line, std::uint32_t) {
        if (line.is_block) misplaced(line, kind, "");
        if (line.is_block || line.broken) return;
        if (auto guard = read_guard(reading_, line.span)) guards.push_back(std::move(*guard));
    });
    return guards;
}

void FileReader::read_entry(FrameDecl* frame, const LogicalLine& line, std::uint32_t index) {
    auto head = !head_is_readable(line) ? std::nullopt : read_entry_head(reading_, line.span);
    auto guards = read_guards(BlockKind::entry, line, index);
    if (!head || frame == nullptr) return;
    head->guards = std::move(guards);
    head->span = {line.span.begin, line.close};
    frame->entries.push_back(std::move(*head));
}

// Guards of all entries.
void FileReader::read_shared(FrameDecl* frame, const LogicalLine& line, std::uint32_t index) {
    const bool head = head_is_readable(line) && read_shared_head(reading_, line.span);
    auto guards = read_guards(line.kind, line, index);
    if (!head || frame == nullptr) return;
    const bool common = line.kind == BlockKind::common;
    (common ? frame->common_blocks : frame->user_blocks).push_back({line.span.begin, line.close});
    auto& all = common ? frame->common_guards : frame->user_guards;
    all.insert(all.end(), std::make_move_iterator(guards.begin()), std::make_move_iterator(guards.end()));
}

void FileReader::read_backend(const LogicalLine& line, std::uint32_t index) {
    auto head = !head_is_readable(line) ? std::nullopt : read_backend_head(reading_, line.span);
    BackendDecl backend = head ? std::move(*head) : BackendDecl();
    backend.span = {line.span.begin, line.close};
    each_line(index + 1, line.next, [&](const LogicalLine& inner, std::uint32_t) {
        if (inner.is_block) {
            misplaced(inner, BlockKind::backend, "");
            return;
        }
        if (inner.broken) return;
        const StatementWord word =
            word_named(view(layout_.text, word_at(layout_.text, inner.span.begin, inner.span.end)));
        if (word == StatementWord::require) {
            if (auto read = read_require(reading_, inner.span)) backend.requires_.push_back(std::move(*read));
        } else if (word == StatementWord::waive) {
            if (auto read = read_waive(reading_, inner.span)) backend.waives.push_back(std::move(*read));
        } else {
            misplaced(inner, BlockKind::backend, "a guard that a backend adds is written `require ..`");
        }
    });
    if (!head) return;
    file_.items.push_back({ItemRef::Kind::backend, static_cast<std::uint32_t>(file_.backends.size())});
    file_.backends.push_back(std::move(backend));
}

void FileReader::read_test(const LogicalLine& line, std::uint32_t index) {
    auto head = !head_is_readable(line) ? std::nullopt : read_test_head(reading_, line.span);
    TestDecl test = head ? std::move(*head) : TestDecl();
    test.span = {line.span.begin, line.close};
    bool has_expect = false;
    const Sink::Mark before = sink_.mark();
    each_line(index + 1, line.next,
              [&](const LogicalLine& inner, std::uint32_t) { read_test_statement(test, has_expect, inner); });
    if (!has_expect && head && sink_.since(before).empty())
        sink_.error("missing-expect", test.title_span, "the test expects nothing",
                    "add `expect \"entry\"` or `expect miss`");
    if (!head) return;
    file_.items.push_back({ItemRef::Kind::test, static_cast<std::uint32_t>(file_.tests.size())});
    file_.tests.push_back(std::move(test));
}

void FileReader::read_test_statement(TestDecl& test, bool& has_expect, const LogicalLine& line) {
    const Span first = word_at(layout_.text, line.span.begin, line.span.end);
    const StatementWord word = word_named(view(layout_.text, first));
    const auto twice = [&] {
        sink_.error("duplicate-clause", first, fmt::format("a second `{}` in one test", spelling(word)));
    };
    const auto values = [&](ExprId& kept) {
        const auto read = read_test_values(reading_, line.span);
        if (read && kept != kNoExpr) twice();
        if (read) kept = *read;
    };
    if (line.is_block) {
        misplaced(line, BlockKind::test, "");
        return;
    }
    if (line.broken) {
        has_expect = has_expect || word == StatementWord::expect;
        return;
    }
    switch (word) {
        case StatementWord::frame:
            values(test.locals);
            return;
        case StatementWord::globals:
            values(test.globals);
            return;
        case StatementWord::state:
            values(test.state);
            return;
        case StatementWord::expect: {
            auto read = read_expect(reading_, line.span);
            if (has_expect) twice();
            has_expect = true;
            if (!read) return;
            test.expect = read->expect;
            test.expected_entry = std::move(read->entry);
            test.because = std::move(read->because);
            test.expect_span = line.span;
            return;
        }
        default:
            misplaced(line, BlockKind::test, "");
            return;
    }
}

}  // namespace guardc::grammar
