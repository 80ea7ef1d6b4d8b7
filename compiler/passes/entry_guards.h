// The guards of one entry on their way to a program: what passes work on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/backend/ledger.h"
#include "compiler/backend/standing.h"
#include "compiler/guards/guard.h"
#include "compiler/plan/build.h"

namespace guardc::compiler {

// Sizes that waivers lift as one.
struct ShapeArgument {
    LiftedSizes sizes;
    Provenance by;
    bool is_counted = false;  // a kept guard says how many there are
};

struct EntryGuards {
    TermPool& terms;  // of the frame; passes may add terms
    const FrameShape& shape;
    const BackendStanding* backend = nullptr;  // whose entry it is; null: nobody's, or nothing is asked for

    std::vector<Guard> guards;        // framework, then user, then required
    std::vector<LiftedValue> lifted;  // single values, then each size of `shapes`
    std::vector<ShapeArgument> shapes;
    Ledger ledger;
};

std::vector<LiftedSizes> sizes_of(const EntryGuards& entry);

// Where every compile starts, also a rebuild: the source guards, nothing waived.
EntryGuards source_guards(TermPool& terms, const FrameShape& shape, const std::vector<Guard>& framework,
                          const std::vector<Guard>& user, const BackendStanding* backend);

// One guard a line in canonical text, each with its owner where that is not the framework; then what is
// lifted.
std::string print_guards(const EntryGuards& entry);

}  // namespace guardc::compiler
