#include "tests/dispatch/toy_frame.h"

#include <sstream>
#include <thread>
#include <utility>

namespace guardc::tests {
namespace {

int value_of(const Call& call) {
    return *static_cast<const int*>(call.slots[0]);
}

constexpr std::pair<const char*, AtLimit> kAtLimit[] = {{"run_only", AtLimit::run_only},
                                                        {"skip", AtLimit::skip},
                                                        {"evict", AtLimit::evict},
                                                        {"refuse", AtLimit::refuse}};

std::string describe(const Outcome& outcome, int x) {
    std::string text(outcome_name(outcome.kind()));
    if (outcome.reason() != EagerReason::none && outcome.reason() != EagerReason::no_entry) {
        text += ":" + std::string(eager_reason_name(outcome.reason()));
    }
    if (outcome.entry() == nullptr) return text;
    const bool right = outcome.lifted().size() == 1 && outcome.lifted()[0].as_integer() == x;
    const int* const built_for = static_cast<const int*>(outcome.artefact());
    if (!right || (built_for != nullptr && *built_for != x)) return "WRONG";
    return text + ":" + outcome.entry()->name;
}

}  // namespace

NewEntry exact_entry(int x) {
    return {.name = std::to_string(x),
            .artefact = std::make_shared<int>(x),
            .guards = "x == " + std::to_string(x)};
}

FrameCache& ToyFrame::add(Dispatcher& dispatcher, FrameOptions options, ToyCompiler compiler) {
    if (!compiler) compiler = [](const CompileRequest&, int x) { return exact_entry(x); };
    options.name = "toy";
    options.callbacks.compile = [compiler](const CompileRequest& request) {
        return compiler(request, value_of(request.call()));
    };
    return dispatcher.add_frame(std::move(options));
}

ToyFrame::ToyFrame(const FrameOptions& options, ToyCompiler compiler)
    : frame(add(*dispatcher, options, std::move(compiler))), limit(options.limit) {}

BackendKey ToyFrame::key(const std::string& backend) {
    return backend == "any" ? BackendKey::any : dispatcher->backend(backend);
}

Outcome ToyFrame::look_up(int x, const std::string& backend) {
    return look_up_as(x, key(backend));
}

std::vector<ReasonText> ToyFrame::reasons(int x, const std::string& backend, ReasonsWanted which) {
    const Ref slots[] = {&x};
    return frame.reasons({.slots = slots, .ambient = ambient, .backend = key(backend), .context = nullptr},
                         which);
}

std::string ToyFrame::command(const std::string& word) {
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (name == "limit") {
        limit.count = static_cast<std::uint32_t>(std::stoul(value));
        frame.set_limit(limit);
        return "";
    }
    if (name == "at") {
        for (const auto& [text, policy] : kAtLimit) {
            if (value == text) limit.then = policy;
        }
        frame.set_limit(limit);
        return "";
    }
    if (name == "fail") {
        frame.set_on_failure({value == "skip" ? OnFailure::skip : OnFailure::run_only, 0});
        return "";
    }
    if (word[0] == '+') return frame.insert({.name = word.substr(1)}) ? "" : "no";
    if (word[0] == '-') {
        for (const auto& entry : frame.entries()) {
            if (entry->name == word.substr(1)) return frame.remove(entry->id) ? "" : "no";
        }
        return "no";
    }
    const auto at = word.find('@');
    const int x = std::stoi(word.substr(0, at));
    return describe(look_up(x, at == std::string::npos ? "any" : word.substr(at + 1)), x);
}

std::string ToyFrame::run(const std::string& commands) {
    std::istringstream words(commands);
    std::string results;
    for (std::string word; words >> word;) {
        const std::string result = command(word);
        if (!result.empty()) results += (results.empty() ? "" : " ") + result;
    }
    return results;
}

void wait_for(const std::atomic<int>& value, int wanted) {
    while (value.load() < wanted)
        std::this_thread::yield();
}

}  // namespace guardc::tests
