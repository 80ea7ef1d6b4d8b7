// Rules as text, a dispatcher over them, and frames as JSON: the set-up of tests about backends.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/backend/backend.h"
#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/json/frame_json.h"
#include "runtime/dispatch/dispatcher.h"

namespace guardc::compiler {

// The guards that the entry `e` of the backend `npu` keeps, in canonical text, a comma between them, then
// `lift PATH` for each lifted value, then the ids of warnings behind ` | `; or the ids of what is wrong.
std::string kept(std::string_view guards, std::string_view backend_block,
                 std::string_view parameters = "x, y, self");

// `{"locals": ..}` with everything filled in.
FrameDocument frame_of(std::string_view locals, std::string_view state = "{}");

// `hit:NAME`, `eager:require`, ..
std::string outcome_text(const Outcome& outcome);

// A frame cache of the first frame of `text`, without entries.
struct RuleWorld {
    explicit RuleWorld(const std::string& text, Callbacks callbacks = {},
                       const RuleCompilerOptions& options = never_native());

    static RuleCompilerOptions never_native() {
        RuleCompilerOptions options;
        options.native = NativeMode::never;
        return options;
    }

    // `hit:NAME`, `eager:require`, ..
    std::string look_up(const FrameDocument& frame, std::string_view backend = "npu");
    std::string look_up(std::string_view locals, std::string_view backend = "npu");
    std::vector<ReasonText> reasons(std::string_view locals, std::string_view backend = "npu");
    // The entry of the rules, compiled now; the failure's text, or empty.
    std::string insert(std::string name);

    std::shared_ptr<FrameRuleCompiler> rules;
    Dispatcher dispatcher;
    FrameCache& cache;
};

}  // namespace guardc::compiler
