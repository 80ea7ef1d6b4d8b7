// What the system says about the memory of this process.
#pragma once

#include <cstddef>

namespace guardc::native_test {

struct ProcessMemory {
    std::size_t resident_bytes = 0;
    std::size_t regions = 0;
    std::size_t writable_and_executable = 0;
};
ProcessMemory process_memory();

// Sanitizers keep freed memory and slow everything down, so figures say nothing and counts are cut.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace guardc::native_test
