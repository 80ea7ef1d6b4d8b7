// Names, dotted names, attributes and items.
#include <algorithm>
#include <limits>
#include <numbers>

#include "compiler/sema/lowering.h"
#include "compiler/terms/spelling.h"
#include "grammar/words.h"
#include "runtime/program/ambient.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

// No type or constant has a longer name; longer chains are attributes of something.
constexpr std::size_t kLongestDottedName = 16;

// Where the peer keeps ambient state.
constexpr std::pair<std::string_view, std::string_view> kPeerState[] = {
    {"torch.autograd.forward_ad._current_level", "dual_level"},
    {"utils_device.CURRENT_DEVICE", "default_device"}};

std::vector<std::string_view> ambient_names() {
    std::vector<std::string_view> names;
    for (unsigned i = 0; i < kAmbientFieldCount; ++i)
        names.push_back(ambient_name(static_cast<AmbientField>(i)));
    return names;
}

std::vector<std::string_view> dtype_names() {
    return {
#define GUARDC_DTYPE(name) dtype_name(DType::name),
        GUARDC_DTYPES(GUARDC_DTYPE)
#undef GUARDC_DTYPE
    };
}

std::optional<double> math_constant(std::string_view name) {
    if (name == "math.inf") return std::numeric_limits<double>::infinity();
    if (name == "math.nan") return std::numeric_limits<double>::quiet_NaN();
    if (name == "math.pi") return std::numbers::pi;
    if (name == "math.e") return std::numbers::e;
    if (name == "math.tau") return 2 * std::numbers::pi;
    return std::nullopt;
}

}  // namespace

Lowering::Dotted Lowering::dotted(ExprId id) const {
    Dotted name;
    for (; expr(id).kind == ExprKind::attribute; id = operands(id)[0])
        name.parts.push_back(id);
    name.parts.push_back(id);
    std::ranges::reverse(name.parts);
    if (name.parts.size() > kLongestDottedName) return name;
    for (const ExprId part : name.parts) {
        // getattr(x, "a.b") is no dotted name.
        if (!grammar::is_identifier(text_at(part))) {
            name.text.clear();
            return name;
        }
        name.text += (name.text.empty() ? "" : ".") + std::string(text_at(part));
    }
    return name;
}

TermId Lowering::dim(std::string_view name) {
    for (std::size_t i = dims_.size(); i < rules_.dims.size(); ++i)
        dims_.insert(rules_.dims[i]);
    const auto found = dims_.find(std::string(name));
    return found == dims_.end() ? kNoTerm : found->second;
}

bool Lowering::is_free(std::string_view name) {
    return dim(name) == kNoTerm && !is_broken(name) && !is_parameter(name) && !parse_ambient(name) &&
           name != "state";
}

std::optional<std::uint32_t> Lowering::slot(Scope scope, std::string_view name) {
    const auto key = [](Scope where, std::string_view what) {
        return "LGDET"[static_cast<unsigned>(where)] + std::string(what);
    };
    const auto& slots = rules_.shape.slots;
    for (; indexed_slots_ < slots.size(); ++indexed_slots_) {
        const SlotDeclaration& declared = slots[indexed_slots_];
        slots_.emplace(key(declared.scope, declared.name), static_cast<std::uint32_t>(indexed_slots_));
    }
    const auto found = slots_.find(key(scope, name));
    return found == slots_.end() ? std::nullopt : std::optional(found->second);
}

TermId Lowering::place(TermOp op, Scope scope, std::string_view name) {
    if (!slot(scope, name)) rules_.shape.slots.push_back({scope, std::string(name), ~0ULL});
    return make(op, {}, *slot(scope, name));
}

TermId Lowering::local(std::string_view name) {
    return place(TermOp::local, Scope::local, name);
}

TermId Lowering::global(std::string_view name) {
    return place(TermOp::global, Scope::global, name);
}

TermId Lowering::ambient(std::string_view field) {
    const std::optional<AmbientField> found = parse_ambient(field);
    return found ? make(TermOp::ambient, {}, static_cast<std::uint32_t>(*found)) : kNoTerm;
}

TermId Lowering::resolve(ExprId id) {
    const Dotted name = dotted(id);
    std::size_t used = 1;
    TermId term = resolve_root(name, used);
    for (; used < name.parts.size() && term != kNoTerm; ++used)
        term = make_attribute(term, text_at(name.parts[used]));
    return term;
}

// `used` counts the parts that the term stands for.
TermId Lowering::resolve_root(const Dotted& name, std::size_t& used) {
    const std::string_view root = text_at(name.parts[0]);
    if (printed_ && name.parts.size() == 1 && (root == "inf" || root == "nan"))
        return constant(*values_->make_floating(*math_constant(root == "inf" ? "math.inf" : "math.nan")));
    if (const TermId found = dim(root); found != kNoTerm || is_broken(root)) return found;
    if (root == "state" && name.parts.size() > 1) {
        if (const TermId field = ambient(text_at(name.parts[1])); field != kNoTerm) {
            used = 2;
            if (is_parameter(root))
                reporter_.warning("hidden-state", span(name.parts[1]),
                                  "`state." + std::string(text_at(name.parts[1])) +
                                      "` is ambient state, not an attribute of the parameter `state`",
                                  "write `L['state']` for the parameter");
            return field;
        }
    }
    if (is_parameter(root)) return local(root);
    if (root == "state") {
        const ExprId field = name.parts[name.parts.size() > 1 ? 1 : 0];
        const auto names = ambient_names();
        std::string hint = name.parts.size() > 1 ? did_you_mean(text_at(field), names) : std::string();
        if (hint.empty()) hint = "a local of this name is `L['state']`";
        return fail("unknown-state", span(field),
                    "there is no ambient state `" + std::string(text_at(field)) + "`", std::move(hint))
            .term;
    }
    if (const TermId field = ambient(root); field != kNoTerm) return field;
    for (const auto& [spelling, field] : kPeerState) {
        if (name.text != spelling) continue;
        used = name.parts.size();
        return ambient(field);
    }
    if (const std::optional<TermId> found = named_constant(name)) {
        used = name.parts.size();
        return *found;
    }
    if (rules_.shape.open && reads_as_local(no_names_, root)) return local(root);
    return unknown_name(name);
}

// A dtype, a type or a number of `math` by its short name.
std::optional<TermId> Lowering::named_constant(const Dotted& name) {
    if (name.text.empty()) return std::nullopt;
    if (const std::optional<DType> dtype = dtype_named(no_names_, name.text))
        return constant(*values_->make_dtype(*dtype));
    if (const std::optional<std::string> type = type_in_value_place(no_names_, name.text))
        return constant(*values_->make_type(intern_type(*type)));
    if (is_parameter("math")) return std::nullopt;
    if (const std::optional<double> number = math_constant(name.text))
        return constant(*values_->make_floating(*number));
    return std::nullopt;
}

TermId Lowering::unknown_name(const Dotted& name) {
    const std::string_view root = text_at(name.parts[0]);
    if (!is_read(reporter_)) return fail("unknown-name", span(name.parts[0]), "unknown name").term;
    if (name.parts.size() > 1 && (root == "torch" || rules_.shape.open)) {
        const auto names = dtype_names();
        std::string hint = root == "torch" ? did_you_mean(text_at(name.parts[1]), names) : std::string();
        if (hint.empty())
            hint = "a local of this name is `L['" + std::string(root) + "']`, a type is `type(\"..\")`";
        return fail("unknown-constant", span(name.parts.back()), "there is no constant `" + name.text + "`",
                    hint)
            .term;
    }
    std::vector<std::string_view> names = ambient_names();
    for (const SlotDeclaration& slot : rules_.shape.slots) {
        if (slot.scope == Scope::local) names.push_back(slot.name);
    }
    for (const auto& [known, term] : rules_.dims)
        names.push_back(known);
    const bool near_type = name.parts.size() == 1 && !root.empty() && root[0] >= 'A' && root[0] <= 'Z';
    std::string hint = did_you_mean(root, names);
    if (hint.empty() && near_type)
        hint = "a type is written with its module: `demo." + std::string(root) + "`";
    if (hint.empty()) hint = "a global is `G['" + std::string(root) + "']`";
    return fail("unknown-name", span(name.parts[0]), "unknown name `" + std::string(root) + "`", hint).term;
}

std::optional<std::string> Lowering::type_at(ExprId id) {
    if (form(id).state != State::name) return std::nullopt;
    const Dotted name = dotted(id);
    if (name.text.empty() || !is_free(text_at(name.parts[0])) || dtype_named(no_names_, name.text))
        return std::nullopt;
    return type_in_type_place(no_names_, name.text);
}

const Value* Lowering::constant_form(ExprId id) {
    if (form(id).state == State::name) {
        const Dotted name = dotted(id);
        if (printed_ && (name.text == "inf" || name.text == "nan")) return constant_at(resolve(id));
        if (!is_free(text_at(name.parts[0]))) return nullptr;
        const std::optional<TermId> found = named_constant(name);
        return found ? constant_at(*found) : nullptr;
    }
    if (form(id).state == State::constant) return form(id).value;
    return form(id).state == State::term ? constant_at(form(id).term) : nullptr;
}

Lowering::Form Lowering::local_item(ExprId id) {
    const std::string name(text_at(id));
    if (slot(Scope::local, name)) return as_term(local(name));
    if (!rules_.shape.open) {
        if (!is_read(reporter_)) return fail("unknown-local", span(id), "unknown local");
        std::vector<std::string_view> names;
        for (const SlotDeclaration& slot : rules_.shape.slots) {
            if (slot.scope == Scope::local) names.push_back(slot.name);
        }
        return fail("unknown-local", span(id), "the frame has no parameter `" + name + "`",
                    did_you_mean(name, names));
    }
    if (dim(name) != kNoTerm)
        return fail("hidden-local", span(id), "the dim `" + name + "` has the name of this local",
                    "rename the dim");
    return as_term(local(name));
}

Lowering::Form Lowering::attribute(ExprId id) {
    const ExprId base = operands(id)[0];
    const std::string_view name = text_at(id);
    if (name == "shape") {
        const TermId tensor = value(base);
        return tensor == kNoTerm ? Form{} : in_state(State::sizes, tensor);
    }
    // What a dotted name means is known when all of it is.
    if (form(base).state == State::name) return in_state(State::name);
    return as_term(make_attribute(value(base), name));
}

Lowering::Form Lowering::item(ExprId id) {
    const ExprId base = operands(id)[0];
    const ExprId key = operands(id)[1];
    const Form found = form(base);
    if (found.state == State::sizes) return as_term(make(TermOp::size, {found.term, value(key)}));
    if (found.state == State::strides) return as_term(make(TermOp::stride, {found.term, value(key)}));
    if (found.state == State::keys) return as_term(make(TermOp::key_at, {found.term, value(key)}));
    // `x.__tensor_flatten__()[0]` is one step.
    if (expr(base).kind == ExprKind::call && text_at(base).ends_with(".__tensor_flatten__()") &&
        found.state == State::term && terms()[found.term].op == TermOp::derived_from && text_at(key) == "0")
        return as_term(derived_from(terms().operands(found.term)[0], std::string(text_at(base)) + "[0]"));
    const TermId container = value(base);
    return as_term(make(TermOp::item, {container, value(key)}));
}

}  // namespace guardc::compiler
