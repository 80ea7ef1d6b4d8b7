#include "runtime/program/ambient.h"

namespace guardc {
namespace {

constexpr std::string_view kNames[] = {
#define GUARDC_FIELD(name) #name,
    GUARDC_AMBIENT(GUARDC_FIELD)
#undef GUARDC_FIELD
};

}  // namespace

std::string_view ambient_name(AmbientField field) {
    return kNames[static_cast<unsigned>(field)];
}

std::optional<AmbientField> parse_ambient(std::string_view name) {
    for (unsigned index = 0; index < kAmbientFieldCount; ++index)
        if (name == kNames[index]) return static_cast<AmbientField>(index);
    return std::nullopt;
}

}  // namespace guardc
