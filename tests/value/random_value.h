// Random built-in values, and values that differ from a given one in one fact. Header only, so that any test
// may include it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "runtime/value/arena.h"
#include "runtime/value/identity.h"
#include "runtime/value/same_content.h"

namespace guardc::testing {

// The same seed gives the same values on every machine. Values are drawn from small ranges, so that two of
// them are equal often enough to be worth comparing, with the edges (64 bits, signs of zero, NaN, empty,
// nested) well represented. What is made lives in the arena that is passed.
class RandomValues {
  public:
    explicit RandomValues(std::uint64_t seed) : bits_(seed) {}

    // From 0 to count - 1.
    std::uint64_t below(std::uint64_t count) { return bits_() % count; }
    bool chance(unsigned percent) { return below(100) < percent; }
    template <class T, std::size_t kCount>
    const T& pick(const T (&choices)[kCount]) {
        return choices[below(kCount)];
    }

    // Any kind that can stand in a frame; code and cell stand in functions only.
    const Value* make(ValueArena& arena, unsigned depth = 3) {
        for (;;) {
            const auto kind = static_cast<Kind>(below(kKindCount));
            if (kind != Kind::code && kind != Kind::cell) return make(arena, kind, depth);
        }
    }

    const Value* make(ValueArena& arena, Kind kind, unsigned depth = 3) {
        switch (kind) {
            case Kind::none:
                return arena.make_none();
            case Kind::boolean:
                return arena.make_boolean(chance(50));
            case Kind::integer:
                return make_integer(arena);
            case Kind::floating: {
                const double number = make_double();
                return arena.make_floating(number, std::isnan(number) ? place() : Place{});
            }
            case Kind::complex:
                return arena.make_complex(make_double(), make_double(), place());
            case Kind::string:
                return arena.make_string(make_text());
            case Kind::bytes:
                return arena.make_bytes(make_text(), place());
            case Kind::list:
            case Kind::tuple:
                return arena.make_sequence(kind, make_items(arena, depth), place());
            case Kind::size:
                return arena.make_sequence(kind, make_numbers(arena), place());
            case Kind::set:
            case Kind::frozenset:
                return arena.make_sequence(kind, make_keys(arena), place());
            case Kind::dict:
            case Kind::mapping_proxy:
                return make_dict(arena, kind, depth);
            case Kind::range:
                return arena.make_range(make_integer(arena), make_integer(arena), make_step(arena), place());
            case Kind::slice: {
                const std::vector<const Value*> parts = {make_bound(arena), make_bound(arena),
                                                         make_bound(arena)};
                return arena.make_slice(parts[0], parts[1], parts[2], place());
            }
            case Kind::iterator:
                return make_iterator(arena, depth);
            case Kind::tensor:
                return make_tensor(arena, depth);
            case Kind::dtype:
                return arena.make_dtype(make_dtype());
            case Kind::device:
                return arena.make_device(make_device(), place());
            case Kind::type:
                return arena.make_type(intern_type(pick(kTypeNames)));
            case Kind::module:
                return arena.make_module(pick(kNames), chance(50) ? make_names(arena, depth) : nullptr,
                                         place());
            case Kind::function:
                return make_function(arena, depth);
            case Kind::code:
                return arena.make_code(1 + below(3), nullptr);
            case Kind::cell:
                return arena.make_cell(make_part(arena, depth));
            case Kind::weak_reference:
                return arena.make_weak_reference(chance(20) ? nullptr : make_object(arena, depth), place());
            case Kind::object:
                return make_object(arena, depth);
        }
        return nullptr;
    }

    // A value with other content (same_content is false) that differs in one fact: one part replaced,
    // dropped, added or moved, one number off by one, another type with the same contents, another identity.
    const Value* near_miss(ValueArena& arena, const Value& value);

    // A hashable value.
    const Value* make_key(ValueArena& arena) {
        switch (below(6)) {
            case 0:
                return make_integer(arena);
            case 1:
                return arena.make_boolean(chance(50));
            case 2:
                return arena.make_tuple(make_numbers(arena));
            case 3:
                return arena.make_bytes(make_text());
            default:
                return arena.make_string(make_text());
        }
    }

  private:
    static constexpr const char* kNames[] = {"a", "b", "self", "layers", "weight", "_x", "$y", "a/b", "~"};
    static constexpr const char* kTypeNames[] = {
        "demo.Config",  "demo.Child",     "torch.nn.modules.linear.Linear",
        "builtins.int", "builtins.tuple", "demo.Config#2"};

    Place place() { return {chance(40) ? identity_++ : 0, nullptr}; }

    const Value* make_part(ValueArena& arena, unsigned depth) {
        if (depth > 0) return make(arena, depth - 1);
        return make(arena, pick({Kind::none, Kind::boolean, Kind::integer, Kind::floating, Kind::string}), 0);
    }
    Kind pick(std::initializer_list<Kind> kinds) { return kinds.begin()[below(kinds.size())]; }

    std::vector<const Value*> make_items(ValueArena& arena, unsigned depth) {
        std::vector<const Value*> items(below(4));
        for (const Value*& item : items)
            item = make_part(arena, depth);
        return items;
    }
    std::vector<const Value*> make_numbers(ValueArena& arena) {
        std::vector<const Value*> items(below(4));
        for (const Value*& item : items)
            item = arena.make_integer(static_cast<std::int64_t>(below(5)));
        return items;
    }
    // Distinct by Python's equality, whatever is drawn: ints against each other, and kinds that never meet.
    std::vector<const Value*> make_keys(ValueArena& arena) {
        std::vector<const Value*> keys;
        const std::uint64_t count = chance(20) ? 12 : below(4);
        for (std::uint64_t index = 0; index < count; ++index) {
            const auto number = static_cast<std::int64_t>(index * 3 + below(3) + 2);
            switch (below(4)) {
                case 0:
                    keys.push_back(arena.make_integer(number));
                    break;
                case 1:
                    keys.push_back(arena.make_string("k" + std::to_string(number)));
                    break;
                case 2:
                    keys.push_back(arena.make_floating(static_cast<double>(number) + 0.5));
                    break;
                default:
                    keys.push_back(arena.make_tuple(std::array{arena.make_integer(number)}));
                    break;
            }
        }
        return keys;
    }

    const Value* make_integer(ValueArena& arena) {
        static constexpr std::int64_t kEdges[] = {
            0, 1, -1, 2, INT64_MAX, INT64_MIN, INT64_MAX - 1, IntegerValue::kBeyond};
        if (chance(60)) return arena.make_integer(static_cast<std::int64_t>(below(12)) - 3);
        if (chance(70)) return arena.make_integer(kEdges[below(std::size(kEdges))]);
        static constexpr const char* kBig[] = {"9223372036854775808", "-9223372036854775809",
                                               "18446744073709551616", "1180591620717411303424",
                                               "-123456789012345678901234567890"};
        return arena.make_integer(parse_big_integer(kBig[below(std::size(kBig))])->view());
    }
    const Value* make_step(ValueArena& arena) {
        const auto step = static_cast<std::int64_t>(below(4)) + 1;
        return arena.make_integer(chance(30) ? -step : step);
    }
    const Value* make_bound(ValueArena& arena) {
        return chance(30) ? arena.make_none() : make_integer(arena);
    }
    double make_double() {
        static constexpr double kNumbers[] = {0.0,
                                              -0.0,
                                              1.0,
                                              -1.0,
                                              0.5,
                                              0.1,
                                              1e300,
                                              5e-324,
                                              std::numeric_limits<double>::infinity(),
                                              -std::numeric_limits<double>::infinity(),
                                              std::numeric_limits<double>::quiet_NaN()};
        return kNumbers[below(std::size(kNumbers))];
    }
    std::string make_text() {
        static constexpr const char* kTexts[] = {
            "",    "a",   "b", "ab", "k1", "\"q\\", "line\nbreak", "na\xc3\xafve", "\xf0\x9f\x98\x80",
            "$id", "\x01"};
        return kTexts[below(std::size(kTexts))];
    }

    const DictValue* make_names(ValueArena& arena, unsigned depth) {
        std::vector<NamedPart> parts;
        for (const char* name : kNames)
            if (chance(25)) parts.push_back({name, make_part(arena, depth)});
        return arena.make_names(parts);
    }
    const Value* make_dict(ValueArena& arena, Kind kind, unsigned depth) {
        std::vector<Pair> pairs;
        for (const Value* key : make_keys(arena))
            pairs.push_back({key, make_part(arena, depth)});
        DictSpec spec;
        spec.pairs = pairs;
        spec.kind = kind;
        if (kind == Kind::dict && chance(20)) {
            spec.type = intern_type("collections.OrderedDict");
            if (chance(50)) spec.attributes = make_names(arena, 0);
            if (chance(30)) spec.class_attributes = make_names(arena, 0);
        }
        if (chance(10)) spec.length = pairs.size() + below(3);
        if (chance(10)) spec.version = below(3);
        return arena.make_dict(spec, place());
    }
    const Value* make_iterator(ValueArena& arena, unsigned depth) {
        IteratorSpec spec;
        spec.form = static_cast<IteratorForm>(below(4));
        std::vector<const Value*> items;
        if (spec.form == IteratorForm::tuple || spec.form == IteratorForm::list) {
            items = make_items(arena, depth);
            spec.items = items;
            spec.at = below(items.size() + 1);
        } else {
            const auto start = static_cast<std::int64_t>(below(4));
            spec.start = arena.make_integer(start);
            spec.step = make_step(arena);
            if (spec.form == IteratorForm::range) {
                const auto stop = static_cast<std::int64_t>(below(9));
                spec.stop = arena.make_integer(stop);
                spec.at = as<IntegerValue>(*spec.step).number == 1 && stop > start
                              ? below(static_cast<std::uint64_t>(stop - start) + 1)
                              : 0;
            }
        }
        return arena.make_iterator(spec, place());
    }

    DType make_dtype() {
        static constexpr DType kTypes[] = {DType::float16, DType::float32, DType::bfloat16, DType::int64,
                                           DType::bool_};
        return kTypes[below(std::size(kTypes))];
    }
    Device make_device() {
        static constexpr Device kDevices[] = {{DeviceType::cpu, -1},
                                              {DeviceType::cuda, 0},
                                              {DeviceType::cuda, 1},
                                              {DeviceType::meta, -1},
                                              {DeviceType::cuda, -1}};
        return kDevices[below(std::size(kDevices))];
    }
    const Value* make_tensor(ValueArena& arena, unsigned depth) {
        TensorSpec spec;
        if (chance(30)) spec.type = intern_type("torch.nn.parameter.Parameter");
        spec.dtype = make_dtype();
        spec.device = make_device();
        spec.requires_grad = chance(30);
        std::vector<std::int64_t> sizes(below(8));
        for (std::int64_t& size : sizes)
            size = static_cast<std::int64_t>(below(4));
        std::vector<std::int64_t> strides(sizes.size());
        for (std::int64_t& stride : strides)
            stride = static_cast<std::int64_t>(below(6));
        if (chance(15)) spec.layout = chance(50) ? TensorLayout::sparse_csr : TensorLayout::jagged;
        if (spec.layout != TensorLayout::jagged) spec.sizes = sizes;
        if (spec.layout == TensorLayout::strided && chance(40)) spec.strides = strides;
        if (chance(20)) spec.storage_offset = static_cast<std::int64_t>(below(5));
        if (chance(20)) spec.rest.storage = 1 + below(3);
        if (chance(20)) spec.rest.attributes = make_names(arena, 0);
        if (chance(20)) spec.rest.grad = arena.make_none();
        if (depth > 0 && chance(20)) spec.rest.base = make_tensor(arena, depth - 1);
        if (chance(10)) spec.rest.value = make_integer(arena);
        if (chance(10)) spec.rest.derived = make_names(arena, 0);
        return arena.make_tensor(spec, place());
    }
    const Value* make_function(ValueArena& arena, unsigned depth) {
        FunctionSpec spec;
        if (chance(80)) spec.name = arena.make_string(kNames[below(std::size(kNames))]);
        if (chance(80)) spec.code = 1 + below(5);
        const std::vector<const Value*> defaults = make_items(arena, depth);
        const std::vector<const Value*> closure = make_items(arena, depth);
        if (chance(50)) spec.defaults = defaults;
        if (chance(30)) spec.closure = closure;
        if (chance(30)) spec.keyword_defaults = &make_names(arena, 0)->head;
        if (chance(30)) spec.attributes = make_names(arena, 0);
        if (spec.code != 0 && chance(20)) spec.code_attributes = make_names(arena, 0);
        return arena.make_function(spec, place());
    }
    const Value* make_object(ValueArena& arena, unsigned depth) {
        ObjectSpec spec;
        spec.type = intern_type(kTypeNames[below(std::size(kTypeNames))]);
        if (chance(90)) spec.attributes = make_names(arena, depth);
        if (chance(20)) spec.class_attributes = make_names(arena, 0);
        if (chance(20)) spec.length = below(4);
        if (chance(10)) spec.value = make_integer(arena);
        const std::vector<const Value*> items = make_items(arena, 0);
        if (chance(10)) {
            spec.items = items;
            spec.base = intern_type("tuple");
        }
        const std::string printed = make_text();
        if (chance(10)) spec.printed = printed;
        if (chance(5)) spec.keys = 0x0000'0000'0001'0001ULL;
        if (chance(5)) spec.derived = make_names(arena, 0);
        return arena.make_object(spec, place());
    }

    const Value* change(ValueArena& arena, const Value& value);
    std::vector<const Value*> change_items(ValueArena& arena, std::span<const Value* const> items);
    const Value* change_dict(ValueArena& arena, const DictValue& dict);
    const Value* change_tensor(ValueArena& arena, const TensorValue& tensor);
    const Value* change_object(ValueArena& arena, const ObjectValue& object);

    std::mt19937_64 bits_;
    std::uint64_t identity_ = 1'000'000;
};

}  // namespace guardc::testing

#include "tests/value/near_miss.h"
