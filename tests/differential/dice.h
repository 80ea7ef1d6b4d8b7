// The random choices of one case: the same seed gives the same case on every machine.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

namespace guardc::differential {

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    std::uint64_t word() {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31U);
    }
    std::uint64_t below(std::uint64_t bound) { return word() % bound; }
    std::int64_t between(std::int64_t first, std::int64_t last) {
        return first + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(last - first) + 1));
    }
    bool chance(unsigned percent) { return below(100) < percent; }

    template <class Range>
    decltype(auto) pick(Range& choices) {
        return choices[below(std::size(choices))];
    }
    std::string_view pick(std::initializer_list<std::string_view> choices) {
        return choices.begin()[below(choices.size())];
    }

  private:
    std::uint64_t state_;
};

// Pieces that are themselves thrown: unlike the operands of `+`, those of a list are made from left to right.
inline std::string concat(std::initializer_list<std::string_view> pieces) {
    std::string text;
    for (const std::string_view piece : pieces)
        text += piece;
    return text;
}

}  // namespace guardc::differential
