#include "compiler/import/known_frame.h"

#include <array>

#include <nlohmann/json.hpp>

#include "compiler/import/scan.h"
#include "compiler/reference/reference.h"
#include "compiler/terms/print_term.h"
#include "grammar/print.h"
#include "runtime/value/builtin_model.h"
#include "runtime/value/cell_value.h"
#include "runtime/value/containers.h"
#include "runtime/value/tensor.h"

namespace guardc::compiler {

namespace {

using Json = nlohmann::json;

// What the peer's GLOBAL_STATE tests.
constexpr std::array kGlobalState = {"grad_mode",
                                     "torch_function",
                                     "torch_function_all_disabled",
                                     "deterministic_algorithms",
                                     "deterministic_algorithms_warn_only",
                                     "allow_tf32",
                                     "allow_fp16_reduce",
                                     "allow_bf16_reduce",
                                     "num_threads",
                                     "default_dtype",
                                     "autocast_state"};

std::string list_text(const std::int64_t* numbers, std::uint8_t count) {
    std::string text = "[";
    for (std::uint8_t i = 0; i < count; ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
    return text + "]";
}

std::string tensor_text(std::string_view path, const TensorValue& tensor) {
    std::string text(path);
    text += " is tensor(dtype(" + grammar::quote_string(dtype_name(tensor.dtype)) + "), device(" +
            grammar::quote_string(device_text(unpack_device(tensor.device))) + ")";
    if (tensor.rank != kNoRank && tensor.size_rank == tensor.rank)
        text += ", size=" + list_text(tensor.all_sizes, tensor.rank);
    if (tensor.rank != kNoRank && tensor.stride_rank == tensor.rank)
        text += ", stride=" + list_text(tensor.all_strides, tensor.rank);
    text += std::string(", requires_grad=") + (tensor.requires_grad != 0 ? "True" : "False");
    return text + ", type=type(" + grammar::quote_string(tensor.head.type->name) + "))";
}

// `len(PATH)`, `type(PATH)`
std::string_view inside_call(std::string_view text) {
    const std::size_t open = text.find('(');
    return open == std::string_view::npos ? text : text.substr(open + 1, text.size() - open - 2);
}

}  // namespace

KnownFrame::KnownFrame(const FrameDocument& document, std::string_view json, Understanding& understanding)
    : document_(document), json_(json), understanding_(understanding) {}

std::optional<BoundText> KnownFrame::mode_stack() const {
    const Cell& cell = document_.ambient[static_cast<unsigned>(AmbientField::torch_function_mode_stack)];
    const CellValueHolder stack(cell);
    if (stack.get() == nullptr) return std::nullopt;
    return BoundText{"", "torch_function_mode_stack is " + print_constant(*stack.get())};
}

std::optional<BoundText> KnownFrame::global_state() const {
    const Json frame = Json::parse(json_, nullptr, false);
    if (!frame.is_object() || !frame.contains("state")) return std::nullopt;
    Json wanted = Json::object();
    for (const char* field : kGlobalState)
        if (frame["state"].contains(field)) wanted[field] = frame["state"][field];
    if (wanted.empty()) return std::nullopt;
    return BoundText{"GLOBAL_STATE", "___check_global_state() against " + wanted.dump()};
}

const Value* KnownFrame::value_at(std::string_view path) const {
    static constexpr std::string_view kTest = " is None";
    const std::string text = std::string(path) + std::string(kTest);
    const Understood place = understanding_.read_once("", text);
    if (!place.read || place.conditions.size() != 1) return nullptr;
    const TermPool& terms = understanding_.terms();
    if (terms[place.conditions[0]].op != TermOp::is_constant) return nullptr;
    const FrameShape& shape = understanding_.rules().shape;
    const std::vector<Ref> slots = bind_frame(document_, shape);
    const Evaluation found =
        evaluate(terms, terms.operands(place.conditions[0])[0],
                 {.model = builtin_model(), .slots = slots, .ambient = document_.ambient, .shape = &shape});
    if (found.truth != Truth::yes || found.value.tag != CellTag::reference) return nullptr;
    return static_cast<const Value*>(found.value.as_reference());
}

std::vector<BoundText> KnownFrame::tensors(std::string_view call) const {
    std::vector<BoundText> texts;
    const std::size_t open = call.find('(');
    const std::size_t close = closing_bracket(call, open);
    if (close == std::string_view::npos) return {};
    std::string_view rest = call.substr(open + 1, close - open - 1);
    while (!rest.empty()) {
        const std::size_t comma = std::min(find_outside(rest, ","), rest.size());
        const std::string_view path = trimmed(rest.substr(0, comma));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        if (path.starts_with("tensor_check_names=")) continue;
        const Value* value = value_at(path);
        if (value == nullptr || value->kind != Kind::tensor) return {};
        texts.push_back({"", tensor_text(path, reinterpret_cast<const TensorValue&>(*value))});
    }
    return texts;
}

std::vector<BoundText> KnownFrame::attributes(std::string_view path) const {
    const Value* value = path.empty() ? nullptr : value_at(path);
    const DictValue* attributes = nullptr;
    if (value != nullptr && value->kind == Kind::tensor) {
        const TensorRest* rest = reinterpret_cast<const TensorValue&>(*value).rest;
        attributes = rest == nullptr ? nullptr : rest->attributes;
    } else if (value != nullptr && value->kind == Kind::object) {
        attributes = as<ObjectValue>(*value).attributes;
    }
    std::vector<BoundText> texts;
    for (std::uint64_t i = 0; attributes != nullptr && i < attributes->count; ++i) {
        const Value& name = *attributes->keys[i];
        const Value& held = *attributes->values[i];
        if (name.kind != Kind::string) return {};
        // The tensors in a tensor have guards of their own.
        if (value->kind == Kind::tensor && held.kind == Kind::tensor) continue;
        texts.push_back({"", "getattr(" + std::string(path) + ", " + grammar::quote_string(text_of(name)) +
                                 ") is " + print_constant(held)});
    }
    return texts;
}

std::optional<BoundText> KnownFrame::length(std::string_view text) const {
    const std::string test = "len(" + std::string(inside_call(text)) + ") == 0";
    const Understood length = understanding_.read_once("", test);
    if (!length.read || length.conditions.size() != 1) return std::nullopt;
    const TermPool& terms = understanding_.terms();
    if (terms[length.conditions[0]].op != TermOp::equal) return std::nullopt;
    const FrameShape& shape = understanding_.rules().shape;
    const std::vector<Ref> slots = bind_frame(document_, shape);
    const Evaluation found =
        evaluate(terms, terms.operands(length.conditions[0])[0],
                 {.model = builtin_model(), .slots = slots, .ambient = document_.ambient, .shape = &shape});
    if (found.truth != Truth::yes || found.value.tag != CellTag::integer) return std::nullopt;
    return BoundText{"", std::string(text) + " == " + std::to_string(found.value.as_integer())};
}

std::optional<BoundText> KnownFrame::type(std::string_view text) const {
    const Value* value = value_at(inside_call(text));
    if (value == nullptr) return std::nullopt;
    return BoundText{"", std::string(text) + " is type(" + grammar::quote_string(value->type->name) + ")"};
}

}  // namespace guardc::compiler
