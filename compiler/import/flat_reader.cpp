#include "compiler/import/flat_reader.h"

#include "compiler/import/scan.h"
#include "grammar/words.h"

namespace guardc::compiler {

namespace {

constexpr std::string_view kHit = "__guard_hit = __guard_hit and ";

void add(DumpWriter& writer, EntrySeat seat, std::string_view text, std::string_view note, std::uint32_t line,
         FlatForm form) {
    Clause clause;
    clause.line = line;
    clause.note = trimmed(note);
    clause.text = without_brackets(text);
    if (clause.text.empty()) return;
    // Conjuncts of several lines are joined: what follows reads one line.
    if (clause.text.find('\n') != kNone) {
        std::string joined;
        for (std::size_t i = 0; i < clause.text.size(); ++i) {
            const char c = clause.text[i];
            if (c == '\\' && i + 1 < clause.text.size() && clause.text[i + 1] == '\n') continue;
            joined += c == '\n' ? ' ' : c;
        }
        clause.text = writer.dump().keep(std::move(joined));
    }
    clause.kind = kind_of_conjunct(clause.text, form);
    writer.add(seat, clause);
}

void add_broken(DumpWriter& writer, EntrySeat seat, std::string_view text, std::uint32_t line) {
    Clause clause;
    clause.role = ClauseRole::broken;
    clause.text = trimmed(text);
    clause.line = line;
    if (!clause.text.empty()) writer.add(seat, clause);
}

bool is_word_part(std::string_view text, std::size_t at) {
    return at < text.size() && grammar::is_identifier_part(text[at]);
}

// Cuts `(a) and (b) \` .. into its conjuncts.
class Conjunction {
  public:
    Conjunction(DumpWriter& writer, EntrySeat seat, std::string_view text, std::uint32_t line)
        : writer_(writer), seat_(seat), text_(text), line_(line), begin_line_(line) {}

    // The offset behind the statement.
    std::size_t read() {
        std::size_t at = 0;
        while (at < text_.size()) {
            const char c = text_[at];
            if (c == '\'' || c == '"') {
                const std::size_t end = behind_string(text_, at);
                if (end == kNone) return broken();
                at = end;
            } else if (c == '(' || c == '[' || c == '{') {
                ++depth_;
                ++at;
            } else if (c == ')' || c == ']' || c == '}') {
                if (depth_ == 0) return broken();
                --depth_;
                ++at;
            } else if (c == '\\' && text_.substr(at + 1).starts_with('\n')) {
                at += 2;
                ++line_;
            } else if (c == '\n') {
                ++line_;
                ++at;
                if (depth_ == 0) {
                    finish(at - 1, {});
                    return at;
                }
            } else if (c == '#' && depth_ == 0) {
                const std::size_t end = std::min(text_.find('\n', at), text_.size());
                finish(at, text_.substr(at, end - at));
                return std::min(end + 1, text_.size());
            } else if (c == 'a' && depth_ == 0 && text_.substr(at).starts_with("and") &&
                       !is_word_part(text_, at + 3) && (at == 0 || !is_word_part(text_, at - 1))) {
                finish(at, {});
                at += 3;
                begin_ = at;
                begin_line_ = line_;
            } else {
                ++at;
            }
        }
        if (depth_ != 0) return broken();
        finish(text_.size(), {});
        return text_.size();
    }

  private:
    void finish(std::size_t end, std::string_view note) {
        std::string_view text = text_.substr(begin_, end - begin_);
        while (!text.empty() && (text.front() == '\\' || text.front() == '\n' || text.front() == ' '))
            text.remove_prefix(1);
        while (!text.empty() && (text.back() == '\\' || text.back() == '\n' || text.back() == ' '))
            text.remove_suffix(1);
        add(writer_, seat_, text, note, begin_line_, FlatForm::check);
    }

    // The brackets or strings do not close: all that is left is one line that cannot be read.
    std::size_t broken() {
        add_broken(writer_, seat_, text_.substr(begin_), begin_line_);
        return text_.size();
    }

    DumpWriter& writer_;
    EntrySeat seat_;
    std::string_view text_;
    std::uint32_t line_;
    std::size_t begin_ = 0;
    std::uint32_t begin_line_;
    std::size_t depth_ = 0;
};

// The end of the function: the next line that begins in the first column, which no line of a body does.
std::size_t end_of_function(std::string_view text, std::size_t offset) {
    for (std::size_t at = text.find('\n', offset); at != kNone; at = text.find('\n', at + 1)) {
        const std::size_t next = at + 1;
        if (next >= text.size()) break;
        const char c = text[next];
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return next;
    }
    return text.size();
}

std::uint32_t lines_in(std::string_view text) {
    std::uint32_t lines = 0;
    for (std::size_t at = text.find('\n'); at != kNone; at = text.find('\n', at + 1))
        ++lines;
    return lines;
}

}  // namespace

bool is_flat_function(std::string_view line) {
    const std::size_t start = line.find_first_not_of(' ');
    if (start == kNone) return false;
    line.remove_prefix(start);
    return line.starts_with("def __guard_") && line.find('(') != kNone;
}

FlatName flat_name(std::string_view line) {
    constexpr std::string_view kStart = "def __guard_";
    line.remove_prefix(std::min(line.find(kStart) + kStart.size(), line.size()));
    line = line.substr(0, line.find('('));
    const std::size_t mark = line.find("_for_");
    if (mark == kNone) return {"frame", line};
    return {line.substr(mark + 5), line.substr(0, mark)};
}

FlatEnd read_flat_function(DumpWriter& writer, EntrySeat seat, std::string_view text, std::size_t offset,
                           std::uint32_t line) {
    const std::size_t end = end_of_function(text, offset);
    const std::string_view whole = text.substr(offset, end - offset);
    const FlatEnd result{end, lines_in(whole)};
    std::size_t at = std::min(whole.find('\n'), whole.size() - 1) + 1;
    std::uint32_t number = line + 1;
    while (at < whole.size()) {
        const std::size_t stop = std::min(whole.find('\n', at), whole.size());
        const std::string_view body = trimmed(whole.substr(at, stop - at));
        if (body.starts_with(kHit)) {
            read_conjunct(writer, seat, body.substr(kHit.size()), number, FlatForm::leaves);
        } else if (body.starts_with("return") && body != "return __guard_hit" && body != "return True") {
            const std::size_t start = at + (whole.substr(at).find("return")) + 6;
            const std::size_t used = Conjunction(writer, seat, whole.substr(start), number).read();
            number += lines_in(whole.substr(at, start + used - at));
            at = start + used;
            continue;
        } else if (!body.empty() && body != "return __guard_hit" && body != "return True" &&
                   body != "__guard_hit = True" && !body.starts_with('#')) {
            add_broken(writer, seat, body, number);
        }
        at = stop + 1;
        ++number;
    }
    return result;
}

void read_conjunct(DumpWriter& writer, EntrySeat seat, std::string_view text, std::uint32_t line,
                   FlatForm form) {
    std::size_t note = find_outside(text, "  #", 0, true);
    if (note == kNone && !strings_end(text)) note = text.find("  #");
    add(writer, seat, text.substr(0, note), note == kNone ? std::string_view() : text.substr(note), line,
        form);
}

}  // namespace guardc::compiler
