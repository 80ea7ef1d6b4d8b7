// Names of operations, for listings; the runtime's own are on the other side of the library's border.
#pragma once

#include "runtime/program/program.h"

namespace guardc::native {

constexpr const char* op_text(Op op) {
    constexpr const char* names[] = {
#define GUARDC_OP(name, shape, meaning) #name ".",
        GUARDC_OPS(GUARDC_OP)
#undef GUARDC_OP
    };
    return names[static_cast<unsigned>(op)];
}

}  // namespace guardc::native
