#include "compiler/peer/peer_call.h"

#include <algorithm>
#include <string>

namespace guardc::compiler {

using grammar::ExprId;
using grammar::ExprKind;

namespace {

std::string callee_name(const grammar::ExprPool& pool, ExprId callee) {
    if (pool[callee].kind == ExprKind::name) return std::string(pool.text_of(callee));
    if (pool[callee].kind != ExprKind::attribute) return {};
    const ExprId base = pool.operands_of(callee)[0];
    if (pool[base].kind != ExprKind::name) return {};
    return std::string(pool.text_of(base)) + "." + std::string(pool.text_of(callee));
}

}  // namespace

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
