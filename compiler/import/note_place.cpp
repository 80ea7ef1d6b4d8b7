#include "compiler/import/note_place.h"

#include "compiler/import/scan.h"
#include "grammar/words.h"

namespace guardc::compiler {

namespace {

// `# demo/net.py:21 in forward`: what stands before ` in `, when it ends in a line number.
std::string_view place_in(std::string_view segment) {
    const std::size_t in = segment.find(" in ");
    if (in == kNone) return {};
    std::string_view place = segment.substr(0, in);
    const std::size_t colon = place.rfind(':');
    if (colon == kNone || colon == 0 || colon + 1 == place.size()) return {};
    for (const char c : place.substr(colon + 1))
        if (!grammar::is_digit(c)) return {};
    const std::size_t folder = place.rfind('/');
    return folder == kNone ? place : place.substr(folder + 1);
}

}  // namespace

// The user's own line comes first and may hold anything, the place is in the last part that has one.
std::string_view note_place(std::string_view note) {
    for (std::size_t mark = note.rfind("# "); mark != kNone;
         mark = mark == 0 ? kNone : note.rfind("# ", mark - 1)) {
        const std::string_view place = place_in(note.substr(mark + 2));
        if (!place.empty()) return place;
    }
    return {};
}

}  // namespace guardc::compiler
