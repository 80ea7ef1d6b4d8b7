#include "runtime/program/program.h"

namespace guardc {

const char* op_name(Op op) {
    static constexpr const char* names[] = {
#define GUARDC_OP(name, shape, meaning) #name,
        GUARDC_OPS(GUARDC_OP)
#undef GUARDC_OP
    };
    const auto index = static_cast<unsigned>(op);
    return index < kOpCount ? names[index] : "unknown";
}

}  // namespace guardc
