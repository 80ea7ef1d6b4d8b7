#include "compiler/cli/unified_diff.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>

namespace guardc::cli {

namespace {

constexpr std::size_t kContext = 3;
constexpr std::int64_t kMostEdits = 2000;

using Lines = std::vector<std::string_view>;

Lines split(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

// A run of lines that both texts have.
struct Match {
    std::size_t old_begin, new_begin, length;
};

// Myers' greedy search: furthest[k] is how far into the old text a path with `edits` edits gets on the
// diagonal k. The trace is kept to walk the way back.
std::vector<Match> shortest_edit(std::span<const std::string_view> a, std::span<const std::string_view> b) {
    const auto n = static_cast<std::int64_t>(a.size()), m = static_cast<std::int64_t>(b.size());
    const std::int64_t most = std::min(n + m, kMostEdits);
    const auto at = [](std::vector<std::int64_t>& row, std::int64_t edits, std::int64_t k) -> std::int64_t& {
        return row[static_cast<std::size_t>(k + edits + 1)];
    };
    std::vector<std::vector<std::int64_t>> trace;
    const auto step_down = [&](std::int64_t edits, std::int64_t k) {
        auto& before = trace[static_cast<std::size_t>(edits) - 1];
        return k == -edits || (k != edits && at(before, edits - 1, k - 1) < at(before, edits - 1, k + 1));
    };
    for (std::int64_t edits = 0; edits <= most; ++edits) {
        trace.emplace_back(static_cast<std::size_t>(2 * edits + 3), 0);
        for (std::int64_t k = -edits; k <= edits; k += 2) {
            std::int64_t x = 0;
            if (edits > 0) {
                auto& before = trace[static_cast<std::size_t>(edits) - 1];
                x = step_down(edits, k) ? at(before, edits - 1, k + 1) : at(before, edits - 1, k - 1) + 1;
            }
            while (x < n && x - k < m && x - k >= 0 &&
                   a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)])
                ++x;
            at(trace.back(), edits, k) = x;
            if (x < n || x - k < m) continue;

            std::vector<Match> matches;
            for (std::int64_t d = edits, diagonal = k, end = x; d >= 0; --d) {
                std::int64_t begin = 0, next_diagonal = diagonal, next_end = 0;
                if (d > 0) {
                    auto& before = trace[static_cast<std::size_t>(d) - 1];
                    next_diagonal = step_down(d, diagonal) ? diagonal + 1 : diagonal - 1;
                    next_end = at(before, d - 1, next_diagonal);
                    begin = next_diagonal > diagonal ? next_end : next_end + 1;
                }
                if (end > begin)
                    matches.push_back({static_cast<std::size_t>(begin),
                                       static_cast<std::size_t>(begin - diagonal),
                                       static_cast<std::size_t>(end - begin)});
                diagonal = next_diagonal;
                end = next_end;
            }
            std::ranges::reverse(matches);
            return matches;
        }
    }
    return {};  // too different: nothing is taken for common
}

std::vector<Match> common_runs(const Lines& a, const Lines& b) {
    std::size_t head = 0, tail = 0;
    while (head < a.size() && head < b.size() && a[head] == b[head])
        ++head;
    while (tail < a.size() - head && tail < b.size() - head &&
           a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
        ++tail;
    std::vector<Match> matches{{0, 0, head}};
    for (const Match& match : shortest_edit(std::span(a).subspan(head, a.size() - head - tail),
                                            std::span(b).subspan(head, b.size() - head - tail)))
        matches.push_back({match.old_begin + head, match.new_begin + head, match.length});
    matches.push_back({a.size() - tail, b.size() - tail, tail});
    return matches;
}

// Changes that are closer than twice the context stand in one hunk.
class Hunks {
  public:
    Hunks(const Lines& a, const Lines& b) : a_(a), b_(b) {}

    void change(std::size_t old_begin, std::size_t old_end, std::size_t new_begin, std::size_t new_end) {
        if (old_begin == old_end && new_begin == new_end) return;
        if (open_ && old_begin - old_done_ > 2 * kContext) close();
        if (!open_) {
            const std::size_t context = std::min(kContext, old_begin);
            old_first_ = old_done_ = old_begin - context;
            new_first_ = new_done_ = new_begin - context;
            open_ = true;
        }
        copy_common(old_begin);
        for (; old_done_ < old_end; ++old_done_)
            put('-', a_[old_done_]);
        for (; new_done_ < new_end; ++new_done_)
            put('+', b_[new_done_]);
    }

    std::string finish() {
        if (open_) close();
        return std::move(text_);
    }

  private:
    void put(char mark, std::string_view line) {
        body_ += mark;
        body_ += line;
        if (!line.ends_with('\n')) body_ += "\n\\ No newline at end of file\n";
    }
    void copy_common(std::size_t old_end) {
        for (; old_done_ < old_end; ++old_done_, ++new_done_)
            put(' ', a_[old_done_]);
    }
    static std::string range(std::size_t first, std::size_t done) {
        // An empty range is named by the line before it.
        return fmt::format("{},{}", done == first ? first : first + 1, done - first);
    }
    void close() {
        copy_common(std::min(a_.size(), old_done_ + kContext));
        text_ += fmt::format("@@ -{} +{} @@\n{}", range(old_first_, old_done_), range(new_first_, new_done_),
                             body_);
        body_.clear();
        open_ = false;
    }

    const Lines& a_;
    const Lines& b_;
    std::string text_, body_;
    std::size_t old_first_ = 0, new_first_ = 0, old_done_ = 0, new_done_ = 0;
    bool open_ = false;
};

}  // namespace

std::string unified_diff(std::string_view old_name, std::string_view new_name, std::string_view old_text,
                         std::string_view new_text) {
    if (old_text == new_text) return {};
    const Lines a = split(old_text), b = split(new_text);
    Hunks hunks(a, b);
    std::size_t old_end = 0, new_end = 0;
    for (const Match& match : common_runs(a, b)) {
        hunks.change(old_end, match.old_begin, new_end, match.new_begin);
        old_end = match.old_begin + match.length;
        new_end = match.new_begin + match.length;
    }
    return fmt::format("--- {}\n+++ {}\n{}", old_name, new_name, hunks.finish());
}

}  // namespace guardc::cli
