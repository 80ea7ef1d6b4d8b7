// Reading what the command line names; `-` is the standard input.
#pragma once

#include <cstdio>
#include <expected>
#include <memory>
#include <optional>
#include <string>

namespace guardc::cli {

struct InputFailure {
    std::string message;  // "decode.guard: No such file or directory"
};

// A stream of bytes that is closed with its owner, the standard input excepted.
class Input {
  public:
    static std::expected<Input, InputFailure> open(const std::string& path);

    // The rest of it, or its first `limit` + 1 bytes where it is longer: enough for whoever enforces the
    // limit to notice.
    std::expected<std::string, InputFailure> rest(std::size_t limit);

    // The next line without its end; nothing at the end. Lines are cut off after `limit` + 1 bytes.
    std::expected<std::optional<std::string>, InputFailure> line(std::size_t limit);

    const std::string& name() const { return name_; }

  private:
    struct Close {
        void operator()(std::FILE* stream) const;
    };
    Input(std::string name, std::FILE* stream) : name_(std::move(name)), stream_(stream) {}
    InputFailure failure() const;

    std::string name_;
    std::unique_ptr<std::FILE, Close> stream_;
};

// All of one file.
std::expected<std::string, InputFailure> read_input(const std::string& path, std::size_t limit);

// Replaces the file in one step: whoever reads it sees the old text or the new one. Keeps its mode, follows
// symbolic links. Nothing, or what failed.
std::optional<InputFailure> replace_file(const std::string& path, const std::string& text);

}  // namespace guardc::cli
