// Objects of a small engine of its own, for programs that are written by hand or by chance.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/model/model.h"

namespace guardc::native_test {

struct Sample {
    std::uint8_t kind = 0;  // index into the model's kinds
    std::uint8_t u8 = 0;    // 255 makes the model fail
    std::int8_t i8 = 0;
    std::uint8_t unused = 0;
    std::uint16_t u16 = 0;
    std::int16_t i16 = 0;
    std::uint32_t u32 = 0;
    std::int32_t i32 = 0;
    float f32 = 0;
    std::uint32_t count = 0;  // of `row`
    std::uint64_t u64 = 0;
    std::int64_t i64 = 0;
    double f64 = 0;
    const Sample* next = nullptr;
    std::uint64_t identity = 0;
    std::int64_t row[4] = {};
};

inline constexpr std::uint32_t kPlainKind = 0;    // an object
inline constexpr std::uint32_t kTensorKind = 1;   // size(i) is row[i] while i < count; rank is count
inline constexpr std::uint32_t kIntegerKind = 2;  // an int: i64

// Facts of all kinds: attribute (any name) is `next`, length is `count`.
const Model& sample_model();

// What the samples' types are called, as the model's handles.
std::uint64_t sample_type(std::uint32_t kind);

}  // namespace guardc::native_test
