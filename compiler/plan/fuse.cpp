#include "compiler/plan/fuse.h"

#include <cmath>
#include <map>

namespace guardc::compiler {

namespace {

std::optional<FactId> tensor_fact(TermOp op) {
    switch (op) {
        case TermOp::dtype:
            return FactId::dtype;
        case TermOp::device:
            return FactId::device;
        case TermOp::rank:
            return FactId::rank;
        case TermOp::size:
            return FactId::size;
        case TermOp::stride:
            return FactId::stride;
        case TermOp::storage_offset:
            return FactId::storage_offset;
        case TermOp::requires_grad:
            return FactId::requires_grad;
        case TermOp::dispatch_keys:
            return FactId::dispatch_keys;
        default:
            return std::nullopt;
    }
}

// Whether `bits`, cut to the width of `scalar`, still say the same.
bool fits(Scalar scalar, std::uint64_t bits) {
    const auto value = static_cast<std::int64_t>(bits);
    switch (scalar) {
        case Scalar::u8:
            return bits <= 0xff;
        case Scalar::u16:
            return bits <= 0xffff;
        case Scalar::u32:
            return bits <= 0xffff'ffff;
        case Scalar::i8:
            return value >= INT8_MIN && value <= INT8_MAX;
        case Scalar::i16:
            return value >= INT16_MIN && value <= INT16_MAX;
        case Scalar::i32:
            return value >= INT32_MIN && value <= INT32_MAX;
        case Scalar::f32:
            return false;
        default:
            return true;
    }
}

std::uint64_t field_mask(std::uint32_t bytes) {
    return bytes == 8 ? ~0ULL : (1ULL << (8 * bytes)) - 1;
}

struct Word {
    std::uint64_t mask = 0;
    std::uint64_t bits = 0;
    bool handle = false;
};

// Adds a field unless it contradicts what is there.
bool add_field(std::map<std::uint32_t, Word>& words, const Need::Field& field) {
    const std::uint32_t index = field.offset / 8;
    const std::uint32_t shift = 8 * (field.offset % 8);
    const std::uint64_t mask = field_mask(field.bytes) << shift;
    const std::uint64_t bits = (field.bits << shift) & mask;
    Word& word = words[index];
    if (((word.bits ^ bits) & word.mask & mask) != 0) {
        return false;
    }
    word.mask |= mask;
    word.bits |= bits;
    word.handle = word.handle || field.handle;
    return true;
}

}  // namespace

Fusion::Fusion(Builder& builder, std::span<const TermId> tests) : builder_(builder) {
    const TermPool& terms = builder_.terms();
    for (const TermId test : tests) {
        if (terms[test].op == TermOp::equal && terms[terms.operands(test)[0]].op == TermOp::rank) {
            if (const std::optional<std::int64_t> rank = builder_.constant_integer(terms.operands(test)[1])) {
                ranks_.emplace(terms.operands(terms.operands(test)[0])[0], *rank);
            }
        }
    }
    for (const TermId test : tests) {
        if (const std::optional<Need> found = need(test)) {
            if (object_of_.emplace(test, found->object).second) {
                by_object_[found->object].push_back(*found);
            }
        }
    }
}

std::optional<Need> Fusion::need(TermId test) const {
    const TermPool& terms = builder_.terms();
    const TermOp op = terms[test].op;
    if (op == TermOp::is_identity) {
        return need_of_identity(test);
    }
    if (op != TermOp::is_type && op != TermOp::is_constant && op != TermOp::equal) {
        return std::nullopt;
    }
    TermId subject = terms.operands(test)[0];
    TermId constant = terms.operands(test)[1];
    if (terms[constant].op != TermOp::constant && op == TermOp::equal) {
        std::swap(subject, constant);
    }
    if (terms[constant].op != TermOp::constant || terms[subject].op == TermOp::constant) {
        return std::nullopt;
    }
    if (op == TermOp::is_type) {
        return need_of_type(test, subject, constant);
    }
    if (tensor_fact(terms[subject].op) || terms[subject].op == TermOp::attribute) {
        if (std::optional<Need> found = need_of_fact(test, subject, constant, op == TermOp::is_constant)) {
            return found;
        }
    }
    return op == TermOp::is_constant ? need_of_object(test, subject, constant) : std::nullopt;
}

std::optional<Need::Field> Fusion::field(const Fact& fact, const Cell& wanted, std::uint32_t kind,
                                         std::int64_t index) const {
    const Layout& layout = fact.layout;
    const std::uint32_t bytes = scalar_bytes(layout.scalar);
    std::uint64_t offset = layout.offset;
    if (layout.form == LayoutForm::span && index >= 0 && index < layout.capacity) {
        offset += static_cast<std::uint64_t>(index) * bytes;
    } else if (layout.form != LayoutForm::direct) {
        return std::nullopt;
    }
    std::uint64_t bits = wanted.bits;
    if (wanted.tag != fact.result ||
        (fact.encode != nullptr && !fact.encode(builder_.model(), wanted, bits)) ||
        !fits(layout.scalar, bits) || (offset / 8 + 1) * 8 > builder_.model().kinds[kind].bytes) {
        return std::nullopt;
    }
    return Need::Field{static_cast<std::uint32_t>(offset), bytes, bits, wanted.tag == CellTag::type};
}

std::optional<Need> Fusion::need_of_type(TermId test, TermId object, TermId constant) const {
    const Model& model = builder_.model();
    const std::optional<Cell> type = builder_.constant(constant);
    if (!type) {
        return std::nullopt;
    }
    // All kinds that the object can be must hold their type at the same place.
    std::optional<Need::Field> place;
    const std::uint64_t kinds = builder_.declared_kinds(object);
    for (std::uint32_t kind = 0; kind < model.kinds.size(); ++kind) {
        if ((kinds >> kind & 1) == 0) {
            continue;
        }
        const Fact* row = find_fact(model.kinds[kind], FactId::type);
        const std::optional<Need::Field> here =
            row == nullptr || row->encode != nullptr ? std::nullopt : field(*row, *type, kind);
        if (!here || (place && (place->offset != here->offset || place->bytes != here->bytes))) {
            return std::nullopt;
        }
        place = here;
    }
    if (!place) {
        return std::nullopt;
    }
    std::optional<std::uint32_t> kind;
    if (builder_.tensors.contains(object)) {
        kind = builder_.only_kind(Kind::tensor);
    }
    return Need{test, object, kind, place};
}

std::optional<Need> Fusion::need_of_fact(TermId test, TermId fact_term, TermId constant, bool strict) const {
    const TermPool& terms = builder_.terms();
    const Model& model = builder_.model();
    const Term& node = terms[fact_term];
    const TermId object = terms.operands(fact_term)[0];
    const std::optional<Cell> wanted = builder_.constant(constant);
    if (!wanted || (wanted->tag == CellTag::floating && (!strict || std::isnan(wanted->as_floating())))) {
        return std::nullopt;  // `==` of floats is not equality of bits; all NaNs are one
    }
    std::optional<std::uint32_t> kind;
    const Fact* row = nullptr;
    std::int64_t index = 0;
    if (node.op == TermOp::attribute) {
        const std::uint64_t kinds = builder_.declared_kinds(object);
        if (std::popcount(kinds) != 1) {
            return std::nullopt;
        }
        kind = static_cast<std::uint32_t>(std::countr_zero(kinds));
        row = find_fact(model.kinds[*kind], FactId::attribute, terms.name(fact_term));
        row = row != nullptr && row->attribute != nullptr ? row : nullptr;
    } else {
        if (!builder_.tensors.contains(object)) {
            return std::nullopt;  // another object's stored attribute may be meant
        }
        kind = builder_.only_kind(Kind::tensor);
        row = kind ? find_fact(model.kinds[*kind], *tensor_fact(node.op)) : nullptr;
        if (node.op == TermOp::size || node.op == TermOp::stride) {
            const std::optional<std::int64_t> given = builder_.constant_integer(terms.operands(fact_term)[1]);
            const auto rank = ranks_.find(object);
            if (!given || rank == ranks_.end()) {
                return std::nullopt;
            }
            index = *given < 0 ? *given + rank->second : *given;
            if (index < 0 || index >= rank->second) {
                return std::nullopt;  // undefined: the plain path says so
            }
        }
    }
    if (row == nullptr || row->result == CellTag::reference) {
        return std::nullopt;
    }
    const std::optional<Need::Field> found = field(*row, *wanted, *kind, index);
    if (!found) {
        return std::nullopt;
    }
    return Need{test, object, kind, found};
}

std::optional<Need> Fusion::need_of_identity(TermId test) const {
    const Model& model = builder_.model();
    const TermId object = builder_.terms().operands(test)[0];
    const std::optional<std::int64_t> wanted = builder_.constant_integer(builder_.terms().operands(test)[1]);
    const Layout& layout = model.identity_field;
    if (model.identity != IdentityForm::field || !wanted || *wanted == 0 ||
        layout.form != LayoutForm::direct) {
        return std::nullopt;
    }
    const std::uint64_t kinds = builder_.declared_kinds(object);
    for (std::uint32_t kind = 0; kind < model.kinds.size(); ++kind) {
        if ((kinds >> kind & 1) != 0 && (layout.offset / 8 + 1) * 8 > model.kinds[kind].bytes) {
            return std::nullopt;
        }
    }
    const Need::Field field{layout.offset, scalar_bytes(layout.scalar), static_cast<std::uint64_t>(*wanted)};
    return Need{test, object, std::nullopt, field};
}

std::optional<Need> Fusion::need_of_object(TermId test, TermId object, TermId constant) const {
    const Model& model = builder_.model();
    const std::optional<Cell> wanted = builder_.constant(constant);
    if (!wanted || builder_.declared_kinds(object) == 0) {
        return std::nullopt;
    }
    const Kind wanted_kind = wanted->tag == CellTag::none       ? Kind::none
                             : wanted->tag == CellTag::boolean  ? Kind::boolean
                             : wanted->tag == CellTag::integer  ? Kind::integer
                             : wanted->tag == CellTag::floating ? Kind::floating
                                                                : Kind::object;
    const std::optional<std::uint32_t> kind = builder_.only_kind(wanted_kind);
    // One type for all objects of the kind: then the kind settles the exact type too.
    if (wanted_kind == Kind::object || !kind || model.kinds[*kind].type_name == nullptr) {
        return std::nullopt;
    }
    if (wanted_kind == Kind::none) {
        return Need{test, object, kind, std::nullopt};
    }
    const Fact* row = find_fact(model.kinds[*kind], FactId::number);
    if (row == nullptr || (wanted->tag == CellTag::floating && std::isnan(wanted->as_floating()))) {
        return std::nullopt;
    }
    const std::optional<Need::Field> found = field(*row, *wanted, *kind);
    return found ? std::optional(Need{test, object, kind, found}) : std::nullopt;
}

bool Fusion::emit(TermId test) {
    const auto object = object_of_.find(test);
    if (object == object_of_.end()) {
        return false;
    }
    const std::vector<Need>& needs = by_object_[object->second];
    std::optional<std::uint32_t> kind;
    for (const Need& need : needs) {
        if (need.test == test) {
            kind = need.kind;
        }
    }
    for (const Need& need : needs) {  // a type test joins the others, whatever kind they ask for
        kind = kind ? kind : need.kind;
    }
    if (kind && (builder_.declared_kinds(object->second) >> *kind & 1) == 0) {
        return false;
    }

    const Model& model = builder_.model();
    Reached reached = builder_.value(object->second);
    if (reached.tag != CellTag::reference && (!kind || !builder_.is_of_objects(*kind))) {
        return false;  // a value that may be no object at all
    }
    std::map<std::uint32_t, Word> words;
    bool in_place = false;
    const bool settled = !kind || (reached.tag == CellTag::reference && reached.kinds == 1ULL << *kind);
    if (!settled) {
        const Layout& tag = model.tag;
        in_place = tag.form == LayoutForm::direct && reached.tag == CellTag::reference &&
                   (tag.offset / 8 + 1) * 8 <= model.kinds[*kind].bytes;
        if (in_place) {
            add_field(words, {tag.offset, scalar_bytes(tag.scalar), *kind});
        } else {
            reached = builder_.value_of_kind(object->second, *kind);
        }
    }
    std::vector<TermId> made;
    for (const Need& need : needs) {
        if ((!need.kind || need.kind == kind) && !builder_.emitter.environment.holds(need.test) &&
            (!need.field || add_field(words, *need.field))) {
            made.push_back(need.test);
        }
    }
    const std::uint32_t at = builder_.emitter.position();
    if (!words.empty()) {
        const std::uint32_t first = words.begin()->first;
        const std::uint32_t count = words.rbegin()->first - first + 1;
        // Everything may be read once the kind is known: at once, or behind the word that tells it.
        const std::uint32_t sure_from = in_place ? model.tag.offset / 8 - first + 1 : 0;
        Instruction match{.op = Op::match,
                          .form = static_cast<std::uint8_t>(sure_from < 255 ? sure_from + 1 : 0),
                          .a = reached.reg,
                          .data = first * 8,
                          .count = count};
        for (std::uint32_t w = 0; w < count; ++w) {
            const auto word = words.find(first + w);
            const Word entry = word == words.end() ? Word{} : word->second;
            const std::uint32_t mask = builder_.emitter.add_mask(entry.mask);
            const std::uint32_t literal = entry.handle ? builder_.emitter.literals.add_handle(entry.bits)
                                                       : builder_.emitter.literals.add_word(entry.bits);
            match.extra = w == 0 ? mask : match.extra;
            match.b = w == 0 ? literal : match.b;
        }
        builder_.emitter.test(match, Label::miss());
    }
    if (kind) {
        builder_.emitter.environment.narrow_references(object->second, 1ULL << *kind, at);
    }
    for (const TermId done : made) {
        builder_.learn(done, at);
    }
    return builder_.emitter.environment.holds(test);
}

}  // namespace guardc::compiler
