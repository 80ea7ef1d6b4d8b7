#include <algorithm>

#include "runtime/value/builtin_facts.h"
#include "runtime/value/cell_value.h"
#include "runtime/value/key_index.h"

namespace guardc::facts {

Truth read_type(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell{std::bit_cast<std::uint64_t>(read<Value>(object).type), CellTag::type, 0}, result);
}

Truth give_absence(const Value* known, bool certain, Cell& result) {
    if (known == nullptr && !certain) return Truth::undefined;
    return give(Cell::boolean(known == nullptr), result);
}

bool attribute_name(const Cell& argument, std::string_view& name) {
    if (argument.tag == CellTag::text) {
        name = argument.as_text();
        return true;
    }
    if (argument.tag != CellTag::literal && argument.tag != CellTag::reference) return false;
    const auto* value = static_cast<const Value*>(argument.as_reference());
    if (value == nullptr || value->kind != Kind::string) return false;
    name = text_of(*value);
    return true;
}

bool is_universal_attribute(std::string_view name) {
    constexpr std::string_view names[] = {
        "__class__",        "__delattr__", "__dict__",    "__dir__",           "__doc__",
        "__eq__",           "__format__",  "__ge__",      "__getattribute__",  "__getstate__",
        "__gt__",           "__hash__",    "__init__",    "__init_subclass__", "__le__",
        "__lt__",           "__module__",  "__ne__",      "__new__",           "__reduce__",
        "__reduce_ex__",    "__repr__",    "__setattr__", "__sizeof__",        "__str__",
        "__subclasshook__", "__weakref__",
    };
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

namespace {

// Names that a value is known by, and whether what is not among them is certainly absent.
using Stored = const Value* (*)(Ref object, std::string_view name);
using Told = bool (*)(Ref object, std::string_view name);

template <Stored kStored>
Truth read_attribute(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    std::string_view name;
    if (!attribute_name(argument, name)) return Truth::undefined;
    return give(kStored(object, name), result);
}
template <Stored kStored, Told kTold>
Truth attribute_absent(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    std::string_view name;
    if (!attribute_name(argument, name)) return Truth::undefined;
    return give_absence(kStored(object, name), kTold(object, name) && !is_universal_attribute(name), result);
}
template <Stored kStored>
constexpr Fact kAttributeRow{FactId::attribute, CellTag::reference, read_attribute<kStored>};
template <Stored kStored, Told kTold>
constexpr Fact kAbsenceRow{FactId::attribute_absent, CellTag::boolean, attribute_absent<kStored, kTold>};

const Value* as_value(const DictValue* names) {
    return names == nullptr ? nullptr : &names->head;
}
bool is_dunder(std::string_view name) {
    return name.starts_with("__") && name.ends_with("__");
}

Truth read_handle(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(Cell{std::bit_cast<std::uint64_t>(read<TypeValue>(object).named), CellTag::type, 0}, result);
}
const Value* of_type_object(Ref object, std::string_view name) {
    const TypeRow* row = read<TypeValue>(object).row;
    if (row == nullptr) return nullptr;
    if (name == "__mro__") return row->order;
    if (name == "__dict__") return row->dict;
    return find_text(row->attributes, name);
}
bool type_is_told(Ref object, std::string_view name) {
    const TypeRow* row = read<TypeValue>(object).row;
    // An entry of the type's own dictionary that was not looked up as an attribute is there all the same.
    return row != nullptr && row->attributes != nullptr && !is_dunder(name) &&
           (row->dict == nullptr || find_text(&as<DictValue>(*row->dict), name) == nullptr);
}

const Value* of_module_object(Ref object, std::string_view name) {
    const auto& module = read<ModuleValue>(object);
    return name == "__dict__" ? as_value(module.attributes) : find_text(module.attributes, name);
}
bool module_is_told(Ref object, std::string_view name) {
    return read<ModuleValue>(object).attributes != nullptr && !is_dunder(name);
}

const Value* of_function_object(Ref object, std::string_view name) {
    const auto& function = read<FunctionValue>(object);
    if (const Value* own = find_text(function.attributes, name)) return own;
    if (name == "__code__") return function.code;
    if (name == "__defaults__") return function.defaults;
    if (name == "__kwdefaults__") return function.keyword_defaults;
    if (name == "__closure__") return function.closure;
    return name == "__name__" ? function.name : nullptr;
}
bool function_is_told(Ref object, std::string_view name) {
    return read<FunctionValue>(object).attributes != nullptr && !is_dunder(name);
}

const Value* of_code_object(Ref object, std::string_view name) {
    return find_text(read<CodeValue>(object).attributes, name);
}
const Value* of_cell_object(Ref object, std::string_view name) {
    return name == "cell_contents" ? read<CellValue>(object).contents : nullptr;
}

// torch.nn.Module keeps these apart and finds them when nothing else has the name.
const Value* in_module_tables(const DictValue* attributes, std::string_view name) {
    for (const std::string_view table : {"_parameters", "_buffers", "_modules"}) {
        const Value* names = find_text(attributes, table);
        if (names == nullptr || names->kind != Kind::dict) return nullptr;
    }
    for (const std::string_view table : {"_parameters", "_buffers", "_modules"})
        if (const Value* found = find_text(&as<DictValue>(*find_text(attributes, table)), name)) return found;
    return nullptr;
}
const Value* of_other_object(Ref object, std::string_view name) {
    const auto& value = read<ObjectValue>(object);
    if (name == "__dict__") {
        const Value* shown = find_text(value.class_attributes, name);
        return shown != nullptr ? shown : as_value(value.attributes);
    }
    if (const Value* own = find_text(value.attributes, name)) return own;
    if (const Value* added = find_text(value.class_attributes, name)) return added;
    return in_module_tables(value.attributes, name);
}
bool object_is_told(Ref object, std::string_view) {
    return !is_below_reach(read<ObjectValue>(object));
}
Truth read_length(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const auto& value = read<ObjectValue>(object);
    if (!value.has_length && value.items == nullptr) return Truth::undefined;
    if (value.length > INT64_MAX) return Truth::undefined;
    return give(Cell::integer(static_cast<std::int64_t>(value.length)), result);
}
// Sets and views of dicts have items too, but at no index.
bool has_indices(const ObjectValue& value) {
    if (value.base == nullptr) return false;
    std::string_view base = value.base->name;
    base.remove_prefix(base.rfind('.') + 1);
    return base == "list" || base == "tuple" || base == "deque";
}
Truth read_item(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    const auto& value = read<ObjectValue>(object);
    if (value.items == nullptr || !has_indices(value) || argument.tag != CellTag::integer)
        return Truth::undefined;
    const auto items = items_of(*value.items);
    return argument.bits < items.size() ? give(items[argument.bits], result) : Truth::undefined;
}

Truth read_type_object(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(read<ObjectValue>(object).type_object, result);
}
Truth read_base_value(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    return give(read<ObjectValue>(object).value, result);
}
Truth read_printed(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const auto& value = read<ObjectValue>(object);
    return value.has_printed ? give(Cell::text(value.printed), result) : Truth::undefined;
}
Truth read_keys(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const auto& value = read<ObjectValue>(object);
    if (!value.has_keys) return Truth::undefined;
    return give(Cell::integer(static_cast<std::int64_t>(value.keys)), result);
}
Truth read_referent(const Model&, Ref object, const Cell&, Cell& result) noexcept {
    const Value* referent = read<WeakReferenceValue>(object).referent;
    return referent == nullptr ? give(Cell::none(), result) : give(referent, result);
}

template <class Struct>
Truth read_derived(const Model&, Ref object, const Cell& argument, Cell& result) noexcept {
    std::string_view text;
    if (!attribute_name(argument, text)) return Truth::undefined;
    return give(find_text(read<Struct>(object).derived, text), result);
}
// The one step that runs no code of anybody: `w()`.
Truth read_called(const Model& model, Ref object, const Cell& argument, Cell& result) noexcept {
    std::string_view text;
    if (!attribute_name(argument, text) || !text.ends_with("()")) return Truth::undefined;
    return read_referent(model, object, argument, result);
}

constexpr Fact kType[] = {
    kTypeRow,
    {FactId::type_handle, CellTag::type, read_handle, direct(Scalar::u64, offsetof(TypeValue, named))},
    kAttributeRow<of_type_object>,
    kAbsenceRow<of_type_object, type_is_told>};
constexpr Fact kModule[] = {kTypeRow, kAttributeRow<of_module_object>,
                            kAbsenceRow<of_module_object, module_is_told>};
constexpr Fact kFunction[] = {kTypeRow,
                              {FactId::derived, CellTag::reference, read_derived<FunctionValue>},
                              kAttributeRow<of_function_object>,
                              kAbsenceRow<of_function_object, function_is_told>};
constexpr Fact kCode[] = {kTypeRow, kAttributeRow<of_code_object>};
constexpr Fact kCell[] = {kTypeRow, kAttributeRow<of_cell_object>};
constexpr Fact kWeakReference[] = {kTypeRow,
                                   {FactId::referent, CellTag::absent, read_referent},
                                   {FactId::derived, CellTag::absent, read_called}};
constexpr Fact kObject[] = {kTypeRow,
                            {FactId::length, CellTag::integer, read_length},
                            {FactId::item, CellTag::reference, read_item},
                            {FactId::type_object, CellTag::reference, read_type_object},
                            {FactId::derived, CellTag::reference, read_derived<ObjectValue>},
                            {FactId::base_value, CellTag::reference, read_base_value},
                            {FactId::printed, CellTag::text, read_printed},
                            {FactId::dispatch_keys, CellTag::integer, read_keys},
                            kAttributeRow<of_other_object>,
                            kAbsenceRow<of_other_object, object_is_told>};

}  // namespace

std::span<const Fact> of_type() {
    return kType;
}
std::span<const Fact> of_module() {
    return kModule;
}
std::span<const Fact> of_function() {
    return kFunction;
}
std::span<const Fact> of_code() {
    return kCode;
}
std::span<const Fact> of_cell() {
    return kCell;
}
std::span<const Fact> of_weak_reference() {
    return kWeakReference;
}
std::span<const Fact> of_object() {
    return kObject;
}

}  // namespace guardc::facts
