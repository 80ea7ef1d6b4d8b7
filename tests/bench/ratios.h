// Ratios between benchmarks of one run.
#pragma once

#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace guardc::bench {

// `id` names the ratio for good (bench.json); numerator and denominator are benchmarks of this program.
// `scale` multiplies the ratio (for "per guard" figures of different sizes).
struct Ratio {
    std::string id;
    std::string numerator;
    std::string denominator;
    std::string text;
    double scale = 1;
    double target = 0;  // the most that the median may be; 0: none is set
};

// A figure that is no ratio, with the least that it must be.
struct Figure {
    std::string id;
    double value = 0, low = 0, high = 0;
    double target = 0;
    std::string text;
};

// Collects the repetitions of every benchmark and prints nothing while they run.
class Collector : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context& context) override;
    void ReportRuns(const std::vector<Run>& runs) override;

    // A table of the ratios: median over the repetitions, lowest, highest. A ratio whose benchmarks did not
    // run (a filter) is left out.
    void print(const std::vector<Ratio>& ratios) const;
    // {"ratios": [{"id", "value", "low", "high", "target", "holds"}]}, the figures last; false when the file
    // cannot be written.
    bool write_json(const std::vector<Ratio>& ratios, const std::vector<Figure>& figures,
                    const std::string& path) const;

  private:
    struct Spread {
        double value = 0, low = 0, high = 0;
        bool known = false;
    };
    Spread spread(const Ratio& ratio) const;
    std::vector<double> seconds_of(const std::string& name) const;

    std::vector<std::pair<std::string, double>> runs_;
};

void print(const std::vector<Figure>& figures);

}  // namespace guardc::bench
