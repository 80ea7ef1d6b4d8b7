// The frame of all places.
#include <set>

#include "compiler/example/realise.h"
#include "runtime/value/cell_value.h"

namespace guardc::compiler::example {

std::optional<FrameDocument> Realiser::frame(std::shared_ptr<ValueArena> owner, const FrameShape& shape) {
    FrameDocument document;
    document.arena = std::move(owner);
    copied_types_.clear();
    for (const NodeId root : sketch_.roots()) {
        if (sketch_[root].absent) continue;
        const Value* held = value(root);
        if (held == nullptr) return std::nullopt;
        const Node& node = sketch_[root];
        if (node.role == Role::ambient) {
            document.ambient[static_cast<std::size_t>(node.index)] = cell_of(*held, CellTag::literal);
            continue;
        }
        const std::string& name = shape.slots[static_cast<std::size_t>(node.index)].name;
        if (node.role == Role::numbered_type) {
            const std::uint64_t number = std::stoull(name);
            const auto [known, fresh] = document.types.try_emplace(as<TypeValue>(*held).named->name, number);
            if (!fresh && known->second != number) return std::nullopt;
            document.own_types = true;
            continue;
        }
        if (node.role == Role::external)
            document.externs.emplace_back(name, as<BooleanValue>(*held).truth != 0);
        else
            (node.role == Role::local    ? document.locals
             : node.role == Role::global ? document.globals
                                         : document.derived)
                .push_back({name, held});
    }
    add_classes(document);
    return document;
}

void Realiser::add_classes(FrameDocument& document) {
    std::set<const TypeInfo*> named;
    const auto add = [&](const Value* value) {
        if (value == nullptr || value->kind != Kind::type) return;
        const auto& type = as<TypeValue>(*value);
        if (type.row == nullptr || !named.insert(type.named).second) return;
        document.classes.push_back(value);
    };
    for (const NodeId id : types_) {
        if (sketch_.find(id) != id) continue;
        const Value* made = sketch_[id].realised;
        add(made);
        if (made == nullptr || made->kind != Kind::type || !sketch_[id].identity) continue;
        document.types[as<TypeValue>(*made).named->name] = *sketch_[id].identity;
        document.own_types = true;
    }
    for (const Value* copied : copied_types_)
        add(copied);
}

}  // namespace guardc::compiler::example
