// What a backend says in strings, parsed: names are looked up later, in each frame that it is meant for.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "compiler/backend/mistakes.h"
#include "compiler/guards/guard.h"
#include "grammar/ast.h"

namespace guardc::compiler {

// One guard with the text that it came from.
struct GuardString {
    std::shared_ptr<const grammar::Source> source;
    std::shared_ptr<const grammar::ExprPool> pool;
    grammar::GuardStatement statement;
    Provenance provenance;
};

// A waiver, and what it weakens to where that is a string of its own.
struct WaiverString {
    Waiver waiver;
    std::optional<GuardString> weaker;
};

// `because` is the reason; where it is empty the text may have one of its own.
std::expected<GuardString, Mistakes> parse_requirement(const std::string& backend, std::string text,
                                                       const std::string& because);

// What stands behind `waive` in a rule file.
std::expected<WaiverString, Mistakes> parse_waiver_text(const std::string& backend, std::string text,
                                                        const std::string& because);

// `what` without an action, and the guard that is to hold in its place.
std::expected<WaiverString, Mistakes> parse_weakening(const std::string& backend, std::string what,
                                                      std::string text, const std::string& because);

// A path as behind `waive path`, and the name of the argument; empty: the path.
std::expected<WaiverString, Mistakes> parse_lift(const std::string& backend, std::string path,
                                                 const std::string& as, const std::string& because);

}  // namespace guardc::compiler
