// Element types and devices, as guards name them (torch names; `bool` is written `torch.bool` where it
// could be mistaken for the Python type).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace guardc {

// Names without the `torch.` prefix; aliases (`half`, `float`, `long`, ..) are known to parse_dtype only.
// clang-format off: it never comes to rest on a long list
#define GUARDC_DTYPES(X)                                                                             \
    X(uint8) X(int8) X(int16) X(int32) X(int64) X(float16) X(float32) X(float64) X(complex32)        \
    X(complex64) X(complex128) X(bool_) X(qint8) X(quint8) X(qint32) X(bfloat16) X(quint4x2)         \
    X(quint2x4) X(bits1x8) X(bits2x4) X(bits4x2) X(bits8) X(bits16) X(float8_e5m2) X(float8_e4m3fn)  \
    X(float8_e5m2fnuz) X(float8_e4m3fnuz) X(float8_e8m0fnu) X(float4_e2m1fn_x2) X(uint16) X(uint32)  \
    X(uint64) X(uint1) X(uint2) X(uint3) X(uint4) X(uint5) X(uint6) X(uint7) X(int1) X(int2) X(int3) \
    X(int4) X(int5) X(int6) X(int7)
// clang-format on

enum class DType : std::uint8_t {
#define GUARDC_DTYPE(name) name,
    GUARDC_DTYPES(GUARDC_DTYPE)
#undef GUARDC_DTYPE
};

std::string_view dtype_name(DType dtype);                 // "float16", "bool"
std::optional<DType> parse_dtype(std::string_view name);  // with or without "torch.", aliases too

// Device types are a closed list so that a device fits one word.
// clang-format off: it never comes to rest on a long list
#define GUARDC_DEVICE_TYPES(X)                                                                 \
    X(cpu) X(cuda) X(mkldnn) X(opengl) X(opencl) X(ideep) X(hip) X(fpga) X(maia) X(xla) X(mps) \
    X(meta) X(hpu) X(vulkan) X(ve) X(xpu) X(mtia) X(ipu) X(lazy) X(npu) X(privateuseone)
// clang-format on

enum class DeviceType : std::uint8_t {
#define GUARDC_DEVICE(name) name,
    GUARDC_DEVICE_TYPES(GUARDC_DEVICE)
#undef GUARDC_DEVICE
};

struct Device {
    DeviceType type = DeviceType::cpu;
    std::int32_t index = -1;  // -1: none given ("cpu")
    friend bool operator==(const Device&, const Device&) = default;
};

std::string_view device_type_name(DeviceType type);
std::optional<DeviceType> parse_device_type(std::string_view name);
std::optional<Device> parse_device(std::string_view text);  // "cpu", "cuda:0"; nothing for "cuda:x"
std::string device_text(Device device);

// One word: type in the upper half, index (two's complement) in the lower.
constexpr std::uint64_t pack_device(Device device) {
    return (static_cast<std::uint64_t>(device.type) << 32U) | static_cast<std::uint32_t>(device.index);
}
constexpr Device unpack_device(std::uint64_t bits) {
    return {static_cast<DeviceType>(bits >> 32U), static_cast<std::int32_t>(bits & 0xffffffffU)};
}

}  // namespace guardc
