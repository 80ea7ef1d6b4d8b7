// How often each guard kept an entry from serving, as far as reasons were asked for.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runtime/dispatch/reason_text.h"

namespace guardc {

struct GuardMisses {
    std::string guard;  // canonical text
    std::uint64_t misses = 0;
    friend bool operator==(const GuardMisses&, const GuardMisses&) = default;
};

// Any number of threads. Keeps kGuards texts; what comes beyond is counted as one.
class GuardTally {
  public:
    void add(std::span<const ReasonText> reasons);
    std::vector<GuardMisses> read() const;  // most misses first, then by text

    static constexpr std::size_t kGuards = 256;
    static constexpr const char* kOthers = "(other guards)";

  private:
    mutable std::mutex mutex_;
    std::map<std::string, std::uint64_t, std::less<>> misses_;
};

}  // namespace guardc
