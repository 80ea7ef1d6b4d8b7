#include "runtime/dispatch/scratch_stack.h"

#include <algorithm>
#include <new>
#include <utility>

namespace guardc {
namespace {
constexpr std::size_t kFirstChunk = 256;  // cells
}

// Goes on in the first chunk above that is large enough; those in between stay empty until the stack is back
// below them.
bool ScratchStack::grow(std::size_t cells) noexcept {
    std::size_t next = chunks_.empty() ? 0 : chunk_ + 1;
    while (next < chunks_.size() && chunks_[next].size < cells)
        ++next;
    if (next == chunks_.size()) {
        const std::size_t before = chunks_.empty() ? kFirstChunk / 2 : chunks_.back().size;
        const std::size_t size = std::max(cells, before * 2);
        std::unique_ptr<Cell[]> memory(new (std::nothrow) Cell[size]);
        if (memory == nullptr) return false;
        try {
            chunks_.push_back({std::move(memory), size});
        } catch (const std::bad_alloc&) {
            return false;
        }
    }
    chunk_ = next;
    used_ = 0;
    return true;
}

std::size_t ScratchStack::capacity() const noexcept {
    std::size_t cells = 0;
    for (const Chunk& chunk : chunks_)
        cells += chunk.size;
    return cells;
}

}  // namespace guardc
