// Whether a sanitizer watches this build: it slows everything down, so counts are cut, and it keeps freed
// memory.
#pragma once

namespace guardc::tests {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||
                                   __has_feature(undefined_behavior_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace guardc::tests
