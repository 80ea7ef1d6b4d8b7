// Facts: what can be read off an object, by a helper function always and by a layout where it pays.
#pragma once

#include <cstdint>

#include "runtime/model/cell.h"
#include "runtime/model/truth.h"

namespace guardc {

struct Model;

// `argument` says what the helper's third parameter holds.
//   X(name, argument, meaning)
#define GUARDC_FACTS(X)                                                                             \
    X(type, none, "the exact type, as a `type` cell")                                               \
    X(number, none, "a bool, int or float as that cell; an int beyond 64 bits stays the reference") \
    X(text, none, "the characters of a str as `text`")                                              \
    X(bytes, none, "the bytes of a bytes object, as a `text` cell")                                 \
    X(real, none, "real part of a complex, `floating`")                                             \
    X(imaginary, none, "imaginary part of a complex, `floating`")                                   \
    X(dtype, none, "element type of a tensor; of a dtype object, itself")                           \
    X(device, none, "device of a tensor; of a device object, itself")                               \
    X(type_handle, none, "of a type object: the type it stands for, as a `type` cell")              \
    X(length, none, "len() without running code")                                                   \
    X(item, integer,                                                                                \
      "element at an index from 0 of list, tuple, size, set in iteration order, iterator "          \
      "(what is left of it); undefined outside")                                                    \
    X(key_at, integer, "key at a position of a dict, in insertion order")                           \
    X(value_at, integer, "value at a position of a dict")                                           \
    X(lookup, any, "d[k] by Python's equality of keys; undefined when absent")                      \
    X(attribute, text, "an attribute that is stored: no code is run")                               \
    X(attribute_absent, text,                                                                       \
      "`boolean` true when absence is certain, false when present, undefined "                      \
      "when it cannot be known without running code")                                               \
    X(rank, none, "number of dimensions of a tensor")                                               \
    X(size, integer, "size of one dimension, from 0; undefined outside the rank")                   \
    X(stride, integer, "stride of one dimension in elements, from 0")                               \
    X(storage_offset, none, "in elements")                                                          \
    X(requires_grad, none, "boolean")                                                               \
    X(start, none, "of range or slice")                                                             \
    X(stop, none, "of range or slice")                                                              \
    X(step, none, "of range or slice")                                                              \
    X(contains, any,                                                                                \
      "`boolean`: a container has this key or element by Python's equality; undefined "             \
      "when telling would run code")                                                                \
    X(stored_key, any, "the key of a dict that equals this one; undefined when absent")             \
    X(type_object, none, "the exact type as an object, where the model shows it")                   \
    X(base_value, none, "the number or text in an object whose type derives from int, float, ..")   \
    X(printed, none, "`repr()` as `text`, where the model tells it without running code")           \
    X(derived, text, "what a step that runs code yields here, under the text of that step")         \
    X(referent, none, "what a weak reference refers to; None when it is dead")                      \
    X(version, none, "a number that changes whenever a dict is written")                            \
    X(remaining, none, "how many items an iterator has left")                                       \
    X(upcoming, integer, "item of an iterator, from 0, the next one")                               \
    X(next_value, none, "the next number of a range or count iterator")                             \
    X(dispatch_keys, none, "of a tensor, or a set of such keys: one bit each, as an `integer`")     \
    X(storage, none, "`integer`: tensors with equal ones share memory")

enum class FactId : std::uint16_t {
#define GUARDC_FACT(name, argument, meaning) name,
    GUARDC_FACTS(GUARDC_FACT)
#undef GUARDC_FACT
};
#define GUARDC_FACT(name, argument, meaning) +1
inline constexpr unsigned kFactCount = 0 GUARDC_FACTS(GUARDC_FACT);
#undef GUARDC_FACT

// Reads one fact. Returns yes with `result` written, undefined, or error; never throws, allocates or runs
// guarded code. `argument` may be a `literal` cell where the table says `any` or `text`.
using FactHelper = Truth (*)(const Model& model, Ref object, const Cell& argument, Cell& result) noexcept;

// How a scalar lies in memory. `pointer` yields a `reference` (null: undefined).
enum class Scalar : std::uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f32, f64, pointer };

constexpr unsigned scalar_bytes(Scalar scalar) {
    constexpr std::uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 8};
    return sizes[static_cast<unsigned>(scalar)];
}

// Where a fact lies relative to its object. Offsets are in bytes and naturally aligned.
//   direct   at `offset`
//   indirect at `inner` behind the pointer that lies at `offset` (never null)
//   span     element i of `scalar` at `offset` + i * size while i < min(count, capacity), where the count is
//   the
//            `count_scalar` at `count_offset`; beyond `capacity` only the helper can tell
//   indirect_span  the same behind the pointer that lies at `offset`; capacity is unlimited
enum class LayoutForm : std::uint8_t { none, direct, indirect, span, indirect_span };

struct Layout {
    LayoutForm form = LayoutForm::none;
    Scalar scalar = Scalar::i64;
    std::uint32_t offset = 0;
    std::uint32_t inner = 0;
    Scalar count_scalar = Scalar::u8;
    std::uint32_t count_offset = 0;
    std::uint32_t capacity = 0;
};

// Turns the cell a fact would yield into the bits that its layout holds, for comparison with a constant.
// Returns false when no stored bits stand for that cell. Null where the bits are those of the cell itself.
using EncodeBits = bool (*)(const Model& model, const Cell& cell, std::uint64_t& bits) noexcept;

// One fact of one kind of object.
struct Fact {
    FactId id;
    CellTag result;  // tag of what the helper yields; `absent`: it varies
    FactHelper helper;
    Layout layout = {};
    EncodeBits encode = nullptr;         // a layout whose bits are not the cell's own serves constants only
    const char* attribute = nullptr;     // for FactId::attribute: a name of its own; null: any name
    std::uint64_t result_kinds = ~0ULL;  // for references: which kinds (bits by index) the result can be
};

}  // namespace guardc
