// A small engine's own structs. They know nothing of guardc.
#pragma once

#include <cstdint>
#include <string>

namespace engine {

enum class Element : std::int32_t { f32, f16, i64 };

struct Tensor {
    Element element;
    std::int32_t device;  // -1: host, else the number of the accelerator
    std::int32_t rank;
    std::int32_t dims[4];
    float* data;
};

struct Config {
    std::int32_t layers;
    bool causal;
    double dropout;
    std::string activation;
};

// The arguments of a kernel, as the engine passes them.
struct Arguments {
    const Tensor* input;
    const Tensor* mask;  // may be null
    const Config* config;
};

}  // namespace engine
