#include "compiler/terms/spelling.h"

#include <algorithm>
#include <array>

#include "grammar/words.h"
#include "runtime/program/ambient.h"

namespace guardc::compiler {

namespace {

constexpr std::string_view kBuiltins = "builtins.";

constexpr std::array<std::string_view, 14> kBuiltinTypes = {
    "bool", "bytes",  "complex", "dict", "float", "frozenset", "int",
    "list", "object", "range",   "set",  "slice", "str",       "tuple"};

// Modules whose names mean types and constants although no parameter list says that they are no locals.
constexpr std::array<std::string_view, 9> kModules = {"builtins", "collections", "enum",  "itertools", "math",
                                                      "numpy",    "torch",       "types", "weakref"};

// Types of these modules that do not start with a capital.
constexpr std::array<std::string_view, 13> kLowerCaseTypes = {"collections.defaultdict",
                                                              "collections.deque",
                                                              "itertools.count",
                                                              "numpy.ndarray",
                                                              "torch.device",
                                                              "torch.dtype",
                                                              "torch.finfo",
                                                              "torch.iinfo",
                                                              "torch.layout",
                                                              "torch.memory_format",
                                                              "weakref.ref",
                                                              "numpy.bool_",
                                                              "weakref.WeakKeyDictionary"};

template <std::size_t n>
bool has(const std::array<std::string_view, n>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

bool is_module(std::string_view name) {
    return has(kModules, name);
}

std::string_view root_of(std::string_view dotted) {
    return dotted.substr(0, dotted.find('.'));
}

std::string_view last_of(std::string_view dotted) {
    const std::size_t dot = dotted.rfind('.');
    return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

bool is_capital(std::string_view word) {
    const std::size_t letter = word.find_first_not_of('_');
    return letter != std::string_view::npos && word[letter] >= 'A' && word[letter] <= 'Z';
}

bool is_dotted_identifier(std::string_view name) {
    while (true) {
        const std::size_t dot = name.find('.');
        if (!grammar::is_identifier(name.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        name.remove_prefix(dot + 1);
    }
}

bool is_ambient(std::string_view name) {
    return parse_ambient(name).has_value() || name == "state";
}

// Whether a dotted name is a type as far as it can be told from its spelling.
bool looks_like_type(std::string_view name) {
    return is_capital(last_of(name)) || has(kLowerCaseTypes, name) || name.starts_with(kBuiltins) ||
           name.starts_with("types.") || name.starts_with("numpy.");
}

}  // namespace

bool is_parameter(const FrameShape& shape, std::string_view name) {
    return !shape.open && shape.find(Scope::local, name).has_value();
}

bool declared_reads_as_local(const FrameShape& shape, std::string_view name) {
    if (!grammar::is_identifier(name) || name == "_" || name == "L" || name == "G") return false;
    return !shape.open ||
           (!is_ambient(name) && !is_builtin_type(name) && !is_module(name) && !dtype_named(shape, name));
}

bool reads_as_local(const FrameShape& shape, std::string_view name) {
    return declared_reads_as_local(shape, name) && (shape.open || shape.find(Scope::local, name).has_value());
}

bool is_builtin_type(std::string_view name) {
    return has(kBuiltinTypes, name);
}

std::string full_type_name(std::string_view name) {
    return is_builtin_type(name) || name.find('.') == std::string_view::npos
               ? std::string(kBuiltins) + std::string(name)
               : std::string(name);
}

std::optional<std::string> type_in_type_place(const FrameShape& shape, std::string_view name) {
    const std::string_view root = root_of(name);
    if (is_parameter(shape, root) || is_ambient(root)) return std::nullopt;
    if (root == name) return is_builtin_type(name) ? std::optional(full_type_name(name)) : std::nullopt;
    // In an open shape nothing tells a module from a local, save that `self` and `cls` never are modules.
    if (root == "self" || root == "cls" || !looks_like_type(name)) return std::nullopt;
    return std::string(name);
}

std::optional<std::string> type_in_value_place(const FrameShape& shape, std::string_view name) {
    if (shape.open && root_of(name) != name && !is_module(root_of(name))) return std::nullopt;
    return type_in_type_place(shape, name);
}

std::optional<DType> dtype_named(const FrameShape& shape, std::string_view name) {
    constexpr std::string_view kTorch = "torch.";
    if (name.starts_with(kTorch))
        return is_parameter(shape, "torch") ? std::nullopt : parse_dtype(name.substr(kTorch.size()));
    if (is_parameter(shape, name)) return std::nullopt;
    const std::optional<DType> dtype = parse_dtype(name);
    return dtype && *dtype != DType::bool_ && dtype_name(*dtype) == name ? dtype : std::nullopt;
}

std::optional<std::string> short_type_in_type_place(const FrameShape& shape, std::string_view full_name) {
    std::string_view name = full_name;
    if (name.starts_with(kBuiltins) && is_builtin_type(name.substr(kBuiltins.size())))
        name.remove_prefix(kBuiltins.size());
    if (!is_dotted_identifier(name) || type_in_type_place(shape, name) != full_name) return std::nullopt;
    return std::string(name);
}

std::optional<std::string> short_type_in_value_place(const FrameShape& shape, std::string_view full_name) {
    std::optional<std::string> name = short_type_in_type_place(shape, full_name);
    if (name && type_in_value_place(shape, *name) != full_name) name.reset();
    return name;
}

std::optional<std::string> short_dtype(const FrameShape& shape, DType dtype) {
    std::string name(dtype_name(dtype));
    if (dtype == DType::bool_) name = "torch.bool";
    return dtype_named(shape, name) == dtype ? std::optional(std::move(name)) : std::nullopt;
}

}  // namespace guardc::compiler
