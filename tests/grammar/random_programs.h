// Random files of every kind of block and statement, in no canonical form.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace guardc::grammar {

class ProgramMaker {
  public:
    explicit ProgramMaker(std::uint32_t seed) : random_(seed) {}

    // A text without mistakes.
    std::string make();

  private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
    std::string one_of(const std::vector<std::string>& texts) { return texts[below(texts.size())]; }

    std::string expression();
    std::string name();
    std::string string();
    std::string because();
    std::string space() { return one_of({"", " ", "  "}); }
    void line(const std::string& text);
    void open(const std::string& head);
    void close();

    std::string guard();
    void guards();
    void frame();
    void frame_clause();
    void backend();
    void waiver();
    void test();
    std::string values();

    std::mt19937 random_;
    std::string out_;
};

}  // namespace guardc::grammar
