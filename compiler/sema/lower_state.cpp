// `state is default(num_threads=8)`: one condition for each field of ambient state.
#include <algorithm>
#include <array>

#include "compiler/sema/lowering.h"
#include "runtime/program/ambient.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

// What a process has that changed nothing; fields that have no such value are not among them.
enum class Usual : std::uint8_t { none, off, on, zero, float32, empty, autocast };
struct Field {
    AmbientField field;
    Usual usual;
};
constexpr std::array<Field, 13> kUsual = {{{AmbientField::grad_mode, Usual::on},
                                           {AmbientField::torch_function, Usual::on},
                                           {AmbientField::torch_function_all_disabled, Usual::off},
                                           {AmbientField::deterministic_algorithms, Usual::off},
                                           {AmbientField::deterministic_algorithms_warn_only, Usual::off},
                                           {AmbientField::allow_tf32, Usual::off},
                                           {AmbientField::allow_fp16_reduce, Usual::zero},
                                           {AmbientField::allow_bf16_reduce, Usual::zero},
                                           {AmbientField::default_dtype, Usual::float32},
                                           {AmbientField::autocast_state, Usual::autocast},
                                           {AmbientField::default_device, Usual::none},
                                           {AmbientField::torch_function_mode_stack, Usual::empty},
                                           {AmbientField::saved_tensors_hooks, Usual::none}}};
constexpr std::size_t kAutocastDevices = 10;  // as PyTorch 2.5 to 2.14 count them
constexpr std::int64_t kFloat32 = 6;          // c10::ScalarType::Float

}  // namespace

bool Lowering::is_state(ExprId id) {
    return form(id).state == State::name && expr(id).kind == ExprKind::name && text_at(id) == "state" &&
           !is_parameter("state");
}

// Fields that are given replace the usual value, `_` leaves the field open; `num_threads` has no usual value
// and is tested only where it is given.
bool Lowering::state_conditions(ExprId defaults, std::vector<Condition>& out) {
    std::vector<AmbientField> given;
    bool complete = true;
    std::vector<Condition> replaced;
    for (const ExprId argument : operands(defaults).subspan(1)) {
        const bool keyword = expr(argument).kind == ExprKind::keyword;
        const std::optional<AmbientField> field = keyword ? parse_ambient(text_at(argument)) : std::nullopt;
        if (!field) {
            fail("unknown-state", span(argument), "this is no field of ambient state",
                 "write `state is default(num_threads=8)`");
            complete = false;
            continue;
        }
        if (std::ranges::find(given, *field) != given.end()) {
            fail("duplicate-field", span(argument),
                 "the field `" + std::string(text_at(argument)) + "` is given twice");
            complete = false;
            continue;
        }
        given.push_back(*field);
        if (expr(operands(argument)[0]).kind == ExprKind::wildcard) continue;
        const TermId wanted = value(operands(argument)[0]);
        const Value* constant = constant_at(wanted);
        if (wanted != kNoTerm && constant == nullptr)
            fail("not-constant", span(argument), "a field of ambient state is compared with a constant");
        complete = complete && constant != nullptr &&
                   add(replaced, is_constant(ambient(text_at(argument)), *constant), span(argument));
    }
    if (!complete) return false;
    const auto test = [&](TermId field, const Value& usual) {
        return add(out, is_constant(field, usual), span(defaults));
    };
    for (const auto& [field, usual] : kUsual) {
        if (std::ranges::find(given, field) != given.end()) continue;
        const TermId actual = ambient(ambient_name(field));
        switch (usual) {
            case Usual::none:
                test(actual, *values_->make_none());
                break;
            case Usual::on:
            case Usual::off:
                test(actual, *values_->make_boolean(usual == Usual::on));
                break;
            case Usual::float32:
                test(actual, *values_->make_integer(kFloat32));
                break;
            case Usual::empty:
                test(actual, *values_->make_list({}));
                break;
            case Usual::autocast: {
                const std::vector<const Value*> off(kAutocastDevices, values_->make_boolean(false));
                test(make(TermOp::item, {actual, text("cached_enabled")}), *values_->make_boolean(true));
                test(make(TermOp::item, {actual, text("enabled")}), *values_->make_list(off));
                break;
            }
            default:
                test(actual, *values_->make_integer(std::int64_t{0}));
        }
    }
    out.insert(out.end(), replaced.begin(), replaced.end());
    if (out.empty()) fail("unknown-state", span(defaults), "every field is left open");
    return !out.empty();
}

}  // namespace guardc::compiler
