#include "tests/project/source_tree.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace guardc::tests {

namespace fs = std::filesystem;

namespace {

constexpr std::array kFolders{"grammar", "compiler", "runtime", "examples", "tests", "docs", ".ci"};
constexpr std::array kRootFiles{"CMakeLists.txt", "CMakePresets.json", "README.md", "CHANGELOG.md", "dev",
                                ".clang-format",  ".clang-tidy",       ".gitignore"};
constexpr std::array kText{".cpp", ".h", ".md", ".txt", ".guard", ".py", ".sh", ".cmake", ""};

SourceFile read(const fs::path& root, const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {fs::relative(file, root).generic_string(),
            std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>())};
}

}  // namespace

std::size_t SourceFile::lines() const {
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

std::vector<SourceFile> read_tree(const fs::path& root) {
    std::vector<SourceFile> files;
    for (const char* folder : kFolders) {
        if (!fs::is_directory(root / folder)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension().string();
            if (entry.is_regular_file() && std::ranges::find(kText, extension) != kText.end())
                files.push_back(read(root, entry.path()));
        }
    }
    for (const char* name : kRootFiles)
        if (fs::is_regular_file(root / name)) files.push_back(read(root, root / name));
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

}  // namespace guardc::tests
