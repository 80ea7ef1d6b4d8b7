#include "tests/bench/workload.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <fmt/format.h>

#include "compiler/backend/lift.h"
#include "compiler/reference/reference.h"
#include "compiler/sema/sema.h"
#include "compiler/terms/print_term.h"
#include "grammar/parse.h"
#include "runtime/program/interpreter.h"
#include "runtime/value/builtin_model.h"

namespace guardc::bench {

namespace {

[[noreturn]] void stop(const std::string& message) {
    fmt::print(stderr, "guardc_bench: {}\n", message);
    std::exit(1);
}

std::vector<std::int64_t> sizes_of(unsigned tensor) {
    return {8, static_cast<std::int64_t>(16 + tensor), 32, 64};
}

std::vector<std::int64_t> strides_of(unsigned tensor) {
    return {static_cast<std::int64_t>(16 + tensor) * 32 * 64, 2048, 64, 1};
}

// Compiles the guards for both engines and tries them on the frame.
void finish(Workload& workload, native::Compiler& compiler,
            const std::vector<compiler::LiftedValue>& lifted = {}) {
    auto check = compiler::build_check(*workload.rules.terms, workload.guards(), lifted, workload.rules.shape,
                                       builtin_model());
    if (!check) {
        stop(check.error().front().message);
    }
    workload.check = std::move(*check);
    workload.scratch.resize(workload.check.program.registers);
    workload.out.resize(workload.check.program.lifted);
    auto native_check = compiler.compile(workload.check.program);
    if (!native_check) {
        stop(native_check.error().message);
    }
    workload.native = *native_check;
    if (workload.run_table() != Status::hit || workload.run_native() != Status::hit ||
        workload.run_reference() != Truth::yes) {
        stop("the engines do not all accept the frame of the workload");
    }
}

}  // namespace

std::string tensor_facts_text(unsigned tensors, const std::string& first) {
    std::string text = "frame f {\n    entry \"e\" {\n" + first;
    for (unsigned i = 0; i < tensors; ++i) {
        const std::vector<std::int64_t> size = sizes_of(i);
        const std::vector<std::int64_t> stride = strides_of(i);
        text += fmt::format(
            "        L['t{}'] is tensor(float16, cuda:0, size=[{}], stride=[{}], requires_grad=False)\n", i,
            fmt::join(size, ", "), fmt::join(stride, ", "));
    }
    return text + "    }\n}\n";
}

compiler::FrameRules checked_rules(const std::string& text) {
    const auto source = std::make_shared<const grammar::Source>("bench.guard", text);
    const grammar::ParsedFile parsed = grammar::parse_file(*source);
    for (const grammar::Diagnostic& diagnostic : parsed.diagnostics) {
        stop(grammar::render(*source, diagnostic));
    }
    compiler::CheckedFile checked = compiler::check_file(source, parsed.file);
    for (const grammar::Diagnostic& diagnostic : checked.diagnostics) {
        stop(grammar::render(*source, diagnostic));
    }
    return std::move(checked.frames.front());
}

Status Workload::run_table() {
    return run_program(check.program, slots.data(), ambient.data(), check.literals.words.data(),
                       scratch.data(), nullptr, out.data());
}

Status Workload::run_native() {
    return native->function()(slots.data(), ambient.data(), check.literals.words.data(), scratch.data(),
                              nullptr, out.data());
}

Truth Workload::run_reference() const {
    return compiler::judge(*rules.terms, guards(), {builtin_model(), slots, ambient}).truth;
}

std::unique_ptr<Workload> tensor_facts(unsigned tensors, native::Compiler& compiler) {
    auto workload = std::make_unique<Workload>();
    workload->text = tensor_facts_text(tensors);
    workload->rules = checked_rules(workload->text);

    // Shuffled, with gaps, so that no prefetcher walks them in order.
    std::vector<unsigned> order(tensors);
    for (unsigned i = 0; i < tensors; ++i) {
        order[i] = i;
    }
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    workload->slots.resize(tensors);
    for (const unsigned i : order) {
        workload->arena.allocate(192);
        const std::vector<std::int64_t> size = sizes_of(i);
        const std::vector<std::int64_t> stride = strides_of(i);
        TensorSpec spec;
        spec.dtype = DType::float16;
        spec.device = {DeviceType::cuda, 0};
        spec.sizes = size;
        spec.strides = stride;
        const auto slot = workload->rules.shape.find(Scope::local, fmt::format("t{}", i));
        workload->slots[*slot] = workload->arena.make_tensor(spec, {.identity = i + 1});
    }

    finish(*workload, compiler);
    return workload;
}

std::unique_ptr<Workload> eight_constants(bool lifted, native::Compiler& compiler) {
    auto workload = std::make_unique<Workload>();
    workload->text = R"(frame f(x, scale, eps, ratio, count, heads, training, causal) {
    entry "e" {
        x is tensor(float16, cuda:0, size=[None, 64])
        scale is 0.125
        eps is 1e-05
        ratio is 2.5
        count is 7
        heads is 12
        training is False
        causal is True
        x.size(0) == 8
    }
}
)";
    workload->rules = checked_rules(workload->text);
    ValueArena& arena = workload->arena;
    const std::vector<std::int64_t> sizes{8, 64};
    TensorSpec spec;
    spec.dtype = DType::float16;
    spec.device = {DeviceType::cuda, 0};
    spec.sizes = sizes;
    workload->slots = {arena.make_tensor(spec),   arena.make_floating(0.125), arena.make_floating(1e-5),
                       arena.make_floating(2.5),  arena.make_integer(7),      arena.make_integer(12),
                       arena.make_boolean(false), arena.make_boolean(true)};

    std::vector<compiler::LiftedValue> values;
    std::vector<compiler::Guard>& guards = workload->rules.entries.front().guards;
    std::vector<compiler::Guard> kept;
    for (const compiler::Guard& guard : guards) {
        const auto lift = lifted ? compiler::lift_of(*workload->rules.terms, guard.term) : std::nullopt;
        const bool is_constant =
            lift && guards.size() - static_cast<std::size_t>(&guard - guards.data()) <= 8;
        if (!is_constant) {
            kept.push_back(guard);
            continue;
        }
        values.push_back({compiler::print_term(*workload->rules.terms, lift->value, workload->rules.shape),
                          lift->value, lift->type});
        if (lift->type_test != compiler::kNoTerm) kept.push_back({lift->type_test, guard.provenance});
    }
    guards = std::move(kept);
    finish(*workload, compiler, values);
    if (workload->check.program.lifted != (lifted ? 8U : 0U)) stop("not all constants are lifted");
    return workload;
}

}  // namespace guardc::bench
