// Owns built-in values and makes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/value/objects.h"
#include "runtime/value/tensor.h"

namespace guardc {

// Where a value goes. With `at` (from ValueArena::reserve) a value that others point to already is filled in:
// that is how cycles come about. `identity` 0: none.
struct Place {
    std::uint64_t identity = 0;
    Value* at = nullptr;
};

struct Pair {
    const Value* key = nullptr;
    const Value* value = nullptr;
};

struct NamedPart {
    std::string_view name = {};
    const Value* value = nullptr;
};

struct DictSpec {
    std::span<const Pair> pairs = {};
    Kind kind = Kind::dict;          // or mapping_proxy
    const TypeInfo* type = nullptr;  // of a subclass; null: the kind's own
    std::optional<std::uint64_t> length = {};
    std::optional<std::uint64_t> version = {};
    const DictValue* attributes = nullptr;
    const DictValue* class_attributes = nullptr;
    const Value* type_object = nullptr;
};

struct TensorSpec {
    const TypeInfo* type = nullptr;  // null: torch.Tensor
    DType dtype = DType::float32;
    Device device = {};
    std::optional<std::span<const std::int64_t>> sizes = {};  // nothing: they cannot be checked
    std::optional<std::span<const std::int64_t>> strides =
        {};  // nothing: contiguous; of another layout, unknown
    bool requires_grad = false;
    TensorLayout layout = TensorLayout::strided;
    std::optional<std::uint64_t> keys = {};  // nothing: those of a plain tensor of the device
    std::int64_t storage_offset = 0;
    TensorRest rest = {};  // kept when anything in it is given
};
inline constexpr std::size_t kMaxDimensions = 254;

struct IteratorSpec {
    IteratorForm form = IteratorForm::tuple;
    std::span<const Value* const> items = {};  // tuple, list
    std::uint64_t at = 0;                      // at most the number of items
    const Value* start = nullptr;              // range, count
    const Value* stop = nullptr;               // range
    const Value* step = nullptr;               // range, count
};

struct FunctionSpec {
    const Value* name = nullptr;  // null means None, here and below
    std::uint64_t code = 0;       // identity of the code object; 0: None
    const DictValue* code_attributes = nullptr;
    std::optional<std::span<const Value* const>> defaults = {};
    const Value* keyword_defaults = nullptr;
    std::optional<std::span<const Value* const>> closure = {};  // the contents of the cells
    const DictValue* attributes = nullptr;
    const DictValue* derived = nullptr;
};

struct ObjectSpec {
    const TypeInfo* type = nullptr;
    const DictValue* attributes = nullptr;
    const DictValue* class_attributes = nullptr;
    const Value* type_object = nullptr;
    std::optional<std::uint64_t> length = {};
    const Value* value = nullptr;
    std::optional<std::span<const Value* const>> items = {};
    const TypeInfo* base = nullptr;
    std::optional<std::string_view> printed = {};
    std::optional<std::uint64_t> keys = {};
    const DictValue* derived = nullptr;
};

// Values are made by bumping a pointer and freed all at once with the arena, whatever they nest in. Making is
// for one thread at a time; what is made never changes and may be read by any. Text and spans that are passed
// are copied; values that are passed must live as long as this arena (see copy_into). Running out of memory
// throws std::bad_alloc, nothing else fails.
class ValueArena {
  public:
    ValueArena() = default;
    ValueArena(const ValueArena&) = delete;
    ValueArena& operator=(const ValueArena&) = delete;

    std::size_t bytes() const { return bytes_; }  // handed out so far

    // Zeroed memory for things that need no destructor.
    void* allocate(std::size_t bytes);
    template <class T>
    T* make() {
        return make_array<T>(1);
    }
    template <class T>
    T* make_array(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= 8);
        return static_cast<T*>(
            allocate(count * sizeof(T)));  // NOLINT(bugprone-sizeof-expression): also pointers
    }
    template <class T>
    std::span<T> copy(std::span<const T> values) {
        T* copies = make_array<T>(values.size());
        for (std::size_t index = 0; index < values.size(); ++index)
            copies[index] = values[index];
        return {copies, values.size()};
    }
    std::string_view copy_text(std::string_view text);

    // A value of that kind to be filled in later. Nothing but its head may be read until it is.
    Value* reserve(Kind kind, std::uint64_t identity);

    const Value* make_none();
    const Value* make_boolean(bool truth);
    const Value* make_integer(std::int64_t number, Place place = {});
    const Value* make_integer(BigView number, Place place = {});
    const Value* make_floating(double number, Place place = {});
    const Value* make_complex(double real, double imaginary, Place place = {});
    const Value* make_string(std::string_view utf8, Place place = {});
    const Value* make_bytes(std::string_view bytes, Place place = {});
    const Value* make_dtype(DType dtype, Place place = {});
    const Value* make_device(Device device, Place place = {});

    // list, tuple, size, set, frozenset
    const Value* make_sequence(Kind kind, std::span<const Value* const> items, Place place = {});
    const Value* make_list(std::span<const Value* const> items, Place place = {});
    const Value* make_tuple(std::span<const Value* const> items, Place place = {});
    const Value* make_dict(const DictSpec& spec, Place place = {});
    // A dict with str keys.
    const DictValue* make_names(std::span<const NamedPart> parts);
    const Value* make_range(const Value* start, const Value* stop, const Value* step, Place place = {});
    const Value* make_slice(const Value* start, const Value* stop, const Value* step, Place place = {});
    const Value* make_iterator(const IteratorSpec& spec, Place place = {});

    const Value* make_tensor(const TensorSpec& spec, Place place = {});
    const Value* make_type(const TypeInfo* named, Place place = {}, const TypeRow* row = nullptr);
    const Value* make_module(std::string_view name, const DictValue* attributes, Place place = {});
    const Value* make_function(const FunctionSpec& spec, Place place = {});
    const Value* make_code(std::uint64_t identity, const DictValue* attributes);
    const Value* make_cell(const Value* contents, Place place = {});
    const Value* make_weak_reference(const Value* referent, Place place = {});
    const Value* make_object(const ObjectSpec& spec, Place place = {});

  private:
    template <class Struct>
    Struct* fill(Kind kind, const TypeInfo* type, Place place);

    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::byte* next_ = nullptr;
    std::size_t left_ = 0;
    std::size_t bytes_ = 0;
};

// A copy of `value` and of all it reaches, sharing and cycles included, that needs nothing outside `arena`.
const Value* copy_into(ValueArena& arena, const Value& value);

// Bytes of the struct of a kind: what may be read at the address of any such value.
std::uint32_t struct_bytes(Kind kind);

}  // namespace guardc
