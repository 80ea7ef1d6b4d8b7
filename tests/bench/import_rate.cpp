#include "tests/bench/import_rate.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

#include "compiler/import/import.h"
#include "tests/checkout.h"

namespace guardc::bench {

namespace {

constexpr int kRounds = 7;
constexpr double kTarget = 100'000;

// The import runs in one thread, so the time of the process is that of one core.
double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

std::optional<Figure> import_rate() {
    const std::filesystem::path path = tests::corpus_folder() / "flat/learn_torch_compile.txt.xz";
    const std::array inputs{compiler::ImportInput{"log", tests::unpacked(path).value_or("")}};
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
