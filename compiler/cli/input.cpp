#include "compiler/cli/input.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace guardc::cli {

namespace {

InputFailure failed(const std::string& name) {
    return {fmt::format("{}: {}", name, std::strerror(errno))};
}

}  // namespace

void Input::Close::operator()(std::FILE* stream) const {
    if (stream != stdin) std::fclose(stream);
}

InputFailure Input::failure() const {
    return failed(name_);
}

std::expected<Input, InputFailure> Input::open(const std::string& path) {
    static bool standard_input_taken = false;
    if (path == "-") {
        if (standard_input_taken)
            return std::unexpected(InputFailure{"`-` is named twice, but the standard input is there once"});
        standard_input_taken = true;
        return Input(path, stdin);
    }
    std::FILE* stream = std::fopen(path.c_str(), "rbe");
    if (stream == nullptr) return std::unexpected(failed(path));
    return Input(path, stream);
}

std::expected<std::string, InputFailure> Input::rest(std::size_t limit) {
    std::string text;
    std::array<char, 1U << 16U> block;
    while (text.size() <= limit) {
        const std::size_t wanted = std::min(block.size(), limit + 1 - text.size());
        const std::size_t got = std::fread(block.data(), 1, wanted, stream_.get());
        text.append(block.data(), got);
        if (got < wanted) break;
    }
    if (std::ferror(stream_.get()) != 0) return std::unexpected(failure());
    return text;
}

std::expected<std::optional<std::string>, InputFailure> Input::line(std::size_t limit) {
    std::string text;
    int byte = getc_unlocked(stream_.get());
    if (byte == EOF && std::ferror(stream_.get()) == 0) return std::nullopt;
    for (; byte != EOF && byte != '\n'; byte = getc_unlocked(stream_.get()))
        if (text.size() <= limit) text.push_back(static_cast<char>(byte));
    if (std::ferror(stream_.get()) != 0) return std::unexpected(failure());
    if (text.ends_with('\r')) text.pop_back();
    return text;
}

std::expected<std::string, InputFailure> read_input(const std::string& path, std::size_t limit) {
    auto input = Input::open(path);
    if (!input) return std::unexpected(input.error());
    return input->rest(limit);
}

std::optional<InputFailure> replace_file(const std::string& path, const std::string& text) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(path.c_str(), nullptr), &std::free);
    struct stat state{};
    if (resolved == nullptr || stat(resolved.get(), &state) != 0) return failed(path);
    const std::string target = resolved.get();
    std::string temporary = target + ".XXXXXX";
    const int descriptor = mkstemp(temporary.data());
    if (descriptor < 0) return failed(path);
    std::FILE* stream = fdopen(descriptor, "wb");
    const bool written =
        stream != nullptr && std::fwrite(text.data(), 1, text.size(), stream) == text.size() &&
        fchmod(descriptor, state.st_mode & 07777U) == 0 && std::fflush(stream) == 0 && fsync(descriptor) == 0;
    const auto failure = failed(path);
    if (stream != nullptr)
        std::fclose(stream);
    else
        close(descriptor);
    if (!written) {
        unlink(temporary.c_str());
        return failure;
    }
    if (std::rename(temporary.c_str(), target.c_str()) != 0) {
        const auto refused = failed(path);
        unlink(temporary.c_str());
        return refused;
    }
    return std::nullopt;
}

}  // namespace guardc::cli
