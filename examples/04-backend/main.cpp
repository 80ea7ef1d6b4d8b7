// The second question this project started from: may a backend change the guards of a frame? A toy
// accelerator does here. Its DMA moves rows of 128, and `scale` can be baked into a kernel or read at each
// call.
#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
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

// What the accelerator runs.
struct Kernel {
    std::optional<double> baked;  // nothing: `scale` is an argument

    double scale(std::span<const Cell> arguments) const {
        return baked ? *baked : arguments[0].as_floating();
    }
};

// One attention call of a model: sizes and a scale.
struct Step {
    std::int64_t rows;
    double scale;
};

// The frame with its dispatcher, and an engine that compiles kernels of the backend.
class Engine {
  public:
    explicit Engine(const compiler::RulesFile& file)
        : rules(*compiler::FrameRuleCompiler::create({file.frames.front()}, builtin_model())),
          dispatcher_(rules),
          frame_(dispatcher_.add_frame(options(file))),
          shape_(*rules->shape("attention")) {}

    // Kernels that are compiled from now on read `scale` at each call.
    void read_scale() { reads_scale_ = true; }

    Outcome look_up(const Step& step) {
        const std::vector<std::int64_t> sizes{step.rows, 64};
        TensorSpec spec;
        spec.dtype = DType::float16;
        spec.sizes = sizes;
        std::vector<Ref> slots(shape_.slots.size());
        slots[*shape_.find(Scope::local, "q")] = arena_.make_tensor(spec);
        slots[*shape_.find(Scope::local, "scale")] = arena_.make_floating(step.scale);
        Step context = step;
        return frame_.look_up({.slots = slots,
                               .ambient = ambient_,
                               .backend = dispatcher_.backend("toy"),
                               .context = &context});
    }

    const std::shared_ptr<compiler::FrameRuleCompiler> rules;

  private:
    FrameOptions options(const compiler::RulesFile& file) {
        FrameOptions options = compiler::frame_options(file.frames.front());
        options.callbacks.compile = [this](const CompileRequest& request) { return compile(request); };
        return options;
    }

    std::expected<NewEntry, CompileFailure> compile(const CompileRequest& request) const {
        const auto& step = *static_cast<const Step*>(request.call().context);
        auto kernel = std::make_shared<Kernel>();
        if (!reads_scale_) kernel->baked = step.scale;
        NewEntry made{.name = "traced for " + std::to_string(step.scale), .artefact = kernel};
        made.backend = "toy";
        made.guards =
            "q is tensor(float16, cpu, size=[S, 64])\nS in 128..4096\nscale is " + std::to_string(step.scale);
        if (reads_scale_) made.reads = {.names = {"scale"}};
        return made;
    }

    Dispatcher dispatcher_;
    FrameCache& frame_;
    FrameShape shape_;
    bool reads_scale_ = false;
    ValueArena arena_;
    AmbientBlock ambient_{};
};

// A scale that changes at each of 1,000 calls. What became of them; false when a kernel used another scale
// than that of its call.
bool train(Engine& engine, std::string& story) {
    int compiled = 0, served = 0, eager = 0;
    bool right = true;
    for (int call = 0; call < 1000; ++call) {
        const Step step{256, 0.25 * call};
        const Outcome outcome = engine.look_up(step);
        compiled += outcome.kind() == OutcomeKind::compile ? 1 : 0;
        served += outcome.kind() == OutcomeKind::hit ? 1 : 0;
        eager += outcome.kind() == OutcomeKind::eager ? 1 : 0;
        const auto* kernel = static_cast<const Kernel*>(outcome.artefact());
        if (kernel != nullptr) right = right && kernel->scale(outcome.lifted()) == step.scale;
    }
    story = std::to_string(compiled) + " compiled, " + std::to_string(served) + " served, " +
            std::to_string(eager) + " eager";
    std::printf("  1,000 scales: %s\n", story.c_str());
    return right;
}

void tell(const Step& step, const Outcome& outcome) {
    std::printf("  S = %d: %s\n", static_cast<int>(step.rows),
                std::string(outcome_name(outcome.kind())).c_str());
    for (const ReasonText& reason : outcome.reasons())
        std::printf("    %s is %s: %s\n", reason.guard.c_str(), reason.actual.c_str(),
                    reason.because.c_str());
}

}  // namespace

int main() {
    const compiler::RulesFile file = compiler::read_rules("attention.guard", read("attention.guard"));
    std::string before, after;

    std::puts("Guards as the framework made them:");
    Engine plain(file);
    if (!train(plain, before)) return 1;
    tell({200, 0.0}, plain.look_up({200, 0.0}));

    std::puts("\nThe backend requires rows of 128 and reads `scale` at each call:");
    Engine engine(file);
    compiler::Backend toy(engine.rules, "toy");
    auto rows = toy.require("attention", "S % 128 == 0", "DMA moves rows of 128");
    if (!rows) {
        std::fputs(rows.error().text().c_str(), stdout);
        return 1;
    }
    auto scale = toy.lift("attention", "scale", "scale", "read from input 3 at each call");
    engine.read_scale();
    if (!scale || !train(engine, after)) return 1;
    const Outcome refused = engine.look_up({200, 0.0});
    tell({200, 0.0}, refused);

    std::puts("\nA mistake in a backend's string is found at once:");
    const auto wrong = toy.require("attention", "S % 128 = 0");
    if (wrong) return 1;
    std::fputs(wrong.error().text().c_str(), stdout);

    const bool as_told = before == "8 compiled, 0 served, 992 eager" &&
                         after == "1 compiled, 999 served, 0 eager" &&
                         refused.reason() == EagerReason::require;
    return as_told ? 0 : 1;
}
