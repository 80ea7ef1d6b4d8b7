// Blocks that checks work in, one stack a thread: a look-up inside a callback inside a look-up takes what
// lies above, so nothing is overwritten and nothing is allocated once the stack has grown.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "runtime/model/cell.h"

namespace guardc {

// Used by one thread at a time. Blocks are given back in reverse order.
class ScratchStack {
  public:
    ScratchStack() = default;

    // Uninitialised cells, good until the block goes; empty when the system has no memory left. Cells that
    // lie beneath never move.
    class Block {
      public:
        Block(ScratchStack& stack, std::size_t cells) noexcept;
        ~Block();
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;

        Cell* cells() const { return cells_; }
        std::size_t size() const { return size_; }
        bool empty() const { return cells_ == nullptr; }

      private:
        ScratchStack& stack_;
        std::size_t size_;
        Cell* cells_ = nullptr;
        std::size_t chunk_before_;
        std::size_t used_before_;
    };

    std::size_t capacity() const noexcept;  // cells in all chunks

  private:
    struct Chunk {
        std::unique_ptr<Cell[]> cells;
        std::size_t size = 0;
    };
    Cell* take(std::size_t cells) noexcept;
    bool grow(std::size_t cells) noexcept;

    std::vector<Chunk> chunks_;
    std::size_t chunk_ = 0;  // the one that blocks are taken from; those above are empty
    std::size_t used_ = 0;   // cells of it
};

inline Cell* ScratchStack::take(std::size_t cells) noexcept {
    if (chunk_ >= chunks_.size() || chunks_[chunk_].size - used_ < cells) {
        if (!grow(cells)) return nullptr;
    }
    Cell* const block = chunks_[chunk_].cells.get() + used_;
    used_ += cells;
    return block;
}

inline ScratchStack::Block::Block(ScratchStack& stack, std::size_t cells) noexcept
    : stack_(stack), size_(cells), chunk_before_(stack.chunk_), used_before_(stack.used_) {
    cells_ = stack.take(cells);
}

inline ScratchStack::Block::~Block() {
    stack_.chunk_ = chunk_before_;
    stack_.used_ = used_before_;
}

}  // namespace guardc
