// Waivers against the entries that their backend speaks for.
#pragma once

#include <expected>
#include <vector>

#include "compiler/backend/mistakes.h"
#include "compiler/backend/rule_text.h"
#include "compiler/backend/standing.h"
#include "compiler/guards/guard.h"
#include "grammar/diagnostic.h"

namespace guardc::compiler {

// A waiver checked against one frame, and what it came to there.
struct WaiverMatch {
    std::shared_ptr<const CheckedWaiver> checked;  // null after a mistake
    bool spoken_for = false;                       // the rules have entries of this backend
    bool found = false;                            // one of them has a guard that it selects
};

// Mentioning a new name may add a slot to an open frame.
WaiverMatch match_waiver(FrameRules& rules, std::string_view backend, const Waiver& waiver,
                         grammar::Diagnostics& diagnostics);

// That the waiver selects nothing: an error, or with `waive?` a warning.
grammar::Diagnostic selects_nothing(std::string_view backend, const Waiver& waiver);

// Strings of a backend against the names of one frame.
std::expected<std::vector<Guard>, Mistakes> check_requirement(FrameRules& rules, const GuardString& text);
std::expected<WaiverMatch, Mistakes> check_waiver_text(FrameRules& rules, std::string_view backend,
                                                       const WaiverString& text);

// Checks every waiver of every backend block of one frame. A waiver that matches nothing in any entry that
// the block speaks for is an error, or with `waive?` a warning; a block that speaks for no entry yet is
// believed. Spans are in the waivers' own sources.
void check_waivers(FrameRules& rules, grammar::Diagnostics& diagnostics);

// What the blocks of `backend` ask for: what an entry of it is compiled under when nothing was added live.
// Waivers with an error are left out.
BackendStanding standing_of_blocks(FrameRules& rules, std::string_view backend,
                                   grammar::Diagnostics& diagnostics);

}  // namespace guardc::compiler
