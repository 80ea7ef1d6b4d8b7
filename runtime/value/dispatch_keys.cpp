#include "runtime/value/dispatch_keys.h"

#include <algorithm>

namespace guardc {
namespace {

constexpr std::string_view kBackends[] = {
    "CPU", "CUDA", "HIP",  "XLA",  "MPS",         "IPU",         "XPU",         "HPU",
    "VE",  "Lazy", "MTIA", "MAIA", "PrivateUse1", "PrivateUse2", "PrivateUse3", "Meta",
};

// Work that is done once a back end: its keys are spelt with the back end's name behind them.
struct Work {
    std::string_view name;
    bool per_backend;
};
constexpr Work kWork[] = {
    {"", true},
    {"FPGA", false},
    {"Vulkan", false},
    {"Metal", false},
    {"Quantized", true},
    {"CustomRNGKeyId", false},
    {"MkldnnCPU", false},
    {"Sparse", true},
    {"SparseCsr", true},
    {"NestedTensor", true},
    {"BackendSelect", false},
    {"Python", false},
    {"Fake", false},
    {"FuncTorchDynamicLayerBackMode", false},
    {"Functionalize", false},
    {"Named", false},
    {"Conjugate", false},
    {"Negative", false},
    {"ZeroTensor", false},
    {"ADInplaceOrView", false},
    {"AutogradOther", false},
    {"Autograd", true},
    {"AutogradNestedTensor", false},
    {"Tracer", false},
    {"AutocastCPU", false},
    {"AutocastMTIA", false},
    {"AutocastMAIA", false},
    {"AutocastXPU", false},
    {"AutocastIPU", false},
    {"AutocastHPU", false},
    {"AutocastXLA", false},
    {"AutocastMPS", false},
    {"AutocastCUDA", false},
    {"AutocastPrivateUse1", false},
    {"FuncTorchBatched", false},
    {"BatchedNestedTensor", false},
    {"FuncTorchVmapMode", false},
    {"Batched", false},
    {"VmapMode", false},
    {"FuncTorchGradWrapper", false},
    {"DeferredInit", false},
    {"PythonTLSSnapshot", false},
    {"FuncTorchDynamicLayerFrontMode", false},
    {"TESTING_ONLY_GenericWrapper", false},
    {"TESTING_ONLY_GenericMode", false},
    {"PreDispatch", false},
    {"PythonDispatcher", false},
};
constexpr unsigned kBackendCount = std::size(kBackends);
static_assert(std::size(kWork) + kBackendCount <= 64);

constexpr std::uint64_t backend_bit(std::size_t backend) {
    return 1ULL << backend;
}
constexpr std::uint64_t work_bit(std::size_t work) {
    return 1ULL << (kBackendCount + work);
}

std::optional<std::uint64_t> bits_of(std::string_view name) {
    for (std::size_t work = 0; work < std::size(kWork); ++work) {
        if (!kWork[work].per_backend) {
            if (name == kWork[work].name) return work_bit(work);
            continue;
        }
        if (!name.starts_with(kWork[work].name)) continue;
        const std::string_view rest = name.substr(kWork[work].name.size());
        for (std::size_t backend = 0; backend < kBackendCount; ++backend)
            if (rest == kBackends[backend]) return work_bit(work) | backend_bit(backend);
    }
    return std::nullopt;
}

constexpr std::string_view kNoBackend;

// Devices that the peer serves by a key of their own have no back end component.
std::string_view backend_of(DeviceType device) {
    switch (device) {
        case DeviceType::cpu:
            return "CPU";
        case DeviceType::cuda:
            return "CUDA";
        case DeviceType::hip:
            return "HIP";
        case DeviceType::xla:
            return "XLA";
        case DeviceType::mps:
            return "MPS";
        case DeviceType::ipu:
            return "IPU";
        case DeviceType::xpu:
            return "XPU";
        case DeviceType::hpu:
            return "HPU";
        case DeviceType::ve:
            return "VE";
        case DeviceType::lazy:
            return "Lazy";
        case DeviceType::mtia:
            return "MTIA";
        case DeviceType::maia:
            return "MAIA";
        case DeviceType::meta:
            return "Meta";
        case DeviceType::npu:
        case DeviceType::privateuseone:
            return "PrivateUse1";
        case DeviceType::mkldnn:
        case DeviceType::opengl:
        case DeviceType::opencl:
        case DeviceType::ideep:
        case DeviceType::fpga:
        case DeviceType::vulkan:
            return kNoBackend;
    }
    return kNoBackend;
}

}  // namespace

bool is_dispatch_key(std::string_view name) {
    return bits_of(name).has_value();
}

std::optional<std::uint64_t> pack_dispatch_keys(std::span<const std::string_view> names) {
    std::uint64_t keys = 0;
    for (const std::string_view name : names) {
        const std::optional<std::uint64_t> bits = bits_of(name);
        if (!bits) return std::nullopt;
        keys |= *bits;
    }
    const std::vector<std::string> all = dispatch_key_names(keys);
    const bool complete = std::all_of(all.begin(), all.end(), [&](const std::string& key) {
        return std::find(names.begin(), names.end(), key) != names.end();
    });
    if (!complete) return std::nullopt;
    return keys;
}

std::vector<std::string> dispatch_key_names(std::uint64_t keys) {
    std::vector<std::string> names;
    for (std::size_t work = 0; work < std::size(kWork); ++work) {
        if ((keys & work_bit(work)) == 0) continue;
        if (!kWork[work].per_backend) {
            names.emplace_back(kWork[work].name);
            continue;
        }
        for (std::size_t backend = 0; backend < kBackendCount; ++backend)
            if ((keys & backend_bit(backend)) != 0)
                names.push_back(std::string(kWork[work].name) += kBackends[backend]);
    }
    return names;
}

std::uint64_t default_dispatch_keys(DeviceType device) {
    const std::string_view backend = backend_of(device);
    const std::uint64_t shared = *bits_of("BackendSelect") | *bits_of("ADInplaceOrView");
    if (!backend.empty())
        return shared | *bits_of(backend) | *bits_of(std::string("Autograd").append(backend));
    const std::uint64_t own = device == DeviceType::vulkan ? *bits_of("Vulkan")
                              : device == DeviceType::fpga ? *bits_of("FPGA")
                                                           : 0;
    return shared | own | *bits_of("AutogradOther");
}

}  // namespace guardc
