// Logs of the corpus, imported: each entry with its example and mutants, judged by every engine.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace guardc::example_tests {

struct CorpusLog {
    std::string name;
    std::string text;
    std::string frame =
        {};  // one that the entry is known to accept, as JSON: it binds what the text leaves out
};

struct CorpusCounts {
    std::size_t logs = 0, entries = 0, found = 0, guards = 0, mutants = 0, alone = 0, fixed = 0, wrong = 0;
    // By the guard that stood in the way, or that no change violates: how often, and one of them.
    std::map<std::string, std::size_t> missing, unviolated;
    std::vector<std::string> faults;  // wrong verdicts, the first few in words
    double seconds = 0, slowest = 0;
    std::string slowest_entry;
};

// All logs under the folder of the corpus: tree/, trace/, flat/ and the trees of recorded verdicts. `take` is
// told the name of each part and says whether it is wanted. Nothing without a corpus.
void each_log(const std::function<bool(const std::string&)>& take,
              const std::function<void(CorpusLog)>& visit);

// `entry`: whether an entry of the log is run at all, by its number; `guard`: likewise of its mutants.
struct CorpusSample {
    std::function<bool(std::size_t)> entry = [](std::size_t) { return true; };
    std::function<bool(std::size_t)> guard = [](std::size_t) { return true; };
};
void run_log(const CorpusLog& log, const CorpusSample& sample, CorpusCounts& counts);

void print(const CorpusCounts& counts);

}  // namespace guardc::example_tests
