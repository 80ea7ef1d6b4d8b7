#include "runtime/value/builtin_facts.h"
#include "runtime/value/cell_value.h"
#include "runtime/value/key_index.h"
#include "runtime/value/number_equal.h"

namespace guardc::facts {
namespace {

Truth give_count(std::uint64_t count, Cell& result) {
    if (count > INT64_MAX) return Truth::undefined;
    return give(Cell::integer(static_cast<std::int64_t>(count)), result);
}

// Indices count from 0; whoever allows negative ones has added the length.
bool index_within(const Cell& argument, std::uint64_t count) {
    return argument.tag == CellTag::integer && argument.bits < count;
}

Truth give_contained(const KeyPlace& place, Cell& result) {
    if (place.found == Truth::undefined) return Truth::undefined;
    return give(Cell::boolean(place.found == Truth::yes), result);
}

Truth read_count(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give_count(read<SequenceValue>(object).count, result);
}
Truth read_item(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const auto& sequence = read<SequenceValue>(object);
    if (!index_within(argument, sequence.count)) return Truth::undefined;
    return give(sequence.items[argument.bits], result);
}
Truth has_element(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const CellValueHolder element(argument);
    if (element.get() == nullptr) return Truth::undefined;
    return give_contained(find_element(read<SequenceValue>(object), *element.get()), result);
}

Truth read_length(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give_count(read<DictValue>(object).length, result);
}
Truth read_key(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const auto& dict = read<DictValue>(object);
    if (!index_within(argument, dict.count)) return Truth::undefined;
    return give(dict.keys[argument.bits], result);
}
Truth read_value(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const auto& dict = read<DictValue>(object);
    if (!index_within(argument, dict.count)) return Truth::undefined;
    return give(dict.values[argument.bits], result);
}
Truth look_up(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const auto& dict = read<DictValue>(object);
    // Most keys are str, for which nothing needs to be compared but text.
    if (argument.tag == CellTag::text)
        if (const Value* value = find_text(&dict, argument.as_text())) return give(value, result);
    const CellValueHolder key(argument);
    if (key.get() == nullptr) return Truth::undefined;
    const KeyPlace place = find_key(dict, *key.get());
    return give(place.found == Truth::yes ? dict.values[place.position] : nullptr, result);
}
Truth has_key(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const CellValueHolder key(argument);
    if (key.get() == nullptr) return Truth::undefined;
    return give_contained(find_key(read<DictValue>(object), *key.get()), result);
}
Truth read_stored_key(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const auto& dict = read<DictValue>(object);
    const CellValueHolder key(argument);
    if (key.get() == nullptr) return Truth::undefined;
    const KeyPlace place = find_key(dict, *key.get());
    return give(place.found == Truth::yes ? dict.keys[place.position] : nullptr, result);
}
Truth read_type_object(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const DictRest* rest = read<DictValue>(object).rest;
    return give(rest == nullptr ? nullptr : rest->type_object, result);
}
Truth read_version(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const DictRest* rest = read<DictValue>(object).rest;
    return rest != nullptr && rest->has_version ? give_count(rest->version, result) : Truth::undefined;
}
Truth read_attribute(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const DictRest* rest = read<DictValue>(object).rest;
    std::string_view name;
    if (rest == nullptr || !attribute_name(argument, name)) return Truth::undefined;
    if (name == "__dict__" && rest->attributes != nullptr) return give(&rest->attributes->head, result);
    const Value* own = find_text(rest->attributes, name);
    return give(own != nullptr ? own : find_text(rest->class_attributes, name), result);
}
Truth attribute_absent(const Model& model, Ref object, const Cell& argument, Cell& result) noexcept {
    std::string_view name;
    if (!attribute_name(argument, name)) return Truth::undefined;
    Cell found;
    const bool known = read_attribute(model, object, argument, found) == Truth::yes;
    const DictRest* rest = read<DictValue>(object).rest;
    // Nothing is told of the attributes of a plain dict.
    const bool told = rest != nullptr && (rest->attributes != nullptr || rest->class_attributes != nullptr);
    return give_absence(known ? static_cast<const Value*>(object) : nullptr,
                        told && !is_universal_attribute(name), result);
}

Truth read_range_length(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const std::optional<std::uint64_t> length = range_length(read<RangeValue>(object));
    return length ? give_count(*length, result) : Truth::undefined;
}
Truth give_range_item(const RangeValue& range, const Cell& argument, std::uint64_t taken, Cell& result) {
    const std::optional<std::uint64_t> length = range_length(range);
    if (!length || taken > *length || !index_within(argument, *length - taken)) return Truth::undefined;
    return give(Cell::integer(*range_item(range, argument.bits + taken)), result);
}
Truth read_range_item(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    return give_range_item(read<RangeValue>(object), argument, 0, result);
}

template <class Struct, const Value* Struct::* kPart>
Truth read_part(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(read<Struct>(object).*kPart, result);
}
// The parts as attributes: `r.start`.
template <class Struct>
Truth read_part_attribute(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    std::string_view name;
    if (!attribute_name(argument, name)) return Truth::undefined;
    const auto& value = read<Struct>(object);
    if (name == "start") return give(value.start, result);
    if (name == "stop") return give(value.stop, result);
    return give(name == "step" ? value.step : nullptr, result);
}

bool yields_items(const IteratorValue& iterator) {
    return iterator.form == IteratorForm::tuple || iterator.form == IteratorForm::list;
}
RangeValue range_of(const IteratorValue& iterator) {
    return {iterator.head, iterator.start, iterator.stop, iterator.step};
}
Truth read_left(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const auto& iterator = read<IteratorValue>(object);
    if (yields_items(iterator)) return give_count(iterator.left, result);
    if (iterator.form == IteratorForm::count) return Truth::undefined;
    const std::optional<std::uint64_t> length = range_length(range_of(iterator));
    return length && iterator.at <= *length ? give_count(*length - iterator.at, result) : Truth::undefined;
}
Truth read_next_item(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const auto& iterator = read<IteratorValue>(object);
    if (yields_items(iterator))
        return index_within(argument, iterator.left) ? give(iterator.rest[argument.bits], result)
                                                     : Truth::undefined;
    if (iterator.form == IteratorForm::count) return Truth::undefined;
    return give_range_item(range_of(iterator), argument, iterator.at, result);
}

Truth read_next_value(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const auto& iterator = read<IteratorValue>(object);
    if (iterator.form == IteratorForm::count) return give(iterator.start, result);
    if (iterator.form != IteratorForm::range) return Truth::undefined;
    const auto& start = as<IntegerValue>(*iterator.start);
    const auto& step = as<IntegerValue>(*iterator.step);
    std::int64_t next = 0;
    if (is_big(start) || is_big(step) || iterator.at > INT64_MAX ||
        __builtin_mul_overflow(static_cast<std::int64_t>(iterator.at), step.number, &next) ||
        __builtin_add_overflow(start.number, next, &next))
        return Truth::undefined;
    return give(Cell::integer(next), result);
}

constexpr Layout parts_at(std::size_t pointer, std::size_t count) {
    return {LayoutForm::indirect_span,
            Scalar::pointer,
            static_cast<std::uint32_t>(pointer),
            0,
            Scalar::u64,
            static_cast<std::uint32_t>(count)};
}
constexpr std::uint64_t kIntegers = 1ULL << static_cast<unsigned>(Kind::integer);

constexpr Fact kSequence[] = {
    kTypeRow,
    {FactId::length, CellTag::integer, read_count, direct(Scalar::u64, offsetof(SequenceValue, count))},
    {FactId::item, CellTag::reference, read_item,
     parts_at(offsetof(SequenceValue, items), offsetof(SequenceValue, count))},
    {FactId::contains, CellTag::boolean, has_element}};
// A set has no item at an index; what iterating over it yields stands in for one.
constexpr Fact kSet[] = {
    kTypeRow,
    {FactId::length, CellTag::integer, read_count, direct(Scalar::u64, offsetof(SequenceValue, count))},
    {FactId::item, CellTag::reference, read_item,
     parts_at(offsetof(SequenceValue, items), offsetof(SequenceValue, count))},
    {FactId::upcoming, CellTag::reference, read_item},
    {FactId::contains, CellTag::boolean, has_element}};
constexpr Fact kDict[] = {
    kTypeRow,
    {FactId::length, CellTag::integer, read_length, direct(Scalar::u64, offsetof(DictValue, length))},
    {FactId::key_at, CellTag::reference, read_key,
     parts_at(offsetof(DictValue, keys), offsetof(DictValue, count))},
    {FactId::value_at, CellTag::reference, read_value,
     parts_at(offsetof(DictValue, values), offsetof(DictValue, count))},
    {FactId::lookup, CellTag::reference, look_up},
    {FactId::contains, CellTag::boolean, has_key},
    {FactId::stored_key, CellTag::reference, read_stored_key},
    {FactId::type_object, CellTag::reference, read_type_object},
    {FactId::version, CellTag::integer, read_version},
    {FactId::attribute, CellTag::reference, read_attribute},
    {FactId::attribute_absent, CellTag::boolean, attribute_absent}};
constexpr Fact kRange[] = {
    kTypeRow,
    {FactId::length, CellTag::integer, read_range_length},
    {FactId::item, CellTag::integer, read_range_item},
    {FactId::start, CellTag::reference, read_part<RangeValue, &RangeValue::start>,
     direct(Scalar::pointer, offsetof(RangeValue, start)), nullptr, nullptr, kIntegers},
    {FactId::stop, CellTag::reference, read_part<RangeValue, &RangeValue::stop>,
     direct(Scalar::pointer, offsetof(RangeValue, stop)), nullptr, nullptr, kIntegers},
    {FactId::step, CellTag::reference, read_part<RangeValue, &RangeValue::step>,
     direct(Scalar::pointer, offsetof(RangeValue, step)), nullptr, nullptr, kIntegers},
    {FactId::attribute, CellTag::reference, read_part_attribute<RangeValue>}};
constexpr Fact kSlice[] = {kTypeRow,
                           {FactId::start, CellTag::reference, read_part<SliceValue, &SliceValue::start>,
                            direct(Scalar::pointer, offsetof(SliceValue, start))},
                           {FactId::stop, CellTag::reference, read_part<SliceValue, &SliceValue::stop>,
                            direct(Scalar::pointer, offsetof(SliceValue, stop))},
                           {FactId::step, CellTag::reference, read_part<SliceValue, &SliceValue::step>,
                            direct(Scalar::pointer, offsetof(SliceValue, step))},
                           {FactId::attribute, CellTag::reference, read_part_attribute<SliceValue>}};
constexpr Fact kIterator[] = {
    kTypeRow,
    {FactId::length, CellTag::integer, read_left},
    {FactId::item, CellTag::absent, read_next_item},
    {FactId::remaining, CellTag::integer, read_left},
    {FactId::upcoming, CellTag::absent, read_next_item},
    {FactId::next_value, CellTag::absent, read_next_value},
    {FactId::start, CellTag::reference, read_part<IteratorValue, &IteratorValue::start>,
     direct(Scalar::pointer, offsetof(IteratorValue, start))},
    {FactId::stop, CellTag::reference, read_part<IteratorValue, &IteratorValue::stop>,
     direct(Scalar::pointer, offsetof(IteratorValue, stop))},
    {FactId::step, CellTag::reference, read_part<IteratorValue, &IteratorValue::step>,
     direct(Scalar::pointer, offsetof(IteratorValue, step))}};

}  // namespace

std::span<const Fact> of_sequence() {
    return kSequence;
}
std::span<const Fact> of_set() {
    return kSet;
}
std::span<const Fact> of_dict() {
    return kDict;
}
std::span<const Fact> of_range() {
    return kRange;
}
std::span<const Fact> of_slice() {
    return kSlice;
}
std::span<const Fact> of_iterator() {
    return kIterator;
}

}  // namespace guardc::facts
