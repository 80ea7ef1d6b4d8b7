// A frame as the generators see it: a graph of values that can be changed, shared, and written both as a
// frame file and, where the language has a literal for it, as guard text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/model/kind.h"

namespace guardc::differential {

struct Sketch;
using Node = std::shared_ptr<Sketch>;
using Fields = std::vector<std::pair<std::string, Node>>;  // names in order

struct TensorSketch {
    std::string type = "Tensor";
    std::string dtype = "float32";
    std::string device = "cpu";
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    std::int64_t offset = 0;
    std::uint64_t storage = 0;  // 0: its own
    bool requires_grad = false;
};

// Two places that hold one node hold one object, when it has an identity.
struct Sketch {
    Kind kind = Kind::none;
    // integer: decimal digits. floating: as Python writes it, `nan`, `inf` and `-0.0` too. boolean: `True` or
    // `False`. string, bytes: the contents. Names of type, module, dtype, device and function; of object and
    // of a dict subclass the type.
    std::string text;
    std::vector<Node> items;  // elements; key, value, .. of a dict; parts of complex, range and slice
    Fields attributes;        // of object and module
    TensorSketch tensor;
    std::string more;  // further fields of object, function, iterator and tensor, as JSON: `"len": 4`
    std::uint64_t identity = 0;  // 0: none
};

struct FrameSketch {
    Fields locals, globals, state;
    Fields derived;  // what steps that start from nothing yield
    Fields externs;  // booleans
};

Node sketch_none();
Node sketch_boolean(bool value);
Node sketch_integer(std::string digits);
Node sketch_integer(std::int64_t value);
Node sketch_floating(std::string text);
Node sketch_text(Kind kind, std::string text);  // string, bytes, and what has a name
Node sketch_items(Kind kind, std::vector<Node> items);

// Whether a value of this kind is given an identity of its own.
bool can_have_identity(Kind kind);
const Node* find(const Fields& fields, std::string_view name);

// Copies all of it; what was shared stays shared.
FrameSketch clone(const FrameSketch& frame);
Node clone(const Node& node);

// One line of a frame file.
std::string frame_text(const FrameSketch& frame);
// How guard text writes it; empty for what has no literal.
std::string literal_text(const Sketch& value);
std::string in_quotes(std::string_view text);  // both languages read it

}  // namespace guardc::differential
