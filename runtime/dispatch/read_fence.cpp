#include "runtime/dispatch/read_fence.h"

#include <chrono>
#include <cstdint>

#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace guardc {
namespace {

// ThreadSanitizer knows nothing of fences that the kernel puts into other threads.
#if defined(__SANITIZE_THREAD__)
#define GUARDC_UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GUARDC_UNDER_TSAN 1
#endif
#endif

#if defined(__linux__) && defined(SYS_membarrier) && !defined(GUARDC_UNDER_TSAN)
bool command(int what) noexcept {
    return syscall(SYS_membarrier, what, 0, 0) == 0;
}
bool register_process() noexcept {
    return command(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}
bool fence_all_threads() noexcept {
    return command(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}
#else
bool register_process() noexcept {
    return false;
}
bool fence_all_threads() noexcept {
    return false;
}
#endif

// A reader that began without a fence just before fences were taken up again may still have its store under
// way; processors drain their stores within microseconds, and this is what they are given.
constexpr std::chrono::nanoseconds kStoresAreOut = std::chrono::seconds(1);
constinit std::atomic<std::int64_t> refused_at{0};  // 0: never

std::int64_t now() noexcept {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

constinit std::atomic<bool> ReadFence::kernel_fences_{false};
const bool ReadFence::asked_ = ReadFence::ask_kernel();

bool ReadFence::ask_kernel() noexcept {
    const bool agreed = register_process() && fence_all_threads();
    kernel_fences_.store(agreed, std::memory_order_seq_cst);
    return agreed;
}

bool ReadFence::heavy() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (by_kernel()) {
        if (fence_all_threads()) return true;
        refused_at.store(now(), std::memory_order_relaxed);
        kernel_fences_.store(false, std::memory_order_seq_cst);
        return false;
    }
    const std::int64_t refused = refused_at.load(std::memory_order_relaxed);
    return refused == 0 || now() - refused > kStoresAreOut.count();
}

}  // namespace guardc
