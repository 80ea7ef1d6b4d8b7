// Lines about ambient state.
#include <charconv>

#include <nlohmann/json.hpp>

#include "compiler/peer/line.h"
#include "compiler/peer/peer_call.h"
#include "runtime/program/ambient.h"
#include "runtime/value/containers.h"

namespace guardc::compiler {

namespace {

constexpr std::string_view kAgainst = "___check_global_state() against ";
constexpr std::string_view kSavedHooks =
    "torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == ";

std::string_view trimmed(std::string_view text) {
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

// Numbers, booleans and arrays of these; null for anything else.
const Value* constant_of(Lowering& lowering, const nlohmann::json& json) {
    ValueArena& values = lowering.values();
    if (json.is_boolean()) return values.make_boolean(json.get<bool>());
    if (json.is_number_integer()) return values.make_integer(json.get<std::int64_t>());
    return nullptr;
}

class AutocastState {
  public:
    AutocastState(const Line& line, TermId field) : line_(line), field_(field) {}

    // The dtype of a device counts where autocast is on for it, then or now.
    bool read(const nlohmann::json& state, Conditions& conditions) {
        if (!state.is_object() || state.size() != 3) return false;
        const auto enabled = state.find("enabled");
        const auto dtypes = state.find("dtype");
        const auto cached = state.find("cached_enabled");
        if (enabled == state.end() || dtypes == state.end() || cached == state.end() ||
            !enabled->is_array() || !dtypes->is_array() || enabled->size() != dtypes->size() ||
            !cached->is_boolean())
            return false;
        add(item(field_, "cached_enabled"), *cached, conditions);
        std::vector<const Value*> switches;
        for (const auto& on : *enabled) {
            if (!on.is_boolean()) return false;
            switches.push_back(line_.lowering.values().make_boolean(on.get<bool>()));
        }
        conditions.push_back(
            {line_.is(item(field_, "enabled"), *line_.lowering.values().make_list(switches)), line_.span});
        for (std::size_t i = 0; i < enabled->size(); ++i) {
            if (!(*dtypes)[i].is_number_integer()) return false;
            if (!(*enabled)[i].get<bool>()) continue;
            const TermId dtype = line_.lowering.make(
                TermOp::item, {item(field_, "dtype"), line_.lowering.constant(static_cast<std::int64_t>(i))});
            add(dtype, (*dtypes)[i], conditions);
        }
        return true;
    }

  private:
    TermId item(TermId base, std::string_view key) const {
        return line_.lowering.make(TermOp::item, {base, line_.lowering.text(key)});
    }
    void add(TermId value, const nlohmann::json& json, Conditions& conditions) const {
        conditions.push_back({line_.is(value, *constant_of(line_.lowering, json)), line_.span});
    }

    const Line& line_;
    TermId field_;
};

// A list of whatever the tuples and lists of a constant hold.
const Value* with_lists(Lowering& lowering, const Value& value) {
    if (value.kind != Kind::tuple && value.kind != Kind::list) return &value;
    std::vector<const Value*> parts;
    for (const Value* part : items_of(value))
        parts.push_back(with_lists(lowering, *part));
    return lowering.values().make_list(parts);
}

// `None`, or `(1, 2)`: the identities of two hooks.
std::optional<Conditions> saved_hooks(const Line& line) {
    std::string_view raw = line.guard.raw;
    if (!raw.starts_with(kSavedHooks)) return std::nullopt;
    raw = trimmed(raw.substr(kSavedHooks.size()));
    Lowering& lowering = line.lowering;
    const TermId field = lowering.ambient("saved_tensors_hooks");
    if (raw == "None") return line.one(line.is(field, *lowering.values().make_none()));
    if (!raw.starts_with('(') || !raw.ends_with(')')) return line.unread();
    std::vector<const Value*> ids;
    for (const char* at = raw.data() + 1; at < raw.data() + raw.size();) {
        std::int64_t id = 0;
        const auto [end, error] = std::from_chars(at, raw.data() + raw.size(), id);
        if (error != std::errc() || (*end != ',' && *end != ')')) return line.unread();
        ids.push_back(lowering.values().make_integer(id));
        for (at = end + 1; at < raw.data() + raw.size() && *at == ' ';)
            ++at;
    }
    return line.one(line.is(field, *lowering.values().make_list(ids)));
}

std::optional<Conditions> functorch_stack(const Line& line) {
    const auto call =
        peer_call(line.pool(), line.expression(),
                  {"compare_functorch_state", "torch._functorch.pyfunctorch.compare_functorch_state"}, 1);
    if (!call) return std::nullopt;
    const Value* stack = line.constant((*call)[0]);
    if (stack == nullptr || stack->kind != Kind::list) return line.unread();
    return line.one(line.is(line.lowering.ambient("functorch_stack"), *with_lists(line.lowering, *stack)));
}

std::optional<Conditions> count_iterator(const Line& line) {
    Lowering& lowering = line.lowering;
    const auto equal = line.equation();
    const auto call =
        equal ? peer_call(line.pool(), equal->left, {"___normalize_count_iter"}, 1) : std::nullopt;
    if (!call) return std::nullopt;
    const TermId iterator = lowering.value_of((*call)[0]);
    const Value* wanted = line.constant(equal->right);
    if (iterator == kNoTerm) return Conditions();
    if (wanted == nullptr || wanted->kind != Kind::tuple || items_of(*wanted).size() != 2)
        return line.unread();
    const auto is = [&](TermOp op, const Value& value) {
        return Condition{line.is(lowering.make(op, {iterator}), value), line.span};
    };
    return Conditions{{lowering.is_type(iterator, "itertools.count"), line.span},
                      is(TermOp::next_value, *items_of(*wanted)[0]),
                      is(TermOp::step, *items_of(*wanted)[1])};
}

Conditions state_is(const Line& line, std::string_view field) {
    const auto equal = line.equation();
    const Value* wanted = equal ? line.constant(equal->right) : nullptr;
    if (wanted == nullptr) return line.unread();
    return line.one(line.is(line.lowering.ambient(field), *wanted));
}

}  // namespace

Conditions global_state(const Line& line) {
    std::string_view raw = line.guard.raw;
    Lowering& lowering = line.lowering;
    if (!raw.starts_with(kAgainst))
        return line.unread("this line does not print the state that it expects",
                           "write the fields that matter: `grad_mode is False`");
    raw.remove_prefix(kAgainst.size());
    const auto state = nlohmann::json::parse(raw, nullptr, false);
    if (!state.is_object()) return line.unread("the state behind `against` is no JSON object");
    Conditions conditions;
    for (const auto& [name, json] : state.items()) {
        const TermId field = lowering.ambient(name);
        if (field == kNoTerm) {
            lowering.reporter().error("unknown-state", line.span, "there is no ambient state `" + name + "`");
            return {};
        }
        const Value* wanted = constant_of(lowering, json);
        if (wanted != nullptr)
            conditions.push_back({line.is(field, *wanted), line.span});
        else if (name != "autocast_state" || !AutocastState(line, field).read(json, conditions))
            return line.unread("the field `" + name + "` of this state is not of the form that is known");
    }
    return conditions;
}

// The line tells no stack. Nearly all frames run without a mode, and the one that an entry was made from is
// taken to be one of them.
Conditions mode_stack(const Line& line) {
    line.lowering.reporter().warning("assumed-state", line.span,
                                     "this line does not print the stack of modes; none is assumed",
                                     "write `torch_function_mode_stack is [..]` for others");
    return line.one(
        line.is(line.lowering.ambient("torch_function_mode_stack"), *line.lowering.values().make_list({})));
}

Conditions default_device(const Line& line) {
    return state_is(line, "default_device");
}

Conditions dual_level(const Line& line) {
    return state_is(line, "dual_level");
}

std::optional<Conditions> ambient_lambda(const Line& line) {
    if (line.expression() == grammar::kNoExpr) return saved_hooks(line);
    if (std::optional<Conditions> stack = functorch_stack(line)) return stack;
    return count_iterator(line);
}

}  // namespace guardc::compiler
