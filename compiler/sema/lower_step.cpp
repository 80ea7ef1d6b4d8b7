// How TorchDynamo spells steps and functions that the language has under names of its own.
#include <algorithm>
#include <array>
#include <limits>

#include "compiler/sema/lowering.h"
#include "grammar/words.h"
#include "runtime/value/dispatch_keys.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

struct Alias {
    std::string_view peer;
    std::string_view own;
};
constexpr std::array<Alias, 27> kAliases = {{{"___dict_version", "dict_version"},
                                             {"___tuple_iterator_getitem", "upcoming"},
                                             {"___tuple_iterator_len", "remaining"},
                                             {"___set_getitem", "upcoming"},
                                             {"__math_isnan", "isnan"},
                                             {"math.acos", "acos"},
                                             {"math.asin", "asin"},
                                             {"math.atan", "atan"},
                                             {"math.ceil", "ceil"},
                                             {"math.cos", "cos"},
                                             {"math.cosh", "cosh"},
                                             {"math.exp", "exp"},
                                             {"math.floor", "floor"},
                                             {"math.isnan", "isnan"},
                                             {"math.log", "log"},
                                             {"math.log2", "log2"},
                                             {"math.sin", "sin"},
                                             {"math.sinh", "sinh"},
                                             {"math.sqrt", "sqrt"},
                                             {"math.tan", "tan"},
                                             {"math.tanh", "tanh"},
                                             {"math.trunc", "trunc"},
                                             {"torch._sym_sqrt", "sqrt"},
                                             {"torch.sym_float", "float"},
                                             {"torch.sym_int", "int"},
                                             {"torch.sym_max", "max"},
                                             {"torch.sym_min", "min"}}};

// Steps that run code: of a value what the frame tells under the text of the call.
constexpr std::array<std::string_view, 6> kDerivedCalls = {
    "___from_numpy",        "___as_tensor",        "___unwrap_async_collective_tensor",
    "___namedtuple_fields", "___dataclass_fields", "cast_symbool_to_symint_guardless"};
// Methods of the value itself, and those that are read as an attribute before they are called.
constexpr std::array<std::string_view, 5> kDerivedMethods = {"__obj_flatten__", "__tensor_flatten__", "get",
                                                             "get_base", "item"};
constexpr std::array<std::string_view, 3> kCalledAttributes = {"__subclasses__", "_type", "qualified_name"};

// Roots of dotted names in call position that no value begins.
constexpr std::array<std::string_view, 8> kLibraries = {"dict",   "frozenset", "list",  "math",
                                                        "object", "set",       "torch", "tuple"};

// `aligned`, `npu.aligned`
bool is_predicate_name(std::string_view text) {
    for (;; text.remove_prefix(text.find('.') + 1)) {
        if (!grammar::is_identifier(text.substr(0, text.find('.')))) return false;
        if (text.find('.') == std::string_view::npos) return true;
    }
}

bool contains(const auto& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::optional<TermOp> Lowering::find_function(std::string_view name) const {
    const auto* alias =
        std::ranges::find_if(kAliases, [&](const Alias& candidate) { return candidate.peer == name; });
    return find_call(alias == kAliases.end() ? name : alias->own);
}

// `text` is that of the whole step, which names what the frame tells.
TermId Lowering::derived_from(TermId base, std::string_view step) {
    return make(TermOp::derived_from, {base, text(step)});
}

// A name is a predicate that a backend binds; any other text is a guard of a dump, on which the frame has the
// verdict.
Lowering::Form Lowering::extern_call(ExprId id, std::span<const ExprId> given) {
    if (refuse_keywords(id, kind_of(TermOp::extern_).spelling)) return {};
    const Value* named = given.empty() ? nullptr : constant_form(given[0]);
    if (named == nullptr || named->kind != Kind::string || given.size() > kind_of(TermOp::extern_).most)
        return fail("wrong-operands", span(id),
                    "`extern` takes the name of a predicate, and what it is given",
                    "write `extern(\"aligned\", x)`");
    const std::string_view name = text_of(*named);
    if (!is_predicate_name(name)) {
        if (given.size() == 1) return as_term(external(name));
        return fail("wrong-operands", span(given[1]), "the verdict on the text of a guard takes no operands",
                    "a predicate that is given some has a name: `extern(\"aligned\", x)`");
    }
    const auto operands = values(given.subspan(1));
    if (!operands) return {};
    return as_term(rules_.terms->make_extern(name, *operands));
}

TermId Lowering::numbered_type(std::int64_t number) {
    return place(TermOp::numbered_type, Scope::numbered_type, std::to_string(number));
}

// As many keys as the set has elements, each of which is one: what equality of the sets means.
bool Lowering::key_set_conditions(TermId dict, ExprId set, std::vector<Condition>& out) {
    const Value* wanted = constant_form(set);
    if (wanted == nullptr || wanted->kind != Kind::set) {
        fail("not-constant", span(set), "the keys of a dict are compared with a set of constants");
        return false;
    }
    const auto elements = items_of(*wanted);
    const TermId count = constant(static_cast<std::int64_t>(elements.size()));
    bool complete = add(out, make(TermOp::equal, {make(TermOp::length, {dict}), count}), span(set));
    for (const Value* key : elements)
        complete = add(out, make(TermOp::contains, {constant(*key), dict}), span(set)) && complete;
    return complete;
}

std::optional<Lowering::Form> Lowering::step_call(ExprId id, std::string_view name,
                                                  std::span<const ExprId> given) {
    if (name == "device" && expr(id).keywords != 0) return printed_device(id, given);
    if (expr(id).keywords != 0) return std::nullopt;
    if (name == "DispatchKeySet") return dispatch_key_set(id, given);
    if (name == "isinstance") return instance_test(id, given);
    const Value* constant = given.size() == 1 ? constant_form(given[0]) : nullptr;
    const bool of_text = constant != nullptr && constant->kind == Kind::string;
    if (name == "type_id") {
        const bool number = constant != nullptr && constant->kind == Kind::integer &&
                            !is_big(as<IntegerValue>(*constant)) && as<IntegerValue>(*constant).number > 0;
        if (!number)
            return fail("wrong-operands", span(id),
                        "`type_id` takes the number of a type, an int from 1 within 64 bits");
        return as_term(numbered_type(as<IntegerValue>(*constant).number));
    }
    // `set(d.keys()) == {..}`, and what dicts of other kinds print.
    if (name == "set" && given.size() == 1 && form(given[0]).state == State::keys)
        return in_state(State::key_set, form(given[0]).term);
    if (name == "str" && given.size() == 1 && form(given[0]).state == State::keys && !text_at(id).empty())
        return as_term(derived_from(form(given[0]).term, text_at(id)));
    if (name == "derived") {
        if (of_text) return as_term(place(TermOp::derived, Scope::derived, text_of(*constant)));
        const Value* step = given.size() == 2 ? constant_form(given[1]) : nullptr;
        if (step == nullptr || step->kind != Kind::string)
            return fail("wrong-operands", span(id),
                        "`derived` takes the text of a step, perhaps behind a value");
        return as_term(derived_from(value(given[0]), text_of(*step)));
    }
    if (name == "__import__" && of_text)
        return as_term(
            place(TermOp::derived, Scope::derived, "__import__('" + std::string(text_of(*constant)) + "')"));
    // `list(dict.keys(d))`; a dict made of a type's own table reads as the table.
    if (name == "list" && given.size() == 1 && form(given[0]).state == State::keys) return form(given[0]);
    if (name == "dict" && given.size() == 1 && constant == nullptr) return as_term(value(given[0]));
    if (contains(kDerivedCalls, name) && given.size() == 1 && !text_at(id).empty())
        return as_term(derived_from(value(given[0]), text_at(id)));
    if ((name == "Eq" || name == "Ne") && given.size() == 2)
        return as_term(compare_values(given[0], name == "Eq" ? TermOp::equal : TermOp::not_equal, given[1]));
    if (name == "IntInfinity" && given.empty())
        return as_constant(values_->make_floating(std::numeric_limits<double>::infinity()));
    return std::nullopt;
}

// A function of a module, or of a type, by its dotted name.
std::optional<Lowering::Form> Lowering::library_call(ExprId id, std::span<const ExprId> given) {
    const Dotted name = dotted(operands(id)[0]);
    if (expr(id).keywords != 0 || name.text.empty() || expr(name.parts[0]).kind != ExprKind::name ||
        !contains(kLibraries, text_at(name.parts[0])) || !is_free(text_at(name.parts[0])))
        return std::nullopt;
    const std::string& whole = name.text;
    if (whole == "dict.keys" && given.size() == 1) return in_state(State::keys, value(given[0]));
    if (whole.ends_with(".__getitem__") && given.size() == 2) {
        const TermId container = value(given[0]);
        return as_term(make(TermOp::item, {container, value(given[1])}));
    }
    if (whole.ends_with(".__len__") && given.size() == 1)
        return as_term(make(TermOp::length, {value(given[0])}));
    if (whole == "object.__getattribute__" && given.size() == 2) {
        const Value* attribute = constant_form(given[1]);
        if (attribute != nullptr && attribute->kind == Kind::string)
            return as_term(make_attribute(value(given[0]), text_of(*attribute)));
    }
    const std::optional<TermOp> op = find_function(whole);
    return op ? std::optional(call_term(id, *op, given, kNoTerm)) : std::nullopt;
}

// A method that the language does not know as one of tensors.
std::optional<Lowering::Form> Lowering::method_step(ExprId id, std::span<const ExprId> given) {
    const ExprId callee = operands(id)[0];
    const ExprId base = operands(callee)[0];
    const std::string_view name = text_at(callee);
    if (!given.empty()) return std::nullopt;
    if (name == "keys") return in_state(State::keys, value(base));
    if (name == "raw_repr") {
        const Value* keys = constant_form(base);
        return as_term(keys != nullptr ? value(base) : make(TermOp::dispatch_keys, {value(base)}));
    }
    const bool of_value = contains(kDerivedMethods, name);
    if (text_at(id).empty() || (!of_value && !contains(kCalledAttributes, name))) return std::nullopt;
    const TermId object = value(base);
    return as_term(derived_from(of_value ? object : make_attribute(object, name), text_at(id)));
}

// `L['w']()`
std::optional<Lowering::Form> Lowering::step_value(ExprId id, std::span<const ExprId> given) {
    const ExprKind callee = expr(operands(id)[0]).kind;
    const bool place =
        callee == ExprKind::local_item || callee == ExprKind::global_item || callee == ExprKind::item;
    if (!place || !given.empty() || text_at(id).empty()) return std::nullopt;
    return as_term(derived_from(value(operands(id)[0]), text_at(id)));
}

// `device(type='cuda', index=0)`
Lowering::Form Lowering::printed_device(ExprId id, std::span<const ExprId> given) {
    std::vector<const Value*> parts;
    for (const std::string_view wanted : {"type", "index"}) {
        if (parts.size() == given.size()) break;
        const ExprId part = given[parts.size()];
        const bool named = expr(part).kind == ExprKind::keyword && text_at(part) == wanted;
        const Value* value = named ? constant_form(operands(part)[0]) : nullptr;
        if (value == nullptr)
            return fail("unknown-device", span(id), "there is no such device", "write `device(\"cuda:0\")`");
        parts.push_back(value);
    }
    return device_constructor(id, parts);
}

// As one word; a set with names that no set holds together is a mistake.
Lowering::Form Lowering::dispatch_key_set(ExprId id, std::span<const ExprId> given) {
    std::vector<std::string_view> names;
    for (const ExprId part : given) {
        const std::string_view name = expr(part).kind == ExprKind::name ? text_at(part) : std::string_view();
        if (!is_dispatch_key(name))
            return fail("unknown-dispatch-key", span(part), "this is no dispatch key",
                        "write `DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU)`");
        names.push_back(name);
    }
    const std::optional<std::uint64_t> keys = pack_dispatch_keys(names);
    if (!keys)
        return fail("impossible-dispatch-keys", span(id), "no set holds these keys and no more",
                    "a set has every combination of its kinds of work and its back ends");
    return as_constant(values_->make_integer(static_cast<std::int64_t>(*keys)));
}

Lowering::Form Lowering::instance_test(ExprId id, std::span<const ExprId> given) {
    const std::optional<std::string> type = given.size() == 2 ? type_at(given[1]) : std::nullopt;
    if (!type || (*type != "builtins.dict" && *type != "builtins.set" && *type != "builtins.frozenset"))
        return fail("wrong-operands", span(id), "`isinstance` takes a value and one of dict, set, frozenset",
                    "an exact type is tested by `x is list`");
    const TermId object = value(given[0]);
    return as_term(make(TermOp::is_instance, {object, constant(*values_->make_type(intern_type(*type)))}));
}

}  // namespace guardc::compiler
