// Which bytes of its storage a tensor covers, as far as offset, sizes and strides tell.
#pragma once

#include <cstdint>

#include "runtime/model/dtype.h"
#include "runtime/model/truth.h"

namespace guardc {

// Bytes from the start of the storage. `dense`: every byte between the ends is covered.
struct MemoryRange {
    std::uint64_t storage = 0;
    std::int64_t first = 0;
    std::int64_t last = -1;  // inclusive; before `first`: no bytes at all
    bool dense = true;
};

// Collects one dimension after the other; false once something leaves 64 bits, or makes no sense.
class MemoryRangeBuilder {
  public:
    // `offset` in elements.
    MemoryRangeBuilder(std::uint64_t storage, DType dtype, std::int64_t offset);
    bool add_dimension(std::int64_t size, std::int64_t stride);
    bool finish(MemoryRange& range);

  private:
    std::uint64_t storage_;
    std::int64_t bytes_;  // of an element; 0: not whole bytes
    std::int64_t offset_;
    std::int64_t elements_ = 1;
    std::int64_t reach_ = 0;  // distance of the last element from the first
    // Row-major without gaps: each stride is one row of the next dimension, and the last is 1.
    bool dense_ = true;
    bool outermost_ = true;
    std::int64_t previous_stride_ = 1;
    bool sound_;
};

// yes: they share no byte. no: they certainly share one. undefined: that depends on more than the ends.
Truth are_apart(const MemoryRange& left, const MemoryRange& right) noexcept;

// Bytes of an element; 0 for those that are packed into less than one.
unsigned dtype_bytes(DType dtype);

}  // namespace guardc
