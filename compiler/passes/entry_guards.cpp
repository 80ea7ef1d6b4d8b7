#include "compiler/passes/entry_guards.h"

#include "compiler/terms/print_term.h"

namespace guardc::compiler {
namespace {

std::string owner_note(const Provenance& provenance) {
    switch (provenance.layer) {
        case Layer::framework:
            return "";
        case Layer::user:
            return "  # user";
        case Layer::backend:
            return "  # " + provenance.owner;
    }
    return "";
}

}  // namespace

EntryGuards source_guards(TermPool& terms, const FrameShape& shape, const std::vector<Guard>& framework,
                          const std::vector<Guard>& user, const BackendStanding* backend) {
    EntryGuards entry{.terms = terms,
                      .shape = shape,
                      .backend = backend,
                      .guards = {},
                      .lifted = {},
                      .shapes = {},
                      .ledger = {}};
    entry.guards = framework;
    entry.guards.insert(entry.guards.end(), user.begin(), user.end());
    if (backend != nullptr) {
        for (const StandingRequirement& required : backend->requirements)
            entry.guards.push_back(required.guard);
    }
    return entry;
}

std::vector<LiftedSizes> sizes_of(const EntryGuards& entry) {
    std::vector<LiftedSizes> sizes;
    for (const ShapeArgument& shape : entry.shapes)
        sizes.push_back(shape.sizes);
    return sizes;
}

std::string print_guards(const EntryGuards& entry) {
    std::string text;
    for (const Guard& guard : entry.guards) {
        text += print_term(entry.terms, guard.term, entry.shape) + owner_note(guard.provenance) + "\n";
    }
    const auto lift = [&](const std::string& path, const std::string& name) {
        text += "lift " + path + (name == path ? "" : " as " + name) + "\n";
    };
    const std::vector<LiftedSizes> sizes = sizes_of(entry);
    for (const LiftedValue& value : single_values(entry.lifted, sizes))
        lift(value.path, value.name);
    for (const LiftedSizes& list : sizes)
        lift(list.path, list.name);
    return text;
}

}  // namespace guardc::compiler
