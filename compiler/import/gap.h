// What a dump does not hold: guards whose expected value is not in their text. The list is closed.
#pragma once

#include <string_view>

#include "compiler/import/dump.h"

namespace guardc::compiler {

enum class Gap : std::uint8_t {
    none,            // the text says all
    mode_stack,      // TORCH_FUNCTION_MODE_STACK prints no stack
    global_state,    // `___check_global_state()` without `against {..}`, before 2.9
    tensors,         // `___check_tensors(..)` of the flat form: which tensors, not what they were
    metadata,        // `___check_metadata_N_cM/K`: what a tensor subclass holds beside its tensors
    guard_function,  // `___check_opaque_guard_fn_N_cM/K`: a guard of a registered class
    length,          // of a dict whose entries are listed in part
    type,            // of a dict, before releases printed types of nodes
};

Gap gap_of(const Clause& clause);

// "the stack of torch function modes": what is not in the text.
std::string_view gap_text(Gap gap);
// "metadata": how the report counts it.
std::string_view gap_name(Gap gap);

}  // namespace guardc::compiler
