// `x is tensor(float16, cuda:0, size=[8, 128], ..)`: one condition for each field, the type first.
#include <algorithm>
#include <array>

#include "compiler/sema/lowering.h"
#include "compiler/terms/spelling.h"
#include "runtime/value/dispatch_keys.h"
#include "runtime/value/objects.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

constexpr std::array<std::string_view, 10> kFields = {"dtype",         "device",         "size", "stride",
                                                      "requires_grad", "storage_offset", "type", "keys",
                                                      "marks",         "dynamic"};

// What a user call may put on a tensor to say which of its dimensions vary (PyTorch 2.13, 2.14). Of these
// older versions look at the first only.
constexpr std::array<std::string_view, 5> kMarks = {
    "_dynamo_dynamic_indices", "_dynamo_weak_dynamic_indices", "_dynamo_unbacked_indices",
    "_dynamo_strict_unbacked_indices", "_dynamo_static_indices"};

}  // namespace

struct Lowering::TensorFields {
    std::vector<std::string_view> given;
    std::string type = "torch.Tensor";
    grammar::Span type_span;
    std::optional<std::size_t> rank;
    std::optional<DeviceType> device;
    ExprId plain_keys = grammar::kNoExpr;  // `keys=plain`, which waits for the device
    std::vector<Condition> conditions;
};

bool Lowering::tensor_conditions(ExprId value_id, ExprId call, std::vector<Condition>& out) {
    const TermId tensor = value(value_id);
    if (tensor == kNoTerm) return false;
    TensorFields fields;
    fields.type_span = span(operands(call)[0]);
    bool complete = true;
    for (const ExprId given : operands(call).subspan(1)) {
        const bool keyword = expr(given).kind == ExprKind::keyword;
        complete = (keyword ? tensor_field(tensor, text_at(given), given, fields)
                            : positional_field(tensor, given, fields)) &&
                   complete;
    }
    if (complete && fields.plain_keys != grammar::kNoExpr) complete = plain_keys(tensor, fields);
    if (!complete) return false;
    out.push_back({is_type(tensor, fields.type), fields.type_span});
    out.insert(out.end(), fields.conditions.begin(), fields.conditions.end());
    return true;
}

// Which field it is shows by its form: a list is the sizes, the others are named by what they are.
bool Lowering::positional_field(TermId tensor, ExprId given, TensorFields& fields) {
    const ExprKind kind = expr(given).kind;
    if (form(given).state == State::failed) return false;
    if (kind == ExprKind::list || kind == ExprKind::tuple) return tensor_field(tensor, "size", given, fields);
    const Value* constant = constant_form(given);
    const std::string name = form(given).state == State::name ? dotted(given).text : std::string();
    const bool free = !name.empty() && is_free(name.substr(0, name.find('.')));
    if ((constant != nullptr && constant->kind == Kind::dtype) || (free && parse_dtype(name)))
        return tensor_field(tensor, "dtype", given, fields);
    if ((constant != nullptr && constant->kind == Kind::device) || (free && parse_device_type(name)))
        return tensor_field(tensor, "device", given, fields);
    const bool torch = name.starts_with("torch.");
    fail(torch ? "unknown-dtype" : "unknown-field", span(given),
         name.empty() ? std::string("this is no field of a tensor")
                      : "`" + name + "` is no dtype and no device",
         "write `tensor(float16, cuda:0, size=[8, 128], ..)`");
    return false;
}

bool Lowering::tensor_field(TermId tensor, std::string_view name, ExprId given, TensorFields& fields) {
    if (std::ranges::find(kFields, name) == kFields.end()) {
        fail("unknown-field", span(given), "a tensor has no field `" + std::string(name) + "`",
             did_you_mean(name, kFields));
        return false;
    }
    if (std::ranges::find(fields.given, name) != fields.given.end()) {
        fail("duplicate-field", span(given), "the field `" + std::string(name) + "` is given twice");
        return false;
    }
    fields.given.push_back(name);
    const ExprId content = expr(given).kind == ExprKind::keyword ? operands(given)[0] : given;
    if (form(content).state == State::failed) return false;
    if (name == "type") {
        std::optional<std::string> type = type_at(content);
        const Value* constant = constant_form(content);
        if (!type && constant != nullptr && constant->kind == Kind::type)
            type = as<TypeValue>(*constant).named->name;
        if (!type) {
            fail("unknown-type", span(content), "this is no type",
                 "write `torch.nn.parameter.Parameter` or `type(\"demo.MyTensor\")`");
            return false;
        }
        fields.type = *type;
        fields.type_span = span(given);
        return true;
    }
    if (name == "size" || name == "stride") {
        const ExprKind kind = expr(content).kind;
        if (kind != ExprKind::list && kind != ExprKind::tuple) {
            fail("bad-dimension", span(content), "`" + std::string(name) + "` is a list",
                 "write `" + std::string(name) + "=[8, None]`");
            return false;
        }
        const std::size_t rank = operands(content).size();
        if (fields.rank && *fields.rank != rank) {
            fail("bad-dimension", span(content),
                 "`size` and `stride` have " + std::to_string(*fields.rank) + " and " + std::to_string(rank) +
                     " entries");
            return false;
        }
        if (!fields.rank) fields.conditions.push_back({same_rank(tensor, rank), span(given)});
        fields.rank = rank;
        return dimension_list(tensor, name == "size" ? TermOp::size : TermOp::stride, content, true,
                              fields.conditions);
    }
    if (name == "marks") return no_marks(tensor, content, name, kMarks, fields);
    if (name == "dynamic") return no_marks(tensor, content, name, std::span(kMarks).first(1), fields);
    std::optional<TermId> found;
    if (name == "keys") {
        if (form(content).state == State::name && text_at(content) == "plain") {
            fields.plain_keys = content;
            return true;
        }
        const Value* keys = constant_form(content);
        if (keys == nullptr || keys->kind != Kind::integer) {
            fail("unknown-dispatch-key", span(content), "this is no set of dispatch keys",
                 "write `keys=plain` or `keys=DispatchKeySet(CPU, ..)`");
            return false;
        }
        found = is_constant(make(TermOp::dispatch_keys, {tensor}), *keys);
    } else if (name == "dtype") {
        found = dtype_field(tensor, content);
    } else if (name == "device") {
        found = device_field(tensor, content, fields.device);
    } else {
        const TermId wanted = value(content);
        const Value* constant = constant_at(wanted);
        const Kind kind = name == "requires_grad" ? Kind::boolean : Kind::integer;
        if (wanted == kNoTerm) return false;
        if (constant == nullptr || constant->kind != kind) {
            fail("unknown-field", span(content),
                 "`" + std::string(name) + "` is " + (kind == Kind::boolean ? "True or False" : "an int"));
            return false;
        }
        const TermId actual = make(*find_member(name), {tensor});
        found = kind == Kind::boolean ? make(TermOp::is_constant, {actual, wanted})
                                      : make(TermOp::equal, {actual, wanted});
    }
    return found && add(fields.conditions, *found, span(given));
}

// The keys that a tensor of that device has when nothing was done to it.
bool Lowering::plain_keys(TermId tensor, TensorFields& fields) {
    if (!fields.device) {
        fail("unknown-dispatch-key", span(fields.plain_keys),
             "plain keys are those of a device, and none is given",
             "write `tensor(float32, cuda:0, keys=plain)`");
        return false;
    }
    const auto keys = static_cast<std::int64_t>(default_dispatch_keys(*fields.device));
    return add(fields.conditions,
               is_constant(make(TermOp::dispatch_keys, {tensor}), *values_->make_integer(keys)),
               span(fields.plain_keys));
}

bool Lowering::no_marks(TermId tensor, ExprId given, std::string_view field,
                        std::span<const std::string_view> marks, TensorFields& fields) {
    if (expr(given).kind != ExprKind::none_literal) {
        fail("unknown-field", span(given), "`" + std::string(field) + "` is None",
             "marks that are there are tested by `issubset(x._dynamo_dynamic_indices, {0})`");
        return false;
    }
    for (const std::string_view mark : marks)
        fields.conditions.push_back({negation(has_attribute(tensor, mark)), span(given)});
    return true;
}

std::optional<TermId> Lowering::dtype_field(TermId tensor, ExprId given) {
    const TermId actual = make(TermOp::dtype, {tensor});
    const Value* constant = constant_form(given);
    if (constant != nullptr && constant->kind == Kind::dtype) return is_constant(actual, *constant);
    const std::string name = form(given).state == State::name ? dotted(given).text : std::string();
    const std::optional<DType> dtype = name.empty() ? std::nullopt : parse_dtype(name);
    if (dtype && is_free(name.substr(0, name.find('.'))))
        return is_constant(actual, *values_->make_dtype(*dtype));
    fail("unknown-dtype", span(given), "this is no dtype",
         "write `float16`, `torch.bool` or `dtype(\"float16\")`");
    return std::nullopt;
}

// Without an index any device of that type.
std::optional<TermId> Lowering::device_field(TermId tensor, ExprId given, std::optional<DeviceType>& found) {
    const TermId actual = make(TermOp::device, {tensor});
    const Value* constant = constant_form(given);
    if (constant != nullptr && constant->kind == Kind::device) {
        found = unpack_device(as<DeviceValue>(*constant).device).type;
        return is_constant(actual, *constant);
    }
    const std::string name = form(given).state == State::name ? dotted(given).text : std::string();
    const std::optional<DeviceType> type = name.empty() ? std::nullopt : parse_device_type(name);
    found = type;
    if (type && is_free(name))
        return is_constant(make(TermOp::device_type, {actual}),
                           *values_->make_string(device_type_name(*type)));
    fail("unknown-device", span(given), "this is no device",
         "write `cuda`, `cuda:0`, `cpu` or `device(\"cuda:0\")`");
    return std::nullopt;
}

}  // namespace guardc::compiler
