#include "compiler/passes/pipeline.h"

#include <array>
#include <string>

#include "compiler/passes/classify.h"
#include "compiler/passes/deduplicate.h"
#include "compiler/passes/waive.h"

namespace guardc::compiler {

std::span<const Pass> entry_passes() {
    static constexpr std::array passes = {
        // Before anything is simplified: a waived guard must not have helped to drop another one.
        Pass{"waive", waive},
        // A guard that was waived may still be required, and what took its place may stand there already.
        Pass{"deduplicate", deduplicate},
    };
    return passes;
}

void run_entry_passes(EntryGuards& entry, const PassListener& listener) {
    for (const Pass& pass : entry_passes()) {
        const std::string before = listener ? print_guards(entry) : std::string();
        pass.run(entry);
        if (listener) listener(pass, before, print_guards(entry));
    }
    classify(entry);
}

}  // namespace guardc::compiler
