// Look-ups through a dispatcher, against what they could cost at best.
#pragma once

#include <memory>
#include <vector>

#include "tests/bench/ratios.h"

namespace guardc::bench {

class DispatchBench {
  public:
    DispatchBench();
    ~DispatchBench();

    void add_benchmarks();
    static std::vector<Ratio> ratios();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace guardc::bench
