#include "compiler/session/frame_verdicts.h"

#include <set>
#include <string>
#include <utility>

namespace guardc::compiler {
namespace {

struct AskedVerdict {
    std::string name;
    CurrentFrame current;
};

Truth verdict(void* self, std::span<const Cell>) noexcept {
    const auto& asked = *static_cast<const AskedVerdict*>(self);
    if (*asked.current == nullptr) return Truth::undefined;
    const auto found = (*asked.current)->extern_verdict(asked.name);
    return found ? truth(*found) : Truth::undefined;
}

}  // namespace

std::vector<std::shared_ptr<const ExternDeclaration>> frame_verdicts(const std::vector<FrameRules>& frames,
                                                                     const CurrentFrame& current) {
    std::set<std::string> names;
    for (const FrameRules& frame : frames) {
        const TermPool& terms = *frame.terms;
        for (TermId term = 0; term < terms.size(); ++term) {
            if (terms[term].op == TermOp::extern_ && terms.operands(term).empty())
                names.insert(terms.extern_name(term));
        }
    }
    std::vector<std::shared_ptr<const ExternDeclaration>> declarations;
    for (const std::string& name : names) {
        auto asked = std::make_shared<AskedVerdict>(AskedVerdict{name, current});
        const ExternBinding binding{verdict, asked.get()};
        declarations.push_back(std::make_shared<const ExternDeclaration>(ExternDeclaration{
            .name = name, .operands = 0, .cost = 10, .binding = binding, .keeps = std::move(asked)}));
    }
    return declarations;
}

}  // namespace guardc::compiler
