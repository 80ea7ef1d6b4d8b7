#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include "compiler/terms/print_term.h"

namespace guardc::compiler {

std::string guard_id(std::string_view canonical_text) {
    return fmt::format("{:08x}",
                       static_cast<std::uint32_t>(XXH3_64bits(canonical_text.data(), canonical_text.size())));
}

}  // namespace guardc::compiler
