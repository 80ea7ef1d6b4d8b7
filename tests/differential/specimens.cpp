#include "tests/differential/specimens.h"

#include "tests/differential/scale.h"

namespace guardc::differential {

std::vector<Specimen>& specimens() {
    static std::vector<Specimen> made = [] {
        std::vector<Specimen> all;
        for (std::uint64_t seed = 5000; seed < 5080; ++seed) {
            auto random_case =
                std::make_shared<const RandomCase>(make_case(seed, {.candidates = 60, .frames = 16}));
            Dice dice(seed);
            for (int i = 0; i < 16; ++i) {
                GuardSet set = make_set(*random_case, dice);
                if (!set.guards.empty()) all.push_back({random_case, build(*random_case, std::move(set))});
            }
        }
        return all;
    }();
    return made;
}

bool may_be_broken(const Program& program, Op op) {
    bool passed = false;
    for (const Instruction& instruction : program.code) {
        const bool reads =
            instruction.op == Op::load || instruction.op == Op::element || instruction.op == Op::match;
        if (passed && reads) return false;
        passed = passed || instruction.op == op;
    }
    return passed;
}

}  // namespace guardc::differential
