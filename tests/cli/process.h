// Running a command line in a folder.
#pragma once

#include <filesystem>
#include <string>

namespace guardc::tests {

struct Finished {
    std::string standard_output;
    std::string standard_error;
    int exit_status = 0;  // 128 + number of the signal that ended it
};

// Runs `command` by the shell, with the folder of the program under test first in PATH, no colours asked for
// or refused, and no terminal. Ended after two minutes.
Finished run_command(const std::string& command, const std::string& standard_input,
                     const std::filesystem::path& folder);

// A folder that is gone with its owner.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace guardc::tests
