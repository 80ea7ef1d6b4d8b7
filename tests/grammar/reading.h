// One call per case: text in, tree or mistakes out, as one string.
#pragma once

#include <string>

#include "grammar/limits.h"

namespace guardc::grammar {

// The tree of one guard, or its mistakes.
std::string expression(const std::string& text, const Limits& limits = {});

// The tree of one waiver, or its mistakes.
std::string waiver(const std::string& text);

// The dump of a whole file, or its mistakes.
std::string tree(const std::string& text, const Limits& limits = {});

// `line:column id` of every mistake of a file, by `, `; empty when there is none.
std::string mistakes(const std::string& text, const Limits& limits = {});

// What one mistake says: `message (hint)`; several by ` / `.
std::string messages(const std::string& text);

// The canonical form of a file without mistakes.
std::string formatted(const std::string& text);

}  // namespace guardc::grammar
