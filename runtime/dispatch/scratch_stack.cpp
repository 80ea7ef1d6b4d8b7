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
    std::size_t next = chunk_ == kNoChunk ? 0 : chunk_ + 1;
    while (next < chunks_.size() && chunks_[next].size <= cells)
        ++next;
    if (next == chunks_.size()) {
        const std::size_t before = chunks_.empty() ? kFirstChunk / 2 : chunks_.back().size;
        const std::size_t size = std::max(cells + 1, before * 2);
        std::unique_ptr<Cell[]> memory(new (std::nothrow) Cell[size]);
        if (memory == nullptr) return false;
        try {
            chunks_.push_back({std::move(memory), size});
        } catch (const std::bad_alloc&) {
            return false;
        }
    }
    chunk_ = next;
    top_ = chunks_[next].cells.get();
    end_ = top_ + chunks_[next].size;
    return true;
}

// A stack that has grown for the first time does not forget its first chunk.
void ScratchStack::back_to(std::size_t chunk, Cell* top) noexcept {
    const bool from_nothing = chunk == kNoChunk;
    chunk_ = from_nothing ? 0 : chunk;
    const Chunk& now = chunks_[chunk_];
    top_ = from_nothing ? now.cells.get() : top;
    end_ = now.cells.get() + now.size;
}

std::size_t ScratchStack::capacity() const noexcept {
    std::size_t cells = 0;
    for (const Chunk& chunk : chunks_)
        cells += chunk.size;
    return cells;
}

}  // namespace guardc
