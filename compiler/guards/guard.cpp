#include "compiler/guards/guard.h"

namespace guardc::compiler {

std::string place(const Provenance& provenance) {
    if (provenance.source == nullptr) return {};
    return provenance.source->name() + ":" +
           std::to_string(provenance.source->position(provenance.span.begin).line);
}

}  // namespace guardc::compiler
