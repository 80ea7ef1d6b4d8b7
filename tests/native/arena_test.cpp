#include <cstring>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "compiler/native/code_arena.h"
#include "tests/native/process_memory.h"
#include "tests/sanitized.h"

using guardc::native::CodeArena;
using guardc::native::CodeBlock;
using guardc::native_test::process_memory;
using guardc::tests::kSanitized;

namespace {

constexpr std::size_t kSlab = std::size_t{2} << 20U;

struct Filled {
    CodeBlock block;
    std::byte value;
    std::size_t size;
};

CodeBlock must_allocate(CodeArena& arena, std::size_t size) {
    auto block = arena.allocate(size);
    if (!block) FAIL(block.error().message);
    return *block;
}

Filled fill(CodeArena& arena, std::size_t size, std::byte value) {
    const CodeBlock block = must_allocate(arena, size);
    if (auto written = arena.write(block, std::vector(size, value)); !written) FAIL(written.error().message);
    return {block, value, size};
}

bool intact(const Filled& filled) {
    for (std::size_t i = 0; i < filled.size; ++i) {
        if (filled.block.start[i] != filled.value) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("blocks keep what was written while others come and go") {
    for (const auto mapping : {CodeArena::Mapping::twice, CodeArena::Mapping::once}) {
        std::mt19937 random(7);
        CodeArena arena(mapping);
        std::vector<Filled> live;
        const auto before = process_memory().regions;
        for (int i = 0; i < 3000; ++i) {
            if (live.size() > 100 || (!live.empty() && random() % 3 == 0)) {
                const std::size_t at = random() % live.size();
                if (!intact(live[at])) FAIL("a block was written over");
                arena.release(live[at].block);
                live[at] = live.back();
                live.pop_back();
            } else {
                live.push_back(fill(arena, 1 + random() % 3000, static_cast<std::byte>(random())));
                if (reinterpret_cast<std::uintptr_t>(live.back().block.start) % 64 != 0) FAIL("not aligned");
            }
        }
        if (!kSanitized) CHECK(process_memory().regions <= before + 4);
        CHECK(process_memory().writable_and_executable == 0);
        for (const Filled& filled : live) {
            if (!intact(filled)) FAIL("a block was written over");
            arena.release(filled.block);
        }
    }
}

#if defined(__x86_64__)
TEST_CASE("what is written runs, however slabs are mapped") {
    constexpr unsigned char returns_42[] = {0xb8, 42, 0, 0, 0, 0xc3};
    for (const auto mapping : {CodeArena::Mapping::twice, CodeArena::Mapping::once}) {
        CodeArena arena(mapping);
        const CodeBlock block = must_allocate(arena, sizeof(returns_42));
        REQUIRE(arena.write(block, std::as_bytes(std::span(returns_42))).has_value());
        CHECK(reinterpret_cast<int (*)()>(block.start)() == 42);
        arena.release(block);
    }
}
#endif

TEST_CASE("a block larger than a slab has one to itself, and gives it back") {
    for (const auto mapping : {CodeArena::Mapping::twice, CodeArena::Mapping::once}) {
        CodeArena arena(mapping);
        const Filled small = fill(arena, 100, std::byte{1});
        const auto before = process_memory().regions;
        const Filled large = fill(arena, 3 * kSlab, std::byte{2});
        CHECK(intact(large));
        arena.release(large.block);
        if (!kSanitized) CHECK(process_memory().regions <= before);
        CHECK(intact(small));
        arena.release(small.block);
    }
}

TEST_CASE("freed neighbours become one") {
    CodeArena arena;
    std::vector<CodeBlock> blocks;
    for (int i = 0; i < 15; ++i)
        blocks.push_back(must_allocate(arena, kSlab / 16));
    const auto before = process_memory().regions;
    for (const std::size_t i : {3U, 5U, 4U, 7U, 6U})
        arena.release(blocks[i]);
    const CodeBlock joined = must_allocate(arena, 5 * (kSlab / 16));
    CHECK(joined.start == blocks[3].start);
    CHECK(process_memory().regions == before);
    arena.release(joined);
    for (const std::size_t i : {0U, 1U, 2U, 8U, 9U, 10U, 11U, 12U, 13U, 14U})
        arena.release(blocks[i]);
}

TEST_CASE("after a fork the parent does not reuse what the child may run") {
    CodeArena arena;
    const Filled shared = fill(arena, 500, std::byte{1});
    const Filled kept = fill(arena, 500, std::byte{2});
    arena.before_fork();
    arena.after_fork(false);
    const std::byte* place = shared.block.start;
    arena.release(shared.block);
    for (int i = 0; i < 100; ++i) {
        const Filled other = fill(arena, 500, std::byte{3});
        CHECK(other.block.start != place);
        arena.release(other.block);
    }
    const Filled later = fill(arena, 500, std::byte{4});
    arena.release(later.block);
    CHECK(fill(arena, 500, std::byte{5}).block.start == later.block.start);
    CHECK(intact(kept));
    arena.release(later.block);
    arena.release(kept.block);
}

TEST_CASE("after a fork the child takes nothing from what it shares with the parent") {
    CodeArena arena;
    const Filled shared = fill(arena, 500, std::byte{1});
    arena.before_fork();
    arena.after_fork(true);
    const Filled own = fill(arena, 500, std::byte{2});
    const auto distance = own.block.start - shared.block.start;
    CHECK(
        (distance < -static_cast<std::ptrdiff_t>(500) || distance > static_cast<std::ptrdiff_t>(kSlab) / 2));
    CHECK(intact(shared));
    arena.release(shared.block);
    arena.release(own.block);
}
