// Fenced blocks of the documents.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace guardc::docs {

struct Fence {
    std::string file;
    unsigned line = 0;  // of the opening fence, from 1
    std::string language;
    std::string text;
};

std::vector<Fence> fences_of(const std::string& file, std::string_view text);

// Commands of a `console` block: a line `$ COMMAND`, and what it prints.
struct Command {
    std::string line;
    std::string output;
};
std::vector<Command> commands_of(std::string_view console);

std::string read_file(const std::string& path);

}  // namespace guardc::docs
