#include "compiler/import/conjunct.h"

#include <algorithm>
#include <array>

#include "compiler/import/scan.h"
#include "grammar/words.h"

namespace guardc::compiler {

namespace {

struct Call {
    std::string_view name;
    std::string_view kind;
};
// Check functions that stand at the start of a text.
constexpr std::array<Call, 19> kCalls = {{
    {"___check_type_id", "TYPE_MATCH"},
    {"__check_type_id", "TYPE_MATCH"},
    {"___check_obj_id", "ID_MATCH"},
    {"__check_obj_id", "ID_MATCH"},
    {"check_tensor", "TENSOR_MATCH"},
    {"check_no_aliasing", "NO_TENSOR_ALIASING"},
    {"check_overlapping", "STORAGE_OVERLAPPING"},
    {"___check_global_state", "GLOBAL_STATE"},
    {"___check_torch_function_mode_stack", "TORCH_FUNCTION_MODE_STACK"},
    {"___dict_contains", "DICT_CONTAINS"},
    {"__dict_contains", "DICT_CONTAINS"},
    {"set.__contains__", "SET_CONTAINS"},
    {"___dict_version", "DICT_VERSION"},
    {"___tuple_iterator_len", "TUPLE_ITERATOR_LEN"},
    {"___normalize_range_iter", "RANGE_ITERATOR_MATCH"},
    {"___check_fake_script_type", "FAKE_SCRIPT_TYPE_MATCH"},
    {"len", "LENGTH_CHECK"},
    {"set.__len__", "LENGTH_CHECK"},
    {"hasattr", "NO_HASATTR"},
}};

struct StateSwitch {
    std::string_view call;
    std::string_view field;
};
constexpr std::array<StateSwitch, 4> kSwitches = {
    {{"___needs_nopython()", "needs_nopython"},
     {"___is_grad_enabled()", "grad_mode"},
     {"___are_deterministic_algorithms_enabled()", "deterministic_algorithms"},
     {"___is_torch_function_enabled()", "torch_function"}}};

constexpr std::string_view kMarking = "'_dynamo_";

std::string_view call_kind(std::string_view text) {
    const std::size_t open = text.find('(');
    if (open == kNone) return {};
    const std::string_view name = text.substr(0, open);
    for (const Call& call : kCalls)
        if (call.name == name) return call.kind;
    return {};
}

// The place of an operator between two blanks, outside of strings and brackets.
std::size_t between(std::string_view text, std::string_view spaced) {
    return find_outside(text, spaced);
}

// The start of a text that names a stored value, or what a step that runs code yields.
constexpr std::array<std::string_view, 18> kPlaceStarts = {"L[",
                                                           "G[",
                                                           "getattr(",
                                                           "type(",
                                                           "dict(",
                                                           "list(",
                                                           "__import__(",
                                                           "dict.__getitem__(",
                                                           "list.__getitem__(",
                                                           "object.__getattribute__(",
                                                           "___tuple_iterator_getitem(",
                                                           "___set_getitem(",
                                                           "___odict_getitem(",
                                                           "___namedtuple_fields(",
                                                           "___dataclass_fields(",
                                                           "___from_numpy(",
                                                           "___as_tensor(",
                                                           "___get_torch_function_mode_stack_at("};

bool is_place(std::string_view text) {
    return std::ranges::any_of(kPlaceStarts, [&](std::string_view start) { return text.starts_with(start); });
}

// A literal, or a name of torch such as a dtype: nothing that is read from the frame.
bool is_constant(std::string_view text) {
    return find_outside(text, "L[", 0, true) == kNone && find_outside(text, "G[", 0, true) == kNone &&
           find_outside(text, " + ", 0, false) == kNone && find_outside(text, " // ", 0, false) == kNone &&
           find_outside(text, " % ", 0, false) == kNone;
}

bool is_size(std::string_view text) {
    return text.find(".size()") != kNone || text.find(".stride()") != kNone ||
           text.find(".storage_offset()") != kNone;
}

std::string_view equality_kind(std::string_view left, std::string_view right, FlatForm form) {
    if (const std::string_view kind = call_kind(left); !kind.empty() && kind != "NO_HASATTR") return kind;
    if (left == "utils_device.CURRENT_DEVICE") return "DEFAULT_DEVICE";
    if (left.ends_with("forward_ad._current_level")) return "DUAL_LEVEL_MATCH";
    if (left.ends_with(".raw_repr()")) return "DISPATCH_KEY_SET_MATCH";
    if (form == FlatForm::leaves && left.starts_with("list(") && left.ends_with(".keys())"))
        return "MAPPING_KEYS_MATCH";
    // Types and functions that a call looks into are no places: `str(L['d'].keys())`.
    if (!is_place(left) || is_size(left) || left.ends_with(".keys())") || !is_constant(right))
        return "LAMBDA_GUARD";
    if (right == "True") return "TRUE_MATCH";
    if (right == "False") return "FALSE_MATCH";
    return "EQUALS_MATCH";
}

}  // namespace

std::string_view kind_of_conjunct(std::string_view text, FlatForm form) {
    if (text.find(kMarking) != kNone && text.find("hasattr(") != kNone)
        return "DIMENSION_DYNAMIC_MARKING_GUARD";
    if (text.starts_with("not ")) {
        const std::string_view inner = without_brackets(text.substr(4));
        const std::string_view kind = call_kind(inner);
        if (kind == "DICT_CONTAINS" || kind == "SET_CONTAINS" || kind == "NO_HASATTR") return kind;
        const bool whole = is_place(inner) && inner.find(' ') == kNone;
        return whole && !inner.starts_with("___") ? "LENGTH_CHECK" : "LAMBDA_GUARD";
    }
    if (find_outside(text, " and ") != kNone || find_outside(text, " or ") != kNone ||
        find_outside(text, " if ") != kNone) {
        if (text.starts_with("type(") && text.find("__math_isnan(") != kNone) return "FLOAT_IS_NAN";
        if (text.starts_with("type(") && text.find("__numpy_isnan(") != kNone) return "COMPLEX_IS_NAN";
        return "LAMBDA_GUARD";
    }
    if (const std::size_t at = between(text, " is not "); at != kNone)
        return text.substr(at + 8) == "None" ? "NOT_NONE" : "LAMBDA_GUARD";
    if (const std::size_t at = between(text, " is "); at != kNone)
        return text.substr(at + 4) == "None" ? "NONE_MATCH" : "OBJECT_ALIASING";
    if (const std::size_t at = between(text, " == "); at != kNone) {
        const std::string_view right = text.substr(at + 4);
        // A chain is arithmetic.
        if (between(right, " == ") != kNone || between(text, " <= ") != kNone ||
            between(text, " < ") != kNone)
            return "LAMBDA_GUARD";
        if (text.starts_with("hasattr(")) return "NO_HASATTR";
        return equality_kind(trimmed(text.substr(0, at)), trimmed(right), form);
    }
    const std::string_view kind = call_kind(text);
    const bool whole = !kind.empty() && closing_bracket(text, text.find('(')) != kNone;
    // `hasattr(x, 'a')` alone says that it is there, which no leaf prints.
    return whole && kind != "NO_HASATTR" && kind != "LENGTH_CHECK" ? kind : "LAMBDA_GUARD";
}

std::string own_state_text(std::string_view text) {
    constexpr std::string_view kHash = "___compile_config_hash() == ";
    if (text.starts_with(kHash)) return "compile_config_hash is " + std::string(text.substr(kHash.size()));
    const bool negated = text.starts_with("not ");
    const std::string_view call = negated ? without_brackets(text.substr(4)) : text;
    for (const StateSwitch& known : kSwitches)
        if (call == known.call) return std::string(known.field) + (negated ? " is False" : " is True");
    return {};
}

bool is_dispatcher_fact(std::string_view text) {
    return text == "___guarded_code.valid" || text == ".validity" ||
           text.ends_with("guarded_code.validity") || text.starts_with("___skip_backend_check()") ||
           text.starts_with("___check_current_backend(") || text.starts_with("___current_backend() ==");
}

}  // namespace guardc::compiler
