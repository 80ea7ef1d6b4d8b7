// What comes with one artefact: rules of its own, and what it reads of the argument block.
#pragma once

#include <string>
#include <vector>

namespace guardc {

// Rules for one artefact and no other, made by the compile callback that makes it. Opaque here.
class ArtefactRules {
  public:
    ArtefactRules() = default;
    virtual ~ArtefactRules() = default;
    ArtefactRules(const ArtefactRules&) = delete;
    ArtefactRules& operator=(const ArtefactRules&) = delete;
};

// The arguments that an artefact reads at each call, by name or by path. A value that is lifted for nobody is
// a constant that the artefact has baked in without a guard.
struct ArgumentsRead {
    bool all = false;
    std::vector<std::string> names = {};
};

}  // namespace guardc
