#include "tests/docs/fences.h"

#include <fstream>
#include <sstream>

namespace guardc::docs {

std::string read_file(const std::string& path) {
    std::ifstream stream(path);
    std::ostringstream text;
    text << stream.rdbuf();
    return std::move(text).str();
}

std::vector<Fence> fences_of(const std::string& file, std::string_view text) {
    std::vector<Fence> fences;
    std::istringstream lines{std::string(text)};
    std::string line;
    bool open = false;
    for (unsigned number = 1; std::getline(lines, line); ++number) {
        if (line.starts_with("```")) {
            if (!open) fences.push_back({file, number, line.substr(3), {}});
            open = !open;
        } else if (open) {
            fences.back().text += line + '\n';
        }
    }
    return fences;
}

std::vector<Command> commands_of(std::string_view console) {
    std::vector<Command> commands;
    std::istringstream lines{std::string(console)};
    std::string line;
    while (std::getline(lines, line)) {
        if (line.starts_with("$ ")) {
            commands.push_back({line.substr(2), {}});
        } else if (!commands.empty()) {
            commands.back().output += line + '\n';
        }
    }
    return commands;
}

}  // namespace guardc::docs
