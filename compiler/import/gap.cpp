#include "compiler/import/gap.h"

namespace guardc::compiler {

namespace {

// `NAME()` and nothing behind it.
bool is_bare_call(std::string_view text, std::string_view name) {
    return text.starts_with(name) && text.substr(name.size()) == "()";
}

}  // namespace

Gap gap_of(const Clause& clause) {
    const std::string_view text = clause.text;
    if (clause.role == ClauseRole::missing) return text.starts_with("len(") ? Gap::length : Gap::type;
    if (clause.role != ClauseRole::printed) return Gap::none;
    if (is_bare_call(text, "___check_torch_function_mode_stack")) return Gap::mode_stack;
    if (is_bare_call(text, "___check_global_state")) return Gap::global_state;
    if (text.starts_with("___check_tensors(")) return Gap::tensors;
    if (text.starts_with("___check_metadata_")) return Gap::metadata;
    if (text.starts_with("___check_opaque_guard_fn_")) return Gap::guard_function;
    return Gap::none;
}

std::string_view gap_text(Gap gap) {
    switch (gap) {
        case Gap::none:
            return "";
        case Gap::mode_stack:
            return "the stack of torch function modes";
        case Gap::global_state:
            return "the global state";
        case Gap::tensors:
            return "what the tensors were";
        case Gap::metadata:
            return "the metadata of a tensor subclass";
        case Gap::guard_function:
            return "the value of a registered class's guard function";
        case Gap::length:
            return "the length of a dict that is listed in part";
        case Gap::type:
            return "the type of a dict";
    }
    return "";
}

std::string_view gap_name(Gap gap) {
    switch (gap) {
        case Gap::none:
            return "";
        case Gap::mode_stack:
            return "mode_stack";
        case Gap::global_state:
            return "global_state";
        case Gap::tensors:
            return "tensors";
        case Gap::metadata:
            return "metadata";
        case Gap::guard_function:
            return "guard_function";
        case Gap::length:
            return "length";
        case Gap::type:
            return "type";
    }
    return "";
}

}  // namespace guardc::compiler
