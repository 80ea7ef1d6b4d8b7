// What a frame counts, as JSON.
#pragma once

#include <span>
#include <string>

#include "runtime/dispatch/frame_report.h"

namespace guardc::compiler {

// `{"frame", "state", "limit": {"count", "then"}, "counts": {..}, "entries": [{"id", "name", "backend",
// "hits", "native"}], "guards": [{"guard", "misses"}], "invalidations": [{"number", "id", "entry",
// "reason"}]}`; the names under `counts` are those of FrameCounts, a missing limit and no backend are null.
// One line.
std::string report_json(const FrameReport& report);

}  // namespace guardc::compiler
