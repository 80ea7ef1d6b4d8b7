// Guards checked on an engine's own memory: nothing is copied, and the structs know nothing of guardc.
#include <cstdio>
#include <fstream>
#include <sstream>
#include <vector>

#include "compiler/explain/reason.h"
#include "compiler/native/native.h"
#include "compiler/plan/build.h"
#include "compiler/session/rules_file.h"
#include "engine.h"
#include "engine_model.h"
#include "runtime/program/ambient.h"

using namespace guardc;

int main() {
    std::ifstream stream("kernel.guard");
    std::ostringstream text;
    text << stream.rdbuf();
    const compiler::RulesFile file = compiler::read_rules("kernel.guard", text.str());
    if (!file.sound() || file.frames.empty()) {
        std::puts("kernel.guard does not compile");
        return 1;
    }
    const compiler::FrameRules& rules = file.frames.front();
    const std::vector<compiler::Guard>& guards = rules.entries.front().guards;
    const FrameShape shape = engine::arguments_shape();
    auto check = compiler::build_check(*rules.terms, guards, {}, shape, engine::model());
    if (!check) {
        std::puts(check.error().front().message.c_str());
        return 1;
    }
    auto native_engine = native::load_compiler();
    auto code =
        native_engine ? (*native_engine)->compile(check->program) : std::unexpected(native_engine.error());
    if (!code) {
        std::puts(code.error().message.c_str());
        return 1;
    }

    const engine::Config config{12, true, 0.0, "gelu"};
    const engine::Config wide{12, true, 0.0, "relu"};
    const engine::Tensor input{engine::Element::f16, 0, 2, {8, 256}, nullptr};
    const engine::Tensor odd{engine::Element::f16, 0, 2, {8, 200}, nullptr};
    const engine::Tensor mask{engine::Element::f32, 0, 2, {8, 256}, nullptr};
    const AmbientBlock ambient{};
    std::vector<Cell> scratch(check->program.registers);
    bool as_expected = true;
    const auto call = [&](const char* what, const engine::Arguments& arguments, Status expected) {
        const Ref* slots = reinterpret_cast<const Ref*>(&arguments);
        const Status status = (*code)->function()(slots, ambient.data(), check->literals.words.data(),
                                                  scratch.data(), nullptr, nullptr);
        std::printf("%-22s %s\n", what, status == Status::hit ? "hit" : "miss");
        const compiler::Surroundings surroundings{
            engine::model(), {slots, shape.slots.size()}, ambient, &shape};
        for (const compiler::Reason& reason :
             compiler::explain(*rules.terms, guards, shape, surroundings, compiler::Reasons::all)) {
            std::printf("    %s: expected %s, is %s\n", reason.guard.c_str(), reason.expected.c_str(),
                        reason.actual.c_str());
        }
        as_expected = as_expected && status == expected;
    };
    call("all in order", {&input, &mask, &config}, Status::hit);
    call("200 columns", {&odd, &mask, &config}, Status::miss);
    call("another activation", {&input, &mask, &wide}, Status::miss);
    call("no mask", {&input, nullptr, &config}, Status::miss);
    return as_expected ? 0 : 1;
}
