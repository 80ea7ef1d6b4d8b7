#include "compiler/import/guard_lines.h"

#include <algorithm>

#include "compiler/import/plain_text.h"

namespace guardc::compiler {

namespace {

constexpr std::size_t kNotes = 3;  // named behind a line
constexpr std::string_view kHeadIndent = "    ";

}  // namespace

void GuardLines::begin_group(bool alone) {
    begins_group_ = true;
    alone_ = alone;
}

void GuardLines::add(Piece piece) {
    Line line{std::move(piece.text), {}, begins_group_, alone_};
    add_notes(line.notes, piece.notes);
    if (begins_group_ || !joins(lines_.back(), line)) lines_.push_back(std::move(line));
    begins_group_ = false;
    mentions_.insert(mentions_.end(), piece.mentions.begin(), piece.mentions.end());
}

// Whether the next one fits behind a line, where it then stands.
bool GuardLines::joins(Line& line, const Line& next) {
    if (kIndent.size() + line.text.size() + 2 + next.text.size() > kWidth) return false;
    line.text += "; " + next.text;
    add_notes(line.notes, next.notes);
    return true;
}

// Groups of one line side by side.
std::vector<GuardLines::Line> GuardLines::packed() const {
    std::vector<Line> packed;
    bool shared = false;  // the last line is one of whole groups
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const Line& line = lines_[i];
        const bool whole =
            line.begins_group && !line.alone && (i + 1 == lines_.size() || lines_[i + 1].begins_group);
        if (!whole || !shared || !joins(packed.back(), line)) packed.push_back(line);
        shared = whole;
    }
    return packed;
}

void GuardLines::add_notes(std::vector<std::string_view>& notes, const std::vector<std::string_view>& more) {
    for (const std::string_view note : more)
        if (!note.empty() && std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
}

std::string GuardLines::comment(const std::vector<std::string_view>& notes) {
    std::string text;
    for (std::size_t i = 0; i < notes.size() && i < kNotes; ++i)
        text += (i == 0 ? "  # " : ", ") + plain_text(notes[i]);
    if (notes.size() > kNotes) text += ", ..";
    return text;
}

void GuardLines::write(std::string_view head, bool may_join, std::string& out) const {
    out += kHeadIndent;
    out += head;
    const std::vector<Line> lines = packed();
    if (lines.empty()) {
        out += " {}\n";
        return;
    }
    std::size_t width = kHeadIndent.size() + head.size() + 4;
    for (const Line& line : lines)
        width += line.text.size() + 2;
    if (may_join && width <= kWidth) {
        std::vector<std::string_view> notes;
        for (const Line& line : lines) {
            out += &line == lines.data() ? " { " : "; ";
            out += line.text;
            add_notes(notes, line.notes);
        }
        out += " }" + comment(notes) + "\n";
        return;
    }
    out += " {\n";
    for (const Line& line : lines) {
        out += kIndent;
        out += line.text;
        out += comment(line.notes);
        out += '\n';
    }
    out += kHeadIndent;
    out += "}\n";
}

}  // namespace guardc::compiler
