#include "tests/sema/random_terms.h"

#include <algorithm>
#include <array>
#include <limits>

#include "runtime/program/ambient.h"

namespace guardc::compiler {

namespace {

constexpr std::array<std::string_view, 8> kNames = {"a", "weight",     "class",       "in",
                                                    "0", "quote\"key", "back\\there", "x.y"};
constexpr std::array<std::string_view, 6> kTypes = {"builtins.list", "builtins.int", "demo.Config",
                                                    "demo.config#2", "torch.Tensor", "builtins.NoneType"};

bool is_closed(const TermPool& terms, std::initializer_list<TermId> operands) {
    return std::ranges::all_of(operands, [&](TermId id) { return terms[id].op == TermOp::constant; });
}

}  // namespace

TermId RandomTerms::make(TermOp op, std::initializer_list<TermId> operands, std::uint32_t data) {
    return terms_.make(op, std::span(operands.begin(), operands.size()), data);
}

const Value* RandomTerms::scalar() {
    constexpr std::array<std::int64_t, 6> integers = {
        0, 1, -7, 128, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    constexpr std::array<double, 7> reals = {0.0,
                                             -0.0,
                                             0.125,
                                             -2.5,
                                             1e300,
                                             std::numeric_limits<double>::infinity(),
                                             std::numeric_limits<double>::quiet_NaN()};
    switch (below(10)) {
        case 0:
            return arena_.make_none();
        case 1:
            return arena_.make_boolean(below(2) == 0);
        case 2:
            return arena_.make_floating(reals[below(7)]);
        case 3:
            return arena_.make_string(kNames[below(8)]);
        case 4:
            return arena_.make_bytes(std::string_view("a\0\xff\"", 4));
        case 5:
            return arena_.make_complex(reals[below(7)], reals[below(7)]);
        case 6:
            return arena_.make_integer(parse_big_integer("-123456789012345678901234567890")->view());
        case 7:
            return arena_.make_dtype(below(2) == 0 ? DType::float16 : DType::bool_);
        case 8:
            return arena_.make_device({below(2) == 0 ? DeviceType::cuda : DeviceType::cpu,
                                       static_cast<std::int32_t>(below(2)) - 1});
        default:
            return arena_.make_integer(integers[below(6)]);
    }
}

const Value* RandomTerms::constant_value(unsigned depth) {
    if (depth == 0 || below(3) != 0) return scalar();
    std::vector<const Value*> parts;
    for (unsigned i = below(4); i-- > 0;)
        parts.push_back(constant_value(depth - 1));
    switch (below(5)) {
        case 0:
            return arena_.make_list(parts);
        case 1:
            return arena_.make_tuple(parts);
        case 2: {
            const Pair pair{arena_.make_string("k"), arena_.make_list(parts)};
            DictSpec spec;
            spec.pairs = std::span(&pair, 1);
            return arena_.make_dict(spec);
        }
        case 3:
            return arena_.make_range(arena_.make_integer(0), arena_.make_integer(9), arena_.make_integer(2));
        default: {
            const std::array<const Value*, 2> elements = {arena_.make_integer(3), arena_.make_string("s")};
            return arena_.make_sequence(below(2) == 0 ? Kind::set : Kind::frozenset, elements);
        }
    }
}

TermId RandomTerms::constant(unsigned depth) {
    return terms_.make_constant(*constant_value(depth));
}

TermId RandomTerms::place(unsigned depth) {
    if (depth == 0 || below(3) == 0) {
        const unsigned slot = below(static_cast<unsigned>(shape_.slots.size()));
        return make(shape_.slots[slot].scope == Scope::local ? TermOp::local : TermOp::global, {}, slot);
    }
    if (below(2) == 0) return terms_.make_named(TermOp::attribute, place(depth - 1), kNames[below(8)]);
    return make(TermOp::item, {place(depth - 1), below(2) == 0 ? constant(1) : number(depth - 1)});
}

TermId RandomTerms::tensor_fact(unsigned depth) {
    const TermId tensor = place(depth);
    const TermId index = terms_.make_constant(*arena_.make_integer(static_cast<std::int64_t>(below(3)) - 1));
    switch (below(6)) {
        case 0:
            return make(TermOp::size, {tensor, index});
        case 1:
            return make(TermOp::stride, {tensor, index});
        case 2:
            return make(TermOp::rank, {tensor});
        case 3:
            return make(TermOp::storage_offset, {tensor});
        case 4:
            return make(TermOp::length, {tensor});
        default:
            return make(TermOp::device_index, {make(TermOp::device, {tensor})});
    }
}

// Arithmetic on two constants would be folded.
TermId RandomTerms::number(unsigned depth) {
    if (depth == 0 || below(3) == 0) return tensor_fact(depth == 0 ? 0 : depth - 1);
    constexpr std::array ops = {TermOp::add,          TermOp::subtract, TermOp::multiply, TermOp::divide,
                                TermOp::floor_divide, TermOp::modulo,   TermOp::power};
    const TermId left = below(4) == 0 ? constant(0) : number(depth - 1);
    const TermId right = is_closed(terms_, {left}) ? number(depth - 1) : value(depth - 1);
    switch (below(6)) {
        case 0:
            return make(TermOp::negate, {number(depth - 1)});
        case 1:
            return make(TermOp::absolute, {number(depth - 1)});
        case 2:
            return make(below(2) == 0 ? TermOp::minimum : TermOp::maximum, {left, right});
        case 3:
            return make(TermOp::conditional, {condition(depth - 1), value(depth - 1), number(depth - 1)});
        default:
            return make(ops[below(static_cast<unsigned>(ops.size()))], {left, right});
    }
}

TermId RandomTerms::value(unsigned depth) {
    switch (below(6)) {
        case 0:
            return constant(2);
        case 1:
            return place(depth);
        case 2:
            return make(TermOp::ambient, {}, static_cast<std::uint32_t>(AmbientField::grad_mode));
        case 3:
            return depth == 0 ? place(0) : test(depth - 1);
        default:
            return number(depth);
    }
}

TermId RandomTerms::condition(unsigned depth) {
    if (below(3) != 0) return test(depth);
    // A test is its own truth.
    const TermId held = place(depth);
    return make(TermOp::truthy, {held});
}

TermId RandomTerms::is_test(unsigned depth) {
    const TermId type = terms_.make_constant(*arena_.make_type(intern_type(kTypes[below(6)])));
    switch (below(5)) {
        case 0:
            return make(TermOp::is_type, {place(depth), type});
        case 1:
            return make(TermOp::is_constant, {place(depth), type});
        case 2:
            return make(TermOp::is_constant, {place(depth), constant(2)});
        case 3:
            return make(TermOp::is_type, {make(TermOp::type, {place(depth)}), type});
        default:
            return make(TermOp::is_same, {place(depth), below(2) == 0 ? place(depth) : number(depth)});
    }
}

TermId RandomTerms::comparison(unsigned depth) {
    constexpr std::array ops = {TermOp::equal,      TermOp::not_equal, TermOp::less,
                                TermOp::less_equal, TermOp::greater,   TermOp::greater_equal};
    return make(ops[below(6)], {value(depth), value(depth)});
}

TermId RandomTerms::test(unsigned depth) {
    const auto integer = [&](std::int64_t number) {
        return terms_.make_constant(*arena_.make_integer(number));
    };
    if (depth == 0 || below(3) == 0) return is_test(depth);
    switch (below(7)) {
        case 0:
            return comparison(depth - 1);
        case 1:
            return make(TermOp::not_, {condition(depth - 1)});
        case 2:
        case 3: {
            const TermOp op = below(2) == 0 ? TermOp::and_ : TermOp::or_;
            std::vector<TermId> parts;
            for (unsigned i = 2 + below(2); i-- > 0;) {
                const TermId part = condition(depth - 1);
                const auto inner = terms_.operands(part);
                if (terms_[part].op == op)
                    parts.insert(parts.end(), inner.begin(), inner.end());
                else
                    parts.push_back(part);
            }
            return terms_.make(op, parts);
        }
        case 4:
            return make(TermOp::in_range,
                        {number(depth - 1), integer(-2), integer(64), integer(1 + below(2))});
        case 5:
            return make(TermOp::contains,
                        {value(depth - 1), below(2) == 0 ? place(depth - 1)
                                                         : terms_.make_constant(*arena_.make_tuple(
                                                               std::vector<const Value*>{scalar()}))});
        default: {
            const TermId base = place(depth - 1);
            if (below(2) == 0) return terms_.make_named(TermOp::has_attribute, base, kNames[below(8)]);
            return make(TermOp::distinct, {base, place(depth - 1)});
        }
    }
}

}  // namespace guardc::compiler
