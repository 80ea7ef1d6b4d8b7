#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>

#include "tests/project/rules.h"

namespace guardc::tests {

namespace {

constexpr std::size_t kMostLines = 600;
constexpr std::size_t kMedianLines = 120;

// Written in halves, so that this file keeps its own rule.
constexpr std::array kWords{
    "/wo"
    "rk/",
    "/ro"
    "ot/",
    "/ho"
    "me/",
    "TO"
    "DO",
    "FIX"
    "ME"};

constexpr std::array kNames{"utils", "util", "helpers", "helper", "common", "misc"};

// A path begins where no other path goes on: `lib/root/` is none.
bool holds(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const char before = at == 0 ? ' ' : text[at - 1];
        if (word.front() != '/' || (std::isalnum(static_cast<unsigned char>(before)) == 0 && before != '}'))
            return true;
    }
    return false;
}

}  // namespace

Breaches wrong_sizes(const std::vector<SourceFile>& files) {
    Breaches breaches;
    std::vector<std::size_t> sizes;
    for (const SourceFile& file : files) {
        if (!file.is_code() && file.path != "dev" && file.path != "CMakeLists.txt") continue;
        sizes.push_back(file.lines());
        if (file.lines() > kMostLines)
            breaches.push_back(file.path + ": " + std::to_string(file.lines()) + " lines, at most 600");
    }
    if (sizes.empty()) return breaches;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::ranges::nth_element(sizes, middle);
    if (*middle >= kMedianLines)
        breaches.push_back("all: the median file has " + std::to_string(*middle) + " lines, at most 119");
    return breaches;
}

Breaches wrong_names(const std::vector<SourceFile>& files) {
    Breaches breaches;
    for (const SourceFile& file : files) {
        const std::string stem = std::filesystem::path(file.path).stem().string();
        if (std::ranges::find(kNames, stem) != kNames.end())
            breaches.push_back(file.path + ": a name that says nothing");
    }
    return breaches;
}

Breaches wrong_words(const std::vector<SourceFile>& files) {
    Breaches breaches;
    for (const SourceFile& file : files)
        for (const char* word : kWords)
            if (holds(file.text, word)) breaches.push_back(file.path + ": holds " + word);
    return breaches;
}

Breaches missing_documents(const std::vector<SourceFile>& files) {
    Breaches breaches;
    std::set<std::string> folders, documents;
    std::string map;  // the page that says what lies where
    for (const SourceFile& file : files) {
        if (file.in("docs/")) documents.insert(file.path);
        if (file.path == "docs/architecture.md") map = file.text;
        if (file.is_code() && (file.in("grammar/") || file.in("compiler/") || file.in("runtime/")))
            folders.insert(std::filesystem::path(file.path).parent_path().generic_string() + "/");
    }
    for (const char* page : {"docs/architecture.md", "docs/decisions.md", "docs/language.md"})
        if (!documents.contains(page)) breaches.push_back(std::string(page) + ": is missing");
    for (const std::string& folder : folders)
        if (map.find(folder) == std::string::npos)
            breaches.push_back(folder + ": docs/architecture.md does not name it");
    return breaches;
}

}  // namespace guardc::tests
