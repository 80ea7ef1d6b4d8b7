// The one walk behind key_equal, element_equal and look-ups in dicts and sets. Private to this folder.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/value/key_index.h"
#include "runtime/value/objects.h"
#include "runtime/value/python_equal.h"

namespace guardc {

enum class EqualityMode : std::uint8_t { element, key };

// Depth and steps are bounded together for everything that one question leads to: sets within sets, tables
// within tables.
class EqualityWalk {
  public:
    explicit EqualityWalk(EqualityMode mode) : mode_(mode) {}

    Truth equal(const Value& left, const Value& right, unsigned depth) noexcept;
    // Keys are told apart as keys, whatever they are looked for on behalf of.
    KeyPlace find(std::span<const Value* const> keys, const KeyIndex* index, const Value& key,
                  unsigned depth) noexcept;

  private:
    KeyPlace scan(std::span<const Value* const> keys, const Value& key, unsigned depth) noexcept;
    Truth unlike(const Value& left, const Value& right) const;
    Truth each_equal(std::span<const Value* const> left, std::span<const Value* const> right, unsigned depth);
    Truth sets_equal(const SequenceValue& left, const SequenceValue& right, unsigned depth);
    Truth dicts_equal(const DictValue& left, const DictValue& right, unsigned depth);

    EqualityMode mode_;
    std::uint64_t steps_ = 0;
};

// `known` is yes with a hash, undefined when the value has one that nobody here knows, no when it has none (a
// list): then Python raises.
struct HashOf {
    Truth known = Truth::yes;
    std::uint64_t hash = 0;
};
HashOf hash_of(const Value& key) noexcept;
std::uint64_t hash_text(std::string_view text);  // of a str key

}  // namespace guardc
