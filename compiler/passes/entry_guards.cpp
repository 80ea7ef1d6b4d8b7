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
    EntryGuards entry{
        .terms = terms, .shape = shape, .backend = backend, .guards = {}, .lifted = {}, .ledger = {}};
    entry.guards = framework;
    entry.guards.insert(entry.guards.end(), user.begin(), user.end());
    if (backend != nullptr) {
        for (const StandingRequirement& required : backend->requirements)
            entry.guards.push_back(required.guard);
    }
    return entry;
}

std::string print_guards(const EntryGuards& entry) {
    std::string text;
    for (const Guard& guard : entry.guards) {
        text += print_term(entry.terms, guard.term, entry.shape) + owner_note(guard.provenance) + "\n";
    }
    for (const LiftedValue& value : entry.lifted)
        text += "lift " + value.path + (value.name == value.path ? "" : " as " + value.name) + "\n";
    return text;
}

}  // namespace guardc::compiler
