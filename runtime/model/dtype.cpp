#include "runtime/model/dtype.h"

#include <charconv>
#include <utility>

namespace guardc {
namespace {

constexpr std::string_view kDTypeNames[] = {
#define GUARDC_DTYPE(name) #name,
    GUARDC_DTYPES(GUARDC_DTYPE)
#undef GUARDC_DTYPE
};

constexpr std::string_view kDeviceNames[] = {
#define GUARDC_DEVICE(name) #name,
    GUARDC_DEVICE_TYPES(GUARDC_DEVICE)
#undef GUARDC_DEVICE
};

// Second names that torch gives to an element type. They are read, never printed.
constexpr std::pair<std::string_view, DType> kDTypeAliases[] = {
    {"half", DType::float16},    {"float", DType::float32},    {"double", DType::float64},
    {"short", DType::int16},     {"int", DType::int32},        {"long", DType::int64},
    {"chalf", DType::complex32}, {"cfloat", DType::complex64}, {"cdouble", DType::complex128},
};

}  // namespace

std::string_view dtype_name(DType dtype) {
    // `bool` is a keyword of C++, so that the enumerator carries an underscore.
    return dtype == DType::bool_ ? "bool" : kDTypeNames[static_cast<unsigned>(dtype)];
}

std::optional<DType> parse_dtype(std::string_view name) {
    if (name.starts_with("torch.")) name.remove_prefix(6);
    for (unsigned index = 0; index < std::size(kDTypeNames); ++index)
        if (name == dtype_name(static_cast<DType>(index))) return static_cast<DType>(index);
    for (const auto& [alias, dtype] : kDTypeAliases)
        if (name == alias) return dtype;
    return std::nullopt;
}

std::string_view device_type_name(DeviceType type) {
    return kDeviceNames[static_cast<unsigned>(type)];
}

std::optional<DeviceType> parse_device_type(std::string_view name) {
    for (unsigned index = 0; index < std::size(kDeviceNames); ++index)
        if (name == kDeviceNames[index]) return static_cast<DeviceType>(index);
    return std::nullopt;
}

std::optional<Device> parse_device(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::optional<DeviceType> type = parse_device_type(text.substr(0, colon));
    if (!type) return std::nullopt;
    if (colon == std::string_view::npos) return Device{*type, -1};
    const std::string_view digits = text.substr(colon + 1);
    if (digits.empty() || digits.front() == '-' || (digits.size() > 1 && digits.front() == '0'))
        return std::nullopt;
    Device device{*type, 0};
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), device.index);
    if (failure != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return device;
}

std::string device_text(Device device) {
    std::string text(device_type_name(device.type));
    if (device.index >= 0) text += ':' + std::to_string(device.index);
    return text;
}

}  // namespace guardc
