// From a sketch to values: what each place holds, and the frame of it all.
#pragma once

#include <optional>
#include <set>

#include "compiler/example/sketch.h"
#include "compiler/json/frame_json.h"

namespace guardc::compiler::example {

// Values that facts of this role can have; none for roles of any value.
std::vector<const Value*> values_of_role(Role role, ValueArena& arena);

class Realiser {
  public:
    // `arena` is where values go; it may change between calls, while values made before are still used.
    Realiser(Sketch& sketch, ValueArena& arena) : sketch_(sketch), arena_(&arena) {}

    // What places held before they were given something else, newest last, while somebody listens.
    struct Trace {
        NodeId id;
        const Value* chosen;
        const Value* realised;
    };
    void trace(std::vector<Trace>* into) { trace_ = into; }

    void use(ValueArena& arena) { arena_ = &arena; }
    ValueArena& arena() { return *arena_; }

    // What a place holds, made on first need. Null when its goals contradict each other, or it nests too
    // deep.
    const Value* value(NodeId id);
    // The value of a place without parts: one that meets its goals. False when none was found; then it holds
    // what it held before.
    bool choose(NodeId id);
    bool accepts(NodeId id, const Value& value) const;
    // Whether a place of this sort can hold the value in any frame.
    bool can_hold(NodeId id, const Value& value) const;
    // Gives a place without parts this value, whatever the goals.
    void put(NodeId id, const Value* value);
    // What was made of this place, and of all that hold it, is to be made anew.
    void touch(NodeId id);

    // Items and sizes that are counted from the end are those that are counted from the start.
    void settle_indices();
    // Objects of one type have one type to look into, and a dict one value for a key and its position.
    void settle_types();
    // What has a numbered type has one that its other guards allow, the same under the same number.
    void settle_numbers();
    void settle_keys();

    // The kind and type that a place with parts gets; nothing when it is a leaf all the same.
    struct Form {
        Kind kind = Kind::object;
        const TypeInfo* type = nullptr;  // null: the kind's own
    };
    std::optional<Form> form_of(NodeId id) const;

    // Null where a root could not be made.
    std::optional<FrameDocument> frame(std::shared_ptr<ValueArena> owner, const FrameShape& shape);

    // Of a place that others may share: the same number at every call.
    std::uint64_t identity_of(NodeId id);
    void reserve_identity(std::uint64_t number) { taken_.push_back(number); }

  private:
    friend class Building;
    // Which sorts of parts a place has.
    struct Parts {
        bool tensor = false, dispatched = false, items = false, positions = true, keys = false;
        bool attributes = false, elements = false, length = false, upcoming = false, remaining = false;
        bool progress = false, referent = false, object = false;
    };
    Parts parts_of(NodeId id) const;
    std::optional<Form> form_of_untyped(NodeId id, const Parts& parts, bool keys) const;
    const TypeInfo* made_up_type(NodeId id, const TypeInfo* otherwise) const;
    const TypeInfo* type_named(NodeId id) const;
    const TypeInfo* type_asked(NodeId id) const;
    void add_classes(FrameDocument& document);
    bool has_own_value(NodeId id) const;
    std::vector<const Value*> all_candidates(NodeId id);
    IntSet numbers_of_role(NodeId id) const;
    std::int64_t least_length(NodeId holder, Role role) const;
    const Value* build(NodeId id);
    void leave_trace(NodeId id);

    Sketch& sketch_;
    ValueArena* arena_;
    std::vector<std::uint64_t> taken_;
    std::uint64_t last_identity_ = 0;
    std::unordered_map<NodeId, std::uint64_t> identities_;
    std::unordered_map<NodeId, const Value*> begun_;
    std::set<NodeId> types_;                  // of which a type was made
    std::vector<const Value*> copied_types_;  // those of objects whose own type is another than their row's
    unsigned depth_ = 0;
    std::vector<Trace>* trace_ = nullptr;
};

}  // namespace guardc::compiler::example
