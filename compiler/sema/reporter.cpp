#include "compiler/sema/reporter.h"

#include "grammar/closest.h"

namespace guardc::compiler {

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view found = grammar::closest(word, candidates);
    return found.empty() ? std::string() : "did you mean `" + std::string(found) + "`?";
}

}  // namespace guardc::compiler
