// The first question this project started from, as an engine sees it: a function is called with three others
// in turn, the limit is two. What is compiled keeps serving; only the third runs eagerly, and nothing
// compiles it again.
#include <cstdio>
#include <fstream>
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

std::string read(const char* path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

// The compiled form of `f` for one of the functions it is given.
struct Artefact {
    std::string made_for;
};

}  // namespace

int main() {
    const compiler::RulesFile file = compiler::read_rules("checkpoint.guard", read("checkpoint.guard"));
    if (!file.sound() || file.frames.empty()) {
        std::puts("checkpoint.guard does not compile");
        return 1;
    }
    // Frames are rows of references; these are the three that the calls are made of.
    ValueArena arena;
    const std::vector<std::int64_t> size{2};
    TensorSpec tensor;
    tensor.sizes = size;
    tensor.requires_grad = true;
    const Value* x = arena.make_tensor(tensor);
    std::vector<const Value*> functions;
    for (const std::uint64_t code : {1001U, 1002U, 1003U}) {
        FunctionSpec function;
        function.code = code;
        functions.push_back(arena.make_function(function));
    }

    FrameOptions options = compiler::frame_options(file.frames.front());
    const FrameShape shape = file.frames.front().shape;
    auto rules = compiler::FrameRuleCompiler::create({file.frames.front()}, builtin_model());
    if (!rules) {
        std::puts("the rules cannot be compiled");
        return 1;
    }
    int compiles = 0;
    options.callbacks.compile =
        [&compiles](const CompileRequest& request) -> std::expected<NewEntry, CompileFailure> {
        ++compiles;
        const std::string name = *static_cast<const std::string*>(request.call().context);
        return NewEntry{.name = name, .artefact = std::make_shared<Artefact>(name)};
    };
    Dispatcher dispatcher(*rules);
    FrameCache& frame = dispatcher.add_frame(std::move(options));

    const AmbientBlock ambient{};
    std::string seen;
    for (const int call : {0, 1, 2, 0, 1, 2}) {
        std::vector<Ref> slots(shape.slots.size());
        slots[*shape.find(Scope::local, "x")] = x;
        slots[*shape.find(Scope::local, "g")] = functions[static_cast<std::size_t>(call)];
        std::string name = "g" + std::to_string(call + 1);
        const Outcome outcome = frame.look_up({.slots = slots, .ambient = ambient, .context = &name});
        const auto* artefact = static_cast<const Artefact*>(outcome.artefact());
        std::printf("f(x, %s)  %-8s %s\n", name.c_str(), std::string(outcome_name(outcome.kind())).c_str(),
                    artefact != nullptr ? artefact->made_for.c_str()
                                        : std::string(eager_reason_name(outcome.reason())).c_str());
        seen += std::string(outcome_name(outcome.kind())) + ' ';
    }
    std::printf("%d compiles\n", compiles);
    return seen == "compile compile eager hit hit eager " && compiles == 2 ? 0 : 1;
}
