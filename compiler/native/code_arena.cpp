#include "compiler/native/code_arena.h"

#include <cassert>
#include <cerrno>
#include <cstring>
#include <string>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace guardc::native {
namespace {

constexpr std::size_t kSlabBytes = std::size_t{2} << 20U;
constexpr std::size_t kLine = 64;

// Sanitizers look for a signature in the bytes before a function, so no block stands at the start of a slab.
constexpr std::size_t kLead = kLine;

constexpr unsigned kExecutableFile = 0x10;  // MFD_EXEC, newer than the headers of Debian 12

std::size_t round_up(std::size_t value, std::size_t to) {
    return (value + to - 1) / to * to;
}

std::size_t page_bytes() {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

Failure system_failure(const char* what) {
    return {std::string(what) + ": " + std::strerror(errno)};
}

int memory_file() {
    const int file = memfd_create("guardc-code", MFD_CLOEXEC | kExecutableFile);
    if (file >= 0 || errno != EINVAL) return file;
    return memfd_create("guardc-code", MFD_CLOEXEC);
}

struct Mapped {
    std::byte* run = nullptr;
    std::byte* edit = nullptr;
};

std::expected<Mapped, Failure> map_twice(std::size_t size) {
    const int file = memory_file();
    if (file < 0) return std::unexpected(system_failure("no memory file for code"));
    void* run = MAP_FAILED;
    void* edit = MAP_FAILED;
    if (ftruncate(file, static_cast<off_t>(size)) == 0) {
        run = mmap(nullptr, size, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
        if (run != MAP_FAILED) edit = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    const Failure failure = system_failure("no executable memory");
    close(file);
    if (edit != MAP_FAILED) return Mapped{static_cast<std::byte*>(run), static_cast<std::byte*>(edit)};
    if (run != MAP_FAILED) munmap(run, size);
    return std::unexpected(failure);
}

std::expected<Mapped, Failure> map_once(std::size_t size) {
    void* run = mmap(nullptr, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (run == MAP_FAILED) return std::unexpected(system_failure("no executable memory"));
    return Mapped{static_cast<std::byte*>(run), nullptr};
}

// Asks for the memory behind a range, so that running out of it is an answer and not a signal. Kernels before
// 5.14 cannot be asked.
bool populate(std::byte* start, std::size_t size) {
    const std::size_t into_page = reinterpret_cast<std::uintptr_t>(start) % page_bytes();
    return madvise(start - into_page, size + into_page, MADV_POPULATE_WRITE) == 0 || errno == EINVAL;
}

}  // namespace

CodeArena::CodeArena(Mapping mapping)
    : mapping_(mapping), granule_(mapping == Mapping::twice ? kLine : page_bytes()) {}

CodeArena::~CodeArena() {
    while (!slabs_.empty()) {
        assert(slabs_.begin()->second.live == 0);
        retire(slabs_.begin());
    }
}

CodeArena& CodeArena::process() {
    static CodeArena& arena = [] -> CodeArena& {
        auto* made = new CodeArena;  // checks may outlive every static
        pthread_atfork([] { process().before_fork(); }, [] { process().after_fork(false); },
                       [] { process().after_fork(true); });
        return *made;
    }();
    return arena;
}

std::expected<CodeBlock, Failure> CodeArena::allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::size_t size = round_up(bytes == 0 ? 1 : bytes, granule_);
    auto best = free_by_size_.lower_bound({size, nullptr});
    if (best == free_by_size_.end()) {
        if (auto added = add_slab(size); !added) return std::unexpected(added.error());
        size = round_up(size, granule_);  // the first slab decides how memory is mapped
        best = free_by_size_.lower_bound({size, nullptr});
    }
    const auto [free_size, start] = *best;
    const auto slab = slab_of(start);
    take_free(start, free_size);
    if (free_size > size) add_free(slab, start + size, free_size - size);
    slab->second.live += size;
    return CodeBlock{start, size, forks_};
}

std::expected<void, Failure> CodeArena::write(const CodeBlock& block, std::span<const std::byte> code) {
    assert(code.size() <= block.size);
    std::byte* target = block.start;
    {
        const std::lock_guard lock(mutex_);
        const auto slab = slab_of(block.start);
        if (slab->second.edit != nullptr) target = slab->second.edit + (block.start - slab->first);
    }
    const bool flip = target == block.start;
    if (flip && mprotect(block.start, block.size, PROT_READ | PROT_WRITE) != 0)
        return std::unexpected(system_failure("code memory cannot be written"));
    if (!populate(target, code.size())) return std::unexpected(system_failure("no memory for code"));
    std::memcpy(target, code.data(), code.size());
    if (flip && mprotect(block.start, block.size, PROT_READ | PROT_EXEC) != 0)
        return std::unexpected(system_failure("code memory cannot be made executable"));
    auto* first = reinterpret_cast<char*>(block.start);
    __builtin___clear_cache(first, first + code.size());
    return {};
}

void CodeArena::release(const CodeBlock& block) {
    const std::lock_guard lock(mutex_);
    const auto slab = slab_of(block.start);
    assert(slab->second.live >= block.size);
    slab->second.live -= block.size;
    const bool shared = slab->second.edit != nullptr && (slab->second.inherited || block.forks != forks_);
    if (!shared) add_free(slab, block.start, block.size);
    if (slab->second.live != 0) return;
    // One empty slab is kept for what comes next, so that a lone check that comes and goes maps nothing.
    const bool reusable = slab->second.forks == forks_ && slab->second.size == kSlabBytes;
    if (!reusable || slabs_.size() > 1) retire(slab);
}

void CodeArena::after_fork(bool child) {
    ++forks_;
    if (child) {
        for (auto slab = slabs_.begin(); slab != slabs_.end(); ++slab) {
            slab->second.inherited = true;
            if (slab->second.edit != nullptr) drop_free(slab);
        }
    }
    mutex_.unlock();
}

std::expected<void, Failure> CodeArena::add_slab(std::size_t bytes) {
    std::size_t size = std::max(kSlabBytes, round_up(bytes + std::max(kLead, granule_), page_bytes()));
    auto mapped = mapping_ == Mapping::twice ? map_twice(size) : map_once(size);
    if (!mapped && mapping_ == Mapping::twice && slabs_.empty()) {
        mapping_ = Mapping::once;
        granule_ = page_bytes();
        size = round_up(size + granule_, granule_);
        mapped = map_once(size);
    }
    if (!mapped) return std::unexpected(mapped.error());
    const auto slab = slabs_.emplace(mapped->run, Slab{mapped->edit, size, 0, forks_, false}).first;
    const std::size_t lead = std::max(kLead, granule_);
    add_free(slab, mapped->run + lead, size - lead);
    return {};
}

CodeArena::Slabs::iterator CodeArena::slab_of(std::byte* address) {
    return std::prev(slabs_.upper_bound(address));
}

void CodeArena::add_free(const Slabs::iterator& slab, std::byte* start, std::size_t size) {
    const std::byte* begin = slab->first;
    const std::byte* end = begin + slab->second.size;
    const auto after = free_by_address_.lower_bound(start);
    if (after != free_by_address_.end() && after->first == start + size && after->first < end) {
        const std::size_t joined = after->second;
        take_free(start + size, joined);
        size += joined;
    }
    auto before = free_by_address_.lower_bound(start);
    if (before != free_by_address_.begin()) {
        --before;
        if (before->first >= begin && before->first + before->second == start) {
            start = before->first;
            const std::size_t joined = before->second;
            take_free(start, joined);
            size += joined;
        }
    }
    free_by_address_.emplace(start, size);
    free_by_size_.emplace(size, start);
}

void CodeArena::take_free(std::byte* start, std::size_t size) {
    free_by_address_.erase(start);
    free_by_size_.erase({size, start});
}

void CodeArena::drop_free(const Slabs::iterator& slab) {
    const std::byte* end = slab->first + slab->second.size;
    auto range = free_by_address_.lower_bound(slab->first);
    while (range != free_by_address_.end() && range->first < end) {
        free_by_size_.erase({range->second, range->first});
        range = free_by_address_.erase(range);
    }
}

void CodeArena::retire(const Slabs::iterator& slab) {
    drop_free(slab);
    munmap(slab->first, slab->second.size);
    if (slab->second.edit != nullptr) munmap(slab->second.edit, slab->second.size);
    slabs_.erase(slab);
}

}  // namespace guardc::native
