// Imported trees against the verdicts that the peer's own checks gave: never weaker, and stricter only in the
// classes of one table.
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "compiler/explain/reason.h"
#include "compiler/import/import.h"
#include "compiler/json/frame_json.h"
#include "compiler/session/rules_file.h"
#include "compiler/terms/print_term.h"
#include "tests/checkout.h"
#include "tests/differential/engines.h"
#include "tests/peer/stricter.h"
#include "tests/sanitized.h"

using namespace guardc;
using namespace guardc::differential;
using nlohmann::ordered_json;
using tests::kSanitized;

namespace {

constexpr double kMostStricter = 0.05;  // of the frames that the peer accepts

native::Compiler& native_compiler() {
    static const auto compiler = native::load_compiler({.verify = kSanitized});
    REQUIRE(compiler);
    return **compiler;
}

// One entry in every engine.
class EntryCheck {
  public:
    EntryCheck(const compiler::FrameRules& rules, const compiler::Entry& entry)
        : rules_(rules), entry_(entry), runner_(build(rules, entry)) {
        auto code = native_compiler().compile(runner_.program());
        REQUIRE(code);
        code_ = *std::move(code);
    }

    bool accepts(const Input& input) {
        const Status status = by_reference(*rules_.terms, entry_.guards, {}, input).status;
        CHECK(runner_.by_table(input).status == status);
        CHECK(runner_.natively(*code_, input).status == status);
        return status == Status::hit;
    }

    std::vector<Failed> failures(const Input& input) const {
        std::vector<Failed> failed;
        const compiler::Surroundings surroundings{builtin_model(), input.slots, input.ambient};
        for (const compiler::Reason& reason : compiler::explain(*rules_.terms, entry_.guards, rules_.shape,
                                                                surroundings, compiler::Reasons::all))
            failed.push_back({reason.guard, reason.expected, reason.actual});
        return failed;
    }

  private:
    static compiler::CheckProgram build(const compiler::FrameRules& rules, const compiler::Entry& entry) {
        auto check = compiler::build_check(*rules.terms, entry.guards, {}, rules.shape, builtin_model(),
                                           {.keep_plan_text = false});
        REQUIRE(check);
        return *std::move(check);
    }

    const compiler::FrameRules& rules_;
    const compiler::Entry& entry_;
    Runner runner_;
    std::shared_ptr<const native::NativeCheck> code_;
};

struct Group {
    std::size_t frames = 0, accepted = 0, stricter = 0;
    std::map<std::string_view, std::size_t> classes;
};

struct Tally {
    Group one, several;
    std::size_t cases = 0, weaker = 0, unlisted = 0;
};

// All failures must be of listed classes; the frame counts for the class of the first.
void note_stricter(const std::vector<Failed>& failures, Group& group, Tally& tally,
                   const std::string& where) {
    ++group.stricter;
    const StricterClass* first = nullptr;
    for (const Failed& failed : failures) {
        const StricterClass* found = nullptr;
        for (const StricterClass& known : stricter_classes())
            if (found == nullptr && known.holds(failed)) found = &known;
        if (found == nullptr) {
            ++tally.unlisted;
            FAIL_CHECK(where << ": " << failed.guard << ", expected " << failed.expected << ", found "
                             << failed.actual);
            return;
        }
        if (first == nullptr) first = found;
    }
    if (first != nullptr) ++group.classes[first->name];
}

// What the text alone says.
std::set<std::string> guards_without_frame(const std::string& name,
                                           const std::vector<compiler::ImportInput>& inputs) {
    const auto imported = compiler::import_logs(inputs);
    REQUIRE(imported);
    const compiler::RulesFile rules = compiler::read_rules(name, imported->rules);
    REQUIRE(rules.sound());
    std::set<std::string> guards;
    for (const compiler::FrameRules& frame : rules.frames)
        for (const compiler::Entry& entry : frame.entries)
            for (const compiler::Guard& guard : entry.guards)
                guards.insert(compiler::print_term(*frame.terms, guard.term, frame.shape));
    return guards;
}

void run_case(const ordered_json& row, Tally& tally) {
    const std::string name = row.at("case");
    const bool several = row.contains("entries");
    std::string text;
    if (several)
        for (const auto& tree : row.at("entries"))
            text += tree.get<std::string>() + "\n\n";
    else
        text = row.at("tree");

    const auto frame_text = [&](const ordered_json& frame) {
        ordered_json whole = frame;
        whole["types"] = row.at("types");
        return whole.dump();
    };
    const std::string first_text = frame_text(row.at("frames").at(0));
    const auto first = compiler::read_frame(first_text);
    REQUIRE(first);
    const std::vector<compiler::ImportInput> inputs = {{name, text}};
    compiler::ImportOptions options;
    if (!several) {
        options.frame = &*first;
        options.frame_json = first_text;
    }
    const auto imported = compiler::import_logs(inputs, options);
    REQUIRE(imported);
    const compiler::RulesFile rules = compiler::read_rules(name, imported->rules);
    const std::set<std::string> printed =
        several ? std::set<std::string>() : guards_without_frame(name, inputs);
    INFO(name);
    REQUIRE(rules.sound());
    REQUIRE(rules.frames.size() == 1);
    const compiler::FrameRules& frame_rules = rules.frames[0];
    REQUIRE(frame_rules.entries.size() == (several ? row.at("entries").size() : 1));
    std::vector<EntryCheck> entries;
    for (const compiler::Entry& entry : frame_rules.entries)
        entries.emplace_back(frame_rules, entry);

    Group& group = several ? tally.several : tally.one;
    std::size_t number = 0;
    for (const ordered_json& frame : row.at("frames")) {
        const std::string where = name + ", frame " + std::to_string(number++);
        INFO(where);
        const auto document = compiler::read_frame(frame_text(frame));
        REQUIRE(document);
        const std::vector<Ref> slots = compiler::bind_frame(*document, frame_rules.shape);
        const Input input{slots, document->ambient};
        std::optional<std::size_t> ours;
        std::optional<std::size_t> theirs;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const bool peer =
                several ? frame.at("verdicts").at(i).get<bool>() : frame.at("verdict").get<bool>();
            const bool accepted = entries[i].accepts(input);
            if (accepted && !peer) {
                ++tally.weaker;
                FAIL_CHECK(where << ", entry " << i
                                 << ": accepted, and the peer rejects it: " << frame.value("note", ""));
            }
            if (accepted && !ours) ours = i;
            if (peer && !theirs) theirs = i;
        }
        ++group.frames;
        if (!theirs) continue;
        ++group.accepted;
        if (ours == theirs) continue;
        std::vector<Failed> failures = entries[*theirs].failures(input);
        for (Failed& failed : failures)
            failed.bound = !several && !printed.contains(failed.guard);
        note_stricter(failures, group, tally, where);
    }
    ++tally.cases;
}

void report(std::string_view title, const Group& group) {
    std::cout << title << ": " << group.frames << " frames, " << group.accepted
              << " accepted by the peer, stricter on " << group.stricter << " of them ("
              << 100.0 * static_cast<double>(group.stricter) /
                     static_cast<double>(std::max<std::size_t>(group.accepted, 1))
              << " %)\n";
    for (const auto& [name, count] : group.classes)
        std::cout << "    " << name << ": " << count << "\n";
}

}  // namespace

TEST_CASE("imported trees against the peer's own verdicts") {
    const std::filesystem::path packed = tests::corpus_folder() / "peer-verdicts.jsonl.xz";
    if (!std::filesystem::exists(packed)) {
        WARN("no verdicts at " << packed << ": set GUARDC_CORPUS");
        return;
    }
    Tally tally;
    std::size_t number = 0;
    for (const std::string& line : tests::lines_of(packed)) {
        // The sanitized build reads a part.
        if (kSanitized && number++ % 20 != 0) continue;
        run_case(ordered_json::parse(line), tally);
    }
    report("one entry", tally.one);
    report("several entries", tally.several);
    CHECK(tally.weaker == 0);
    CHECK(tally.unlisted == 0);
    for (const Group* group : {&tally.one, &tally.several})
        CHECK(static_cast<double>(group->stricter) <= kMostStricter * static_cast<double>(group->accepted));
    CHECK((kSanitized || tally.cases == 589));
}

TEST_CASE("classes in which imported guards are stricter stand in the docs") {
    const std::string text = tests::unpacked(tests::source_folder() / "docs/language.md").value_or("");
    for (const StricterClass& known : stricter_classes()) {
        INFO(known.name);
        CHECK(text.find("| " + std::string(known.name) + " | " + std::string(known.reason) + " |") !=
              std::string::npos);
    }
}
