#include "tests/checkout.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace guardc::tests {

std::filesystem::path source_folder() {
    return GUARDC_SOURCE_DIR;
}

std::filesystem::path corpus_folder() {
    const char* given = std::getenv("GUARDC_CORPUS");
    return given != nullptr ? std::filesystem::path(given) : source_folder() / "../shared/corpus";
}

std::optional<std::string> unpacked(const std::filesystem::path& path) {
    const std::string command = (path.extension() == ".xz" ? "xz -dc '" : "cat '") + path.string() + "'";
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return {};
    std::string text;
    std::array<char, 1U << 16U> buffer;
    for (std::size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        text.append(buffer.data(), count);
    if (pclose(pipe) != 0) return {};
    return text;
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
    std::istringstream text(unpacked(path).value_or(""));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) {
        if (line.ends_with('\r')) line.pop_back();
        lines.push_back(line);
    }
    return lines;
}

}  // namespace guardc::tests
