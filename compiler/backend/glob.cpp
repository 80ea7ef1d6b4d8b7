#include "compiler/backend/glob.h"

#include <cstddef>

namespace guardc::compiler {

// Only the last `*` can need another try: what lies before it has matched as far left as it can.
bool glob_matches(std::string_view pattern, std::string_view text) {
    std::size_t at = 0, in_text = 0;
    std::size_t star = std::string_view::npos, after_star = 0;
    while (in_text < text.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            after_star = in_text;
        } else if (at < pattern.size() && pattern[at] == text[in_text]) {
            ++at;
            ++in_text;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            in_text = ++after_star;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*')
        ++at;
    return at == pattern.size();
}

}  // namespace guardc::compiler
