// The `state` field of a frame. Private to this folder.
#pragma once

#include "compiler/json/value_reader.h"

namespace guardc::compiler {

// Fields that are not given stay absent; a mistake is left with the reader.
AmbientBlock read_ambient(ValueReader& reader, const JsonNode& node);

}  // namespace guardc::compiler
