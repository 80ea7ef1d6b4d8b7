#include "tests/cli/suite.h"

#include <charconv>
#include <optional>

namespace guardc::tests {

namespace {

constexpr std::string_view kAnything = "[..]";

class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    std::expected<Suite, std::string> read() {
        while (!failure_ && !rest_.empty())
            read_line(next_line());
        if (failure_) return std::unexpected(*failure_);
        return std::move(suite_);
    }

  private:
    std::string_view next_line() {
        const std::size_t end = rest_.find('\n');
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        ++line_;
        return line;
    }

    void read_line(std::string_view line) {
        if (line.starts_with("== ")) {
            if (block_ != nullptr && block_->ends_with("\n\n")) block_->pop_back();
            suite_.cases.push_back({std::string(line.substr(3)), {}, {}});
            block_ = nullptr;
        } else if (line.starts_with("-- ")) {
            directive(line.substr(3));
        } else if (block_ != nullptr) {
            if (line.starts_with("\\-- ") || line.starts_with("\\== ")) line.remove_prefix(1);
            (*block_ += line) += '\n';
        } else if (suite_.cases.empty() && suite_.files.empty() && line.starts_with('#')) {
            (suite_.preamble += line) += '\n';
        } else if (!line.empty()) {
            fail("text outside of a block");
        }
    }

    void directive(std::string_view text) {
        const std::size_t blank = text.find(' ');
        const std::string_view word = text.substr(0, blank);
        const std::string_view rest = blank == std::string_view::npos ? "" : text.substr(blank + 1);
        if (word == "file") {
            auto& files = suite_.cases.empty() ? suite_.files : suite_.cases.back().files;
            files.push_back({std::string(rest), {}});
            block_ = &files.back().text;
            return;
        }
        if (suite_.cases.empty()) return fail("`-- " + std::string(word) + "` before the first case");
        auto& runs = suite_.cases.back().runs;
        if (word == "run") {
            runs.push_back({std::string(rest), {}, {}, {}, 0});
            block_ = nullptr;
            return;
        }
        if (runs.empty()) return fail("`-- " + std::string(word) + "` before a run");
        if (word == "stdin")
            block_ = &runs.back().standard_input;
        else if (word == "stdout")
            block_ = &runs.back().standard_output;
        else if (word == "stderr")
            block_ = &runs.back().standard_error;
        else if (word == "exit")
            exit_status(rest, runs.back());
        else
            fail("unknown directive `" + std::string(word) + "`");
    }

    void exit_status(std::string_view digits, Run& run) {
        block_ = nullptr;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), run.exit_status);
        if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) fail("no exit status");
    }

    void fail(std::string message) {
        if (!failure_) failure_ = "line " + std::to_string(line_) + ": " + std::move(message);
    }

    std::string_view rest_;
    std::size_t line_ = 0;
    Suite suite_;
    std::string* block_ = nullptr;  // where lines go; never kept across a push_back to what it points into
    std::optional<std::string> failure_;
};

void print_block(std::string& out, std::string_view head, std::string_view text) {
    out += "-- ";
    out += head;
    out += '\n';
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (text.starts_with("-- ") || text.starts_with("== ")) out += '\\';
        (out += text.substr(0, end)) += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void print_files(std::string& out, const std::vector<InputFile>& files) {
    for (const InputFile& file : files)
        print_block(out, "file " + file.name, file.text);
}

bool line_matches(std::string_view expected, std::string_view actual) {
    const std::size_t first = expected.find(kAnything);
    if (first == std::string_view::npos) return expected == actual;
    if (!actual.starts_with(expected.substr(0, first))) return false;
    actual.remove_prefix(first);
    expected.remove_prefix(first + kAnything.size());
    for (std::size_t next = expected.find(kAnything); next != std::string_view::npos;
         next = expected.find(kAnything)) {
        const std::size_t found = actual.find(expected.substr(0, next));
        if (found == std::string_view::npos) return false;
        actual.remove_prefix(found + next);
        expected.remove_prefix(next + kAnything.size());
    }
    return actual.ends_with(expected);
}

}  // namespace

std::expected<Suite, std::string> parse_suite(std::string_view text) {
    return Reader(text).read();
}

std::string print_suite(const Suite& suite) {
    std::string out = suite.preamble;
    if (!suite.preamble.empty() && !suite.files.empty()) out += '\n';
    print_files(out, suite.files);
    for (const Case& c : suite.cases) {
        if (!out.empty()) out += '\n';
        out += "== " + c.title + '\n';
        print_files(out, c.files);
        for (const Run& run : c.runs) {
            out += "-- run " + run.command + '\n';
            if (!run.standard_input.empty()) print_block(out, "stdin", run.standard_input);
            if (!run.standard_output.empty()) print_block(out, "stdout", run.standard_output);
            if (!run.standard_error.empty()) print_block(out, "stderr", run.standard_error);
            if (run.exit_status != 0) out += "-- exit " + std::to_string(run.exit_status) + '\n';
        }
    }
    return out;
}

bool matches(std::string_view expected, std::string_view actual) {
    while (!expected.empty() && !actual.empty()) {
        const std::size_t e = std::min(expected.find('\n'), expected.size());
        const std::size_t a = std::min(actual.find('\n'), actual.size());
        if (!line_matches(expected.substr(0, e), actual.substr(0, a))) return false;
        expected.remove_prefix(std::min(e + 1, expected.size()));
        actual.remove_prefix(std::min(a + 1, actual.size()));
    }
    return expected.empty() && actual.empty();
}

}  // namespace guardc::tests
