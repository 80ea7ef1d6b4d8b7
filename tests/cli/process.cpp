#include "tests/cli/process.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace guardc::tests {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kMostSeconds = 120;

void redirect(int descriptor, const fs::path& file, int flags) {
    const int opened = open(file.c_str(), flags | O_CLOEXEC, 0600);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(127);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "guardc-cli-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string read_file(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void write_file(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

Finished run_command(const std::string& command, const std::string& standard_input, const fs::path& folder) {
    const TemporaryFolder streams;
    const fs::path in = streams.path() / "in", out = streams.path() / "out", err = streams.path() / "err";
    write_file(in, standard_input);
    const std::string path = fs::path(GUARDC_PROGRAM).parent_path().string() + ":" + std::getenv("PATH");

    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot fork");
    if (child == 0) {
        redirect(STDIN_FILENO, in, O_RDONLY);
        redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT);
        redirect(STDERR_FILENO, err, O_WRONLY | O_CREAT);
        if (chdir(folder.c_str()) != 0 || setenv("PATH", path.c_str(), 1) != 0 || unsetenv("NO_COLOR") != 0 ||
            setenv("LC_ALL", "C", 1) != 0)
            _exit(127);
        alarm(kMostSeconds);
        execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) throw std::runtime_error("cannot wait for a command");
    return {read_file(out), read_file(err), WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

}  // namespace guardc::tests
