// What the system says about the memory of this process.
#pragma once

#include <cstddef>

namespace guardc::native_test {

struct ProcessMemory {
    std::size_t resident_bytes = 0;
    std::size_t regions = 0;
    std::size_t writable_and_executable = 0;
};
ProcessMemory process_memory();

}  // namespace guardc::native_test
