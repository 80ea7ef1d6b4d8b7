#include <functional>
#include <mutex>
#include <unordered_map>

#include "runtime/value/identity.h"

namespace guardc {
namespace {

struct Names {
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
    };

    const TypeInfo* intern(std::string_view name) {
        const std::lock_guard lock(mutex);
        const auto known = types.find(name);
        if (known != types.end()) return &known->second;
        return &types.emplace(std::string(name), TypeInfo{std::string(name)}).first->second;
    }

    std::mutex mutex;
    // Elements of a node-based map never move.
    std::unordered_map<std::string, TypeInfo, Hash, std::equal_to<>> types;
};

// Never destroyed: values in static storage refer to them until the very end.
Names& type_names() {
    static auto* const names = new Names;
    return *names;
}
Names& module_names() {
    static auto* const names = new Names;
    return *names;
}

constexpr std::string_view kBuiltinTypes[] = {
    "builtins.NoneType", "builtins.bool",         "builtins.int",
    "builtins.float",    "builtins.complex",      "builtins.str",
    "builtins.bytes",    "builtins.list",         "builtins.tuple",
    "torch.Size",        "builtins.dict",         "builtins.mappingproxy",
    "builtins.set",      "builtins.frozenset",    "builtins.range",
    "builtins.slice",    "builtins.object",       "torch.Tensor",
    "torch.dtype",       "torch.device",          "builtins.type",
    "builtins.module",   "builtins.function",     "builtins.code",
    "builtins.cell",     "weakref.ReferenceType", "builtins.object",
};
static_assert(std::size(kBuiltinTypes) == kKindCount);

}  // namespace

const TypeInfo* intern_type(std::string_view full_name) {
    return type_names().intern(full_name);
}

const TypeInfo* builtin_type(Kind kind) {
    static const auto* const types = [] {
        auto* table = new const TypeInfo*[kKindCount];
        for (unsigned index = 0; index < kKindCount; ++index)
            table[index] = intern_type(kBuiltinTypes[index]);
        return table;
    }();
    return types[static_cast<unsigned>(kind)];
}

std::uint64_t identity_of_type(const TypeInfo* named) {
    return kSingletonIdentity | std::bit_cast<std::uint64_t>(named);
}

std::uint64_t identity_of_module(std::string_view name) {
    return kSingletonIdentity | std::bit_cast<std::uint64_t>(module_names().intern(name));
}

}  // namespace guardc
