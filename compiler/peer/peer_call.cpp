#include "compiler/peer/peer_call.h"

#include <algorithm>
#include <string>

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

constexpr std::size_t kLongestName = 100;  // no function of the peer has a longer one

}  // namespace

std::string callee_name(const grammar::ExprPool& pool, ExprId callee) {
    std::string name;
    for (ExprId part = callee;; part = pool.operands_of(part)[0]) {
        const ExprKind kind = pool[part].kind;
        if (kind != ExprKind::name && kind != ExprKind::attribute) return {};
        name = std::string(pool.text_of(part)) + (name.empty() ? "" : "." + name);
        if (kind == ExprKind::name || name.size() > kLongestName) return name;
    }
}

std::optional<std::span<const ExprId>> peer_call(const grammar::ExprPool& pool, ExprId id,
                                                 std::initializer_list<std::string_view> names,
                                                 std::size_t count) {
    if (id == grammar::kNoExpr || pool[id].kind != ExprKind::call) return std::nullopt;
    const auto operands = pool.operands_of(id);
    if (std::ranges::find(names, callee_name(pool, operands[0])) == names.end()) return std::nullopt;
    const auto arguments = operands.subspan(1);
    if (count != 0 && (arguments.size() != count || pool[id].keywords != 0)) return std::nullopt;
    return arguments;
}

}  // namespace guardc::compiler
