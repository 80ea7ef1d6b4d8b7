#include "tests/example/judging.h"

#include <catch2/catch.hpp>

#include "runtime/dispatch/dispatcher.h"
#include "tests/differential/comparison.h"

namespace guardc::example_tests {

namespace {

compiler::CheckProgram built(const compiler::TermPool& terms, const FrameShape& shape,
                             std::span<const compiler::Guard> guards,
                             std::span<const compiler::LiftedValue> lifted) {
    auto check = compiler::build_check(terms, guards, lifted, shape, builtin_model(), {});
    REQUIRE(check);
    return std::move(*check);
}

}  // namespace

Judges::Judges(const compiler::TermPool& terms, const FrameShape& shape,
               std::span<const compiler::Guard> guards, std::span<const compiler::LiftedValue> lifted)
    : terms_(terms),
      shape_(shape),
      guards_(guards),
      lifted_(lifted),
      runner_(built(terms, shape, guards, lifted)) {
    auto code = differential::native_compiler().compile(runner_.program());
    REQUIRE(code);
    native_ = *code;
    const compiler::CheckProgram& check = runner_.check();
    std::vector<std::string> paths;
    for (const compiler::LiftedValue& value : lifted)
        paths.push_back(value.path);
    code_ = std::make_shared<const EntryCode>(
        EntryCode::Parts{check.program, check.literals.words, check.literals.owners, paths, nullptr, {}, {}});
}

std::string Judges::against(const compiler::FrameDocument& frame, bool hit) {
    const std::string line = write_frame(frame);
    const auto read = compiler::read_frame(line);
    if (!read) return "does not read back: " + compiler::error_text(read.error()) + "\n" + line;
    const std::vector<Ref> slots = bind_frame(*read, shape_);
    const differential::Input input{slots, read->ambient};
    const Status wanted = hit ? Status::hit : Status::miss;
    std::string found;
    if (differential::by_reference(terms_, guards_, lifted_, input).status != wanted) found += "reference ";
    if (runner_.by_table(input).status != wanted) found += "table ";
    if (runner_.natively(*native_, input).status != wanted) found += "native ";
    Dispatcher dispatcher;
    FrameCache& cache = dispatcher.add_frame({.name = "f"});
    REQUIRE(cache.insert({.name = "only", .code = code_}));
    const Outcome outcome = cache.look_up({.slots = slots, .ambient = read->ambient});
    if ((outcome.kind() == OutcomeKind::hit) != hit) found += "dispatch ";
    return found.empty() ? found : found + (hit ? "miss " : "hit ") + line;
}

}  // namespace guardc::example_tests
