#include "tests/native/process_memory.h"

#include <fstream>
#include <string>

#include <unistd.h>

namespace guardc::native_test {

ProcessMemory process_memory() {
    ProcessMemory memory;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        ++memory.regions;
        const std::string rights = line.substr(line.find(' ') + 1, 3);
        if (rights[1] == 'w' && rights[2] == 'x') ++memory.writable_and_executable;
    }
    std::size_t pages = 0;
    std::ifstream statm("/proc/self/statm");
    statm >> pages >> pages;
    memory.resident_bytes = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return memory;
}

}  // namespace guardc::native_test
