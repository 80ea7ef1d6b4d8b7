#include "tests/conformance/cases.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "tests/checkout.h"

namespace guardc::conformance {

namespace {

// `frame {..}` or `frame(x, y) {..}`
bool read_frame_line(const std::string& line, CaseFile& file) {
    if (!line.starts_with("frame")) return false;
    const std::size_t brace = line.find('{');
    if (brace == std::string::npos) return false;
    const std::size_t bracket = line.find('(');
    std::string head = "frame f";
    if (bracket < brace) head += line.substr(bracket, line.find(')') - bracket + 1);
    file.frames.push_back({head + " {\n}\n", line.substr(brace)});
    return true;
}

std::optional<Truth> truth_named(std::string_view word) {
    if (word == "true") return Truth::yes;
    if (word == "false") return Truth::no;
    if (word == "undefined") return Truth::undefined;
    return std::nullopt;
}

bool read_case_line(const std::string& line, std::size_t number, CaseFile& file) {
    const std::size_t bar = line.find(" | ");
    if (bar == std::string::npos || file.frames.empty()) return false;
    std::istringstream words(line.substr(0, bar));
    std::string expected;
    Case read{
        file.name + ":" + std::to_string(number), {}, line.substr(bar + 3), {}, {}, file.frames.size() - 1};
    words >> expected;
    read.truth = truth_named(expected);
    if (!read.truth && (expected != "refused" || !(words >> read.refusal))) return false;
    std::string rest;
    if (!(words >> read.name) || words >> rest) return false;
    file.cases.push_back(std::move(read));
    return true;
}

}  // namespace

CaseFile read_cases(const std::string& path) {
    CaseFile file;
    file.name = std::filesystem::path(path).filename();
    std::ifstream stream(path);
    std::string line;
    for (std::size_t number = 1; std::getline(stream, line); ++number) {
        if (line.empty() || line.starts_with('#')) continue;
        if (!read_frame_line(line, file) && !read_case_line(line, number, file))
            file.mistakes.push_back(file.name + ":" + std::to_string(number) + ": " + line);
    }
    return file;
}

std::vector<std::string> case_files() {
    std::vector<std::string> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator(tests::source_folder() / "tests/conformance"))
        if (entry.path().extension() == ".cases") paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
}

}  // namespace guardc::conformance
