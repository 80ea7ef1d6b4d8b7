// What a frame does at its limit, after a failed compile, and in which order it asks its entries.
#pragma once

#include <cstdint>

namespace guardc {

enum class AtLimit : std::uint8_t {
    run_only,  // what is compiled keeps serving, every miss runs eagerly
    skip,      // the whole frame runs eagerly from the first miss at the limit on
    evict,     // the new entry replaces one that was not used lately
    refuse,    // a miss is an error with its reasons
};

// Live entries of a frame; dead ones do not count. A frame below its limit compiles.
struct LimitPolicy {
    std::uint32_t count = 8;
    AtLimit then = AtLimit::run_only;
};

enum class OnFailure : std::uint8_t {
    run_only,  // nothing is compiled for this frame any more, what is compiled keeps serving
    skip,      // the whole frame runs eagerly
    retry,     // the next miss compiles again; after `retries` failures more in a row: run_only
};

struct FailurePolicy {
    OnFailure then = OnFailure::run_only;
    std::uint32_t retries = 0;
};

// Entries are asked in this order of their insertion; the first whose guards all hold serves.
enum class EntryOrder : std::uint8_t { declared, newest_first };

}  // namespace guardc
