// Code by program: entries of one shape share what was compiled for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "compiler/native/link.h"

namespace guardc::native {

// Knows live code only, and keeps none of it alive. Any thread may call anything.
class CodeCache : public std::enable_shared_from_this<CodeCache> {
  public:
    // What was compiled for an equal program and is still held, or null.
    std::shared_ptr<const NativeCheck> find(const Program& program);

    // Takes over the code. Where another thread came first, its code is returned and this one's released.
    // A program in pieces has several blocks of code; the last holds the check.
    std::shared_ptr<const NativeCheck> insert(const Program& program, std::vector<LinkedCode> code);

    std::size_t functions() const { return functions_.load(std::memory_order_relaxed); }
    std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  private:
    class SharedCode;
    struct Row {
        const SharedCode* code;
        std::weak_ptr<const SharedCode> holder;
    };

    using Seen = std::vector<std::shared_ptr<const SharedCode>>;
    std::shared_ptr<const NativeCheck> find_locked(const Program& program, std::uint64_t hash, Seen& seen);
    void forget(const SharedCode& code);

    std::mutex mutex_;
    std::unordered_multimap<std::uint64_t, Row> rows_;  // by hash of the program
    std::atomic<std::size_t> functions_ = 0;
    std::atomic<std::size_t> bytes_ = 0;
};

}  // namespace guardc::native
