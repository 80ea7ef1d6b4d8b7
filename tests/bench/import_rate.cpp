#include "tests/bench/import_rate.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

#include "compiler/import/import.h"

namespace guardc::bench {

namespace {

constexpr int kRounds = 7;
constexpr double kTarget = 100'000;

std::filesystem::path corpus() {
    const char* given = std::getenv("GUARDC_CORPUS");
    if (given != nullptr) return given;
    return std::filesystem::path(GUARDC_SOURCE_DIR) / "../shared/corpus";
}

std::string unpacked(const std::filesystem::path& path) {
    std::string text;
    FILE* pipe = popen(("xz -dc '" + path.string() + "'").c_str(), "r");
    if (pipe == nullptr) return text;
    std::array<char, 1U << 16U> buffer;
    for (std::size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        text.append(buffer.data(), count);
    if (pclose(pipe) != 0) text.clear();
    return text;
}

// The import runs in one thread, so the time of the process is that of one core.
double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

std::optional<Figure> import_rate() {
    const std::filesystem::path path = corpus() / "flat/learn_torch_compile.txt.xz";
    const std::array inputs{
        compiler::ImportInput{"log", std::filesystem::exists(path) ? unpacked(path) : std::string()}};
    if (inputs[0].text.empty()) {
        fmt::print(stderr, "guardc_bench: no log to import at {}; set GUARDC_CORPUS\n", path.string());
        return std::nullopt;
    }
    std::vector<double> rates;
    for (int round = 0; round < kRounds; ++round) {
        const double before = cpu_seconds();
        const auto imported = compiler::import_logs(inputs);
        const double seconds = cpu_seconds() - before;
        if (!imported) return std::nullopt;
        rates.push_back(static_cast<double>(imported->report.clauses) / seconds);
    }
    std::ranges::sort(rates);
    return Figure{"import_rate", rates[rates.size() / 2],     rates.front(), rates.back(),
                  kTarget,       "clauses a second, one core"};
}

}  // namespace guardc::bench
