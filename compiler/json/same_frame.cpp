#include <algorithm>

#include "compiler/json/frame_json.h"
#include "runtime/value/cell_value.h"
#include "runtime/value/same_content.h"

namespace guardc::compiler {
namespace {

bool same_variables(ContentComparison& content, const std::vector<FrameVariable>& left,
                    const std::vector<FrameVariable>& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [&](const FrameVariable& mine, const FrameVariable& theirs) {
                          return mine.name == theirs.name && content.same(*mine.value, *theirs.value);
                      });
}

bool same_state(const AmbientBlock& left, const AmbientBlock& right) {
    return std::equal(left.begin(), left.end(), right.begin(), [](const Cell& mine, const Cell& theirs) {
        const CellValueHolder one(mine);
        const CellValueHolder other(theirs);
        if (one.get() == nullptr || other.get() == nullptr) return one.get() == other.get();
        return same_content(*one.get(), *other.get());
    });
}

}  // namespace

bool same_frame(const FrameDocument& left, const FrameDocument& right) {
    ContentComparison content;
    const auto same_type = [&](const Value* mine, const Value* theirs) {
        return content.same(*mine, *theirs);
    };
    return left.frame == right.frame && same_variables(content, left.locals, right.locals) &&
           same_variables(content, left.globals, right.globals) &&
           same_variables(content, left.derived, right.derived) && same_state(left.ambient, right.ambient) &&
           std::equal(left.classes.begin(), left.classes.end(), right.classes.begin(), right.classes.end(),
                      same_type) &&
           left.externs == right.externs && left.types == right.types;
}

}  // namespace guardc::compiler
