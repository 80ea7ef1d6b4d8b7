#include "compiler/session/new_frames.h"

#include "compiler/example/example.h"
#include "compiler/reference/reference.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {

std::expected<FrameDocument, std::string> find_new_frame(const FrameSearch& search, TermId violated) {
    auto found = find_difference({search.terms, search.shape, search.kept}, violated);
    if (!found) {
        return std::unexpected(found.error().certain ? "nothing: " + found.error().message
                                                     : "not found: " + found.error().message);
    }
    const auto slots = bind_frame(*found, search.shape);
    const Surroundings surroundings{builtin_model(), slots, found->ambient};
    const Guard gone{violated, {}};
    const bool is_new = judge(search.terms, search.kept, surroundings).truth == Truth::yes &&
                        judge(search.terms, {&gone, 1}, surroundings).truth != Truth::yes;
    if (!is_new) return std::unexpected(std::string("not found: the frame that was tried is not one"));
    return std::move(*found);
}

}  // namespace guardc::compiler
