// From a sketch to values: what each place holds, and the frame of it all.
#pragma once

#include <optional>

#include "compiler/example/sketch.h"
#include "compiler/json/frame_json.h"

namespace guardc::compiler::example {

class Realiser {
  public:
    // `arena` is where values go; it may change between calls, while values made before are still used.
    Realiser(Sketch& sketch, ValueArena& arena) : sketch_(sketch), arena_(&arena) {}

    void use(ValueArena& arena) { arena_ = &arena; }
    ValueArena& arena() { return *arena_; }

    // What a place holds, made on first need. Null when its goals contradict each other, or it nests too
    // deep.
    const Value* value(NodeId id);
    // The value of a place without parts: one that meets its goals. False when none was found; then it holds
    // what it held before.
    bool choose(NodeId id);
    bool accepts(NodeId id, const Value& value) const;
    // Gives a place without parts this value, whatever the goals.
    void put(NodeId id, const Value* value);
    // What was made of this place, and of all that hold it, is to be made anew.
    void touch(NodeId id);

    // Items and sizes that are counted from the end are those that are counted from the start.
    void settle_indices();

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
    bool has_own_value(NodeId id) const;
    std::vector<const Value*> all_candidates(NodeId id);
    IntSet numbers_of_role(NodeId id) const;
    std::int64_t least_length(NodeId holder, Role role) const;
    const Value* build(NodeId id);

    Sketch& sketch_;
    ValueArena* arena_;
    std::vector<std::uint64_t> taken_;
    std::uint64_t last_identity_ = 0;
    std::unordered_map<NodeId, std::uint64_t> identities_;
    std::unordered_map<NodeId, const Value*> begun_;
    unsigned depth_ = 0;
};

}  // namespace guardc::compiler::example
