#include "compiler/import/node_line.h"

#include <charconv>

#include "compiler/import/scan.h"
#include "grammar/words.h"

namespace guardc::compiler {

namespace {

bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

// Up to `end` outside of strings and brackets; where a string or bracket of the source is not closed, up to
// the last one.
std::string_view take_until(std::string_view& text, std::string_view end) {
    std::size_t at = find_outside(text, end);
    if (at == kNone) at = text.rfind(end);
    const std::string_view taken = text.substr(0, at);
    text.remove_prefix(taken.size());
    return taken;
}

void read_accessor(std::string_view text, NodeLine& node) {
    const std::size_t end = text.find_first_of("(<");
    node.accessor = trimmed(text.substr(0, end));
    if (end == kNone) return;
    text.remove_prefix(end);
    // `TensorPropertyGuardAccessor<TensorProperty::SIZE>(1)`: the property belongs to the argument.
    if (text.front() == '<') {
        node.argument = text;
        return;
    }
    const std::size_t close = text.rfind(')');
    node.argument = close == kNone ? text.substr(1) : text.substr(1, close - 1);
}

std::string attribute_of(std::string_view base, std::string_view name) {
    if (grammar::is_identifier(name) || grammar::is_reserved(name))
        return std::string(base) + "." + std::string(name);
    return "getattr(" + std::string(base) + ", '" + std::string(name) + "')";
}

std::string item_of(std::string_view base, std::string_view key) {
    return std::string(base) + "[" + std::string(key) + "]";
}

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == kNone;
}

// `<TensorProperty::SIZE>(1)`
std::optional<std::string> property_of(std::string_view base, std::string_view argument) {
    const std::size_t open = argument.find('(');
    if (open == kNone || !argument.ends_with(')')) return std::nullopt;
    const std::string_view index = argument.substr(open + 1, argument.size() - open - 2);
    if (argument.find("::SIZE") != kNone) return item_of(std::string(base) + ".size()", index);
    if (argument.find("::STRIDE") != kNone) return item_of(std::string(base) + ".stride()", index);
    if (argument.find("::STORAGE_OFFSET") != kNone) return std::string(base) + ".storage_offset()";
    return std::nullopt;
}

// One step from the parent's value by the accessor alone.
std::optional<std::string> step(const NodeLine& node, std::string_view parent) {
    const std::string_view accessor = node.accessor;
    const auto text = [&](std::string_view suffix) { return std::string(parent) + std::string(suffix); };
    if (accessor == "GetAttrGuardAccessor" || accessor == "GenericGetAttrGuardAccessor" ||
        accessor == "GradGuardAccessor")
        return attribute_of(parent, node.argument);
    if (accessor == "DictGetItemGuardAccessor" || accessor == "ListGetItemGuardAccessor" ||
        accessor == "TupleGetItemGuardAccessor" || accessor == "GetItemGuardAccessor")
        return item_of(parent, node.argument);
    if (accessor == "GetGenericDictGuardAccessor") return text(".__dict__");
    if (accessor == "CodeGuardAccessor") return text(".__code__");
    if (accessor == "ClosureGuardAccessor") return text(".__closure__");
    if (accessor == "FuncDefaultsGuardAccessor") return text(".__defaults__");
    if (accessor == "FuncKwDefaultsGuardAccessor") return text(".__kwdefaults__");
    if (accessor == "TypeMROGuardAccessor") return text(".__mro__");
    if (accessor == "TypeGuardAccessor") return "type(" + text(")");
    if (accessor == "TypeDictGuardAccessor") return "dict(" + text(".__dict__)");
    if (accessor == "TensorPropertyGuardAccessor") return property_of(parent, node.argument);
    return std::nullopt;
}

}  // namespace

std::optional<NodeLine> read_node_line(std::string_view body) {
    NodeLine node;
    body = trimmed(body);
    if (body == "RootGuardManager") {
        node.kind = NodeKind::root;
        return node;
    }
    if (take(body, "KeyValueManager")) {
        node.kind = NodeKind::pair;
        const std::size_t index = body.find("index=");
        if (index == kNone) return std::nullopt;
        const char* end = body.data() + body.size();
        const auto [stop, error] = std::from_chars(body.data() + index + 6, end, node.index);
        if (error != std::errc() || stop != end) return std::nullopt;
        return node;
    }
    node.is_key = take(body, "KeyManager: ");
    node.is_value = !node.is_key && take(body, "ValueManager: ");
    if (take(body, "DictGuardManager: "))
        node.kind = NodeKind::dict;
    else if (take(body, "GuardManager: "))
        node.kind = NodeKind::plain;
    else
        return std::nullopt;
    if (!take(body, "source=")) return std::nullopt;
    // Newest first: what an older release does not print is not there to end the source.
    const std::size_t accessed = find_outside(body, ", accessed_by=");
    const std::size_t typed = find_outside(body, ", type=<class '");
    if (accessed != kNone || typed == kNone)
        node.source = trimmed(take_until(body, ", accessed_by="));
    else
        node.source = trimmed(take_until(body, ", type=<class '"));
    if (take(body, ", accessed_by=")) {
        std::string_view accessor = body;
        if (const std::size_t type = body.rfind(", type=<class '"); type != kNone)
            accessor = body.substr(0, type);
        else if (const std::size_t tags = body.rfind(", tag_safe=("); tags != kNone)
            accessor = body.substr(0, tags);
        read_accessor(accessor, node);
        body.remove_prefix(accessor.size());
    }
    if (take(body, ", type=<class '")) {
        const std::size_t end = body.find("'>");
        if (end != kNone) node.type = body.substr(0, end);
    }
    return node;
}

std::optional<std::string> node_path(const NodeLine& node, std::string_view parent) {
    if (node.accessor == "GlobalsGuardAccessor") return "G";
    if (node.accessor == "IndexedGuardAccesor") return std::string(parent);
    if (node.source.empty()) return std::nullopt;
    if (node.source != parent || node.accessor.empty()) return std::string(node.source);
    return step(node, parent);
}

std::optional<ImpliedTest> presence_test(const NodeLine& node, std::string_view parent) {
    const std::string base(parent);
    const std::string_view accessor = node.accessor;
    if (parent.empty() || parent == "G")
        return std::nullopt;  // locals and globals that guards name are there
    if (accessor == "GetAttrGuardAccessor" || accessor == "GradGuardAccessor" ||
        accessor == "GenericGetAttrGuardAccessor")
        return ImpliedTest{"", "hasattr(" + base + ", '" + std::string(node.argument) + "')"};
    if (accessor == "DictGetItemGuardAccessor") {
        // Releases before 2.5 print the key without its quotes.
        const std::string_view key = node.argument;
        const bool quoted = !key.empty() && (key.find_first_of("'\"([{") != kNone || is_number(key));
        const std::string text = quoted ? std::string(key) : "'" + std::string(key) + "'";
        return ImpliedTest{"DICT_CONTAINS", "___dict_contains(" + text + ", " + base + ")"};
    }
    const bool sequence = accessor == "ListGetItemGuardAccessor" || accessor == "TupleGetItemGuardAccessor";
    if (sequence && is_number(node.argument))
        return ImpliedTest{"", "len(" + base + ") > " + std::string(node.argument)};
    return std::nullopt;
}

}  // namespace guardc::compiler
