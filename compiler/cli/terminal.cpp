#include "compiler/cli/terminal.h"

#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

namespace guardc::cli {

namespace {

constexpr unsigned long kProgressStep = 1024;

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

}  // namespace

grammar::Colour colour_of(std::FILE* stream) {
    const char* terminal = std::getenv("TERM");
    const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
    return !dumb && !is_set("NO_COLOR") && isatty(fileno(stream)) == 1 ? grammar::Colour::on
                                                                       : grammar::Colour::off;
}

std::string painted(Ink ink, std::string_view text, grammar::Colour colour) {
    if (colour == grammar::Colour::off) return std::string(text);
    constexpr const char* codes[] = {"32", "31", "2"};
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<unsigned>(ink)], text);
}

std::string one_line(std::string_view text) {
    std::string line(text);
    for (char& byte : line)
        if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f) byte = '?';
    return line;
}

void write(std::FILE* stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream);
}

bool finish_output() {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
    write(stderr, "guardc: cannot write to the standard output\n");
    return false;
}

Progress::Progress(std::string_view what) : what_(what), shown_(isatty(fileno(stderr)) == 1) {}

Progress::~Progress() {
    if (shown_ && count_ >= kProgressStep) write(stderr, "\r\x1b[K");
}

void Progress::advance() {
    if (++count_ % kProgressStep == 0 && shown_) write(stderr, fmt::format("\r{} {}", count_, what_));
}

}  // namespace guardc::cli
