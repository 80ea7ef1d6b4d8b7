#include "compiler/import/log_line.h"

#include "compiler/import/scan.h"
#include "grammar/peer.h"
#include "grammar/words.h"

namespace guardc::compiler {

using grammar::is_digit;

namespace {

constexpr std::string_view kHeading = "TREE_GUARD_MANAGER:";

// What the logger writes has no quotes, brackets of calls or trees; what the user wrote may.
bool is_prefix(std::string_view text) {
    return text.size() < 400 && text.find_first_of("'\"(){}") == kNone && text.find("+- ") == kNone;
}

bool names_a_line(std::string_view word) {
    const std::string_view name = word.substr(0, word.find_first_of(": ,"));
    return grammar::is_peer_kind(name) || name.ends_with("Manager");
}

std::string_view digits_at(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end]))
        ++end;
    return text.substr(0, end);
}

// Takes `1/2` or `1`; empty when the text is something else.
std::string_view take_number(std::string_view& text) {
    const std::string_view digits = digits_at(text);
    text.remove_prefix(digits.size());
    return digits;
}

// `0/1`, `0/1_2`, `!3/0/1`
bool read_compile(std::string_view text, CompileId& id) {
    std::string autograd;
    if (text.starts_with('!')) {
        text.remove_prefix(1);
        const std::string_view number = take_number(text);
        if (number.empty()) return false;
        autograd = "!" + std::string(number) + "/";
        if (!text.empty()) {
            if (text.front() != '/') return false;
            text.remove_prefix(1);
        }
    }
    const std::string_view frame = take_number(text);
    if (frame.empty() && autograd.empty()) return false;
    std::string_view entry;
    if (!frame.empty()) {
        if (!text.starts_with('/')) return false;
        text.remove_prefix(1);
        entry = take_number(text);
        if (entry.empty()) return false;
    }
    if (text.starts_with('_')) {
        text.remove_prefix(1);
        if (take_number(text).empty()) return false;  // of a restart: guards are printed by the last one only
    }
    if (!text.empty()) return false;
    id.known = true;
    id.number = frame;
    id.frame = autograd + std::string(frame);
    id.entry = frame.empty() ? autograd.substr(0, autograd.size() - 1)
                             : autograd + std::string(frame) + "/" + std::string(entry);
    return true;
}

// `12:32:40.389000 26692 torch/..`: what follows the time.
std::string_view process_in(std::string_view prefix) {
    for (std::size_t at = prefix.find(':'); at != kNone; at = prefix.find(':', at + 1)) {
        std::string_view rest = prefix.substr(at + 1);
        std::size_t end = 0;
        while (end < rest.size() && (is_digit(rest[end]) || rest[end] == ':' || rest[end] == '.'))
            ++end;
        if (end < 5 || end >= rest.size() || rest[end] != ' ') continue;
        const std::string_view pid = digits_at(rest.substr(end + 1));
        if (!pid.empty()) return pid;
    }
    return {};
}

}  // namespace

std::size_t tree_anchor(std::string_view line) {
    for (std::size_t at = line.find("+- "); at != kNone; at = line.find("+- ", at + 1)) {
        if (!names_a_line(line.substr(at + 3))) continue;
        std::size_t begin = at;
        while (begin >= 2 && line[begin - 1] == ' ' && line[begin - 2] == '|')
            begin -= 2;
        return begin;
    }
    return kNone;
}

LogLine split_log_line(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    for (std::size_t tag = line.find("[__"); tag != kNone; tag = line.find("[__", tag + 1)) {
        const std::size_t end = line.find(']', tag);
        if (end == kNone || !is_prefix(line.substr(0, tag))) break;
        const std::string_view rest = line.substr(end + 1);
        return {line.substr(0, tag), line.substr(tag + 3, end - tag - 3),
                rest.starts_with(' ') ? rest.substr(1) : rest};
    }
    // `[..] [0/0] torch._dynamo.guards.__guards: [DEBUG] ..`, the logger of 2.1 and 2.2
    constexpr std::string_view kOldTag = ".__guards: [DEBUG] ";
    if (const std::size_t tag = line.find(kOldTag); tag != kNone && is_prefix(line.substr(0, tag)))
        return {line.substr(0, tag), "guards", line.substr(tag + kOldTag.size())};
    if (const std::size_t anchor = tree_anchor(line); anchor != kNone)
        return {line.substr(0, anchor), {}, line.substr(anchor)};
    if (line.ends_with(kHeading)) return {line.substr(0, line.size() - kHeading.size()), {}, kHeading};
    return {{}, {}, line};
}

CompileId compile_id(std::string_view prefix) {
    CompileId id;
    std::string_view rank;
    for (std::size_t open = prefix.find('['); open != kNone; open = prefix.find('[', open + 1)) {
        const std::size_t close = prefix.find(']', open);
        if (close == kNone) break;
        const std::string_view inside = prefix.substr(open + 1, close - open - 1);
        if (inside.starts_with("rank"))
            rank = inside;
        else
            read_compile(inside, id);
    }
    id.frame = std::string(rank) + "@" + std::string(process_in(prefix)) + ":" + id.frame;
    return id;
}

}  // namespace guardc::compiler
