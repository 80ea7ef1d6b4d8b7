// Values: from slots, ambient state and constants through facts and arithmetic.
#include <array>
#include <bit>

#include "compiler/plan/builder.h"
#include "compiler/terms/fact_terms.h"
#include "runtime/program/ambient.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {

namespace {

constexpr std::uint64_t bit(std::uint32_t kind) {
    return 1ULL << kind;
}

// Cell::length of a reference to an object of one of these kinds.
std::uint32_t known_kind(std::uint64_t kinds) {
    return std::has_single_bit(kinds) ? static_cast<std::uint32_t>(std::countr_zero(kinds)) + 1 : 0;
}

std::uint32_t known_kind(const Fact& fact) {
    return fact.result == CellTag::reference ? known_kind(fact.result_kinds) : 0;
}

bool one_bit(std::uint64_t mask) {
    return mask != 0 && (mask & (mask - 1)) == 0;
}

}  // namespace

Builder::Builder(const TermPool& terms, const FrameShape& shape, const Model& model)
    : emitter(model), terms_(terms), shape_(shape), model_(model) {}

std::optional<std::uint32_t> Builder::only_kind(Kind kind) const {
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 0; i < model_.kinds.size(); ++i) {
        if (model_.kinds[i].kind == kind) {
            if (found) {
                return std::nullopt;
            }
            found = i;
        }
    }
    return found;
}

std::uint64_t Builder::declared_kinds(TermId term) const {
    const std::uint64_t all =
        model_.kinds.size() >= 64 ? ~0ULL : bit(static_cast<std::uint32_t>(model_.kinds.size())) - 1;
    const Term& node = terms_[term];
    if (node.op == TermOp::local || node.op == TermOp::global || node.op == TermOp::derived ||
        node.op == TermOp::external || node.op == TermOp::numbered_type) {
        return shape_.slots[node.data].kinds & all;
    }
    if (node.op == TermOp::attribute) {
        const std::uint64_t base = declared_kinds(terms_.operands(term)[0]);
        std::uint64_t kinds = 0;
        for (std::uint32_t i = 0; i < model_.kinds.size(); ++i) {
            const Fact* row = (base & bit(i)) != 0
                                  ? find_fact(model_.kinds[i], FactId::attribute, terms_.name(term))
                                  : nullptr;
            kinds |= row != nullptr ? row->result_kinds : 0;
        }
        return kinds == 0 ? all : kinds & all;
    }
    return all;
}

std::string Builder::type_name(TermId term) const {
    Cell handle;
    if (read_fact(builtin_model(), FactId::type_handle, &terms_.constant(term), {}, handle) != Truth::yes) {
        return {};
    }
    return std::string(builtin_model().type_name(builtin_model(), handle.bits));
}

std::optional<Cell> Builder::constant(TermId term) const {
    return constant_cell(terms_.constant(term), model_);
}

std::optional<std::int64_t> Builder::constant_integer(TermId term) const {
    if (terms_[term].op != TermOp::constant) {
        return std::nullopt;
    }
    const std::optional<Cell> cell = constant(term);
    return cell && cell->tag == CellTag::integer ? std::optional(cell->as_integer()) : std::nullopt;
}

Reached Builder::value(TermId term) {
    // Operands first, by an explicit stack: chains of values are as long as the limits allow.
    std::vector<TermId> pending{term};
    while (!pending.empty()) {
        const TermId next = pending.back();
        if (emitter.environment.find(next) != nullptr) {
            pending.pop_back();
            continue;
        }
        const Term& node = terms_[next];
        // Conditions order their own operands.
        const bool own_order =
            node.op == TermOp::conditional || kind_of(node.op).term_class == TermClass::test;
        bool ready = true;
        if (!own_order) {
            for (const TermId operand : terms_.operands(next)) {
                if (emitter.environment.find(operand) == nullptr && terms_[operand].op != TermOp::constant) {
                    pending.push_back(operand);
                    ready = false;
                }
            }
        }
        if (!ready) {
            continue;
        }
        pending.pop_back();
        const Reached reached = lower(next);
        if (next == term) {
            if (node.op != TermOp::constant) {
                emitter.environment.reach(next, reached, emitter.position() - 1);
            }
            return reached;
        }
        emitter.environment.reach(next, reached, emitter.position() - 1);
    }
    return *emitter.environment.find(term);
}

Reached Builder::value_of_kind(TermId term, std::uint32_t kind) {
    const Reached reached = value(term);
    if (reached.tag == CellTag::reference && reached.kinds == bit(kind)) {
        return reached;
    }
    const std::uint32_t at = emitter.position();
    emitter.test({.op = Op::kind, .a = reached.reg, .data = emitter.add_mask(bit(kind))}, Label::miss());
    const Reached known{as_reference(reached), CellTag::reference, bit(kind)};
    emitter.environment.replace(term, known, at);
    return known;
}

bool Builder::is_of_objects(std::uint32_t kind) const {
    const Kind language_kind = model_.kinds[kind].kind;
    return language_kind == Kind::tensor || language_kind == Kind::object;
}

std::uint32_t Builder::as_reference(const Reached& reached) {
    if (reached.tag == CellTag::reference) {
        return reached.reg;
    }
    return emitter.value({.op = Op::copy, .tag = CellTag::reference, .a = reached.reg});
}

Reached Builder::lower(TermId term) {
    const Term& node = terms_[term];
    switch (node.op) {
        case TermOp::local:
        case TermOp::global:
        case TermOp::derived:
        case TermOp::numbered_type:
            return lower_slot(term);
        case TermOp::ambient:
            return {emitter.value({.op = Op::ambient, .data = node.data}), CellTag::absent, ~0ULL};
        case TermOp::constant: {
            const std::optional<Cell> cell = constant(term);
            if (!cell) {
                unknown_types.push_back(type_name(term));
            }
            const Cell known = cell.value_or(Cell::none());
            return {emitter.constant(known), known.tag, ~0ULL};
        }
        case TermOp::attribute:
            return lower_attribute(term);
        case TermOp::item:
            return lower_item(term);
        case TermOp::length:
            return lower_length(term);
        case TermOp::type:
            return fact(value(terms_.operands(term)[0]).reg, FactId::type, kNoRegister, CellTag::type);
        case TermOp::dtype:
            return lower_tensor_property(term, FactId::dtype);
        case TermOp::device:
            return lower_tensor_property(term, FactId::device);
        case TermOp::rank:
            return lower_tensor_fact(term, FactId::rank);
        case TermOp::storage_offset:
            return lower_tensor_fact(term, FactId::storage_offset);
        case TermOp::requires_grad:
            return lower_tensor_property(term, FactId::requires_grad);
        case TermOp::size:
            return lower_dimension(term, FactId::size);
        case TermOp::stride:
            return lower_dimension(term, FactId::stride);
        case TermOp::device_type:
            return lower_call(term, ValueFunction::device_type, CellTag::text);
        case TermOp::device_index:
            return lower_call(term, ValueFunction::device_index);
        case TermOp::negate:
            return lower_arithmetic(term, Op::negate, ValueFunction::negate);
        case TermOp::add:
            return lower_arithmetic(term, Op::add, ValueFunction::add);
        case TermOp::subtract:
            return lower_arithmetic(term, Op::subtract, ValueFunction::subtract);
        case TermOp::multiply:
            return lower_arithmetic(term, Op::multiply, ValueFunction::multiply);
        case TermOp::floor_divide:
            return lower_arithmetic(term, Op::floor_divide, ValueFunction::floor_divide);
        case TermOp::modulo:
            return lower_arithmetic(term, Op::modulo, ValueFunction::modulo);
        case TermOp::divide:
            return lower_call(term, ValueFunction::divide, CellTag::floating);
        case TermOp::power:
            return lower_call(term, ValueFunction::power);
        case TermOp::absolute:
            return lower_call(term, ValueFunction::absolute);
        case TermOp::minimum:
            return lower_call(term, ValueFunction::minimum);
        case TermOp::maximum:
            return lower_call(term, ValueFunction::maximum);
#define GUARDC_CALLED(name, least, most) \
    case TermOp::name:                   \
        return lower_call(term, ValueFunction::name);
            GUARDC_CALLED(bit_and, 2, 2)
            GUARDC_CALLED(bit_or, 2, 2)
            GUARDC_CALLED(bit_xor, 2, 2)
            GUARDC_CALLED(round, 1, 2)
#undef GUARDC_CALLED
#define GUARDC_CALLED(name, least, most) \
    case TermOp::name:                   \
        return lower_call(term, ValueFunction::name, CellTag::integer);
            GUARDC_CALLED(shift_left, 2, 2)
            GUARDC_CALLED(shift_right, 2, 2)
            GUARDC_CALLED(invert, 1, 1)
            GUARDC_CALLED(to_integer, 1, 1)
            GUARDC_CALLED(floor, 1, 1)
            GUARDC_CALLED(ceil, 1, 1)
            GUARDC_CALLED(trunc, 1, 1)
#undef GUARDC_CALLED
#define GUARDC_CALLED(name, least, most) \
    case TermOp::name:                   \
        return lower_call(term, ValueFunction::name, CellTag::floating);
            GUARDC_CALLED(to_float, 1, 1)
            GUARDC_MATH(GUARDC_CALLED)
#undef GUARDC_CALLED
        case TermOp::conditional:
            return lower_conditional(term);
        default:
            break;
    }
    const std::optional<FactId> plain = plain_fact(node.op);
    return plain ? lower_plain_fact(term, *plain) : lower_test_value(term);
}

// Through a layout where the object is known to be of one kind that has one, else by the helper.
Reached Builder::lower_plain_fact(TermId term, FactId id) {
    const std::span<const TermId> operands = terms_.operands(term);
    const Reached base = value(operands[0]);
    if (operands.size() > 1) return fact(base.reg, id, value(operands[1]).reg, CellTag::absent);
    if (base.tag == CellTag::reference && one_bit(base.kinds)) {
        const auto kind = static_cast<std::uint32_t>(std::countr_zero(base.kinds));
        const Fact* row = find_fact(model_.kinds[kind], id);
        if (row != nullptr) {
            if (const std::optional<Reached> loaded = load(base.reg, *row)) {
                return *loaded;
            }
        }
    }
    return fact(base.reg, id, kNoRegister, CellTag::absent);
}

Reached Builder::fact(std::uint32_t object, FactId id, std::uint32_t argument, CellTag tag) {
    const std::uint32_t reg = emitter.value(
        {.op = Op::fact, .tag = tag, .a = object, .b = argument, .data = static_cast<std::uint32_t>(id)});
    return {reg, tag, ~0ULL};
}

std::optional<Reached> Builder::load(std::uint32_t object, const Fact& fact) {
    const Layout& layout = fact.layout;
    if (fact.encode != nullptr || fact.result == CellTag::absent) {
        return std::nullopt;
    }
    const auto form = static_cast<std::uint8_t>(layout.scalar);
    if (layout.form == LayoutForm::direct) {
        return Reached{emitter.value({.op = Op::load,
                                      .form = form,
                                      .tag = fact.result,
                                      .a = object,
                                      .data = layout.offset,
                                      .extra = known_kind(fact)}),
                       fact.result, fact.result_kinds};
    }
    if (layout.form == LayoutForm::indirect) {
        const std::uint32_t inner = emitter.value({.op = Op::load,
                                                   .form = static_cast<std::uint8_t>(Scalar::pointer),
                                                   .tag = CellTag::reference,
                                                   .a = object,
                                                   .data = layout.offset});
        return Reached{emitter.value({.op = Op::load,
                                      .form = form,
                                      .tag = fact.result,
                                      .a = inner,
                                      .data = layout.inner,
                                      .extra = known_kind(fact)}),
                       fact.result, fact.result_kinds};
    }
    return std::nullopt;
}

// Element `index` from 0. `count` is the term whose value bounds the index, for what is known of it.
std::optional<Reached> Builder::load_span(std::uint32_t object, TermId count, const Fact& fact,
                                          std::int64_t index) {
    const Layout& layout = fact.layout;
    const bool behind_pointer = layout.form == LayoutForm::indirect_span;
    if ((layout.form != LayoutForm::span && !behind_pointer) || fact.encode != nullptr || index < 0 ||
        fact.result == CellTag::absent ||
        index >= (behind_pointer ? 0x0fff'ffff : std::int64_t{layout.capacity})) {
        return std::nullopt;
    }
    const std::optional<std::int64_t> known =
        count == kNoTerm ? std::nullopt : emitter.environment.integer(count);
    if (!known || index >= *known) {
        const std::uint32_t bound = emitter.value({.op = Op::load,
                                                   .form = static_cast<std::uint8_t>(layout.count_scalar),
                                                   .tag = CellTag::integer,
                                                   .a = object,
                                                   .data = layout.count_offset});
        const std::uint32_t wanted = emitter.constant(Cell::integer(index));
        emitter.test({.op = Op::compare_integer,
                      .form = static_cast<std::uint8_t>(Comparison::less),
                      .a = wanted,
                      .b = bound},
                     Label::miss());
    }
    std::uint32_t base = object;
    std::uint32_t offset = layout.offset;
    if (behind_pointer) {
        base = emitter.value({.op = Op::load,
                              .form = static_cast<std::uint8_t>(Scalar::pointer),
                              .tag = CellTag::reference,
                              .a = object,
                              .data = layout.offset});
        offset = layout.inner;
    }
    const auto place =
        static_cast<std::uint32_t>(offset + static_cast<std::uint64_t>(index) * scalar_bytes(layout.scalar));
    return Reached{emitter.value({.op = Op::load,
                                  .form = static_cast<std::uint8_t>(layout.scalar),
                                  .tag = fact.result,
                                  .a = base,
                                  .data = place,
                                  .extra = known_kind(fact)}),
                   fact.result, fact.result_kinds};
}

Reached Builder::lower_slot(TermId term) {
    const std::uint32_t reg = emitter.value({.op = Op::slot,
                                             .tag = CellTag::reference,
                                             .data = terms_[term].data,
                                             .extra = known_kind(declared_kinds(term))});
    return {reg, CellTag::reference, declared_kinds(term)};
}

Reached Builder::lower_attribute(TermId term) {
    const Reached base = value(terms_.operands(term)[0]);
    if (base.tag == CellTag::reference && one_bit(base.kinds)) {
        const auto kind = static_cast<std::uint32_t>(std::countr_zero(base.kinds));
        const Fact* row = find_fact(model_.kinds[kind], FactId::attribute, terms_.name(term));
        if (row != nullptr && row->attribute != nullptr) {
            if (const std::optional<Reached> loaded = load(base.reg, *row)) {
                return *loaded;
            }
        }
        const std::uint32_t name = emitter.constant(Cell::text(terms_.name(term)));
        Reached result =
            fact(base.reg, FactId::attribute, name, row != nullptr ? row->result : CellTag::absent);
        result.kinds = row != nullptr ? row->result_kinds : ~0ULL;
        return result;
    }
    const std::uint32_t name = emitter.constant(Cell::text(terms_.name(term)));
    if (base.tag != CellTag::reference) {
        return fact(base.reg, FactId::attribute, name, CellTag::absent);
    }
    // Whatever it is: attributes of most models are objects again.
    std::uint64_t kinds = 0;
    bool references = true;
    for (std::uint32_t kind = 0; kind < model_.kinds.size(); ++kind) {
        const Fact* row = (base.kinds & bit(kind)) != 0
                              ? find_fact(model_.kinds[kind], FactId::attribute, terms_.name(term))
                              : nullptr;
        kinds |= row != nullptr ? row->result_kinds : 0;
        references = references && (row == nullptr || row->result == CellTag::reference);
    }
    if (!references || kinds == 0) {
        return fact(base.reg, FactId::attribute, name, CellTag::absent);
    }
    Reached result = fact(base.reg, FactId::attribute, name, CellTag::reference);
    result.kinds = kinds;
    return result;
}

Reached Builder::lower_item(TermId term) {
    const TermId base_term = terms_.operands(term)[0];
    const TermId key_term = terms_.operands(term)[1];
    const Reached base = value(base_term);
    const std::optional<std::int64_t> index = constant_integer(key_term);
    if (index && base.tag == CellTag::reference && one_bit(base.kinds)) {
        const ObjectKind& kind = model_.kinds[static_cast<std::uint32_t>(std::countr_zero(base.kinds))];
        const bool sequence = kind.kind == Kind::list || kind.kind == Kind::tuple || kind.kind == Kind::size;
        const Fact* row = sequence ? find_fact(kind, FactId::item) : nullptr;
        if (row != nullptr) {
            if (const std::optional<Reached> loaded = load_span(base.reg, kNoTerm, *row, *index)) {
                return *loaded;
            }
        }
    }
    const std::array operands{base.reg, value(key_term).reg};
    const std::uint32_t first = emitter.arguments(operands);
    const std::uint32_t reg = emitter.value({.op = Op::call,
                                             .a = first,
                                             .data = static_cast<std::uint32_t>(ValueFunction::subscript),
                                             .count = 2});
    return {reg, CellTag::absent, ~0ULL};
}

Reached Builder::tensor_fact(std::uint32_t object, std::uint32_t kind, FactId id) {
    const Fact* row = find_fact(model_.kinds[kind], id);
    if (row == nullptr) {
        return fact(object, id, kNoRegister, CellTag::absent);
    }
    const std::optional<Reached> loaded = load(object, *row);
    return loaded ? *loaded : fact(object, id, kNoRegister, row->result);
}

Reached Builder::lower_tensor_fact(TermId term, FactId id) {
    const TermId object = terms_.operands(term)[0];
    const std::optional<std::uint32_t> tensor = only_kind(Kind::tensor);
    return tensor ? tensor_fact(value_of_kind(object, *tensor).reg, *tensor, id)
                  : fact(value(object).reg, id, kNoRegister, CellTag::absent);
}

// The fact of a tensor, and of any other object the stored attribute of that name.
Reached Builder::lower_tensor_property(TermId term, FactId id) {
    const TermId object = terms_.operands(term)[0];
    const std::optional<std::uint32_t> tensor = only_kind(Kind::tensor);
    if (tensor && (tensors.contains(object) || declared_kinds(object) == bit(*tensor))) {
        return tensor_fact(value_of_kind(object, *tensor).reg, *tensor, id);
    }
    const Reached base = value(object);
    const auto stored = [&] {
        const std::uint32_t name = emitter.constant(Cell::text(kind_of(terms_[term].op).spelling));
        return fact(base.reg, FactId::attribute, name, CellTag::absent);
    };
    if (!tensor) {
        return stored();
    }
    const std::uint32_t reg = emitter.merged_register();
    Label other;
    Label end;
    emitter.test({.op = Op::kind, .a = base.reg, .data = emitter.add_mask(bit(*tensor))}, other);
    const Reached left = tensor_fact(as_reference(base), *tensor, id);
    emitter.value({.op = Op::copy, .tag = left.tag, .dst = reg, .a = left.reg});
    emitter.jump(end);
    emitter.bind(other);
    const Reached right = stored();
    emitter.value({.op = Op::copy, .dst = reg, .a = right.reg});
    emitter.bind(end);
    return {reg, CellTag::absent, ~0ULL};
}

Reached Builder::lower_dimension(TermId term, FactId id) {
    const TermId object = terms_.operands(term)[0];
    const TermId index_term = terms_.operands(term)[1];
    const std::optional<std::uint32_t> tensor = only_kind(Kind::tensor);
    const std::optional<std::int64_t> index = constant_integer(index_term);
    if (!tensor) {
        return fact(value(object).reg, id, value(index_term).reg, CellTag::absent);
    }
    const Reached base = value_of_kind(object, *tensor);
    const Fact* row = find_fact(model_.kinds[*tensor], id);
    if (row != nullptr && index) {
        // Strides may be fewer than the rank; only the count of the layout bounds them.
        if (const std::optional<Reached> loaded = load_span(base.reg, kNoTerm, *row, *index)) {
            return *loaded;
        }
    }
    return fact(base.reg, id, value(index_term).reg, row != nullptr ? row->result : CellTag::absent);
}

Reached Builder::lower_length(TermId term) {
    const Reached base = value(terms_.operands(term)[0]);
    if (base.tag == CellTag::reference && one_bit(base.kinds)) {
        const Fact* row =
            find_fact(model_.kinds[static_cast<std::uint32_t>(std::countr_zero(base.kinds))], FactId::length);
        if (row != nullptr) {
            if (const std::optional<Reached> loaded = load(base.reg, *row)) {
                return *loaded;
            }
        }
    }
    return fact(base.reg, FactId::length, kNoRegister, CellTag::integer);
}

Reached Builder::lower_arithmetic(TermId term, Op typed, ValueFunction general) {
    const std::span<const TermId> operands = terms_.operands(term);
    std::array<Reached, 2> reached;
    bool integers = true;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        reached[i] = value(operands[i]);
        integers = integers && reached[i].tag == CellTag::integer;
    }
    if (!integers) {
        return lower_call(term, general);
    }
    const std::uint32_t reg = emitter.value({.op = typed,
                                             .tag = CellTag::integer,
                                             .a = reached[0].reg,
                                             .b = operands.size() > 1 ? reached[1].reg : kNoRegister});
    return {reg, CellTag::integer, ~0ULL};
}

Reached Builder::lower_call(TermId term, ValueFunction function, CellTag tag) {
    std::vector<std::uint32_t> registers;
    for (const TermId operand : terms_.operands(term)) {
        registers.push_back(value(operand).reg);
    }
    const std::uint32_t first = emitter.arguments(registers);
    const std::uint32_t reg = emitter.value({.op = Op::call,
                                             .tag = tag,
                                             .a = first,
                                             .data = static_cast<std::uint32_t>(function),
                                             .count = static_cast<std::uint32_t>(registers.size())});
    return {reg, tag, ~0ULL};
}

Reached Builder::lower_test_value(TermId term) {
    const std::uint32_t reg = emitter.merged_register();
    Label no;
    Label end;
    condition(term, true, no);
    const auto write = [&](bool truth_value) {
        const std::uint32_t index = emitter.literals.add_cell(Cell::boolean(truth_value));
        emitter.value({.op = Op::constant, .tag = CellTag::boolean, .dst = reg, .data = index});
    };
    write(true);
    emitter.jump(end);
    emitter.bind(no);
    write(false);
    emitter.bind(end);
    return {reg, CellTag::boolean, ~0ULL};
}

Reached Builder::lower_conditional(TermId term) {
    const std::uint32_t reg = emitter.merged_register();
    Label end;
    CellTag tag = CellTag::absent;
    std::uint64_t kinds = 0;
    bool first = true;
    const auto write = [&](TermId operand) {
        const Reached reached = value(operand);
        emitter.value({.op = Op::copy, .tag = reached.tag, .dst = reg, .a = reached.reg});
        tag = first || tag == reached.tag ? reached.tag : CellTag::absent;
        kinds |= reached.kinds;
        first = false;
    };
    // A chain of `else .. if` is a loop here, since it can be long.
    while (true) {
        const std::span<const TermId> operands = terms_.operands(term);
        Label otherwise;
        condition(operands[0], true, otherwise);
        write(operands[1]);
        emitter.jump(end);
        emitter.bind(otherwise);
        term = operands[2];
        if (terms_[term].op != TermOp::conditional || emitter.environment.find(term) != nullptr) {
            break;
        }
    }
    write(term);
    emitter.bind(end);
    return {reg, tag, kinds};
}

}  // namespace guardc::compiler
