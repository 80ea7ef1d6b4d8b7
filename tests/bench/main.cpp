// ./dev bench: figures as ratios between things measured in one run. Repetitions of all benchmarks are
// interleaved at random, so that a machine that drifts drifts for both sides of a ratio.
#include <cstring>
#include <random>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "compiler/reference/reference.h"
#include "runtime/value/builtin_model.h"
#include "tests/bench/cold.h"
#include "tests/bench/dispatch.h"
#include "tests/bench/import_rate.h"
#include "tests/bench/ratios.h"
#include "tests/bench/workload.h"

namespace guardc::bench {

namespace {

constexpr unsigned kTensors = 77;

std::uint64_t touch(const Workload& workload) {
    // What any check must load: the slot array, and the two or three lines with the facts of each tensor.
    std::uint64_t sum = 0;
    for (const Ref slot : workload.slots) {
        const auto* words = static_cast<const volatile std::uint64_t*>(slot);
        sum += words[0] + words[8] + words[16];
    }
    return sum;
}

void flush_objects(const Workload& workload) {
    for (const Ref slot : workload.slots) {
        flush(slot, sizeof(TensorValue));
    }
    flush(static_cast<const void*>(workload.slots.data()), workload.slots.size() * sizeof(Ref));
}

template <class Run>
void add(const char* name, Run run) {
    benchmark::RegisterBenchmark(name, [run](benchmark::State& state) mutable {
        for (auto _ : state) {
            benchmark::DoNotOptimize(run());
        }
    });
}

template <class Run>
void add_cold(const char* name, const Workload& workload, Run run) {
    benchmark::RegisterBenchmark(name, [&workload, run](benchmark::State& state) mutable {
        for (auto _ : state) {
            flush_objects(workload);
            state.SetIterationTime(timed([&] { benchmark::DoNotOptimize(run()); }));
        }
    })->UseManualTime();
}

// From guards to a program, or on to machine code. A guard more than W1 has makes this another shape, so that
// the code of the workload above is never found again.
void add_compile(const char* name, unsigned tensors, native::Compiler& compiler, bool with_code) {
    auto rules = std::make_shared<compiler::FrameRules>(
        checked_rules(tensor_facts_text(tensors, "        L['first'] is None\n")));
    benchmark::RegisterBenchmark(name, [rules, &compiler, with_code](benchmark::State& state) {
        for (auto _ : state) {
            auto check = compiler::build_check(*rules->terms, rules->entries.front().guards, {}, rules->shape,
                                               builtin_model());
            if (with_code) {
                benchmark::DoNotOptimize(compiler.compile(check->program));
            }
        }
    })->Unit(benchmark::kMillisecond);
}

const std::vector<Ratio> kCheckRatios = {
    {"floor_hot", "native_hot", "touch_hot", "native check / touching the same memory, hot"},
    {"floor_cold", "native_cold", "touch_cold", "native check / touching the same memory, objects cold"},
    {"reference_w1", "reference_hot", "native_hot", "walk over the terms / native check, hot"},
    {"table_w1_hot", "table_hot", "native_hot", "table / native check, hot"},
    {"table_w1_cold", "table_cold", "native_cold", "table / native check, objects cold"},
    {"lift_8", "lifted_hot", "tested_hot",
     "check that lifts 8 floats, ints and bools / the same with 8 tests of their values, hot", 1, 1.2},
    {"compile_growth", "compile_20000", "compile_1000", "native compile per guard, 20,020 guards / 1,001",
     77.0 / 1540},
    {"build_growth", "build_20000", "build_1000", "program per guard, 20,020 guards / 1,001", 77.0 / 1540},
    {"compile_share", "compile_1000", "build_1000",
     "guards to machine code / guards to program, 1,001 guards"},
};

int run(int argc, char** argv) {
    std::string path;
    std::vector<char*> arguments;
    std::string repetitions = "--benchmark_repetitions=9";
    std::string interleaved = "--benchmark_enable_random_interleaving=true";
    std::string shortest = "--benchmark_min_time=0.02";
    arguments.push_back(argv[0]);
    for (std::string* flag : {&repetitions, &interleaved, &shortest}) {
        arguments.push_back(flag->data());
    }
    for (int i = 1; i < argc; ++i) {
        if (std::strncmp(argv[i], "--ratios=", 9) == 0) {
            path = argv[i] + 9;
        } else {
            arguments.push_back(argv[i]);
        }
    }
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) {
        return 2;
    }

    auto compiler = native::load_compiler();
    if (!compiler) {
        fmt::print(stderr, "guardc_bench: {}\n", compiler.error().message);
        return 1;
    }
    const std::unique_ptr<Workload> workload = tensor_facts(kTensors, **compiler);
    Workload& w1 = *workload;
    add("touch_hot", [&] { return touch(w1); });
    add("native_hot", [&] { return w1.run_native(); });
    add("table_hot", [&] { return w1.run_table(); });
    add("reference_hot", [&] { return w1.run_reference(); });
    const std::unique_ptr<Workload> tested = eight_constants(false, **compiler);
    const std::unique_ptr<Workload> lifted = eight_constants(true, **compiler);
    add("tested_hot", [&] { return tested->run_native(); });
    add("lifted_hot", [&] { return lifted->run_native(); });
    add_cold("touch_cold", w1, [&] { return touch(w1); });
    add_cold("native_cold", w1, [&] { return w1.run_native(); });
    add_cold("table_cold", w1, [&] { return w1.run_table(); });
    add_compile("build_1000", kTensors, **compiler, false);
    add_compile("compile_1000", kTensors, **compiler, true);
    add_compile("build_20000", 20 * kTensors, **compiler, false);
    add_compile("compile_20000", 20 * kTensors, **compiler, true);

    DispatchBench dispatch;
    dispatch.add_benchmarks();
    std::vector<Ratio> ratios = kCheckRatios;
    for (Ratio& ratio : DispatchBench::ratios())
        ratios.push_back(std::move(ratio));

    Collector collector;
    benchmark::RunSpecifiedBenchmarks(&collector);
    collector.print(ratios);
    std::vector<Figure> figures;
    if (auto rate = import_rate()) figures.push_back(std::move(*rate));
    print(figures);
    if (!path.empty() && !collector.write_json(ratios, figures, path)) {
        fmt::print(stderr, "guardc_bench: cannot write {}\n", path);
        return 1;
    }
    return 0;
}

}  // namespace

}  // namespace guardc::bench

int main(int argc, char** argv) {
    return guardc::bench::run(argc, argv);
}
