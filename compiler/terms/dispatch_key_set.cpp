#include "compiler/terms/dispatch_key_set.h"

#include <string_view>
#include <vector>

#include "runtime/value/dispatch_keys.h"

namespace guardc::compiler {

std::optional<std::string> dispatch_key_set(std::uint64_t keys) {
    const std::vector<std::string> names = dispatch_key_names(keys);
    const std::vector<std::string_view> views(names.begin(), names.end());
    if (pack_dispatch_keys(views) != keys) return std::nullopt;
    std::string text = "DispatchKeySet(";
    for (const std::string& name : names)
        text += (&name == names.data() ? "" : ", ") + name;
    return text + ")";
}

}  // namespace guardc::compiler
