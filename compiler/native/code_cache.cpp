#include "compiler/native/code_cache.h"

#include <utility>
#include <vector>

namespace guardc::native {
namespace {

std::uint64_t hash_of(const Program& program) {
    std::uint64_t hash = program.code.size();
    const auto take = [&hash](std::uint64_t value) {
        hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 29U;
    };
    const auto pair = [](std::uint32_t high, std::uint32_t low) {
        return (std::uint64_t{high} << 32U) | low;
    };
    for (const Instruction& in : program.code) {
        take(pair(static_cast<std::uint32_t>(in.op) << 16U | std::uint32_t{in.form} << 8U | in.negated,
                  static_cast<std::uint32_t>(in.tag)));
        take(pair(in.dst, in.a));
        take(pair(in.b, in.data));
        take(pair(in.extra, in.count));
        take(in.target);
    }
    for (const std::uint64_t mask : program.masks)
        take(mask);
    return hash;
}

}  // namespace

class CodeCache::SharedCode : public NativeCheck {
  public:
    SharedCode(std::shared_ptr<CodeCache> cache, Program program, std::uint64_t hash,
               std::vector<LinkedCode> code)
        : cache_(std::move(cache)), program_(std::move(program)), hash_(hash), code_(std::move(code)) {
        function_ = reinterpret_cast<CheckFunction>(code_.back().entry());
        for (const LinkedCode& part : code_)
            code_bytes_ += part.bytes();
        cache_->functions_.fetch_add(1, std::memory_order_relaxed);
        cache_->bytes_.fetch_add(code_bytes_, std::memory_order_relaxed);
    }
    SharedCode(const SharedCode&) = delete;
    SharedCode& operator=(const SharedCode&) = delete;
    ~SharedCode() override {
        cache_->forget(*this);
        cache_->functions_.fetch_sub(1, std::memory_order_relaxed);
        cache_->bytes_.fetch_sub(code_bytes_, std::memory_order_relaxed);
    }

    const Program& program() const { return program_; }
    std::uint64_t hash() const { return hash_; }

  private:
    std::shared_ptr<CodeCache> cache_;
    Program program_;
    std::uint64_t hash_;
    std::vector<LinkedCode> code_;
};

// A row may turn out to be the last holder of its code; such code must die outside the lock, for it takes the
// lock itself. So what was looked at is let go only when `seen` is, after the lock.
std::shared_ptr<const NativeCheck> CodeCache::find_locked(const Program& program, std::uint64_t hash,
                                                          Seen& seen) {
    const auto [first, last] = rows_.equal_range(hash);
    for (auto row = first; row != last; ++row) {
        auto held = row->second.holder.lock();
        if (held == nullptr) continue;
        seen.push_back(held);
        if (held->program() == program) return held;
    }
    return nullptr;
}

std::shared_ptr<const NativeCheck> CodeCache::find(const Program& program) {
    const std::uint64_t hash = hash_of(program);
    Seen seen;
    const std::lock_guard lock(mutex_);
    return find_locked(program, hash, seen);
}

std::shared_ptr<const NativeCheck> CodeCache::insert(const Program& program, std::vector<LinkedCode> code) {
    const std::uint64_t hash = hash_of(program);
    Seen seen;
    auto mine = std::make_shared<const SharedCode>(shared_from_this(), program, hash, std::move(code));
    const std::lock_guard lock(mutex_);
    if (auto first = find_locked(program, hash, seen)) return first;
    rows_.emplace(hash, Row{mine.get(), mine});
    return mine;
}

void CodeCache::forget(const SharedCode& code) {
    const std::lock_guard lock(mutex_);
    const auto [first, last] = rows_.equal_range(code.hash());
    for (auto row = first; row != last; ++row) {
        if (row->second.code != &code) continue;
        rows_.erase(row);
        return;
    }
}

}  // namespace guardc::native
