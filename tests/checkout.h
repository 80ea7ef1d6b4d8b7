// Where the tests find what is not compiled into them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace guardc::tests {

// The folder of the checkout that this was built from.
std::filesystem::path source_folder();

// The corpus of real guards: where GUARDC_CORPUS says, else beside the checkout. It is not part of the
// checkout and may be missing; a test that wants it says so then.
std::filesystem::path corpus_folder();

// The bytes of a file, unpacked when its name ends with .xz; nothing when it cannot be read.
std::optional<std::string> unpacked(const std::filesystem::path& path);
// Its lines, without their ends; none when it cannot be read.
std::vector<std::string> lines_of(const std::filesystem::path& path);

}  // namespace guardc::tests
