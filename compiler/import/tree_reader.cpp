#include "compiler/import/tree_reader.h"

#include "compiler/import/scan.h"
#include "compiler/terms/spelling.h"
#include "grammar/print.h"
#include "grammar/words.h"

namespace guardc::compiler {

namespace {

bool is_kind(std::string_view word) {
    return word.size() > 3 && word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == kNone;
}

// Tables of which a tree lists some entries only, so their number of pairs is not their length.
bool is_listed_in_part(std::string_view path) {
    return path.find("__dataclass_fields__") != kNone || path.ends_with("SUPPORTED_NODES");
}

// A tensor's line prints the last component of its type only; its node has all of it. Empty where there is
// nothing to add.
std::string with_whole_type(std::string_view text, std::string_view type) {
    constexpr std::string_view kCall = "check_tensor(";
    if (!text.starts_with(kCall)) return {};
    const std::size_t first = find_outside(text, ",", kCall.size());
    if (first == kNone) return {};
    const std::size_t second = find_outside(text, ",", first + 1);
    if (second == kNone) return {};
    const std::string_view name = trimmed(text.substr(first + 1, second - first - 1));
    const std::size_t dot = type.rfind('.');
    if (dot == kNone || type.substr(dot + 1) != name || type.find('<') != kNone) return {};
    if (name == "Tensor" || name == "Parameter" || name == "Buffer") return {};  // known without
    return std::string(text.substr(0, first)) + ", " + std::string(type) + std::string(text.substr(second));
}

}  // namespace

bool read_leaf(std::string_view text, Clause& clause) {
    text = trimmed(text);
    const std::size_t end = text.find(':');
    clause.kind = text.substr(0, end);
    if (!is_kind(clause.kind)) return false;
    text.remove_prefix(end == kNone ? text.size() : end + 1);
    // A comment begins with two blanks and `#`; strings of the text may hold the same. A text with a quote
    // that is none (`<Foo's>`) would hide its comment.
    std::size_t note = find_outside(text, "  #", 0, true);
    if (note == kNone && !strings_end(text)) note = text.find("  #");
    clause.text = trimmed(text.substr(0, note));
    clause.note = note == kNone ? std::string_view() : trimmed(text.substr(note));
    return true;
}

void TreeReader::begin(EntrySeat seat) {
    end();
    seat_ = seat;
    open_ = fresh_ = true;
}

void TreeReader::end() {
    if (open_) close_to(0);
    nodes_.clear();
    open_ = false;
}

void TreeReader::line(std::string_view body, std::uint32_t number) {
    fresh_ = false;
    std::size_t depth = 0;
    std::string_view text = body;
    for (; text.starts_with("| "); ++depth)
        text.remove_prefix(2);
    if (!text.starts_with("+- ")) return add_broken(body, number);
    text.remove_prefix(3);
    if (const auto node = read_node_line(text)) return add_node(depth, *node, trimmed(text), number);
    add_leaf(depth, text, number);
}

void TreeReader::add_node(std::size_t depth, const NodeLine& line, std::string_view text,
                          std::uint32_t number) {
    close_to(depth);
    Node node;
    node.depth = depth;
    node.line = line;
    node.text = text;
    node.number = number;
    if (!nodes_.empty()) {
        Node& parent = nodes_.back();
        parent.occupied = true;
        // A line between the two was lost: what the path would build on is not known.
        if (parent.depth + 1 == depth) node.parent = parent.path;
        if (line.kind == NodeKind::pair) {
            parent.pairs_in_a_row = parent.pairs_in_a_row && line.index == parent.pairs;
            ++parent.pairs;
            node.path = parent.path;
        }
    }
    if (line.kind == NodeKind::plain || line.kind == NodeKind::dict) {
        if (auto path = node_path(line, node.parent))
            node.path = *path == line.source ? line.source : writer_.dump().keep(std::move(*path));
    }
    nodes_.push_back(node);
}

void TreeReader::add_leaf(std::size_t depth, std::string_view text, std::uint32_t number) {
    close_to(depth);
    Clause clause;
    clause.line = number;
    if (!read_leaf(text, clause)) return add_broken(text, number);
    if (!nodes_.empty()) {
        nodes_.back().occupied = true;
        Node& node = nodes_.back();
        clause.place = node.path;
        node.type_tested = node.type_tested || clause.kind == "TYPE_MATCH";
        if (clause.kind == "TENSOR_MATCH")
            if (std::string whole = with_whole_type(clause.text, node.line.type); !whole.empty())
                clause.text = writer_.dump().keep(std::move(whole));
    }
    writer_.add(seat_, clause);
}

void TreeReader::add_broken(std::string_view text, std::uint32_t number) {
    Clause clause;
    clause.role = ClauseRole::broken;
    clause.text = trimmed(text);
    clause.line = number;
    writer_.add(seat_, clause);
}

void TreeReader::add_implied(const Node& node, ClauseRole role, std::string_view kind, std::string text) {
    Clause clause;
    clause.role = role;
    clause.kind = kind;
    clause.text = writer_.dump().keep(std::move(text));
    clause.line = node.number;
    writer_.add(seat_, clause);
}

void TreeReader::close_to(std::size_t depth) {
    while (!nodes_.empty() && nodes_.back().depth >= depth) {
        const Node node = nodes_.back();
        nodes_.pop_back();
        close(node);
    }
}

void TreeReader::close(const Node& node) {
    if (node.line.kind == NodeKind::dict) return close_dict(node);
    if (node.line.kind != NodeKind::plain || node.occupied) return;
    if (auto test = presence_test(node.line, node.parent))
        add_implied(node, ClauseRole::implied, test->kind, std::move(test->text));
}

void TreeReader::close_dict(const Node& node) {
    if (node.path.empty()) return add_broken(node.text, node.number);
    const std::string path(node.path);
    if (!node.line.type.empty())
        add_implied(
            node, ClauseRole::implied, "",
            "type(" + path + ") is type(" + grammar::quote_string(full_type_name(node.line.type)) + ")");
    else if (!node.type_tested)
        add_implied(node, ClauseRole::missing, "", "type(" + path + ")");
    if (node.pairs_in_a_row && !is_listed_in_part(path))
        add_implied(node, ClauseRole::implied, "", "len(" + path + ") == " + std::to_string(node.pairs));
    else
        add_implied(node, ClauseRole::missing, "", "len(" + path + ")");
}

}  // namespace guardc::compiler
