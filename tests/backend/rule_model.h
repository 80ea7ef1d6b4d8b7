// The algebra of backend rules, said a second time: sets of guards over three small values, judged in C++.
#pragma once

#include <string>
#include <vector>

#include "compiler/json/frame_json.h"

namespace guardc::compiler {

struct Point {
    int a = 0, b = 0;
    int c = 0;  // 0: the float 0.5, 1: the float 0.25, 2: the int 1
};
std::vector<Point> all_points();
FrameDocument frame_at(const Point& point);

struct ModelGuard {
    const char* text;
    bool (*holds)(const Point& point);
};
struct ModelWaiver {
    const char* text;
    std::vector<std::size_t> selects;  // of kFramework
    std::vector<ModelGuard> instead;   // of any that it selects
};
extern const std::vector<ModelGuard> kFramework;
extern const std::vector<ModelGuard> kRequirements;
extern const std::vector<ModelWaiver> kWaivers;
extern const ModelGuard kUser;  // stands in the rules of every frame

// An artefact and the rules that it was built under, as indices.
struct ModelEntry {
    std::string backend;
    std::vector<std::size_t> framework;
    std::vector<std::size_t> waived;        // waivers in force when its compile began
    std::vector<std::size_t> requirements;  // in force then, and all that came since
    // What the artefact asks for itself, for good.
    std::vector<std::size_t> own_waived = {}, own_requirements = {};

    // kept = (framework without what is waived) and everything required
    std::vector<ModelGuard> kept() const;
    bool accepts(const Point& point) const;
};

}  // namespace guardc::compiler
