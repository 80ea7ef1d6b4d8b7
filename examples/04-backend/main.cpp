// The second question this project started from: may a backend change the guards of a frame? Here one adds a
// condition of its own device by string, and takes away the guard on a constant that it reads at each call.
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/backend/backend.h"
#include "compiler/backend/frame_options.h"
#include "compiler/session/rules_file.h"
#include "runtime/dispatch/dispatcher.h"
#include "runtime/value/arena.h"
#include "runtime/value/builtin_model.h"

namespace {

using namespace guardc;

std::string read(const char* path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

std::shared_ptr<compiler::FrameRuleCompiler> load_rules(const compiler::RulesFile& file) {
    auto rules = compiler::FrameRuleCompiler::create({file.frames.front()}, builtin_model());
    return rules ? *rules : nullptr;
}

// Calls the frame with each size and scale, and tells what became of every call in one word each.
std::string run(const std::shared_ptr<compiler::FrameRuleCompiler>& rules, const compiler::RulesFile& file) {
    FrameOptions options = compiler::frame_options(file.frames.front());
    options.callbacks.compile = [](const CompileRequest&) -> std::expected<NewEntry, CompileFailure> {
        return NewEntry{.name = "traced", .artefact = std::make_shared<int>(1)};
    };
    Dispatcher dispatcher(rules);
    FrameCache& frame = dispatcher.add_frame(std::move(options));
    const FrameShape shape = *rules->shape("attention");
    ValueArena arena;
    const AmbientBlock ambient{};
    std::string story;
    struct Case {
        std::int64_t size;
        double scale;
    };
    for (const Case& call : {Case{256, 0.125}, Case{256, 0.25}, Case{384, 0.5}, Case{200, 0.125}}) {
        const std::vector<std::int64_t> sizes{call.size, 64};
        TensorSpec spec;
        spec.dtype = DType::float16;
        spec.sizes = sizes;
        std::vector<Ref> slots(shape.slots.size());
        slots[*shape.find(Scope::local, "q")] = arena.make_tensor(spec);
        slots[*shape.find(Scope::local, "scale")] = arena.make_floating(call.scale);
        const Outcome outcome =
            frame.look_up({.slots = slots, .ambient = ambient, .backend = dispatcher.backend("npu")});
        std::printf("  S = %3d, scale = %-5g  %-8s", static_cast<int>(call.size), call.scale,
                    std::string(outcome_name(outcome.kind())).c_str());
        if (!outcome.lifted().empty()) {
            std::printf("  scale arrives as %g", outcome.lifted()[0].as_floating());
        }
        for (const ReasonText& reason : outcome.reasons()) {
            std::printf("  %s is %s: %s", reason.guard.c_str(), reason.actual.c_str(),
                        reason.because.c_str());
        }
        std::puts("");
        story += std::string(outcome_name(outcome.kind())) + ' ';
    }
    return story;
}

}  // namespace

int main() {
    const compiler::RulesFile file = compiler::read_rules("attention.guard", read("attention.guard"));
    const auto plain = load_rules(file);
    const auto rules = load_rules(file);
    if (plain == nullptr || rules == nullptr) {
        std::puts("attention.guard does not compile");
        return 1;
    }
    std::puts("Guards as the framework made them:");
    const std::string before = run(plain, file);

    compiler::Backend npu(rules, "npu");
    const auto rows = npu.require("attention", "S % 128 == 0", "DMA moves rows of 128");
    const auto scale = npu.waive("attention", "scale is _ lift", "read from input 3 at each call");
    if (!rows || !scale) {
        std::fputs((!rows ? rows.error() : scale.error()).text().c_str(), stdout);
        return 1;
    }
    std::puts("\nWith `require S % 128 == 0` and `waive scale is _ lift`:");
    const std::string after = run(rules, file);

    std::puts("\nA mistake in a backend's string is found at once:");
    const auto wrong = npu.require("attention", "S % 128 = 0");
    if (wrong) {
        return 1;
    }
    std::fputs(wrong.error().text().c_str(), stdout);

    // Without the waiver another scale is another compile, and the self-check refuses an entry that was
    // traced for 0.125.
    return before != after && after == "compile hit hit eager " ? 0 : 1;
}
