#include "compiler/peer/peer_guard.h"

#include <algorithm>
#include <array>

#include "compiler/peer/line.h"

namespace guardc::compiler {

namespace {

// What the text behind a kind is.
enum class Text : std::uint8_t {
    expression,  // always one
    raw,         // some or all of it cannot be read as one
    relation,    // an expression at the first seat; at the others the bare kind
};

struct KindMeaning {
    std::string_view kind;
    Meaning meaning;
    Text text = Text::expression;
};

constexpr std::array<KindMeaning, 31> kMeanings = {{
    {"COMPLEX_IS_NAN", complex_is_nan},
    {"DEFAULT_DEVICE", default_device},
    {"DICT_CONTAINS", dict_contains},
    {"DICT_LENGTH", dict_length},
    {"DICT_VERSION", dict_version},
    {"DIMENSION_DYNAMIC_MARKING_GUARD", dynamic_marking},
    {"DISPATCH_KEY_SET_MATCH", key_set_match},
    {"DUAL_LEVEL_MATCH", dual_level},
    {"EQUALS_MATCH", equals_match},
    {"FAKE_SCRIPT_TYPE_MATCH", fake_script_type},
    {"FALSE_MATCH", boolean_match},
    {"FLOAT_IS_NAN", own_form},
    {"GLOBAL_STATE", global_state, Text::raw},
    {"ID_MATCH", id_match},
    {"LAMBDA_GUARD", lambda, Text::raw},
    {"LENGTH_CHECK", length_check},
    {"MAPPING_KEYS_MATCH", mapping_keys},
    {"NONE_MATCH", own_form},
    {"NOT_NONE", own_form},
    {"NO_HASATTR", own_form},
    {"NO_TENSOR_ALIASING", no_aliasing, Text::relation},
    {"OBJECT_ALIASING", own_form, Text::relation},
    {"RANGE_ITERATOR_MATCH", range_iterator},
    {"SET_CONTAINS", set_contains},
    {"STORAGE_OVERLAPPING", storage_overlapping, Text::relation},
    {"SYMBOLIC_SHAPE_GUARD", own_form, Text::relation},
    {"TENSOR_MATCH", tensor_match},
    {"TORCH_FUNCTION_MODE_STACK", mode_stack, Text::raw},
    {"TRUE_MATCH", boolean_match},
    {"TUPLE_ITERATOR_LEN", tuple_iterator_length},
    {"TYPE_MATCH", type_match},
}};

}  // namespace

std::vector<Condition> peer_conditions(Lowering& lowering, const grammar::PeerGuard& guard,
                                       grammar::Span span) {
    const Line line{lowering, guard, span};
    const auto* row =
        std::ranges::find_if(kMeanings, [&](const KindMeaning& known) { return known.kind == guard.kind; });
    if (row == kMeanings.end()) return line.unread();
    if (guard.raw.empty()) return row->text == Text::relation ? Conditions() : line.unread();
    if (guard.expression == grammar::kNoExpr && row->text != Text::raw) return line.unread();
    lowering.read_as_printed(true);
    Conditions conditions = row->meaning(line);
    lowering.read_as_printed(false);
    return conditions;
}

}  // namespace guardc::compiler
