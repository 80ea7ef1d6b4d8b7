// How long the search for examples goes on. Rules may be hostile: each bound is a number of steps, so that
// the same rules give the same frames on any machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace guardc::compiler::example {

// Times that all guards are assumed anew, with another branch of an `or` or another operand to adjust.
inline constexpr std::size_t kAttempts = 48;
// Guards assumed in all attempts together: entries of many guards get fewer attempts.
inline constexpr std::size_t kGuardsAssumed = 400'000;
// Rounds over the guards that tie several values together.
inline constexpr std::size_t kRepairRounds = 12;
// Values tried for one place where no rule says which one to take.
inline constexpr std::size_t kValuesTried = 1024;
// Guards over several places up to which values are tried that suit all of them at once.
inline constexpr std::size_t kGuardsTogether = 64;
// Pairs of values tried for two places of one guard.
inline constexpr std::size_t kPairsTried = 4096;
// Values tried in all, over all guards of an attempt.
inline constexpr std::size_t kValuesTriedInAll = 200'000;
// Operators within each other that rules look through; guards beyond it are left to luck.
inline constexpr unsigned kDepth = 600;
// Changes tried to make one guard fail alone.
inline constexpr std::size_t kChangesTried = 48;
// Guards judged while changes are tried, for one guard.
inline constexpr std::size_t kGuardsJudged = 40'000;
// Guards up to which a guard that no change of a value makes fail is denied in a search of its own.
inline constexpr std::size_t kGuardsDenied = 2'000;
// Guards assumed in all of these searches together, of one example.
inline constexpr std::size_t kGuardsDeniedInAll = 40'000;
// Guards of other entries that are denied in turn to keep those entries from taking the frame.
inline constexpr std::size_t kDenials = 64;
// The longest container and string that is made up.
inline constexpr std::int64_t kLongest = 100'000;

}  // namespace guardc::compiler::example
