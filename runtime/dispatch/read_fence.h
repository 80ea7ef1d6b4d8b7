// The fence between a reader's note that it reads and its first read.
//
// A reader stores its epoch and then loads what it reads; whoever frees does the opposite, so each needs a
// full fence in between. Reads are many and frees few: where the kernel can put a fence into every running
// thread of the process at once (`membarrier`), readers leave theirs out.
#pragma once

#include <atomic>

namespace guardc {

class ReadFence {
  public:
    // On the read side, between the store and the loads. Compilers may not move them across either.
    static void light() noexcept {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (!kernel_fences_.load(std::memory_order_relaxed)) [[unlikely]]
            std::atomic_thread_fence(std::memory_order_seq_cst);
    }

    // On the write side, between the unlinking and the look at the readers. False: readers cannot be told
    // from those that are done, so nothing may be freed this time.
    [[nodiscard]] static bool heavy() noexcept;

    // Whether readers do without. Decided when the process starts, and taken back when the kernel refuses
    // later (a sandbox that was closed meanwhile).
    static bool by_kernel() noexcept { return kernel_fences_.load(std::memory_order_relaxed); }

  private:
    static bool ask_kernel() noexcept;
    static constinit std::atomic<bool> kernel_fences_;
    static const bool asked_;
};

}  // namespace guardc
