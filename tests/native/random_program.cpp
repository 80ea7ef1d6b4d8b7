#include "tests/native/random_program.h"

#include <algorithm>
#include <limits>

#include "runtime/program/functions.h"

namespace guardc::native_test {
namespace {

constexpr std::uint32_t kSlots = 4;
constexpr std::uint32_t kMerged = 3;

// Few distinct numbers, so that tests hold about as often as not.
constexpr std::int64_t kNumbers[] = {0,
                                     1,
                                     2,
                                     3,
                                     -1,
                                     -2,
                                     128,
                                     256,
                                     255,
                                     std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max()};
constexpr double kFloats[] = {0.0,
                              -0.0,
                              0.5,
                              1.0,
                              3.0,
                              -2.0,
                              9007199254740993.0,
                              std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::infinity()};

class Generator {
  public:
    Generator(std::mt19937_64& random, const RandomOptions& options)
        : random_(random), options_(options), written_(kMerged) {}

    WrittenProgram run() {
        for (Reg reg = 0; reg < kMerged; ++reg)
            written_.copy_to(reg, new_integer());
        known_.push_back({0, CellTag::absent});
        block(options_.statements, 0);
        for (std::uint32_t lifts = below(4); lifts > 0; --lifts)
            written_.lift(any());
        written_.hit();
        return std::move(written_);
    }

  private:
    struct Known {
        Reg reg;
        CellTag tag;
    };

    std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
    bool chance(std::uint32_t in) { return below(in) == 0; }

    Reg keep(Reg reg, CellTag tag) {
        known_.push_back({reg, tag});
        return reg;
    }
    std::int64_t number() { return kNumbers[below(chance(8) ? std::size(kNumbers) : 9)]; }
    Reg new_integer() { return keep(written_.integer(number()), CellTag::integer); }

    Reg new_slot() { return keep(written_.slot(below(kSlots)), CellTag::reference); }

    Reg any() { return known_[below(static_cast<std::uint32_t>(known_.size()))].reg; }
    Reg with_tag(CellTag tag) {
        std::vector<Reg> fitting;
        for (const Known& known : known_) {
            if (known.tag == tag) fitting.push_back(known.reg);
        }
        if (!fitting.empty() && !chance(4)) return fitting[below(static_cast<std::uint32_t>(fitting.size()))];
        if (tag == CellTag::floating)
            return keep(written_.floating(kFloats[below(std::size(kFloats))]), CellTag::floating);
        return tag == CellTag::reference ? new_slot() : new_integer();
    }
    Reg integer() { return with_tag(CellTag::integer); }
    Reg object() { return with_tag(CellTag::reference); }

    Reg value();
    Reg loaded();
    std::uint32_t test();
    void block(std::uint32_t statements, std::uint32_t depth);
    void branch(std::uint32_t statements, std::uint32_t depth);

    std::mt19937_64& random_;
    const RandomOptions& options_;
    std::uint32_t left_ = options_.statements;  // statements yet to be made
    WrittenProgram written_;
    std::vector<Known> known_;  // what is written on every way to the point reached
};

Reg Generator::loaded() {
    struct Field {
        Scalar scalar;
        std::size_t offset;
        CellTag tag;
    };
    static constexpr Field fields[] = {
        {Scalar::u8, offsetof(Sample, u8), CellTag::integer},
        {Scalar::i8, offsetof(Sample, i8), CellTag::integer},
        {Scalar::u16, offsetof(Sample, u16), CellTag::integer},
        {Scalar::i16, offsetof(Sample, i16), CellTag::integer},
        {Scalar::u32, offsetof(Sample, u32), CellTag::integer},
        {Scalar::i32, offsetof(Sample, i32), CellTag::integer},
        {Scalar::i64, offsetof(Sample, i64), CellTag::integer},
        {Scalar::f32, offsetof(Sample, f32), CellTag::floating},
        {Scalar::f64, offsetof(Sample, f64), CellTag::floating},
        {Scalar::pointer, offsetof(Sample, next), CellTag::reference},
    };
    const Field& field = fields[below(std::size(fields))];
    return keep(written_.load(object(), field.scalar, field.offset, field.tag), field.tag);
}

Reg Generator::value() {
    static constexpr Op arithmetic[] = {Op::add, Op::subtract, Op::multiply, Op::floor_divide, Op::modulo};
    static constexpr FactId facts[] = {FactId::length, FactId::rank, FactId::number};
    const bool risk = chance(options_.rarely);  // of a value that is undefined
    switch (below(14)) {
        case 0:
            return new_slot();
        case 1:
            return keep(written_.ambient(static_cast<AmbientField>(below(risk ? 3 : 2))), CellTag::absent);
        case 2:
            return keep(written_.floating(kFloats[below(std::size(kFloats))]), CellTag::floating);
        case 3:
            return new_integer();
        case 4:
        case 5:
            return loaded();
        case 6: {
            const Reg from = object();
            const Reg index = written_.integer(below(4));
            return keep(written_.element(from, index, Scalar::i64, offsetof(Sample, row)), CellTag::integer);
        }
        case 7:
        case 12:
        case 13: {
            const Reg a = integer();
            const Reg b = risk ? integer() : written_.integer(1 + below(9));
            return keep(written_.arithmetic(arithmetic[below(std::size(arithmetic))], a, b),
                        CellTag::integer);
        }
        case 8:
            return keep(written_.arithmetic(Op::negate, integer()), CellTag::integer);
        case 9: {
            const FactId id = risk ? facts[below(std::size(facts))] : FactId::type;
            return keep(written_.fact(object(), id), risk ? CellTag::absent : CellTag::type);
        }

        case 10: {
            const Known& from = known_[below(static_cast<std::uint32_t>(known_.size()))];
            const CellTag tag = chance(2) ? from.tag : CellTag::absent;
            return keep(written_.copy(from.reg, tag), tag);
        }
        default: {
            const Reg a = risk ? any() : integer();
            const Reg b = risk ? any() : written_.floating(kFloats[below(6)]);
            return keep(written_.call(below(3), {a, b}), CellTag::absent);
        }
    }
}

std::uint32_t Generator::test() {
    const bool risk = chance(options_.rarely);
    const Reg a = risk ? any() : integer();

    const auto comparison = static_cast<Comparison>(below(6));
    const auto order = static_cast<Comparison>(2 + below(4));
    switch (below(12)) {
        case 0:
            return written_.kind(object(), {below(3), below(3)});
        case 1: {
            const std::uint64_t masks[] = {0, ~0ULL, 0xffULL, 0xffffffffULL, 0xffULL << below(64)};
            const std::uint64_t first = masks[below(5)], second = masks[below(5)];
            const std::uint64_t wanted = chance(2) ? 1 : 0;
            const std::uint32_t at = written_.match(object(), offsetof(Sample, row), {first, second},
                                                    {wanted & first, wanted & second});
            written_.program.code[at].form = static_cast<std::uint8_t>(below(3));
            return at;
        }
        case 2: {
            const Reg left = object();
            return written_.compare(Op::same, {}, left, object());
        }
        case 3:
            return written_.strict(a, Cell::integer(kNumbers[below(std::size(kNumbers))]));
        case 4:
            return written_.strict(a, Cell::floating(kFloats[below(std::size(kFloats))]));
        case 5:
        case 6: {
            const Reg b = risk ? any() : with_tag(chance(2) ? CellTag::integer : CellTag::floating);
            return chance(2) ? written_.compare(Op::equal, {}, a, b)
                             : written_.compare(Op::compare, order, a, b);
        }

        case 7: {
            const Reg left = integer();
            return written_.compare(Op::compare_integer, comparison, left, integer());
        }
        case 8: {
            const Reg left = integer();
            return written_.range(left, kNumbers[below(9)], kNumbers[below(std::size(kNumbers))],
                                  1 + below(130));
        }
        case 9:
            return written_.test({.op = Op::truthy, .a = a});
        case 10: {
            const Reg first = object();
            const Reg row = written_.row({first, object()});
            return written_.test({.op = Op::test_call, .a = row, .data = 0, .count = 2});
        }
        default: {
            if (!options_.externs) return written_.equals(integer(), 1);
            static constexpr ExternBinding binding{
                [](void*, std::span<const Cell> operands) noexcept {
                    const std::uint64_t bits = operands[0].tag == CellTag::integer ? operands[0].bits : 1;
                    return static_cast<Truth>(bits < 16 ? bits % 4 : 1);
                },
                nullptr};
            return written_.external(binding, written_.row({a}), 1);
        }
    }
}

// Two ways that join: what either writes is forgotten there, save merged registers.
void Generator::branch(std::uint32_t statements, std::uint32_t depth) {
    const std::uint32_t at = test();
    if (chance(2)) written_.negate(at);
    const std::vector<Known> before = known_;
    const Reg merged = below(kMerged);
    block(1 + below(statements), depth + 1);
    written_.copy_to(merged, any());
    const std::uint32_t over = chance(8) ? (written_.miss(), kNoRegister) : written_.jump();
    known_ = before;
    written_.land(at);
    block(1 + below(statements), depth + 1);
    written_.copy_to(merged, any());
    if (over != kNoRegister) written_.land(over);
    known_ = before;
    keep(merged, CellTag::absent);
}

void Generator::block(std::uint32_t statements, std::uint32_t depth) {
    for (std::uint32_t i = 0; i < statements && left_ > 0; ++i) {
        --left_;
        if (depth < 4 && chance(4)) {
            branch(depth == 0 ? std::max(4U, statements / 4) : 4, depth);
        } else if (chance(options_.rarely)) {
            const std::uint32_t at = test();
            if (chance(2)) written_.negate(at);
        } else {
            value();
        }
    }
}

}  // namespace

WrittenProgram random_program(std::mt19937_64& random, const RandomOptions& options) {
    return Generator(random, options).run();
}

RandomFrame random_frame(std::mt19937_64& random) {
    RandomFrame made;
    const auto pick = [&random](auto& from) { return from[random() % std::size(from)]; };
    for (std::uint32_t i = 0; i < kSlots + 2; ++i) {
        auto sample = std::make_unique<Sample>();
        sample->kind = static_cast<std::uint8_t>(random() % 3);
        sample->u8 = static_cast<std::uint8_t>(pick(kNumbers));
        sample->i8 = static_cast<std::int8_t>(pick(kNumbers));
        sample->u16 = static_cast<std::uint16_t>(pick(kNumbers));
        sample->i16 = static_cast<std::int16_t>(pick(kNumbers));
        sample->u32 = static_cast<std::uint32_t>(pick(kNumbers));
        sample->i32 = static_cast<std::int32_t>(pick(kNumbers));
        sample->f32 = static_cast<float>(pick(kFloats));
        sample->f64 = pick(kFloats);
        sample->count = static_cast<std::uint32_t>(random() % 4);
        sample->i64 = kNumbers[random() % 9];
        sample->identity = random() % 16;
        for (std::int64_t& number : sample->row)
            number = kNumbers[random() % 9];
        if (!made.samples.empty() && random() % 16 != 0)
            sample->next = made.samples[random() % made.samples.size()].get();
        made.samples.push_back(std::move(sample));
    }
    for (std::uint32_t slot = 0; slot < kSlots; ++slot)
        made.frame.slots.push_back(random() % 64 == 0 ? nullptr
                                                      : made.samples[random() % made.samples.size()].get());
    made.frame.ambient[0] = Cell::boolean(random() % 2 == 0);
    made.frame.ambient[1] = Cell::integer(pick(kNumbers));
    if (random() % 4 != 0) made.frame.ambient[2] = Cell::none();
    return made;
}

}  // namespace guardc::native_test
