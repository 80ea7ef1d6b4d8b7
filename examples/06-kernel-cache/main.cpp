// A kernel cache for an engine that specialises by shape. `scale_rows(x, factor)` has a slow form for any
// input, and fast ones that are compiled for a row length. What the tracer guards is more than the kernels
// need: run once as it is, once with a backend that says what it can do without. The same calls, counted.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/backend/frame_options.h"
#include "compiler/backend/frame_rule_compiler.h"
#include "compiler/session/rules_file.h"
#include "runtime/dispatch/dispatcher.h"
#include "runtime/value/arena.h"
#include "runtime/value/builtin_model.h"

namespace {

using namespace guardc;

// ---- the engine: arrays, a slow form, and kernels

struct Array {
    std::size_t rows, columns;
    std::vector<float> data;
};

void scale_rows_slowly(Array& x, float factor) {
    for (std::size_t row = 0; row < x.rows; ++row)
        for (std::size_t column = 0; column < x.columns; ++column)
            x.data[row * x.columns + column] *= factor;
}

// Compiled for one row length, which is a multiple of 16.
struct Kernel {
    std::size_t columns;
    float factor;  // the one it was traced with, where it does not take it as an argument
    void run(Array& x, float with) const {
        for (std::size_t at = 0; at < x.rows * columns; at += 16)
            for (std::size_t lane = 0; lane < 16; ++lane)
                x.data[at + lane] *= with;
    }
};

// ---- the cache

class KernelCache {
  public:
    KernelCache(const std::shared_ptr<compiler::FrameRuleCompiler>& rules, const compiler::FrameRules& frame)
        : dispatcher_(rules), shape_(*rules->shape(frame.name)), cache_(add_frame(frame)) {}

    // Scales in place, by a kernel where the cache has or makes one.
    void scale_rows(Array& x, float factor) {
        ValueArena arena;  // the values of this call, as the guards read them
        const std::vector<std::int64_t> sizes{static_cast<std::int64_t>(x.rows),
                                              static_cast<std::int64_t>(x.columns)};
        TensorSpec spec;
        spec.sizes = sizes;
        std::vector<Ref> slots(shape_.slots.size());
        slots[*shape_.find(Scope::local, "x")] = arena.make_tensor(spec);
        slots[*shape_.find(Scope::local, "factor")] = arena.make_floating(factor);

        Traced traced{x.rows, x.columns, factor};
        const Outcome outcome = cache_.look_up({.slots = slots,
                                                .ambient = ambient_,
                                                .backend = dispatcher_.backend("simd"),
                                                .context = &traced});
        if (const auto* kernel = static_cast<const Kernel*>(outcome.artefact())) {
            const bool argument = !outcome.lifted().empty();
            kernel->run(x, argument ? static_cast<float>(outcome.lifted()[0].as_floating()) : kernel->factor);
        } else {
            scale_rows_slowly(x, factor);
        }
    }

    FrameReport report() const { return cache_.report(); }
    const std::vector<std::string>& warnings() const { return warnings_; }

  private:
    struct Traced {
        std::size_t rows, columns;
        float factor;
    };

    // What the engine's tracer and compiler do for a call that no entry accepts.
    static std::expected<NewEntry, CompileFailure> compile(const CompileRequest& request) {
        const auto& traced = *static_cast<const Traced*>(request.call().context);
        if (traced.columns % 16 != 0) return std::unexpected(CompileFailure{.nothing_to_compile = true});
        char guards[200];
        std::snprintf(guards, sizeof guards, "x is tensor(float32, cpu, size=[%zu, %zu])\nfactor is %.9g",
                      traced.rows, traced.columns, static_cast<double>(traced.factor));
        return NewEntry{.name = std::to_string(traced.columns) + " columns",
                        .artefact = std::make_shared<Kernel>(traced.columns, traced.factor),
                        .guards = guards,
                        .reads = {.all = true}};
    }

    FrameCache& add_frame(const compiler::FrameRules& frame) {
        FrameOptions options = compiler::frame_options(frame);
        options.callbacks.compile = compile;
        options.callbacks.event = [this](const FrameCache&, const Event& event) {
            if (event.kind == EventKind::limit) warnings_.push_back(event.text);
        };
        return dispatcher_.add_frame(std::move(options));
    }

    Dispatcher dispatcher_;
    const FrameShape shape_;
    const AmbientBlock ambient_{};
    std::vector<std::string> warnings_;
    FrameCache& cache_;
};

// ---- the same calls through both caches

// A server: batches of all sizes, three row lengths (one of them odd), a factor that follows a schedule.
bool serve(KernelCache& cache) {
    constexpr std::size_t kColumns[] = {64, 128, 50};
    for (std::size_t call = 0; call < 3000; ++call) {
        Array x{1 + call * 7 % 32, kColumns[call % 3], {}};
        x.data.assign(x.rows * x.columns, 2.0F);
        const std::size_t phase = call / 500;
        const float factor = 0.5F + static_cast<float>(phase) * 0.25F;
        cache.scale_rows(x, factor);
        if (std::ranges::any_of(x.data, [&](float scaled) { return scaled != 2.0F * factor; })) {
            std::printf("call %zu is wrong\n", call);
            return false;
        }
    }
    return true;
}

void print(const char* title, const KernelCache& cache) {
    const auto number = [](std::uint64_t count) { return static_cast<unsigned long long>(count); };
    const FrameReport report = cache.report();
    std::printf("%s\n  %5llu hits\n  %5llu compiles\n  %5llu calls run slowly\n", title,
                number(report.counts.hits), number(report.counts.compiles),
                number(report.counts.eager + report.counts.unmet));
    for (const EntryReport& entry : report.entries)
        std::printf("  \"%s\": %llu hits\n", entry.name.c_str(), number(entry.hits));
    for (const std::string& warning : cache.warnings())
        std::printf("  %s\n", warning.c_str());
}

std::string read(const char* path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

}  // namespace

int main() {
    const compiler::RulesFile file = compiler::read_rules("kernels.guard", read("kernels.guard"));
    const auto rules = file.sound() ? compiler::FrameRuleCompiler::create(file.frames, builtin_model())
                                    : std::unexpected(file.diagnostics);
    if (!rules) {
        for (const grammar::Diagnostic& diagnostic : rules.error())
            std::fputs(grammar::render(*file.source, diagnostic).c_str(), stdout);
        return 1;
    }
    KernelCache exact(*rules, file.frames[0]);
    KernelCache shared(*rules, file.frames[1]);
    if (!serve(exact) || !serve(shared)) return 1;
    print("before: every guard that the tracer saw", exact);
    print("after: the backend says what it can do without", shared);

    // Two row lengths are two kernels, and every call with one of them is served.
    const FrameCounts before = exact.report().counts, after = shared.report().counts;
    return before.compiles == 8 && after.compiles == 2 && after.hits == 1998 && after.unmet == 1000 ? 0 : 1;
}
