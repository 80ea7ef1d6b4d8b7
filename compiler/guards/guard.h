// Guards: one condition each, with where it came from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/terms/term.h"
#include "grammar/ast.h"
#include "grammar/source.h"
#include "runtime/program/frame_shape.h"

namespace guardc::compiler {

enum class Layer : std::uint8_t { framework, user, backend };

// Kept from parse to reason.
struct Provenance {
    Layer layer = Layer::framework;
    std::string owner;    // name of the backend; else empty
    std::string because;  // may be empty
    std::shared_ptr<const grammar::Source> source;
    grammar::Span span;
    std::string note;  // free text that came with an imported guard: the user's source line
};
std::string place(const Provenance& provenance);  // "decode.guard:12", or empty

// Canonical text and what is derived from it belong to the term: print_term (compiler/terms/print_term.h).
struct Guard {
    TermId term = kNoTerm;
    Provenance provenance;
};

struct LimitRule {
    std::uint32_t count = 8;
    TermId per = kNoTerm;
    grammar::Policy policy = grammar::Policy::run_only;
};
struct FailureRule {
    grammar::Policy policy = grammar::Policy::run_only;
    std::uint32_t retries = 0;
};

struct Entry {
    std::string name;
    std::string backend;        // empty: none
    std::vector<Guard> guards;  // framework layer, those of all entries first, in source order; a
                                // `tensor(..)` has become one guard a field
    grammar::Span span;
};

struct Waiver {
    grammar::WaiveStatement statement;  // pattern and `weaker` index into `pool`
    std::shared_ptr<const grammar::ExprPool> pool;
    TermId weaker = kNoTerm;
    Provenance provenance;
};

struct BackendRules {
    std::string backend;
    std::vector<Guard> requires_;
    std::vector<Waiver> waives;
};

// The rules of one frame, checked.
struct FrameRules {
    std::string name;
    std::shared_ptr<TermPool> terms;
    FrameShape shape;
    std::vector<LimitRule> limits;  // without a clause: the defaults of the dispatcher
    std::optional<FailureRule> failure;
    grammar::Order order = grammar::Order::declared;
    bool proved_waivers_only = false;  // `no unproved waivers`
    std::vector<Entry> entries;
    std::vector<Guard> user_guards;
    std::vector<BackendRules> backends;
    std::vector<std::pair<std::string, TermId>>
        dims;  // and names of places; for text that comes later (backend strings)
};

}  // namespace guardc::compiler
