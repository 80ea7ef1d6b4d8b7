#include "grammar/peer.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "grammar/closest.h"

namespace guardc::grammar {

namespace {

// The 27 leaf and 4 relational classes of 2.14 ..
constexpr std::array<std::string_view, 31> kKinds = {"COMPLEX_IS_NAN",
                                                     "DEFAULT_DEVICE",
                                                     "DICT_CONTAINS",
                                                     "DICT_LENGTH",
                                                     "DICT_VERSION",
                                                     "DISPATCH_KEY_SET_MATCH",
                                                     "DUAL_LEVEL_MATCH",
                                                     "EQUALS_MATCH",
                                                     "FAKE_SCRIPT_TYPE_MATCH",
                                                     "FALSE_MATCH",
                                                     "FLOAT_IS_NAN",
                                                     "GLOBAL_STATE",
                                                     "ID_MATCH",
                                                     "LAMBDA_GUARD",
                                                     "LENGTH_CHECK",
                                                     "MAPPING_KEYS_MATCH",
                                                     "NONE_MATCH",
                                                     "NOT_NONE",
                                                     "NO_HASATTR",
                                                     "RANGE_ITERATOR_MATCH",
                                                     "SET_CONTAINS",
                                                     "TENSOR_MATCH",
                                                     "TORCH_FUNCTION_MODE_STACK",
                                                     "TRUE_MATCH",
                                                     "TUPLE_ITERATOR_LEN",
                                                     "TYPE_MATCH",
                                                     "NO_TENSOR_ALIASING",
                                                     "OBJECT_ALIASING",
                                                     "STORAGE_OVERLAPPING",
                                                     "SYMBOLIC_SHAPE_GUARD",
                                                     "DIMENSION_DYNAMIC_MARKING_GUARD"};

// Lines of a tree that carry structure, no test of their own.
constexpr std::array<std::string_view, 8> kManagers = {
    "GuardManager", "DictGuardManager", "RootGuardManager",   "KeyManager",
    "ValueManager", "KeyValueManager",  "TREE_GUARD_MANAGER", "GuardAccessor"};

constexpr std::string_view kHint = " (HINT: ";
constexpr std::string_view kTypeMark = ", type=<class '";

bool contains(const auto& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

bool all_capitals(std::string_view word) {
    return std::ranges::all_of(word,
                               [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c); });
}

// `| | +- `, as deep as the tree is.
std::uint32_t behind_decoration(std::string_view text, Span line) {
    std::uint32_t at = line.begin;
    while (at < line.end && (text[at] == '|' || text[at] == ' '))
        ++at;
    return text.substr(at, line.end - at).starts_with("+- ") ? at + 3 : line.begin;
}

// What no rule can read: prose, a JSON behind `against`, and a number that stands for a check in the process.
bool is_no_expression(std::string_view text) {
    for (const std::string_view start :
         {"___check_metadata_", "___check_opaque_guard_fn_", "___check_global_state() against",
          "___check_torch_function_mode_stack()",
          "torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids"})
        if (text.starts_with(start)) return true;
    return false;
}

}  // namespace

bool is_peer_kind(std::string_view word) {
    return contains(kKinds, word);
}

PeerShape peer_shape(std::string_view text, Span line) {
    const std::uint32_t begin = behind_decoration(text, line);
    const Span word = word_at(text, begin, line.end);
    const std::string_view spelled = view(text, word);
    if (spelled.empty()) return {};
    const bool colon = word.end < line.end && text[word.end] == ':';
    const bool colon_and_blank = colon && (word.end + 1 == line.end || text[word.end + 1] == ' ');
    const bool alone = skip_blanks(text, word.end, line.end) == line.end;
    if (contains(kManagers, spelled) && (colon || alone || spelled == "KeyValueManager"))
        return {PeerLine::manager, word, word.end};
    if (!is_peer_kind(spelled)) {
        const bool meant_as_kind = colon_and_blank && spelled.size() > 3 && all_capitals(spelled);
        return meant_as_kind ? PeerShape{PeerLine::unknown_kind, word, word.end + 1} : PeerShape{};
    }
    if (colon_and_blank) return {PeerLine::leaf, word, skip_blanks(text, word.end + 1, line.end)};
    return alone ? PeerShape{PeerLine::leaf, word, line.end} : PeerShape{};
}

std::optional<GuardStatement> read_peer_guard(Reading& reading, Span line, const PeerShape& shape) {
    const std::string_view text = reading.layout.text;
    if (shape.line == PeerLine::manager) {
        reading.sink.error("manager-line", shape.kind,
                           fmt::format("`{}` is a node of a guard tree, no guard", view(text, shape.kind)),
                           "`guardc import` reads whole trees; here only the leaf lines can stand");
        return std::nullopt;
    }
    if (shape.line == PeerLine::unknown_kind) {
        const std::string_view meant = closest(view(text, shape.kind), kKinds);
        reading.sink.error("unknown-guard-kind", shape.kind,
                           fmt::format("`{}` is no kind of guard", view(text, shape.kind)),
                           meant.empty() ? "" : fmt::format("did you mean `{}`?", meant));
        return std::nullopt;
    }
    PeerGuard peer;
    peer.kind = view(text, shape.kind);
    Span raw{shape.text, line.end};
    peer.raw = view(text, raw);
    // Without a comment the hint stands right behind the guard; it is prose.
    if (const auto hint = peer.raw.rfind(kHint); hint != std::string::npos && peer.raw.ends_with(')')) {
        peer.raw.resize(hint);
        raw.end = raw.begin + static_cast<std::uint32_t>(hint);
    }
    const auto mark = peer.raw.rfind(kTypeMark);
    if (mark != std::string::npos && peer.raw.ends_with("'>")) {
        const auto name = mark + kTypeMark.size();
        peer.type_name = peer.raw.substr(name, peer.raw.size() - 2 - name);
        raw.end = raw.begin + static_cast<std::uint32_t>(mark);
    }
    if (!peer.raw.empty() && !is_no_expression(peer.raw))
        peer.expression = read_peer_expression(reading, raw).value_or(kNoExpr);
    GuardStatement guard;
    guard.peer = std::move(peer);
    guard.span = line;
    return guard;
}

}  // namespace guardc::grammar
