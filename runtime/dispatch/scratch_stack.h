// Blocks that checks work in, one stack a thread: a look-up inside a callback inside a look-up takes what
// lies above, so nothing is overwritten and nothing is allocated once the stack has grown.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
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
        Cell* top_before_;
    };

    // The same without a block to hold, where the stack need not grow.
    bool fits(std::size_t cells) const noexcept { return static_cast<std::size_t>(end_ - top_) > cells; }
    Cell* take_in_place(std::size_t cells) noexcept { return std::exchange(top_, top_ + cells); }
    void give_back(Cell* taken) noexcept { top_ = taken; }

    std::size_t capacity() const noexcept;  // cells in all chunks

  private:
    struct Chunk {
        std::unique_ptr<Cell[]> cells;
        std::size_t size = 0;
    };
    Cell* take(std::size_t cells) noexcept;
    bool grow(std::size_t cells) noexcept;
    void back_to(std::size_t chunk, Cell* top) noexcept;

    static constexpr std::size_t kNoChunk = static_cast<std::size_t>(-1);
    // Of the chunk that blocks are taken from; those above are empty. No block reaches the end: one of no
    // cells has an address too.
    Cell* top_ = nullptr;
    Cell* end_ = nullptr;
    std::size_t chunk_ = kNoChunk;
    std::vector<Chunk> chunks_;
};

inline Cell* ScratchStack::take(std::size_t cells) noexcept {
    if (!fits(cells)) [[unlikely]] {
        if (!grow(cells)) return nullptr;
    }
    return take_in_place(cells);
}

inline ScratchStack::Block::Block(ScratchStack& stack, std::size_t cells) noexcept
    : stack_(stack), size_(cells), chunk_before_(stack.chunk_), top_before_(stack.top_) {
    cells_ = stack.take(cells);
}

[[gnu::always_inline]] inline ScratchStack::Block::~Block() {
    if (stack_.chunk_ == chunk_before_) [[likely]] {
        stack_.top_ = top_before_;
    } else {
        stack_.back_to(chunk_before_, top_before_);
    }
}

}  // namespace guardc
