#include "tests/differential/comparison.h"

#include <cstdio>
#include <cstdlib>

#include "compiler/terms/print_term.h"
#include "runtime/program/functions.h"

namespace guardc::differential {

namespace {

[[noreturn]] void give_up(const RandomCase& random_case, const GuardSet& set, const std::string& what) {
    std::fprintf(stderr, "differential: seed %llu: %s\n%s%s\n",
                 static_cast<unsigned long long>(random_case.seed), what.c_str(), random_case.head.c_str(),
                 set.text.c_str());
    std::abort();
}

Runner build_one(const RandomCase& random_case, const GuardSet& set, bool fuse) {
    auto check =
        compiler::build_check(*random_case.rules.terms, set.guards, set.lifted, random_case.rules.shape,
                              builtin_model(), {.keep_plan_text = false, .fuse = fuse});
    if (!check) give_up(random_case, set, "not built: " + check.error().at(0).message);
    if (const char* wrong = verify_program(check->program))
        give_up(random_case, set,
                std::string("program: ") + wrong + "\n" +
                    compiler::print_program(check->program, check->literals));
    return Runner(std::move(*check));
}

// The same value: the same object, or the same type and value all the way down.
bool same_cell(const Cell& left, const Cell& right) {
    if (left.tag == right.tag &&
        left.bits == right.bits)  // what a reference knows of its kind is no part of it
        return left.tag == CellTag::reference || left.length == right.length;
    const Cell both[] = {left, right};
    return call_test_function(builtin_model(), TestFunction::strict, both) == Truth::yes;
}

std::string_view status_name(Status status) {
    switch (status) {
        case Status::miss:
            return "miss";
        case Status::hit:
            return "hit";
        case Status::error:
            return "error";
    }
    return "no status at all";
}

}  // namespace

Built build(const RandomCase& random_case, GuardSet set) {
    Runner fused = build_one(random_case, set, true);
    Runner plain = build_one(random_case, set, false);
    return {std::move(set), std::move(fused), std::move(plain)};
}

native::Compiler& native_compiler() {
    static const std::unique_ptr<native::Compiler> compiler = [] {
        auto loaded = native::load_compiler({.verify = true});
        if (!loaded) {
            std::fprintf(stderr, "differential: no native engine: %s\n", loaded.error().message.c_str());
            std::abort();
        }
        return std::move(*loaded);
    }();
    return *compiler;
}

bool same_answer(const Answer& left, const Answer& right) {
    if (left.status != right.status || left.lifted.size() != right.lifted.size()) return false;
    for (std::size_t i = 0; i < left.lifted.size(); ++i)
        if (!same_cell(left.lifted[i], right.lifted[i])) return false;
    return true;
}

std::string answer_text(const Answer& answer) {
    std::string text(status_name(answer.status));
    for (const Cell& cell : answer.lifted)
        text += ", " + compiler::write_cell(cell);
    return text;
}

std::string describe(const RandomCase& random_case, const Built& built, const LiveFrame& frame) {
    const compiler::TermPool& terms = *random_case.rules.terms;
    std::string text = "seed " + std::to_string(random_case.seed) + "\n" + random_case.head + "}\nguards:\n";
    for (const compiler::Guard& guard : built.set.guards) {
        const compiler::Evaluation evaluation =
            compiler::evaluate(terms, guard.term, {builtin_model(), frame.slots, frame.document.ambient});
        constexpr std::string_view truths[] = {"no", "yes", "undefined", "error"};
        text += "    " + compiler::print_term(terms, guard.term, random_case.rules.shape) + "    # " +
                std::string(truths[static_cast<unsigned>(evaluation.truth)]) + "\n";
    }
    for (const compiler::LiftedValue& lifted : built.set.lifted)
        text += "    lift " + lifted.path + "\n";
    text += "frame (changed: " + frame.changed + "):\n" + frame.text + "\n";
    text += "fused program:\n" + compiler::print_program(built.fused.program(), built.fused.check().literals);
    text += "plain program:\n" + compiler::print_program(built.plain.program(), built.plain.check().literals);
    return text;
}

}  // namespace guardc::differential
