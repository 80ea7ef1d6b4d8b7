// Entries that come and go by the million through a dispatcher leave nothing behind. `./dev test` runs a
// short form; `./dev soak` sets GUARDC_SOAK and runs it in full.
#include <cstdlib>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "runtime/dispatch/dispatcher.h"
#include "tests/native/engines.h"
#include "tests/native/process_memory.h"
#include "tests/sanitized.h"

using namespace guardc;
using namespace guardc::native_test;
using tests::kSanitized;

namespace {

bool in_full() {
    return std::getenv("GUARDC_SOAK") != nullptr;
}

// Hits when i64 of slot 0 is `value`; each shape is another program.
WrittenProgram is_value(std::int64_t value, std::uint32_t shape) {
    WrittenProgram w;
    const Reg object = w.slot(0);
    for (std::uint32_t i = 0; i <= shape % 40; ++i)
        w.equals(w.load(object, Scalar::i64, offsetof(Sample, i64)), value);
    w.range(w.integer(shape), 0, shape, 1);
    for (std::uint32_t i = 0; i < shape / 40; ++i)
        w.kind(object, {kPlainKind});
    w.hit();
    return w;
}

// One sample and the calls with it.
class Caller {
  public:
    Outcome look_up(FrameCache& frame, std::int64_t value) {
        sample_.kind = kPlainKind;
        sample_.i64 = value;
        slots_[0] = &sample_;
        return frame.look_up({.slots = slots_, .ambient = ambient_});
    }
    std::int64_t value() const { return sample_.i64; }

  private:
    Sample sample_;
    Ref slots_[1] = {};
    AmbientBlock ambient_{};
};

std::shared_ptr<const EntryCode> code_of(WrittenProgram written) {
    EntryCode::Parts parts;
    parts.program = std::move(written.program);
    parts.literals = std::move(written.literals);
    return std::make_shared<const EntryCode>(std::move(parts));
}

std::shared_ptr<const EntryCode> native_code_of(native::Compiler& with, WrittenProgram written) {
    auto code = code_of(std::move(written));
    auto check = compile(with, code->program());
    const CheckFunction function = check->function();
    code->publish_native(function, std::move(check));
    return code;
}

// Runs `turn(i)` often enough to settle, then `count` times, and holds memory before against memory after.
template <typename Turn>
void leaves_memory_flat(std::uint32_t count, Turn turn) {
    const std::uint32_t settling = std::max(count / 10, 100U);
    for (std::uint32_t i = 0; i < settling; ++i)
        turn(i);
    const ProcessMemory before = process_memory();
    for (std::uint32_t i = settling; i < settling + count; ++i)
        turn(i);
    const ProcessMemory after = process_memory();
    CHECK(Reclaimer::process().pending() == 0);
    CHECK(after.writable_and_executable == 0);
    if (kSanitized) return;
    if (in_full()) {
        fmt::print("{} cycles: resident {} to {} KiB, mapped regions {} to {}\n", count,
                   before.resident_bytes / 1024, after.resident_bytes / 1024, before.regions, after.regions);
    }
    INFO("resident " << before.resident_bytes << " to " << after.resident_bytes << ", regions "
                     << before.regions << " to " << after.regions);
    CHECK(static_cast<double>(after.resident_bytes) <= 1.02 * static_cast<double>(before.resident_bytes));
    CHECK(static_cast<double>(after.regions) <= 1.01 * static_cast<double>(before.regions));
}

FrameOptions evicting(const std::function<NewEntry(std::int64_t)>& make, const Caller& caller) {
    FrameOptions options{.name = "f", .limit = {8, AtLimit::evict}};
    options.callbacks.compile = [make,
                                 &caller](const CompileRequest&) -> std::expected<NewEntry, CompileFailure> {
        return make(caller.value());
    };
    return options;
}

}  // namespace

TEST_CASE("entries of the table that are inserted and evicted leave memory flat", "[soak]") {
    Dispatcher dispatcher;
    Caller caller;
    FrameCache& frame = dispatcher.add_frame(evicting(
        [](std::int64_t value) {
            return NewEntry{.name = "e",
                            .artefact = std::make_shared<std::int64_t>(value),
                            .code = code_of(is_value(value, static_cast<std::uint32_t>(value % 5)))};
        },
        caller));
    const std::uint32_t cycles = in_full() ? 1'000'000 : kSanitized ? 2'000 : 50'000;
    std::uint64_t wrong = 0;
    leaves_memory_flat(cycles, [&](std::uint32_t i) {
        const Outcome made = caller.look_up(frame, i);
        const Outcome found = caller.look_up(frame, i);
        wrong += made.kind() != OutcomeKind::compile || found.kind() != OutcomeKind::hit ||
                 *static_cast<std::int64_t*>(found.artefact()) != i;
    });
    CHECK(wrong == 0);
    CHECK(frame.entries().size() == 8);
    CHECK(frame.counts().hits == frame.counts().compiles);
}

TEST_CASE("native entries that are inserted and evicted leave memory flat", "[soak]") {
    const auto with = *native::load_compiler();
    Dispatcher dispatcher;
    Caller caller;
    FrameCache& frame = dispatcher.add_frame(evicting(
        [&with](std::int64_t value) {
            return NewEntry{
                .name = "e",
                .code = native_code_of(*with, is_value(value, static_cast<std::uint32_t>(value % 13)))};
        },
        caller));
    const std::uint32_t cycles = in_full() ? 100'000 : kSanitized ? 100 : 1'000;
    std::uint64_t wrong = 0;
    leaves_memory_flat(cycles, [&](std::uint32_t i) {
        wrong += caller.look_up(frame, i).kind() != OutcomeKind::compile;
        wrong += caller.look_up(frame, i).kind() != OutcomeKind::hit;
    });
    CHECK(wrong == 0);
    CHECK(with->live_functions() == 8);
    frame.clear();
    CHECK(with->live_functions() == 0);
    CHECK(with->live_code_bytes() == 0);
}

TEST_CASE("many live native entries over many shapes are served, and go", "[soak]") {
    const auto with = *native::load_compiler();
    const std::uint32_t shapes = in_full() ? 1'000 : kSanitized ? 20 : 100;
    const std::uint32_t entries_each = 130;
    Caller caller;
    {
        Dispatcher dispatcher;
        for (std::uint32_t shape = 0; shape < shapes; ++shape) {
            FrameCache& frame = dispatcher.add_frame({.name = std::to_string(shape)});
            for (std::uint32_t i = 0; i < entries_each; ++i)
                REQUIRE(frame.insert(
                    {.name = std::to_string(i), .code = native_code_of(*with, is_value(i, shape))}));
        }
        CHECK(with->live_functions() == shapes);
        if (in_full()) {
            fmt::print("{} live native entries over {} shapes: {} KiB of code, {} KiB resident\n",
                       shapes * entries_each, shapes, with->live_code_bytes() / 1024,
                       process_memory().resident_bytes / 1024);
        }
        std::uint64_t wrong = 0;
        for (FrameCache* const frame : dispatcher.frames()) {
            for (std::uint32_t i = 0; i < entries_each; ++i) {
                const Outcome outcome = caller.look_up(*frame, i);
                wrong += outcome.kind() != OutcomeKind::hit || outcome.entry()->name != std::to_string(i) ||
                         !outcome.entry()->code->is_native();
            }
            wrong += caller.look_up(*frame, entries_each).kind() != OutcomeKind::eager;
        }
        CHECK(wrong == 0);
    }
    CHECK(Reclaimer::process().pending() == 0);
    CHECK(with->live_functions() == 0);
    CHECK(with->live_code_bytes() == 0);
}
