// What the program ends with. Other programs rely on these numbers.
#pragma once

namespace guardc::cli {

enum class ExitCode : int {
    done = 0,          // done, or accepted
    rejected = 1,      // a frame was not accepted, a test failed, `fmt` found something
    usage = 2,         // wrong command line, malformed frames, input or output failed
    broken_rules = 3,  // rules that do not compile
    undecided = 4,
};

// Of several files or steps: rules that do not compile go before rejected frames, a failure of the
// environment before both.
constexpr ExitCode worse(ExitCode a, ExitCode b) {
    constexpr int ranks[] = {0, 2, 4, 3, 1};
    return ranks[static_cast<int>(a)] >= ranks[static_cast<int>(b)] ? a : b;
}

}  // namespace guardc::cli
