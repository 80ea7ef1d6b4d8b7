// Waivers against the entries that their backend speaks for.
#pragma once

#include <vector>

#include "compiler/backend/standing.h"
#include "compiler/guards/guard.h"
#include "grammar/diagnostic.h"

namespace guardc::compiler {

// Checks every waiver of every backend block of one frame. A waiver that matches nothing in any entry that
// the block speaks for is an error, or with `waive?` a warning; a block that speaks for no entry yet is
// believed. Spans are in the waivers' own sources. Mentioning a new name may add a slot to an open frame.
void check_waivers(FrameRules& rules, grammar::Diagnostics& diagnostics);

// What the blocks of `backend` ask for: what an entry of it is compiled under when nothing was added live.
// Waivers with an error are left out.
BackendStanding standing_of_blocks(FrameRules& rules, std::string_view backend,
                                   grammar::Diagnostics& diagnostics);

// One waiver: the selector, or nothing after an error.
std::shared_ptr<const CheckedWaiver> check_waiver(FrameRules& rules, std::string_view backend,
                                                  const Waiver& waiver, grammar::Diagnostics& diagnostics);

}  // namespace guardc::compiler
