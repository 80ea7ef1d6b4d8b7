// A manager line of a guard tree: which value the node stands for, and how it is reached from its parent's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace guardc::compiler {

enum class NodeKind : std::uint8_t {
    root,
    plain,
    dict,   // tests exact type and length by itself
    pair,   // `KeyValueManager pair at index=i`: the place of a key and its value
    other,  // a manager that is not known
};

struct NodeLine {
    NodeKind kind = NodeKind::other;
    bool is_key = false;        // behind `KeyManager: `
    bool is_value = false;      // behind `ValueManager: `
    std::string_view source;    // as printed; not always the value (source_path)
    std::string_view accessor;  // "DictGetItemGuardAccessor"; empty: none printed
    std::string_view argument;  // what stands in its brackets, as printed
    std::string_view type;      // "dict"; empty: none printed
    std::uint64_t index = 0;    // of a pair
};

// Nothing when the line is no manager's.
std::optional<NodeLine> read_node_line(std::string_view body);

// The text of the node's value. The printed source is right, save where it repeats the parent's: a node below
// a function's defaults prints the function, one for an attribute that must be there its object.
// Nothing where the step has no spelling.
std::optional<std::string> node_path(const NodeLine& node, std::string_view parent);

// What must hold for the value to be there, in the peer's or guardc's form with its kind in front; nothing
// where a step cannot fail or has no test of its own.
struct ImpliedTest {
    std::string_view kind;
    std::string text;
};
std::optional<ImpliedTest> presence_test(const NodeLine& node, std::string_view parent);

}  // namespace guardc::compiler
