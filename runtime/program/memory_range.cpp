#include "runtime/program/memory_range.h"

#include <algorithm>
#include <string_view>

namespace guardc {

unsigned dtype_bytes(DType dtype) {
    switch (dtype) {
        case DType::complex128:
            return 16;
        case DType::int64:
        case DType::uint64:
        case DType::float64:
        case DType::complex64:
            return 8;
        case DType::int32:
        case DType::uint32:
        case DType::float32:
        case DType::complex32:
        case DType::qint32:
            return 4;
        case DType::int16:
        case DType::uint16:
        case DType::float16:
        case DType::bfloat16:
        case DType::bits16:
            return 2;
        case DType::uint8:
        case DType::int8:
        case DType::bool_:
        case DType::qint8:
        case DType::quint8:
        case DType::bits8:
        case DType::float8_e5m2:
        case DType::float8_e4m3fn:
        case DType::float8_e5m2fnuz:
        case DType::float8_e4m3fnuz:
        case DType::float8_e8m0fnu:
            return 1;
        default:
            return 0;
    }
}

MemoryRangeBuilder::MemoryRangeBuilder(std::uint64_t storage, DType dtype, std::int64_t offset)
    : storage_(storage), bytes_(dtype_bytes(dtype)), offset_(offset), sound_(bytes_ != 0 && offset >= 0) {}

bool MemoryRangeBuilder::add_dimension(std::int64_t size, std::int64_t stride) {
    std::int64_t span = 0;
    sound_ = sound_ && size >= 0 && stride >= 0 &&
             !__builtin_mul_overflow(std::max<std::int64_t>(size, 1) - 1, stride, &span) &&
             !__builtin_add_overflow(reach_, span, &reach_) &&
             !__builtin_mul_overflow(elements_, size, &elements_);
    if (!sound_ || size <= 1) return sound_;
    std::int64_t row = 0;
    dense_ = dense_ && !__builtin_mul_overflow(size, stride, &row) && (outermost_ || row == previous_stride_);
    outermost_ = false;
    previous_stride_ = stride;
    return true;
}

bool MemoryRangeBuilder::finish(MemoryRange& range) {
    std::int64_t end = 0;
    sound_ = sound_ && !__builtin_mul_overflow(offset_, bytes_, &range.first) &&
             !__builtin_add_overflow(reach_, 1, &end) && !__builtin_mul_overflow(end, bytes_, &end) &&
             !__builtin_add_overflow(range.first, end, &range.last);
    if (!sound_) return false;
    range.storage = storage_;
    range.dense = dense_ && previous_stride_ == 1;
    range.last = elements_ == 0 ? range.first - 1 : range.last - 1;
    return true;
}

Truth are_apart(const MemoryRange& left, const MemoryRange& right) noexcept {
    const auto is_empty = [](const MemoryRange& range) { return range.last < range.first; };
    if (left.storage != right.storage || is_empty(left) || is_empty(right)) return Truth::yes;
    if (left.last < right.first || right.last < left.first) return Truth::yes;
    // The first elements always are covered.
    if (left.first == right.first || (left.dense && right.dense)) return Truth::no;
    return Truth::undefined;
}

}  // namespace guardc
