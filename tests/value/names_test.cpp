// Names of dtypes, devices, layouts, dispatch keys, ambient fields and slots.
#include <catch2/catch.hpp>

#include "runtime/model/dtype.h"
#include "runtime/program/ambient.h"
#include "runtime/program/frame_shape.h"
#include "runtime/value/dispatch_keys.h"
#include "runtime/value/tensor.h"

namespace {

using namespace guardc;

TEST_CASE("dtypes are read by any of their names and printed by one", "[model]") {
    struct Case {
        const char* text;
        const char* printed;  // null: no dtype
    };
    const Case cases[] = {
        {"float32", "float32"},
        {"torch.float32", "float32"},
        {"float", "float32"},
        {"torch.float", "float32"},
        {"half", "float16"},
        {"double", "float64"},
        {"short", "int16"},
        {"int", "int32"},
        {"long", "int64"},
        {"cfloat", "complex64"},
        {"cdouble", "complex128"},
        {"chalf", "complex32"},
        {"bool", "bool"},
        {"torch.bool", "bool"},
        {"bfloat16", "bfloat16"},
        {"float8_e4m3fn", "float8_e4m3fn"},
        {"uint7", "uint7"},
        {"bool_", nullptr},
        {"float31", nullptr},
        {"", nullptr},
        {"torch.", nullptr},
        {"Float32", nullptr},
        {"torch.torch.int8", nullptr},
    };
    for (const Case& one : cases) {
        INFO(one.text);
        const auto dtype = parse_dtype(one.text);
        CHECK(dtype.has_value() == (one.printed != nullptr));
        if (dtype && one.printed != nullptr) CHECK(dtype_name(*dtype) == one.printed);
    }
}

TEST_CASE("devices are read and printed", "[model]") {
    struct Case {
        const char* text;
        std::optional<Device> device;
    };
    const Case cases[] = {
        {"cpu", Device{DeviceType::cpu, -1}},
        {"cuda", Device{DeviceType::cuda, -1}},
        {"cuda:0", Device{DeviceType::cuda, 0}},
        {"npu:15", Device{DeviceType::npu, 15}},
        {"meta", Device{DeviceType::meta, -1}},
        {"cuda:", std::nullopt},
        {"cuda:x", std::nullopt},
        {"cuda:-1", std::nullopt},
        {"cuda:01", std::nullopt},
        {"cuda:0x", std::nullopt},
        {"cuda:99999999999", std::nullopt},
        {"gpu", std::nullopt},
        {"", std::nullopt},
        {":0", std::nullopt},
    };
    for (const Case& one : cases) {
        INFO(one.text);
        CHECK(parse_device(one.text) == one.device);
        if (!one.device) continue;
        CHECK(device_text(*one.device) == one.text);
        CHECK(unpack_device(pack_device(*one.device)) == *one.device);
    }
}

TEST_CASE("dispatch keys go into one word and come back", "[value]") {
    using Names = std::vector<std::string_view>;
    struct Case {
        Names names;
        bool fits;
    };
    const Case cases[] = {
        {{"CPU", "BackendSelect", "ADInplaceOrView", "AutogradCPU"}, true},
        {{"SparseCsrCPU", "BackendSelect"}, true},
        {{"SparseCPU"}, true},
        {{"NestedTensorCPU", "AutogradNestedTensor"}, true},
        {{"FuncTorchDynamicLayerBackMode", "Conjugate", "Negative"}, true},
        {{}, true},
        // One word cannot hold the work of one back end beside that of another.
        {{"CPU", "AutogradCUDA"}, false},
        {{"CPU", "CUDA", "AutogradCPU", "AutogradCUDA"}, true},
        {{"CPU", "Autograd"}, false},
        {{"cpu"}, false},
        {{""}, false},
    };
    for (const Case& one : cases) {
        const auto keys = pack_dispatch_keys(one.names);
        CHECK(keys.has_value() == one.fits);
        if (!keys) continue;
        std::vector<std::string> printed = dispatch_key_names(*keys);
        std::vector<std::string> wanted(one.names.begin(), one.names.end());
        std::sort(printed.begin(), printed.end());
        std::sort(wanted.begin(), wanted.end());
        CHECK(printed == wanted);
    }
    CHECK(default_dispatch_keys(DeviceType::cpu) ==
          pack_dispatch_keys(Names{"CPU", "BackendSelect", "ADInplaceOrView", "AutogradCPU"}));
    CHECK(default_dispatch_keys(DeviceType::meta) ==
          pack_dispatch_keys(Names{"Meta", "BackendSelect", "ADInplaceOrView", "AutogradMeta"}));
    CHECK(
        default_dispatch_keys(DeviceType::npu) ==
        pack_dispatch_keys(Names{"PrivateUse1", "BackendSelect", "ADInplaceOrView", "AutogradPrivateUse1"}));
    CHECK(default_dispatch_keys(DeviceType::vulkan) ==
          pack_dispatch_keys(Names{"Vulkan", "BackendSelect", "ADInplaceOrView", "AutogradOther"}));
}

TEST_CASE("layouts and ambient fields have names", "[value]") {
    CHECK(parse_tensor_layout("sparse_csr") == TensorLayout::sparse_csr);
    CHECK(tensor_layout_name(TensorLayout::jagged) == "jagged");
    CHECK_FALSE(parse_tensor_layout("torch.strided"));
    for (unsigned index = 0; index < kAmbientFieldCount; ++index)
        CHECK(parse_ambient(ambient_name(static_cast<AmbientField>(index))) ==
              static_cast<AmbientField>(index));
    CHECK_FALSE(parse_ambient("gradmode"));
}

TEST_CASE("contiguous strides are torch's", "[value]") {
    struct Case {
        std::vector<std::int64_t> sizes, strides;
        bool fits = true;
    };
    const Case cases[] = {
        {{}, {}},
        {{5}, {1}},
        {{2, 3, 4}, {12, 4, 1}},
        {{2, 0, 4}, {4, 4, 1}},
        {{0}, {1}},
        {{9223372036854775807, 1}, {1, 1}},
        {{9, 9223372036854775807, 1}, {9223372036854775807, 1, 1}},
        {{1, 4611686018427387904, 2}, {0, 2, 1}, false},
    };
    for (const Case& one : cases) {
        std::vector<std::int64_t> strides(one.sizes.size());
        CHECK(fill_contiguous_strides(one.sizes, strides) == one.fits);
        if (one.fits) CHECK(strides == one.strides);
    }
}

TEST_CASE("slots keep their numbers", "[program]") {
    FrameShape shape;
    CHECK(shape.add(Scope::local, "x") == 0);
    CHECK(shape.add(Scope::global, "x") == 1);
    CHECK(shape.add(Scope::local, "y", 5) == 2);
    CHECK(shape.add(Scope::local, "x") == 0);
    CHECK(shape.find(Scope::global, "x") == 1U);
    CHECK_FALSE(shape.find(Scope::global, "y"));
    CHECK(shape.slots[2].kinds == 5);
}

}  // namespace
