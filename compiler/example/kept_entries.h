// The entries of a file of rules with the guards that are kept of each.
#pragma once

#include <expected>
#include <memory>
#include <vector>

#include "compiler/example/example.h"
#include "compiler/session/rules_file.h"
#include "compiler/session/session.h"

namespace guardc::compiler {

struct KeptEntry {
    const FrameRules* frame = nullptr;
    const Entry* entry = nullptr;
    std::vector<Guard> guards;  // framework less what is waived, user, required
    std::vector<TermId> lifted;

    ExampleGuards example_guards() const { return {*frame->terms, frame->shape, guards, lifted}; }
};

// In the order of the rules, which must be sound and outlive this; no terms are made after it. Backends that
// ask for what cannot be had are a failure of the rules.
std::expected<std::vector<KeptEntry>, SessionFailure> kept_entries(const RulesFile& rules);

// The guards of the entries that are asked before this one.
std::vector<std::span<const Guard>> asked_before(std::span<const KeptEntry> entries, const KeptEntry& entry);

}  // namespace guardc::compiler
