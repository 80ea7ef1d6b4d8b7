// The files of a checkout, for rules about the repository itself.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace guardc::tests {

struct SourceFile {
    std::string path;  // from the root, with `/`
    std::string text;

    bool in(std::string_view folder) const { return path.starts_with(folder); }
    bool is_code() const { return path.ends_with(".cpp") || path.ends_with(".h"); }
    std::size_t lines() const;
};

// Text files of the folders and root files that the project consists of, in order of their paths. What is
// built, and data, is left out.
std::vector<SourceFile> read_tree(const std::filesystem::path& root);

}  // namespace guardc::tests
