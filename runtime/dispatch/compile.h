// One compile on its way from a miss to an entry.
#pragma once

#include "runtime/dispatch/frame_cache.h"

namespace guardc {

struct FrameCache::Compile {
    ThreadRecord& thread;
    const Call& call;
    const Flight& flight;
    const Building& building;  // renewed when the rules have become narrower
    Standing standing;         // as it was when the building was opened
    ObjectKeys objects;
};

}  // namespace guardc
