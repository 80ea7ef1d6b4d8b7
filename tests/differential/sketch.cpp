#include "tests/differential/sketch.h"

#include <unordered_map>

namespace guardc::differential {

Node sketch_text(Kind kind, std::string text) {
    auto node = std::make_shared<Sketch>();
    node->kind = kind;
    node->text = std::move(text);
    return node;
}

Node sketch_items(Kind kind, std::vector<Node> items) {
    Node node = sketch_text(kind, {});
    node->items = std::move(items);
    return node;
}

Node sketch_none() {
    return sketch_text(Kind::none, {});
}
Node sketch_boolean(bool value) {
    return sketch_text(Kind::boolean, value ? "True" : "False");
}
Node sketch_integer(std::string digits) {
    return sketch_text(Kind::integer, std::move(digits));
}
Node sketch_integer(std::int64_t value) {
    return sketch_integer(std::to_string(value));
}
Node sketch_floating(std::string text) {
    return sketch_text(Kind::floating, std::move(text));
}

bool can_have_identity(Kind kind) {
    switch (kind) {
        case Kind::none:
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
        case Kind::string:
        case Kind::dtype:
        case Kind::type:
            return false;  // known by their names
        default:
            return true;
    }
}

const Node* find(const Fields& fields, std::string_view name) {
    for (const auto& [field, node] : fields)
        if (field == name) return &node;
    return nullptr;
}

namespace {

class Cloner {
  public:
    Node node(const Node& original) {
        auto& copy = copies_[original.get()];
        if (copy) return copy;
        copy = std::make_shared<Sketch>(*original);
        const Node result = copy;  // the map may move while parts are copied
        for (Node& item : result->items)
            item = node(item);
        result->attributes = fields(result->attributes);
        return result;
    }
    Fields fields(const Fields& original) {
        Fields copy;
        for (const auto& [name, value] : original)
            copy.emplace_back(name, node(value));
        return copy;
    }

  private:
    std::unordered_map<const Sketch*, Node> copies_;
};

}  // namespace

FrameSketch clone(const FrameSketch& frame) {
    Cloner cloner;
    return {cloner.fields(frame.locals), cloner.fields(frame.globals), cloner.fields(frame.state),
            cloner.fields(frame.derived), cloner.fields(frame.externs)};
}

Node clone(const Node& node) {
    return Cloner().node(node);
}

}  // namespace guardc::differential
