// Values that may meet goals: what the goals name, what lies next to it, then a few of each type.
#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/example/goal.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler::example {

namespace {

constexpr std::size_t kIntsShown = 24;

class Pile {
  public:
    explicit Pile(ValueArena& arena) : arena_(arena) {}

    void add(const Value* value) { values_.push_back(value); }
    void integer(std::int64_t number) { add(arena_.make_integer(number)); }
    void real(double number) { add(arena_.make_floating(number)); }
    void text(std::string_view text) { add(arena_.make_string(text)); }
    ValueArena& arena() { return arena_; }
    std::vector<const Value*> take() && { return std::move(values_); }

    void beside_number(double number) {
        real(number);
        real(number + 1);
        real(number - 1);
        real(std::nextafter(number, INFINITY));
        real(std::nextafter(number, -INFINITY));
        real(-number);
    }
    void beside_text(std::string_view text, bool bytes) {
        const auto make = [&](std::string_view each) {
            add(bytes ? arena_.make_bytes(each) : arena_.make_string(each));
        };
        const std::string longer = std::string(text) + "a";
        make(longer);
        make("");
        if (!text.empty() && static_cast<unsigned char>(text.back()) < 0x80) {
            make(text.substr(0, text.size() - 1));
            std::string other(text);
            other.back() = other.back() == 'x' ? 'y' : 'x';
            make(other);
        }
    }
    // Equal to it as Python compares, or nearly.
    void beside(const Value& value) {
        switch (value.kind) {
            case Kind::boolean: {
                const std::uint64_t truth = as<BooleanValue>(value).truth;
                add(arena_.make_boolean(truth == 0));
                integer(static_cast<std::int64_t>(truth));
                real(static_cast<double>(truth));
                break;
            }
            case Kind::integer: {
                const auto& number = as<IntegerValue>(value);
                if (is_big(number)) break;
                real(static_cast<double>(number.number));
                if (number.number == 0 || number.number == 1) add(arena_.make_boolean(number.number == 1));
                if (number.number < INT64_MAX) integer(number.number + 1);
                if (number.number > INT64_MIN) integer(number.number - 1);
                break;
            }
            case Kind::floating: {
                const double number = as<FloatingValue>(value).number;
                beside_number(number);
                if (std::fabs(number) < 0x1p62) integer(static_cast<std::int64_t>(number));
                break;
            }
            case Kind::complex:
                add(arena_.make_complex(as<ComplexValue>(value).real + 1, as<ComplexValue>(value).imaginary));
                break;
            case Kind::string:
                beside_text(text_of(value), false);
                break;
            case Kind::bytes:
                beside_text(bytes_of(value), true);
                break;
            case Kind::list:
            case Kind::tuple:
            case Kind::size:
            case Kind::set:
            case Kind::frozenset:
                beside_items(value);
                break;
            default:
                break;
        }
    }
    void beside_items(const Value& value) {
        const auto items = items_of(value);
        const auto make = [&](std::span<const Value* const> each) {
            add(arena_.make_sequence(value.kind, each));
        };
        std::vector<const Value*> changed(items.begin(), items.end());
        changed.push_back(arena_.make_integer(-7));
        make(changed);
        if (!items.empty()) make(items.first(items.size() - 1));
        const Kind other = value.kind == Kind::list        ? Kind::tuple
                           : value.kind == Kind::tuple     ? Kind::list
                           : value.kind == Kind::set       ? Kind::frozenset
                           : value.kind == Kind::frozenset ? Kind::set
                                                           : Kind::tuple;
        add(arena_.make_sequence(other, items));
    }

  private:
    ValueArena& arena_;
    std::vector<const Value*> values_;
};

void add_some_of_each(Pile& pile) {
    ValueArena& arena = pile.arena();
    pile.integer(2);
    pile.add(arena.make_none());
    pile.add(arena.make_boolean(true));
    pile.add(arena.make_boolean(false));
    for (const std::int64_t number : {3, 1, 0, -1, 7, 64})
        pile.integer(number);
    for (const double number :
         {0.5, 1.0, 0.0, -0.5, std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        pile.real(number);
    pile.text("a");
    pile.text("");
    pile.add(arena.make_bytes("a"));
    pile.add(arena.make_list({}));
    pile.add(arena.make_tuple({}));
    pile.add(arena.make_dict({}));
    pile.add(arena.make_complex(1, 1));
    pile.add(arena.make_complex(std::numeric_limits<double>::quiet_NaN(), 1));
    pile.add(arena.make_dtype(DType::float32));
    pile.add(arena.make_dtype(DType::int64));
    pile.add(arena.make_device({}));
    pile.add(arena.make_type(builtin_type(Kind::object)));
}

}  // namespace

std::vector<const Value*> values_of_type(const TypeInfo* type, ValueArena& arena) {
    Pile pile(arena);
    add_some_of_each(pile);
    std::vector<const Value*> all = std::move(pile).take();
    std::erase_if(all, [&](const Value* value) { return value->type != type; });
    return all;
}

std::vector<const Value*> candidates(std::span<const TaggedGoal> goals, ValueArena& arena) {
    Pile pile(arena);
    const auto each = [&](auto&& visit) {
        for (const TaggedGoal& tagged : goals)
            visit(tagged.goal);
    };
    each([&](const Goal& goal) {
        if (goal.kind == GoalKind::is_value && goal.wanted) pile.add(goal.value);
    });
    each([&](const Goal& goal) {
        if (goal.kind == GoalKind::compares && goal.wanted && goal.op == TermOp::equal) pile.add(goal.value);
        if (goal.kind == GoalKind::compares && !goal.wanted && goal.op == TermOp::not_equal)
            pile.add(goal.value);
        if (goal.kind == GoalKind::member_of && goal.wanted) {
            if (is_sequence(goal.value->kind))
                for (const Value* item : items_of(*goal.value))
                    pile.add(item);
            else if (is_mapping(goal.value->kind))
                for (const Value* key : keys_of(as<DictValue>(*goal.value)))
                    pile.add(key);
            else
                pile.add(goal.value);
        }
        if (goal.kind == GoalKind::within || goal.kind == GoalKind::includes) {
            pile.add(goal.value);
            pile.beside_items(*goal.value);
            pile.add(arena.make_sequence(goal.value->kind, {}));
        }
        if (goal.kind == GoalKind::nan) pile.real(goal.wanted ? NAN : 1.0);
    });
    const bool speaks_of_ints = std::ranges::any_of(goals, [](const TaggedGoal& tagged) {
        const GoalKind kind = tagged.goal.kind;
        return kind == GoalKind::in_numbers ||
               ((kind == GoalKind::compares || kind == GoalKind::is_value) &&
                (tagged.goal.value->kind == Kind::integer || tagged.goal.value->kind == Kind::floating ||
                 tagged.goal.value->kind == Kind::boolean));
    });
    if (speaks_of_ints)
        for (const std::int64_t number : elements(numbers_of(goals), kIntsShown))
            pile.integer(number);
    each([&](const Goal& goal) {
        if (goal.value == nullptr) return;
        pile.add(goal.value);
        pile.beside(*goal.value);
    });
    add_some_of_each(pile);
    return std::move(pile).take();
}

std::vector<const Value*> neighbours(const Value& value, ValueArena& arena) {
    Pile pile(arena);
    if (value.kind == Kind::integer && !is_big(as<IntegerValue>(value))) {
        const std::int64_t number = as<IntegerValue>(value).number;
        for (const std::int64_t step : {1, -1, 2, 3, 64, -2})
            if (number < INT64_MAX - 64 && number > INT64_MIN + 64) pile.integer(number + step);
        if (number < INT64_MAX / 2 && number > 0) pile.integer(number * 2);
        for (const std::int64_t other : {std::int64_t{0}, std::int64_t{1}, std::int64_t{1} << 40, -number})
            pile.integer(other);
    }
    if (value.kind == Kind::dtype) {
        const auto dtype = static_cast<DType>(as<DTypeValue>(value).dtype);
        for (const DType other : {DType::float32, DType::float64, DType::float16, DType::int64, DType::bool_})
            if (other != dtype) pile.add(arena.make_dtype(other));
    }
    if (value.kind == Kind::device) {
        const Device device = unpack_device(as<DeviceValue>(value).device);
        pile.add(arena.make_device({device.type, device.index + 1}));
        for (const Device other : {Device{DeviceType::cuda, 0}, Device{DeviceType::cpu, -1},
                                   Device{DeviceType::meta, -1}, Device{DeviceType::cuda, 1}})
            pile.add(arena.make_device(other));
    }
    if (value.kind == Kind::none) pile.integer(2);
    pile.beside(value);
    add_some_of_each(pile);
    return std::move(pile).take();
}

}  // namespace guardc::compiler::example
