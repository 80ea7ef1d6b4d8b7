// What may be sent to whom: colour and progress go to terminals only.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "grammar/diagnostic.h"

namespace guardc::cli {

// On when the stream is a terminal that knows colours and NO_COLOR is not set.
grammar::Colour colour_of(std::FILE* stream);

enum class Ink : std::uint8_t { good, bad, quiet };
std::string painted(Ink ink, std::string_view text, grammar::Colour colour);

// Without control characters: names, guards and values of a hostile file go to terminals too.
std::string one_line(std::string_view text);

// Writes all of it; a failure shows when the program ends (finish_output).
void write(std::FILE* stream, std::string_view text);

// Flushes the standard output; false, with a message, when not all of it was written.
bool finish_output();

// A counter on the last line of a terminal's standard error; silent anywhere else.
class Progress {
  public:
    explicit Progress(std::string_view what);
    ~Progress();  // clears the line
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void advance();

  private:
    std::string_view what_;
    bool shown_;
    unsigned long count_ = 0;
};

}  // namespace guardc::cli
