// Calls of the peer's check functions, which the language itself does not know.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "grammar/ast.h"

namespace guardc::compiler {

// `torch._functorch.f`; empty for what is called otherwise.
std::string callee_name(const grammar::ExprPool& pool, grammar::ExprId callee);

// The arguments when `id` is a call of one of these functions (`len`, `set.__len__`) with `count` arguments;
// 0: any number. Nothing else.
std::optional<std::span<const grammar::ExprId>> peer_call(const grammar::ExprPool& pool, grammar::ExprId id,
                                                          std::initializer_list<std::string_view> names,
                                                          std::size_t count = 0);

}  // namespace guardc::compiler
