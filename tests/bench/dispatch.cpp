#include "tests/bench/dispatch.h"

#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>

#include <fmt/format.h>

#include "compiler/backend/frame_options.h"
#include "compiler/backend/frame_rule_compiler.h"
#include "runtime/dispatch/ask.h"
#include "runtime/dispatch/dispatcher.h"
#include "runtime/value/arena.h"
#include "runtime/value/builtin_model.h"
#include "tests/bench/workload.h"

namespace guardc::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kFirst = 16;  // size(1) of the tensor of entry 0

// 13 guards on one tensor, which entries tell apart by its second size.
std::string guards_for(std::int64_t size) {
    return fmt::format(
        "L['t'] is tensor(float16, cuda:0, size=[8, {}, 32, 64], stride=[{}, 2048, 64, 1], "
        "requires_grad=False)",
        size, size * 2048);
}

// The same look-up with no protection of what it reads and gives out: nothing may ever change.
class BareCache {
  public:
    explicit BareCache(const FrameCache& frame) : entries_(frame.entries()) {
        std::vector<const EntryCode*> codes;
        for (const auto& entry : entries_) {
            const Program& program = entry->code->program();
            snapshot_.rows.push_back(
                {entry->code.get(), entry.get(), entry->hits.get(), entry->backend_key, program.lifted});
            snapshot_.registers = std::max(snapshot_.registers, program.registers);
            snapshot_.slots = std::max(snapshot_.slots, program.slots);
            codes.push_back(entry->code.get());
        }
        snapshot_.cells = std::size_t{snapshot_.registers} + snapshot_.lifted;
        snapshot_.slots_at_once = snapshot_.slots;
        snapshot_.index = EntryIndex(codes);
        published_ = &snapshot_;
    }

    [[gnu::noinline]] Outcome look_up(const Call& call) noexcept {
        ThreadRecord& thread = this_thread();
        const FrameSnapshot& snapshot = *published_.load(std::memory_order_acquire);
        const bool eager = thread.stance != ThreadRecord::kNoStance || !stances_->leaves_all();
        EntryIndex::Candidates candidates;
        if (eager || call.slots.size() < snapshot.slots_at_once ||
            !snapshot.index.candidates_at_once(call, candidates)) {
            return missed();
        }
        if (candidates.none() || !thread.scratch.fits(snapshot.cells)) return missed();
        Cell* const cells = thread.scratch.take_in_place(snapshot.cells);
        const Asked asked = ask_at_once(snapshot, candidates, call, cells);
        if (asked.status == Status::hit) [[likely]]
            return hit(thread, snapshot, *asked.row, cells);
        thread.scratch.give_back(cells);
        return missed();
    }

  private:
    std::vector<std::shared_ptr<const Entry>> entries_;
    FrameSnapshot snapshot_;
    std::atomic<const FrameSnapshot*> published_;
    std::shared_ptr<StanceBoard> stances_ = std::make_shared<StanceBoard>();
    static Outcome missed() { return {OutcomeKind::eager, EagerReason::no_entry}; }
    [[gnu::always_inline]] static Outcome hit(ThreadRecord& thread, const FrameSnapshot& snapshot,
                                              const FrameSnapshot::Row& row, Cell* cells) noexcept {
        if (snapshot.marks_use && !row.entry->used.load(std::memory_order_relaxed)) [[unlikely]]
            row.entry->used.store(true, std::memory_order_relaxed);
        row.hits->add(thread.number);
        Outcome outcome(OutcomeKind::hit, Hold(), *row.entry, {cells + snapshot.registers, row.lifted});
        thread.scratch.give_back(cells);
        return outcome;
    }
};

// Of this thread.
double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void require(bool holds, const char* what) {
    if (holds) return;
    fmt::print(stderr, "guardc_bench: {}\n", what);
    std::exit(1);
}

// One dispatcher with one frame and some entries, all native.
struct Cache {
    Cache(std::uint32_t entries, LimitPolicy limit) : text("frame f {\n}\n") {
        auto made = compiler::FrameRuleCompiler::create({checked_rules(text)}, builtin_model(),
                                                        {.native = compiler::NativeMode::at_once});
        require(made.has_value(), "the rules of the dispatch benchmark cannot be used");
        rules = std::move(*made);
        dispatcher = std::make_unique<Dispatcher>(rules);
        FrameOptions options{.name = "f", .limit = limit};
        options.callbacks.compile = [](const CompileRequest&) -> std::expected<NewEntry, CompileFailure> {
            return std::unexpected(CompileFailure{.nothing_to_compile = true});
        };
        frame = &dispatcher->add_frame(std::move(options));
        for (std::uint32_t i = 0; i < entries; ++i)
            require(frame->insert({.name = "e", .guards = guards_for(kFirst + i)}).has_value(),
                    "an entry of the dispatch benchmark does not compile");
        require(frame->entries().front()->code->is_native(), "no machine code");
    }

    std::string text;
    std::shared_ptr<compiler::FrameRuleCompiler> rules;
    std::unique_ptr<Dispatcher> dispatcher;
    FrameCache* frame = nullptr;
    AmbientBlock ambient{};
};

// Changes a dispatcher a thousand times a second.
class Writer {
  public:
    explicit Writer(Cache& cache)
        : thread_([this, &cache] {
              for (auto next = Clock::now(); !stop_; next += std::chrono::milliseconds(1)) {
                  cache.frame->set_limit({8, AtLimit::run_only});
                  std::this_thread::sleep_until(next);
              }
          }) {}
    ~Writer() {
        stop_ = true;
        thread_.join();
    }

  private:
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace

struct DispatchBench::Parts {
    static const Value* tensor(ValueArena& arena, std::int64_t size) {
        const std::vector<std::int64_t> sizes{8, size, 32, 64}, strides{size * 2048, 2048, 64, 1};
        TensorSpec spec;
        spec.dtype = DType::float16;
        spec.device = {DeviceType::cuda, 0};
        spec.sizes = sizes;
        spec.strides = strides;
        return arena.make_tensor(spec);
    }

    Parts() {
        // Entries are inserted, so the limit is below them: every miss is run-only.
        full.frame->set_limit({8, AtLimit::run_only});
        require(look_up(full, missing).reason() == EagerReason::limit, "a run-only miss is none");
        require(look_up(one, fitting).kind() == OutcomeKind::hit, "a look-up misses");
        require(bare.look_up(call(one, fitting)).kind() == OutcomeKind::hit, "a bare look-up misses");
        for (Cache& cache : pair)
            require(look_up(cache, fitting).kind() == OutcomeKind::hit, "a look-up misses");
    }

    static Call call(const Cache& cache, const Ref& slot) {
        return {.slots = {&slot, 1}, .ambient = cache.ambient};
    }
    static Outcome look_up(Cache& cache, const Ref& slot) { return cache.frame->look_up(call(cache, slot)); }

    // The check alone, in blocks that are there.
    Status check_once(const Cache& cache, const Ref& slot) {
        return code->check(&slot, cache.ambient.data(), scratch.data(), nullptr, nullptr);
    }

    // Both threads look up `rounds` times; seconds that they had a processor for it, so that a busy machine
    // does not count.
    double two_threads(Cache& first, Cache& second, int rounds) const {
        std::barrier start(2);
        double seconds[2] = {};
        const auto work = [&](Cache& cache, double& spent) {
            start.arrive_and_wait();
            const double begin = processor_seconds();
            for (int i = 0; i < rounds; ++i)
                benchmark::DoNotOptimize(look_up(cache, fitting).kind());
            spent = processor_seconds() - begin;
        };
        std::thread a(work, std::ref(first), std::ref(seconds[0]));
        std::thread b(work, std::ref(second), std::ref(seconds[1]));
        a.join(), b.join();
        return seconds[0] + seconds[1];
    }

    ValueArena arena;
    const Ref fitting = tensor(arena, kFirst);
    const Ref missing = tensor(arena, 1);
    Cache one{1, {8, AtLimit::run_only}};
    Cache full{8, {8, AtLimit::run_only}};
    std::array<Cache, 2> pair{Cache{1, {8, AtLimit::run_only}}, Cache{1, {8, AtLimit::run_only}}};
    BareCache bare{*one.frame};
    std::shared_ptr<const EntryCode> code = one.frame->entries().front()->code;
    std::vector<Cell> scratch = std::vector<Cell>(code->program().registers);
};

DispatchBench::DispatchBench() : parts_(std::make_unique<Parts>()) {}
DispatchBench::~DispatchBench() = default;

void DispatchBench::add_benchmarks() {
    Parts& parts = *parts_;
    const auto add = [](const char* name, auto run) {
        benchmark::RegisterBenchmark(name, [run](benchmark::State& state) {
            for (auto _ : state)
                benchmark::DoNotOptimize(run());
        });
    };
    // Calls are there, as the blocks of the check are.
    add("look_up",
        [&, call = Parts::call(parts.one, parts.fitting)] { return parts.one.frame->look_up(call).kind(); });
    add("look_up_bare",
        [&, call = Parts::call(parts.one, parts.fitting)] { return parts.bare.look_up(call).kind(); });
    add("run_only_miss", [&, call = Parts::call(parts.full, parts.missing)] {
        return parts.full.frame->look_up(call).kind();
    });
    add("one_check", [&] { return parts.check_once(parts.one, parts.fitting); });

    // A round is long enough that a preempted thread is a small part of it.
    const auto add_pair = [&parts](const char* name, std::size_t second) {
        benchmark::RegisterBenchmark(name, [&parts, second](benchmark::State& state) {
            const Writer one(parts.pair[0]);
            std::optional<Writer> two;
            if (second != 0) two.emplace(parts.pair[second]);
            for (auto _ : state)
                state.SetIterationTime(parts.two_threads(parts.pair[0], parts.pair[second], 1'000'000));
        })->UseManualTime();
    };
    add_pair("two_threads_shared", 0);
    add_pair("two_threads_apart", 1);
}

std::vector<Ratio> DispatchBench::ratios() {
    return {
        {"epoch_cost", "look_up", "look_up_bare", "look-up of 13 guards under epochs / with a bare pointer",
         1, 1.1},
        {"two_threads", "two_threads_apart", "two_threads_shared",
         "two threads on one dispatcher / on one each, throughput, with writers"},
        {"run_only_miss", "run_only_miss", "one_check",
         "run-only miss with 8 entries / one check of 13 guards, called bare", 1, 2},
        {"run_only_miss_of_look_up", "run_only_miss", "look_up",
         "run-only miss with 8 entries / look-up that makes one check"},
    };
}

}  // namespace guardc::bench
