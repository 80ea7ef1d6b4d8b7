#include "runtime/program/dominators.h"

namespace guardc {

Dominators::Dominators(std::size_t instructions) : nodes_(instructions) {}

void Dominators::add_edge(std::uint32_t from, std::uint32_t to) {
    Node& node = nodes_[to];
    node.parent = node.parent == kNone ? from : common_ancestor(node.parent, from);
}

bool Dominators::enter(std::uint32_t number) {
    Node& node = nodes_[number];
    if (number == 0) {
        node.parent = 0;
        node.link = 0;
        return true;
    }
    if (node.parent == kNone) return false;
    const Node& parent = nodes_[node.parent];
    const Node& link = nodes_[parent.link];
    node.depth = parent.depth + 1;
    // Two equally long links in a row are joined into one, which keeps every climb logarithmic.
    const bool join = parent.depth - link.depth == link.depth - nodes_[link.link].depth;
    node.link = join ? link.link : node.parent;
    return true;
}

std::uint32_t Dominators::ancestor_at(std::uint32_t node, std::uint32_t depth) const {
    while (nodes_[node].depth > depth) {
        const std::uint32_t link = nodes_[node].link;
        node = nodes_[link].depth >= depth ? link : nodes_[node].parent;
    }
    return node;
}

std::uint32_t Dominators::common_ancestor(std::uint32_t left, std::uint32_t right) const {
    if (nodes_[left].depth > nodes_[right].depth) left = ancestor_at(left, nodes_[right].depth);
    if (nodes_[right].depth > nodes_[left].depth) right = ancestor_at(right, nodes_[left].depth);
    while (left != right) {
        const bool far = nodes_[left].link != nodes_[right].link;
        left = far ? nodes_[left].link : nodes_[left].parent;
        right = far ? nodes_[right].link : nodes_[right].parent;
    }
    return left;
}

bool Dominators::dominates(std::uint32_t by, std::uint32_t node) const {
    return nodes_[by].depth <= nodes_[node].depth && ancestor_at(node, nodes_[by].depth) == by;
}

}  // namespace guardc
