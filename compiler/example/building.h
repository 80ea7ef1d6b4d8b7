// Makes the value of one place out of its parts. Private to the realiser.
#pragma once

#include "compiler/example/realise.h"

namespace guardc::compiler::example {

class Building {
  public:
    Building(Realiser& realiser, Sketch& sketch, NodeId id)
        : realiser_(realiser), sketch_(sketch), arena_(realiser.arena()), id_(id) {}

    // Null when a part cannot be made, or parts do not go together.
    const Value* make(const Realiser::Form& form);
    const Value* make_device();
    // A copy that carries the identity of the place, where its kind can.
    const Value* with_identity(const Value& value);

  private:
    struct Part {
        const Node* node;
        const Value* value;
    };
    bool gather();  // the parts, in order; false when one cannot be made
    Place place(Kind kind);
    std::optional<std::int64_t> count(Role role) const;
    const Value* part(Role role, std::int64_t index = 0) const;
    const Value* filler(std::size_t index, bool whole_numbers);
    bool is_lacking(const Value& key) const;

    const Value* make_positions(Kind kind);
    std::optional<std::vector<const Value*>> positions(bool whole_numbers);
    const Value* make_set(Kind kind);
    const Value* make_dict(const Realiser::Form& form);
    std::optional<std::vector<Pair>> pairs();
    const Value* make_range(Kind kind);
    const Value* make_iterator(const TypeInfo* type);
    const Value* make_weak_reference();
    const Value* make_type();
    const Value* type_object(const TypeInfo* type);
    const DictValue* derived();
    Place begun() const;
    const Value* make_tensor(const TypeInfo* type);
    const Value* make_object(const Realiser::Form& form);
    const DictValue* attributes(bool always);
    void order_names(NodeId dictionary, std::vector<NamedPart>& named);

    Realiser& realiser_;
    Sketch& sketch_;
    ValueArena& arena_;
    NodeId id_;
    std::vector<Part> parts_;
};

}  // namespace guardc::compiler::example
