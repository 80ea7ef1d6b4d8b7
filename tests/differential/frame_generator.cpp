#include "tests/differential/frame_generator.h"

#include <algorithm>
#include <array>

namespace guardc::differential {

namespace {

// Numbers at which something changes: sizes of bools and bytes, exactness of doubles, ends of 64 bits.
constexpr std::array<const char*, 30> kIntegers = {"0",
                                                   "1",
                                                   "-1",
                                                   "2",
                                                   "3",
                                                   "5",
                                                   "7",
                                                   "8",
                                                   "-2",
                                                   "-3",
                                                   "-7",
                                                   "16",
                                                   "64",
                                                   "127",
                                                   "128",
                                                   "256",
                                                   "1000",
                                                   "4096",
                                                   "2147483648",
                                                   "-2147483649",
                                                   "9007199254740992",
                                                   "9007199254740993",
                                                   "-9007199254740993",
                                                   "9223372036854775807",
                                                   "9223372036854775806",
                                                   "-9223372036854775808",
                                                   "9223372036854775808",
                                                   "-9223372036854775809",
                                                   "18446744073709551616",
                                                   "1000000000000000000000000000000"};
constexpr std::array<const char*, 22> kFloats = {"0.0",
                                                 "-0.0",
                                                 "1.0",
                                                 "-1.0",
                                                 "0.5",
                                                 "0.125",
                                                 "-1.5",
                                                 "2.0",
                                                 "3.0",
                                                 "7.5",
                                                 "0.1",
                                                 "1e-05",
                                                 "3.141592653589793",
                                                 "5e-324",
                                                 "1.7976931348623157e+308",
                                                 "9007199254740992.0",
                                                 "9.223372036854775e+18",
                                                 "9.223372036854776e+18",
                                                 "1e+30",
                                                 "nan",
                                                 "inf",
                                                 "-inf"};
constexpr std::array<const char*, 16> kTexts = {
    "",     "a",          "b",        "ab",          "A",        "10",  "9",    "é",
    "日本", "\U0001F600", "quote\"d", "back\\slash", "tab\tbed", "cpu", "size", "a#b"};
constexpr std::array<const char*, 8> kTypes = {"demo.Config",     "demo.Layer",      "builtins.int",
                                               "builtins.list",   "builtins.str",    "torch.Tensor",
                                               "builtins.object", "demo.Outer.Inner"};
constexpr std::array<const char*, 9> kDtypes = {"float16", "float32", "float64", "bfloat16", "int32",
                                                "int64",   "bool",    "uint8",   "complex64"};
constexpr std::array<const char*, 5> kDevices = {"cpu", "cuda:0", "cuda:1", "cuda", "mps:0"};
constexpr std::array<const char*, 12> kNames = {"a",     "b",      "k", "layers", "training", "dtype",
                                                "shape", "device", "0", "class",  "x y",      "size"};
// Some of these mean something else in other places of the language.
constexpr std::array<const char*, 26> kLocals = {
    "x",     "y",       "n",   "m",     "xs", "d",     "self",  "cfg",  "mask",
    "scale", "flag",    "t",   "u",     "s",  "inf",   "len",   "math", "grad_mode",
    "state", "float16", "int", "entry", "L",  "w'\"q", "naïve", "class"};
constexpr std::array<const char*, 4> kGlobals = {"helper", "CONFIG", "m", "x"};

}  // namespace

Node FrameGenerator::integer() {
    if (dice_.chance(45)) return sketch_integer(dice_.between(-12, 40));
    return sketch_integer(std::string(dice_.pick(kIntegers)));
}

Node FrameGenerator::floating() {
    if (dice_.chance(20)) return sketch_floating(std::to_string(dice_.between(-9, 9)) + ".25");
    return sketch_floating(dice_.pick(kFloats));
}

Node FrameGenerator::scalar(Kind kind) {
    switch (kind) {
        case Kind::boolean:
            return sketch_boolean(dice_.chance(50));
        case Kind::integer:
            return integer();
        case Kind::floating:
            return floating();
        case Kind::complex:
            return sketch_items(kind, {floating(), floating()});
        case Kind::string:
            return sketch_text(kind, dice_.pick(kTexts));
        case Kind::bytes: {
            std::string bytes;
            for (auto left = dice_.below(4); left > 0; --left)
                bytes += static_cast<char>(dice_.below(256));
            return sketch_text(kind, bytes);
        }
        case Kind::dtype:
            return sketch_text(kind, dice_.pick(kDtypes));
        case Kind::device:
            return sketch_text(kind, dice_.pick(kDevices));
        case Kind::type:
            return sketch_text(kind, dice_.pick(kTypes));
        default:
            return sketch_none();
    }
}

Node FrameGenerator::scalar() {
    constexpr std::array kinds = {Kind::none,     Kind::boolean, Kind::boolean, Kind::integer,
                                  Kind::integer,  Kind::integer, Kind::integer, Kind::floating,
                                  Kind::floating, Kind::string,  Kind::string,  Kind::complex,
                                  Kind::bytes,    Kind::dtype,   Kind::device,  Kind::type};
    return scalar(dice_.pick(kinds));
}

Node FrameGenerator::tensor() {
    Node node = sketch_items(Kind::tensor, {});
    TensorSketch& tensor = node->tensor;
    if (dice_.chance(15)) tensor.type = "torch.nn.parameter.Parameter";
    tensor.dtype = dice_.pick(kDtypes);
    tensor.device = dice_.pick(kDevices);
    tensor.requires_grad = dice_.chance(30);
    constexpr std::array<std::int64_t, 10> sizes = {0, 1, 2, 3, 4, 8, 16, 64, 128, 256};
    // Beyond five dimensions the sizes no longer lie inside the tensor.
    for (auto rank = dice_.chance(15) ? dice_.between(5, 8) : dice_.between(0, 4); rank > 0; --rank)
        tensor.sizes.push_back(dice_.pick(sizes));
    tensor.strides.resize(tensor.sizes.size());
    std::int64_t stride = 1;
    for (std::size_t i = tensor.sizes.size(); i-- > 0;) {
        tensor.strides[i] = stride;
        stride *= std::max<std::int64_t>(tensor.sizes[i], 1);
    }
    if (tensor.strides.size() > 1 && dice_.chance(20)) std::ranges::reverse(tensor.strides);
    if (dice_.chance(20)) tensor.offset = dice_.between(0, 64);
    if (dice_.chance(30)) tensor.storage = dice_.below(2) + 900;
    return shared(node);
}

Node FrameGenerator::shared(Node node) {
    if (can_have_identity(node->kind) && node->kind != Kind::type && dice_.chance(60)) {
        node->identity = fresh_identity();
        identified_.push_back(node);
    }
    return node;
}

std::vector<Node> FrameGenerator::distinct_keys(std::size_t most) {
    std::vector<Node> keys;
    std::vector<std::string> spelled;
    for (auto left = dice_.below(most + 1); left > 0; --left) {
        Node key = hashable(1);
        std::string text = literal_text(*key);
        // 1, 1.0 and True are one key; a NaN is a key of its own each time, which is for the unit tests.
        if (key->kind == Kind::boolean || key->kind == Kind::floating || key->kind == Kind::complex) {
            if (!keys.empty()) continue;
        } else if (!keys.empty() && keys.front()->kind != key->kind) {
            continue;
        }
        if (std::ranges::find(spelled, text) != spelled.end()) continue;
        keys.push_back(std::move(key));
        spelled.push_back(std::move(text));
    }
    return keys;
}

Node FrameGenerator::hashable(unsigned depth) {
    if (depth > 0 && dice_.chance(12)) {
        std::vector<Node> items;
        for (auto left = dice_.below(3); left > 0; --left)
            items.push_back(hashable(depth - 1));
        return sketch_items(Kind::tuple, std::move(items));
    }
    constexpr std::array kinds = {Kind::none,   Kind::boolean, Kind::integer, Kind::integer,  Kind::integer,
                                  Kind::string, Kind::string,  Kind::string,  Kind::floating, Kind::bytes};
    Node node = scalar(dice_.pick(kinds));
    if (node->text == "nan") node->text = "0.5";
    return node;
}

Node FrameGenerator::dict(unsigned depth) {
    std::vector<Node> items;
    if (dice_.chance(60)) {
        std::vector<std::string> used;
        for (auto left = dice_.below(dice_.chance(10) ? 14 : 5); left > 0; --left) {
            const std::string name =
                dice_.chance(80) ? std::string(dice_.pick(kNames)) : "k" + std::to_string(dice_.below(100));
            if (std::ranges::find(used, name) != used.end()) continue;
            used.push_back(name);
            items.push_back(sketch_text(Kind::string, name));
            items.push_back(value(depth - 1));
        }
    } else {
        for (Node& key : distinct_keys(4)) {
            items.push_back(std::move(key));
            items.push_back(value(depth - 1));
        }
    }
    Node node = sketch_items(Kind::dict, std::move(items));
    if (dice_.chance(8)) node->text = "collections.OrderedDict";
    if (dice_.chance(25)) node->more = "\"version\": " + std::to_string(dice_.below(4));
    return node;
}

Node FrameGenerator::container(unsigned depth) {
    constexpr std::array kinds = {Kind::list,      Kind::list,  Kind::tuple, Kind::tuple,
                                  Kind::dict,      Kind::dict,  Kind::set,   Kind::size,
                                  Kind::frozenset, Kind::range, Kind::slice};
    const Kind kind = dice_.pick(kinds);
    std::vector<Node> items;
    switch (kind) {
        case Kind::dict:
            return dict(depth);
        case Kind::set:
        case Kind::frozenset:
            items = distinct_keys(dice_.chance(15) ? 14 : 4);
            break;
        case Kind::size:
            for (auto left = dice_.below(4); left > 0; --left)
                items.push_back(sketch_integer(dice_.between(0, 9)));
            break;
        case Kind::range:
            items = {sketch_integer(dice_.between(-3, 3)), sketch_integer(dice_.between(-3, 12)),
                     sketch_integer(dice_.chance(80) ? dice_.between(1, 3) : dice_.between(-3, -1))};
            break;
        case Kind::slice:
            for (int part = 0; part < 3; ++part)
                items.push_back(dice_.chance(40) ? sketch_none() : sketch_integer(dice_.between(-3, 9)));
            break;
        default:
            for (auto left = dice_.below(4); left > 0; --left)
                items.push_back(value(depth - 1));
    }
    return sketch_items(kind, std::move(items));
}

Node FrameGenerator::object(unsigned depth) {
    const bool is_module = dice_.chance(15);
    Node node =
        sketch_text(is_module ? Kind::module : Kind::object,
                    std::string(is_module ? dice_.pick({"torch", "math", "demo"})
                                          : dice_.pick({"demo.Config", "demo.Config", "demo.Layer"})));
    for (auto left = dice_.below(5); left > 0; --left) {
        const std::string name = dice_.pick(kNames);
        if (find(node->attributes, name) == nullptr) node->attributes.emplace_back(name, value(depth - 1));
    }
    return node;
}

Node FrameGenerator::rarity(unsigned depth) {
    Node node = sketch_items(Kind::object, {});
    switch (dice_.below(9)) {
        case 7:
            node->text = "demo.Told";
            node->more = R"x("repr": "<told>", "keys": ["CPU", "AutogradCPU"], "derived": {"v.get()": )x" +
                         std::to_string(dice_.below(3)) + "}";
            break;
        case 0:
            node->kind = Kind::function;
            node->text = "g";
            node->more = "\"code\": " + std::to_string(dice_.between(10, 12));
            for (auto left = dice_.below(3); left > 0; --left)
                node->items.push_back(scalar());
            break;
        case 1:
            node->kind = Kind::weak_reference;
            node->items.push_back(dice_.chance(30) ? sketch_none() : object(depth));
            break;
        case 2:
            node->kind = Kind::iterator;
            node->more = std::string(dice_.pick({R"("kind": "tuple", "items": [1, "a", 2.5], "at": 1)",
                                                 R"("kind": "range", "range": [0, 9, 2], "at": 2)",
                                                 R"("kind": "range", "range": [5, 0, -1], "at": 5)",
                                                 R"("kind": "count", "start": 3, "step": 2)",
                                                 R"("kind": "count", "start": 0.5, "step": 1)"}));
            break;
        case 3:
            node->kind = Kind::tensor;
            node->more =
                dice_.chance(50) ? R"("layout": "sparse_csr", "size": [3, 4])" : R"("layout": "jagged")";
            break;
        case 4:
            node->text = "demo.Level";
            node->more = dice_.chance(50) ? "\"value\": 5" : "\"value\": \"a\"";
            break;
        case 5:
            node->text = "demo.Pair";
            node->more = R"("items": [1, 2], "base": "builtins.tuple")";
            break;
        case 6:
            node->text = "demo.Sized";
            node->more = "\"len\": " + std::to_string(dice_.below(3));
            break;
        default:
            node = dict(depth);
            node->text = "builtins.mappingproxy";
    }
    return node;
}

Node FrameGenerator::value(unsigned depth) {
    if (!identified_.empty() && dice_.chance(6)) return dice_.pick(identified_);
    const auto choice = dice_.below(100);
    if (depth == 0 || choice < 40) {
        Node node = scalar();
        return dice_.chance(30) ? shared(node) : node;
    }
    if (choice < 45) return shared(rarity(depth));
    if (choice < 62) return tensor();
    return shared(choice < 80 ? object(depth) : container(depth));
}

std::string FrameGenerator::local_name() {
    return dice_.pick(kLocals);
}

FrameSketch FrameGenerator::frame() {
    FrameSketch frame;
    for (auto left = dice_.between(2, 6); left > 0; --left) {
        std::string name = local_name();
        if (find(frame.locals, name) == nullptr) frame.locals.emplace_back(std::move(name), value(3));
    }
    for (auto left = dice_.below(3); left > 0; --left) {
        std::string name = dice_.pick(kGlobals);
        if (find(frame.globals, name) == nullptr) frame.globals.emplace_back(std::move(name), value(2));
    }
    if (dice_.chance(80)) frame.state.emplace_back("grad_mode", sketch_boolean(dice_.chance(50)));
    if (dice_.chance(50)) frame.state.emplace_back("num_threads", sketch_integer(dice_.between(1, 8)));
    if (dice_.chance(40)) frame.state.emplace_back("default_dtype", scalar(Kind::dtype));
    if (dice_.chance(40)) frame.state.emplace_back("inference_mode", sketch_boolean(dice_.chance(50)));
    if (dice_.chance(30))
        frame.state.emplace_back("default_device", dice_.chance(50) ? sketch_none() : scalar(Kind::device));
    if (dice_.chance(70)) frame.derived.emplace_back("__import__('m')", value(2));
    for (const char* text : {"one guard", "two guards"})
        if (dice_.chance(70)) frame.externs.emplace_back(text, sketch_boolean(dice_.chance(80)));
    return frame;
}

}  // namespace guardc::differential
