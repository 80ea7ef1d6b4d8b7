#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include "tests/project/rules.h"

namespace guardc::tests {

namespace {

constexpr std::string_view kNativeFace = "compiler/native/native.h";
constexpr std::string_view kKernelFence = "runtime/dispatch/read_fence.cpp";  // asks the kernel itself

struct Include {
    std::string header;
    bool quoted = false;
};

std::optional<Include> include_of(std::string_view line) {
    const std::size_t mark = line.find_first_not_of(" \t");
    if (mark == std::string_view::npos || line[mark] != '#') return std::nullopt;
    line.remove_prefix(mark + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with("include")) return std::nullopt;
    const std::size_t open = line.find_first_of("<\"");
    if (open == std::string_view::npos) return std::nullopt;
    const std::size_t close = line.find(line[open] == '<' ? '>' : '"', open + 1);
    if (close == std::string_view::npos) return std::nullopt;
    return Include{std::string(line.substr(open + 1, close - open - 1)), line[open] == '"'};
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
    return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

// `<vector>`, `<cstdint>`: neither a folder nor `.h`.
bool is_standard(std::string_view header) {
    return header.find_first_of("./") == std::string_view::npos;
}

bool is_from_library(std::string_view header) {
    return starts_with_any(header, {"boost/", "llvm/", "llvm-c/", "z3", "fmt/", "nlohmann/", "CLI/", "xxhash",
                                    "catch2/", "rapidcheck", "benchmark/"});
}

bool allowed_library(const SourceFile& file, std::string_view header) {
    const bool source = file.path.ends_with(".cpp");
    if (starts_with_any(header, {"boost/"}))
        return file.in("grammar/") && (source || file.path.ends_with("_def.h"));
    if (starts_with_any(header, {"llvm/", "llvm-c/"}))
        return file.in("compiler/native/") && file.path != kNativeFace;
    if (starts_with_any(header, {"z3"})) return file.in("compiler/proof/");
    if (starts_with_any(header, {"CLI/"})) return file.in("compiler/cli/");
    if (starts_with_any(header, {"nlohmann/", "xxhash"})) return file.in("compiler/");
    if (starts_with_any(header, {"fmt/"})) return file.in("grammar/") || file.in("compiler/");
    return false;
}

bool allowed_in_runtime(const SourceFile& file, std::string_view header) {
    if (file.path == kKernelFence && starts_with_any(header, {"linux/", "sys/syscall.h", "unistd.h"}))
        return true;
    return is_standard(header) || header == "sys/sdt.h";
}

bool allowed_of_ours(const SourceFile& file, std::string_view header) {
    if (file.in("grammar/")) return starts_with_any(header, {"grammar/"});
    if (file.in("runtime/")) return starts_with_any(header, {"runtime/"});
    if (header.starts_with("compiler/cli/")) return file.in("compiler/cli/");
    if (header.starts_with("compiler/native/")) return file.in("compiler/native/") || header == kNativeFace;
    if (file.in("examples/") && header.find('/') == std::string_view::npos) return true;  // its own files
    return starts_with_any(header, {"grammar/", "compiler/", "runtime/"});
}

bool allowed(const SourceFile& file, const Include& include) {
    if (include.quoted) return allowed_of_ours(file, include.header);
    if (file.in("runtime/")) return allowed_in_runtime(file, include.header);
    return !is_from_library(include.header) || allowed_library(file, include.header);
}

}  // namespace

Breaches wrong_includes(const std::vector<SourceFile>& files) {
    Breaches breaches;
    for (const SourceFile& file : files) {
        if (!file.is_code() || file.in("tests/")) continue;
        std::istringstream lines(file.text);
        for (std::string line; std::getline(lines, line);)
            if (const auto include = include_of(line); include && !allowed(file, *include))
                breaches.push_back(file.path + ": may not include " + include->header);
    }
    return breaches;
}

}  // namespace guardc::tests
