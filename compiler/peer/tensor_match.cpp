// `TENSOR_MATCH: check_tensor(place, Type, DispatchKeySet(..), dtype, device=.., requires_grad=.., size=[..],
// stride=[..])`: one condition for each field.

#include <array>
#include <charconv>

#include "compiler/peer/line.h"
#include "compiler/peer/peer_call.h"
#include "runtime/model/dtype.h"
#include "runtime/value/dispatch_keys.h"

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

// The line shows the last component of the type only.
struct TypeName {
    std::string_view printed;
    std::string_view full;
};
constexpr std::array<TypeName, 3> kTypes = {{{"Tensor", "torch.Tensor"},
                                             {"Parameter", "torch.nn.parameter.Parameter"},
                                             {"Buffer", "torch.nn.parameter.Buffer"}}};

// The key of each device's dense tensors; `AutogradCPU`, `SparseCUDA` and the like end in it.
struct DeviceKey {
    std::string_view key;
    DeviceType type;
};
constexpr std::array<DeviceKey, 14> kDeviceKeys = {{{"CPU", DeviceType::cpu},
                                                    {"CUDA", DeviceType::cuda},
                                                    {"HIP", DeviceType::hip},
                                                    {"XLA", DeviceType::xla},
                                                    {"MPS", DeviceType::mps},
                                                    {"IPU", DeviceType::ipu},
                                                    {"XPU", DeviceType::xpu},
                                                    {"HPU", DeviceType::hpu},
                                                    {"VE", DeviceType::ve},
                                                    {"Lazy", DeviceType::lazy},
                                                    {"MTIA", DeviceType::mtia},
                                                    {"MAIA", DeviceType::maia},
                                                    {"Meta", DeviceType::meta},
                                                    {"PrivateUse1", DeviceType::privateuseone}}};

class TensorMatch {
  public:
    TensorMatch(Lowering& lowering, std::span<const ExprId> arguments, grammar::Span span)
        : lowering_(lowering), pool_(lowering.pool()), arguments_(arguments), span_(span) {}

    std::vector<Condition> run() {
        tensor_ = lowering_.value_of(arguments_[0]);
        if (tensor_ == kNoTerm || !type(arguments_[1]) || !keys() || !dtype(arguments_[3])) return {};
        const ExprId size = keyword("size");
        const ExprId stride = keyword("stride");
        if (!device(keyword("device")) || !requires_grad(keyword("requires_grad")) ||
            !dimensions(size, TermOp::size) || !dimensions(stride, TermOp::stride))
            return {};
        return std::move(conditions_);
    }

  private:
    bool unread(ExprId where, std::string message) {
        lowering_.reporter().error("unread-guard", where == grammar::kNoExpr ? span_ : pool_[where].span,
                                   std::move(message));
        return false;
    }

    void add(TermId term) { conditions_.push_back({term, span_}); }

    ExprId keyword(std::string_view name) const {
        for (const ExprId argument : arguments_) {
            if (pool_[argument].kind == ExprKind::keyword && pool_.text_of(argument) == name)
                return pool_.operands_of(argument)[0];
        }
        return grammar::kNoExpr;
    }

    bool type(ExprId id) {
        if (pool_[id].kind == ExprKind::name) {
            for (const TypeName& known : kTypes) {
                if (known.printed != pool_.text_of(id)) continue;
                add(lowering_.is_type(tensor_, known.full));
                return true;
            }
        }
        // Whoever knows the module has written it out.
        std::string full;
        for (ExprId part = id;; part = pool_.operands_of(part)[0]) {
            full = std::string(pool_.text_of(part)) + (full.empty() ? "" : "." + full);
            if (pool_[part].kind == ExprKind::name) break;
            if (pool_[part].kind != ExprKind::attribute) full.clear();
            if (full.empty()) break;
        }
        if (full.find('.') == std::string::npos)
            return unread(id, "the line does not tell the module of this tensor type");
        add(lowering_.is_type(tensor_, full));
        return true;
    }

    // As they are after the thread's own include and exclude sets; the peer masks those that Python adds.
    bool keys() {
        const auto given = peer_call(pool_, arguments_[2], {"DispatchKeySet"});
        std::vector<std::string_view> names;
        for (const ExprId key : given.value_or(std::span<const ExprId>())) {
            const std::string_view name = pool_.text_of(key);
            const bool masked = name == "Python" || name == "PythonTLSSnapshot" || name == "PythonDispatcher";
            if (!masked) names.push_back(name);
        }
        const std::optional<std::uint64_t> packed = pack_dispatch_keys(names);
        if (!given || !packed) return unread(arguments_[2], "this is no set of dispatch keys");
        add(lowering_.is_constant(lowering_.make(TermOp::dispatch_keys, {tensor_}),
                                  *lowering_.values().make_integer(static_cast<std::int64_t>(*packed))));
        return true;
    }

    bool dtype(ExprId id) {
        const bool dotted =
            pool_[id].kind == ExprKind::attribute && pool_[pool_.operands_of(id)[0]].kind == ExprKind::name;
        const std::optional<DType> found = dotted ? parse_dtype(pool_.text_of(id)) : std::nullopt;
        if (!found) return unread(id, "this is no dtype");
        add(lowering_.is_constant(lowering_.make(TermOp::dtype, {tensor_}),
                                  *lowering_.values().make_dtype(*found)));
        return true;
    }

    std::optional<DeviceType> device_type() const {
        const auto keys = peer_call(pool_, arguments_[2], {"DispatchKeySet"});
        if (!keys) return std::nullopt;
        for (const ExprId key : *keys) {
            if (pool_[key].kind != ExprKind::name) continue;
            for (const DeviceKey& known : kDeviceKeys) {
                if (pool_.text_of(key).ends_with(known.key)) return known.type;
            }
        }
        return std::nullopt;
    }

    // The index is in the line, the type of the device shows in the keys alone.
    bool device(ExprId id) {
        const std::optional<DeviceType> found = device_type();
        std::int32_t index = -1;
        if (id != grammar::kNoExpr && pool_[id].kind == ExprKind::integer) {
            const std::string_view digits = pool_.text_of(id);
            if (std::from_chars(digits.data(), digits.data() + digits.size(), index).ec != std::errc() ||
                index < 0)
                return unread(id, "this is no index of a device");
        } else if (id == grammar::kNoExpr || pool_[id].kind != ExprKind::none_literal) {
            return unread(id, "the line has no index of a device");
        }
        const TermId device = lowering_.make(TermOp::device, {tensor_});
        if (found) {
            add(lowering_.is_constant(device, *lowering_.values().make_device({*found, index})));
        } else {
            const Value* wanted =
                index < 0 ? lowering_.values().make_none() : lowering_.values().make_integer(index);
            add(lowering_.is_constant(lowering_.make(TermOp::device_index, {device}), *wanted));
        }
        return true;
    }

    bool requires_grad(ExprId id) {
        const ExprKind kind = id == grammar::kNoExpr ? ExprKind::missing : pool_[id].kind;
        if (kind != ExprKind::true_literal && kind != ExprKind::false_literal)
            return unread(id, "`requires_grad` is True or False");
        add(lowering_.is_constant(lowering_.make(TermOp::requires_grad, {tensor_}),
                                  *lowering_.values().make_boolean(kind == ExprKind::true_literal)));
        return true;
    }

    bool dimensions(ExprId id, TermOp op) {
        if (id == grammar::kNoExpr || pool_[id].kind != ExprKind::list)
            return unread(id, "the line has no list of sizes and strides");
        const auto entries = pool_.operands_of(id);
        const TermId rank = lowering_.make(TermOp::rank, {tensor_});
        if (op == TermOp::size)
            add(lowering_.make(TermOp::equal,
                               {rank, lowering_.constant(static_cast<std::int64_t>(entries.size()))}));
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (pool_[entries[i]].kind == ExprKind::none_literal) continue;
            if (pool_[entries[i]].kind != ExprKind::integer) return unread(entries[i], "this is no size");
            const TermId dimension =
                lowering_.make(op, {tensor_, lowering_.constant(static_cast<std::int64_t>(i))});
            add(lowering_.make(TermOp::equal, {dimension, lowering_.value_of(entries[i])}));
        }
        return true;
    }

    Lowering& lowering_;
    const grammar::ExprPool& pool_;
    std::span<const ExprId> arguments_;
    grammar::Span span_;
    TermId tensor_ = kNoTerm;
    std::vector<Condition> conditions_;
};

}  // namespace

Conditions tensor_match(const Line& line) {
    const auto arguments = peer_call(line.pool(), line.expression(), {"check_tensor"});
    const std::size_t keywords = arguments ? line.pool()[line.expression()].keywords : 0;
    if (!arguments || arguments->size() < keywords + 4) return line.unread();
    return TensorMatch(line.lowering, *arguments, line.span).run();
}

}  // namespace guardc::compiler
