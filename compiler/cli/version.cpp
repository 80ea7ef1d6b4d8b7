#include "compiler/cli/version.h"

#include <CLI/Version.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace guardc::cli {

std::string version_text() {
    return fmt::format(
        "guardc {}\n"
        "LLVM {}\n"
        "Boost {}\n"
        "fmt {}.{}.{}\n"
        "CLI11 {}\n"
        "nlohmann-json {}.{}.{}\n",
        GUARDC_VERSION, GUARDC_LLVM_VERSION, GUARDC_BOOST_VERSION, FMT_VERSION / 10000,
        FMT_VERSION / 100 % 100, FMT_VERSION % 100, CLI11_VERSION, NLOHMANN_JSON_VERSION_MAJOR,
        NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);
}

}  // namespace guardc::cli
