// Where machine code lies: slabs shared by many checks, so that an entry costs neither a page nor a mapped
// region.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <utility>

#include "compiler/native/native.h"

namespace guardc::native {

// One piece of executable memory. `forks` is the arena's: which forks of the process it has lived through.
struct CodeBlock {
    std::byte* start = nullptr;
    std::size_t size = 0;
    std::uint64_t forks = 0;
};

// A slab is one memory file mapped twice: code is written through one mapping and runs through the other, so
// no page is ever writable and executable, and nothing is remapped for an entry. Where memory files are
// refused, slabs are plain memory and each block has pages of its own, writable while they are filled.
//
// A fork shares the file with the child. Neither side may then overwrite code that the other still runs, so
// blocks that lived through a fork are not reused when released, and the child takes nothing from slabs it
// has inherited; a slab goes when its last block does.
//
// Any thread may call anything; a block is written and released by one thread at a time.
class CodeArena {
  public:
    enum class Mapping : std::uint8_t { twice, once };

    explicit CodeArena(Mapping mapping = Mapping::twice);
    CodeArena(const CodeArena&) = delete;
    CodeArena& operator=(const CodeArena&) = delete;
    ~CodeArena();  // all blocks must have been released

    // The arena of the process; lives as long as it does, and knows of forks.
    static CodeArena& process();

    // At least `bytes`, aligned to a cache line. Fails when the system gives no executable memory.
    std::expected<CodeBlock, Failure> allocate(std::size_t bytes);
    // Fills a block from its start. Nothing runs in it yet.
    std::expected<void, Failure> write(const CodeBlock& block, std::span<const std::byte> code);
    // Nothing runs in the block any more, and nothing will.
    void release(const CodeBlock& block);

    // Around fork(), in this order.
    void before_fork() { mutex_.lock(); }
    void after_fork(bool child);

  private:
    struct Slab {
        std::byte* edit = nullptr;  // the writable mapping; null: mapped once
        std::size_t size = 0;
        std::size_t live = 0;  // bytes in blocks
        std::uint64_t forks = 0;
        bool inherited = false;
    };
    using Slabs = std::map<std::byte*, Slab>;  // by where they run

    std::expected<void, Failure> add_slab(std::size_t bytes);
    Slabs::iterator slab_of(std::byte* address);
    void add_free(const Slabs::iterator& slab, std::byte* start, std::size_t size);
    void take_free(std::byte* start, std::size_t size);
    void drop_free(const Slabs::iterator& slab);
    void retire(const Slabs::iterator& slab);

    std::mutex mutex_;
    Mapping mapping_;
    std::size_t granule_;
    std::uint64_t forks_ = 0;
    Slabs slabs_;
    std::map<std::byte*, std::size_t> free_by_address_;
    std::set<std::pair<std::size_t, std::byte*>> free_by_size_;
};

}  // namespace guardc::native
