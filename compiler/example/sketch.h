// A frame while it is thought up: one node for every place that guards name, with what they ask of it.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/example/goal.h"
#include "compiler/terms/term.h"
#include "runtime/program/frame_shape.h"

namespace guardc::compiler::example {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffffU;

// How a place is reached from the one that holds it.
enum class Role : std::uint8_t {
    local,          // index: slot
    global,         // index: slot
    derived,        // index: slot
    external,       // index: slot
    numbered_type,  // index: slot; its name is the number
    ambient,        // index: AmbientField
    attribute,      // name
    item,           // key; of lists and tuples the index
    key_at,         // index: position in a dict
    value_at,       // likewise
    stored_key,     // key: one that is equal
    type_object,    // of the exact type
    referent,       // of a weak reference
    upcoming,       // index: of an iterator from the next item on, of a set from the first
    derived_from,   // name: the text of the step
    element,        // key: a value that a list or set holds, wherever
    length,
    version,
    remaining,
    next_value,
    step,
    printed,
    base_value,  // the number in an object whose type derives from int or float
    rank,
    size,    // index, negative from the end
    stride,  // likewise
    storage_offset,
    dtype,
    device,
    device_type,   // of a device
    device_index,  // of a device
    requires_grad,
    dispatch_keys,
    storage,
};
// What a term of this kind reaches; none for what is computed.
std::optional<Role> role_of(TermOp op);
constexpr bool is_root(Role role) {
    return role <= Role::ambient;
}
// Facts that tensors alone have.
constexpr bool is_tensor_fact(Role role) {
    return role >= Role::rank && role != Role::device_type && role != Role::device_index &&
           role != Role::dispatch_keys;
}
// Facts that are ints within bounds.
constexpr bool is_counted(Role role) {
    return role == Role::length || role == Role::version || role == Role::remaining ||
           (role >= Role::rank && role <= Role::storage_offset) || role == Role::storage;
}

// Keys that are equal in Python have one text: 1, True and 1.0 are one key.
std::string key_text(const Value* key);

struct Node {
    Role role = Role::local;
    std::int64_t index = 0;
    std::string name;
    const Value* key = nullptr;
    TermId term = kNoTerm;  // the first that named it; none for what was made up

    NodeId same = kNoNode;  // the node of the very same object, which stands for this one too
    NodeId tied = kNoNode;  // a node that has an equal value, which is asked for it
    std::vector<NodeId> ties;
    std::vector<NodeId> parents;
    std::vector<NodeId> children;  // in the order in which they were first named

    std::vector<TaggedGoal> goals;
    std::vector<std::string> lacking;            // attributes that must be absent
    std::vector<const Value*> lacking_keys;      // keys and elements that must be absent
    std::optional<std::uint64_t> identity = {};  // a number that was recorded
    bool needs_identity = false;
    bool has_keys = false;     // something must be in it, so that ints are keys and not positions
    bool is_type = false;      // a type, which holds its own dictionary apart from its attributes
    bool is_key = false;       // of a dict, by position
    Kind base = Kind::object;  // what its type derives from, where a guard asks
    bool absent = false;       // left out of the frame

    const Value* chosen = nullptr;    // what a place without parts holds
    const Value* realised = nullptr;  // what was made of it and its parts
};

class Sketch {
  public:
    Sketch(const TermPool& terms, ValueArena& arena)
        : terms_(terms), arena_(arena), of_term_(terms.size(), kNoNode) {}

    const TermPool& terms() const { return terms_; }
    ValueArena& arena() { return arena_; }

    // The place that a term names, made on first need; none for what is computed. Follows chains of any
    // length without recursion.
    NodeId place(TermId term);
    static bool is_place(TermOp op);
    // From now on `place` makes none: terms that name others get none.
    void close() { closed_ = true; }
    // The same, where it stands apart from the object that it shares; none before `place` was asked.
    NodeId own_place(TermId term) const { return of_term_[term]; }

    // `x.device` of what is no tensor is an attribute like any other: `dtype`, `device`, `requires_grad`
    // become one when something is asked of them that no such fact of a tensor has.
    void take_for_attribute(NodeId id);
    // The kind of such a fact of a tensor.
    static std::optional<Kind> kind_of_property(Role role);

    NodeId child(NodeId parent, Role role, std::int64_t index = 0, std::string_view name = {},
                 const Value* key = nullptr, TermId term = kNoTerm);
    NodeId find_child(NodeId parent, Role role, std::int64_t index = 0, std::string_view name = {},
                      const Value* key = nullptr) const;

    Node& operator[](NodeId id) { return nodes_[id]; }
    const Node& operator[](NodeId id) const { return nodes_[id]; }
    std::size_t size() const { return nodes_.size(); }
    NodeId find(NodeId id) const;
    // The node whose goals decide the value of a place without parts.
    NodeId decider(NodeId id) const;

    // From now on one object with all places that were given this number. It stands in none of them, so that
    // each can be told apart again.
    void share_identity(std::uint64_t identity, NodeId place);

    // A place whose type is to be the one of a number, which is settled when all is known of both.
    struct Numbered {
        NodeId type;
        NodeId place;
        std::size_t guard;
    };
    std::vector<Numbered>& numbered() { return numbered_; }

    // From now on one object.
    void merge(NodeId left, NodeId right);
    // From now on equal in value, while neither has parts.
    void tie(NodeId left, NodeId right);
    // Every place keeps the value that it has, and none is tied any more.
    void untie();

    // The attributes of an instance and its `__dict__` are one; those of a type are not.
    bool is_instance_dictionary(NodeId id) const;

    // The type that goals ask for, if one does.
    const TypeInfo* type_of(NodeId id) const;
    bool has_parts(NodeId id) const;
    // All goals on the value of a place: its own and those of places tied to it.
    std::vector<TaggedGoal> goals_of(NodeId id) const;

    std::vector<NodeId> roots() const;

  private:
    struct ChildKey {
        NodeId parent;
        Role role;
        std::int64_t index;
        std::string text;
        friend bool operator==(const ChildKey&, const ChildKey&) = default;
    };
    struct Hash {
        std::size_t operator()(const ChildKey& key) const;
    };

    NodeId make(NodeId parent, Role role, std::int64_t index, std::string_view name, const Value* key,
                TermId term);
    NodeId step(NodeId base, TermId term);
    NodeId item(NodeId base, TermId term, const Value* key);
    std::int64_t position_of(TermId key_at) const;

    const TermPool& terms_;
    ValueArena& arena_;
    std::vector<Node> nodes_;
    std::vector<NodeId> of_term_;
    bool closed_ = false;
    std::unordered_map<ChildKey, NodeId, Hash> by_key_;
    std::unordered_map<std::uint64_t, NodeId> by_identity_;
    std::vector<Numbered> numbered_;
};

}  // namespace guardc::compiler::example
