// For what cannot happen unless this program is wrong.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace guardc::grammar {

[[noreturn]] inline void bug(const char* what) {
    std::fprintf(stderr, "guardc: internal error: %s\n", what);
    std::abort();
}

}  // namespace guardc::grammar
