// Programs by chance, and frames to run them on: sound by construction, with reads that are safe on any
// sample.
#pragma once

#include <memory>
#include <random>

#include "tests/native/engines.h"

namespace guardc::native_test {

struct RandomOptions {
    std::uint32_t statements = 12;  // about so many values and tests
    bool externs = true;
    std::uint32_t rarely =
        6;  // one in so many is a test that may miss, or an operation that may be undefined
};
WrittenProgram random_program(std::mt19937_64& random, const RandomOptions& options = {});

// Slots that random programs read, some null; the objects live as long as the frame does.
struct RandomFrame {
    std::vector<std::unique_ptr<Sample>> samples;
    Frame frame;
};
RandomFrame random_frame(std::mt19937_64& random);

}  // namespace guardc::native_test
