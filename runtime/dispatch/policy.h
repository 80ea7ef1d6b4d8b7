// What a frame does at its limits, after a failed compile, and in which order it asks its entries.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace guardc {

class EntryCode;

enum class AtLimit : std::uint8_t {
    run_only,  // what is compiled keeps serving, every miss runs eagerly
    skip,      // the whole frame runs eagerly from the first miss at the limit on
    evict,     // the new entry replaces one that was not used lately
    refuse,    // a miss is an error with its reasons
};

inline constexpr std::uint32_t kNoLimit = 0xffffffffU;

// Live entries of a frame; dead ones do not count. A frame below its limit compiles.
struct LimitPolicy {
    std::uint32_t count = 8;
    AtLimit then = AtLimit::run_only;
    friend bool operator==(const LimitPolicy&, const LimitPolicy&) = default;
};

// The same for each object that stands at `path` of the frames: an entry counts for the object of the frame
// that it was built from, and policies reach no further than that object's frames and entries. Entries that
// were inserted ready count for the object that their guards demand at the path; where they demand none, for
// no object.
struct ObjectLimit {
    std::string path = {};
    LimitPolicy limit = {};
    // A check without guards that lifts what stands at the path. Left out: the rule compiler's, and where it
    // has none all frames count as one object.
    std::shared_ptr<const EntryCode> value = {};
};

enum class OnFailure : std::uint8_t {
    run_only,  // nothing is compiled for this frame any more, what is compiled keeps serving
    skip,      // the whole frame runs eagerly
    retry,     // a later miss compiles again; after `retries` failures more in a row: run_only
};

struct FailurePolicy {
    OnFailure then = OnFailure::run_only;
    std::uint32_t retries = 0;
    // Before the first retry; each failure in a row doubles it, up to kLongestPause. Misses run eagerly
    // meanwhile.
    std::chrono::milliseconds pause{100};
};
inline constexpr std::chrono::milliseconds kLongestPause = std::chrono::minutes(1);

// What a miss does while another thread compiles for the frame. A thread that compiles something itself, and
// so may have got here from its callback, runs eagerly.
enum class WhileCompiling : std::uint8_t { run_eagerly, wait };

// Entries are asked in this order of their insertion; the first whose guards all hold serves.
enum class EntryOrder : std::uint8_t { declared, newest_first };

}  // namespace guardc
