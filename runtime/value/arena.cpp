#include "runtime/value/arena.h"

#include <algorithm>
#include <cstring>

#include "runtime/value/identity.h"

namespace guardc {
namespace {

constexpr std::size_t kFirstBlock = 2048;
constexpr std::size_t kLargestBlock = 1U << 20U;

}  // namespace

void* ValueArena::allocate(std::size_t bytes) {
    const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + 7) / 8 * 8;
    if (rounded < bytes) throw std::bad_alloc();
    if (rounded > left_) {
        const std::size_t usual =
            std::min(kLargestBlock, kFirstBlock << std::min<std::size_t>(blocks_.size(), 9));
        const std::size_t size = std::max(usual, rounded);
        blocks_.push_back(std::make_unique<std::byte[]>(size));  // zeroed
        next_ = blocks_.back().get();
        left_ = size;
    }
    void* place = next_;
    next_ += rounded;
    left_ -= rounded;
    bytes_ += rounded;
    return place;
}

std::string_view ValueArena::copy_text(std::string_view text) {
    char* copy = make_array<char>(text.size());
    if (!text.empty()) std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
}

Value* ValueArena::reserve(Kind kind, std::uint64_t identity) {
    auto* head = static_cast<Value*>(allocate(struct_bytes(kind)));
    *head = {kind, builtin_type(kind), identity};
    return head;
}

std::uint32_t struct_bytes(Kind kind) {
    switch (kind) {
        case Kind::none:
            return sizeof(NoneValue);
        case Kind::boolean:
            return sizeof(BooleanValue);
        case Kind::integer:
            return sizeof(IntegerValue);
        case Kind::floating:
            return sizeof(FloatingValue);
        case Kind::complex:
            return sizeof(ComplexValue);
        case Kind::string:
            return sizeof(StringValue);
        case Kind::bytes:
            return sizeof(BytesValue);
        case Kind::list:
        case Kind::tuple:
        case Kind::size:
        case Kind::set:
        case Kind::frozenset:
            return sizeof(SequenceValue);
        case Kind::dict:
        case Kind::mapping_proxy:
            return sizeof(DictValue);
        case Kind::range:
            return sizeof(RangeValue);
        case Kind::slice:
            return sizeof(SliceValue);
        case Kind::iterator:
            return sizeof(IteratorValue);
        case Kind::tensor:
            return sizeof(TensorValue);
        case Kind::dtype:
            return sizeof(DTypeValue);
        case Kind::device:
            return sizeof(DeviceValue);
        case Kind::type:
            return sizeof(TypeValue);
        case Kind::module:
            return sizeof(ModuleValue);
        case Kind::function:
            return sizeof(FunctionValue);
        case Kind::code:
            return sizeof(CodeValue);
        case Kind::cell:
            return sizeof(CellValue);
        case Kind::weak_reference:
            return sizeof(WeakReferenceValue);
        case Kind::object:
            return sizeof(ObjectValue);
    }
    return sizeof(Value);
}

}  // namespace guardc
