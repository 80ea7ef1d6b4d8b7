#include "compiler/backend/guard_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "grammar/parse.h"

namespace guardc::compiler {
namespace {

constexpr std::string_view kBefore = "frame text { entry \"text\" { ";
constexpr std::string_view kAfter = "\n}}\n";

// From the file around the text to the text.
class Unwrapping {
  public:
    explicit Unwrapping(std::size_t size) : size_(static_cast<std::uint32_t>(size)) {}

    void operator()(grammar::Span& span) const { span = {offset(span.begin), offset(span.end)}; }

  private:
    std::uint32_t offset(std::uint32_t at) const {
        const auto before = static_cast<std::uint32_t>(kBefore.size());
        return at < before ? 0 : std::min(at - before, size_);
    }
    std::uint32_t size_;
};

bool is_one_entry(const grammar::File& file) {
    if (file.items.size() != 1 || file.frames.size() != 1) return false;
    const grammar::FrameDecl& frame = file.frames[0];
    return frame.entries.size() == 1 && frame.limits.empty() && frame.failures.empty() &&
           frame.orders.empty() && frame.proofs.empty() && frame.dims.empty() &&
           frame.common_guards.empty() && frame.user_guards.empty();
}

}  // namespace

GuardText parse_guard_text(std::string name, std::string text, const grammar::Limits& limits) {
    GuardText result;
    result.source = std::make_shared<const grammar::Source>(std::move(name), std::move(text));
    const std::string_view guards = result.source->text();
    const grammar::Source wrapped(result.source->name(),
                                  std::string(kBefore) + std::string(guards) + std::string(kAfter));
    grammar::ParsedFile parsed = grammar::parse_file(wrapped, limits);
    result.diagnostics = std::move(parsed.diagnostics);
    // Braces in the text may have ended the entry and begun something else.
    if (!grammar::has_errors(result.diagnostics) && !is_one_entry(parsed.file)) {
        result.diagnostics.push_back(
            {grammar::Severity::error,
             "not-guards",
             "this is more than the guards of one entry",
             {static_cast<std::uint32_t>(kBefore.size()), static_cast<std::uint32_t>(kBefore.size() + 1)},
             "give guards only"});
    }
    const Unwrapping unwrap(guards.size());
    for (grammar::Diagnostic& diagnostic : result.diagnostics)
        unwrap(diagnostic.span);
    if (grammar::has_errors(result.diagnostics)) return result;
    result.guards = std::move(parsed.file.frames[0].entries[0].guards);
    result.pool = std::move(parsed.file.pool);
    for (grammar::Expr& expr : result.pool.exprs)
        unwrap(expr.span);
    for (grammar::GuardStatement& guard : result.guards)
        unwrap(guard.span);
    return result;
}

}  // namespace guardc::compiler
