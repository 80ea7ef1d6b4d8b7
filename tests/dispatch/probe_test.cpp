// The probes stand in the program under their names.
#include "runtime/dispatch/probe.h"

#include <fstream>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

TEST_CASE("probes of provider guardc are in the program where the system has sys/sdt.h") {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    const std::string program = std::move(text).str();
#ifdef DTRACE_PROBE2
    for (const char* const name : {"hit", "miss", "compile", "retire"}) {
        INFO(name);
        CHECK(program.find(std::string("guardc\0", 7) + name + '\0') != std::string::npos);
    }
#else
    CHECK_FALSE(program.empty());
#endif
}
