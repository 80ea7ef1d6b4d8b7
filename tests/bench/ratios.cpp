#include "tests/bench/ratios.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace guardc::bench {

bool Collector::ReportContext(const Context&) {
    return true;
}

void Collector::ReportRuns(const std::vector<Run>& runs) {
    for (const Run& run : runs) {
        if (run.run_type == Run::RT_Iteration && !run.error_occurred && run.iterations > 0) {
            // Manual and real time both land in the real time that was accumulated.
            runs_.emplace_back(run.run_name.function_name,
                               run.real_accumulated_time / static_cast<double>(run.iterations));
        }
    }
}

std::vector<double> Collector::seconds_of(const std::string& name) const {
    std::vector<double> seconds;
    for (const auto& [run, time] : runs_) {
        if (run == name) {
            seconds.push_back(time);
        }
    }
    return seconds;
}

Collector::Spread Collector::spread(const Ratio& ratio) const {
    const std::vector<double> above = seconds_of(ratio.numerator);
    const std::vector<double> below = seconds_of(ratio.denominator);
    const std::size_t count = std::min(above.size(), below.size());
    if (count == 0) {
        return {};
    }
    std::vector<double> ratios;
    for (std::size_t i = 0; i < count; ++i) {
        ratios.push_back(ratio.scale * above[i] / below[i]);
    }
    std::ranges::sort(ratios);
    return {ratios[count / 2], ratios.front(), ratios.back(), true};
}

void Collector::print(const std::vector<Ratio>& ratios) const {
    fmt::print("\n{:<18} {:>10} {:>10} {:>10}   {}\n", "ratio", "median", "lowest", "highest",
               "what is divided by what");
    for (const Ratio& ratio : ratios) {
        if (const Spread found = spread(ratio); found.known) {
            fmt::print("{:<18} {:>10.2f} {:>10.2f} {:>10.2f}   {}\n", ratio.id, found.value, found.low,
                       found.high, ratio.text);
        }
    }
    fmt::print("\n{:<26} {:>14} {:>8}\n", "benchmark", "median, ns", "runs");
    std::vector<std::string> names;
    for (const auto& [name, time] : runs_) {
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
    for (const std::string& name : names) {
        std::vector<double> seconds = seconds_of(name);
        std::ranges::sort(seconds);
        fmt::print("{:<26} {:>14.1f} {:>8}\n", name, seconds[seconds.size() / 2] * 1e9, seconds.size());
    }
}

void print(const std::vector<Figure>& figures) {
    for (const Figure& figure : figures) {
        fmt::print("\n{}: {:.0f} {} (lowest {:.0f}, highest {:.0f}; at least {:.0f})\n", figure.id,
                   figure.value, figure.text, figure.low, figure.high, figure.target);
    }
}

bool Collector::write_json(const std::vector<Ratio>& ratios, const std::vector<Figure>& figures,
                           const std::string& path) const {
    nlohmann::json rows = nlohmann::json::array();
    for (const Ratio& ratio : ratios) {
        if (const Spread found = spread(ratio); found.known) {
            const bool has_target = ratio.target > 0;
            const auto target = has_target ? nlohmann::json(ratio.target) : nlohmann::json();
            const auto holds = has_target ? nlohmann::json(found.value <= ratio.target) : nlohmann::json();
            rows.push_back({{"id", ratio.id},
                            {"value", found.value},
                            {"low", found.low},
                            {"high", found.high},
                            {"target", target},
                            {"holds", holds}});
        }
    }
    for (const Figure& figure : figures) {
        rows.push_back({{"id", figure.id},
                        {"value", figure.value},
                        {"low", figure.low},
                        {"high", figure.high},
                        {"target", figure.target},
                        {"holds", figure.value >= figure.target}});
    }
    std::ofstream file(path);
    file << nlohmann::json{{"ratios", rows}}.dump(1) << '\n';
    file.close();
    return file.good();
}

}  // namespace guardc::bench
