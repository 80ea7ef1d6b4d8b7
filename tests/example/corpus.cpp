#include "tests/example/corpus.h"

#include <chrono>
#include <filesystem>
#include <iostream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "compiler/example/kept_entries.h"
#include "compiler/import/import.h"
#include "compiler/terms/print_term.h"
#include "tests/checkout.h"
#include "tests/differential/comparison.h"
#include "tests/example/judging.h"

namespace guardc::example_tests {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string text_of(const fs::path& path) {
    const auto text = tests::unpacked(path);
    REQUIRE(text);
    return *text;
}

// Numbers and quoted names differ from entry to entry.
std::string shape_of(std::string_view guard) {
    std::string shape;
    char quote = 0;
    for (const char each : guard.substr(0, 300)) {
        if (quote != 0) {
            if (each == quote) quote = 0;
            continue;
        }
        if (each == '"' || each == '\'') {
            quote = each;
            shape += "\"\"";
        } else if (each >= '0' && each <= '9') {
            if (shape.empty() || shape.back() != 'N') shape += 'N';
        } else {
            shape += each;
        }
    }
    return shape.substr(0, 120);
}

void run_entry(const compiler::KeptEntry& entry, const CorpusSample& sample, CorpusCounts& counts,
               const std::string& name) {
    const auto text = [&](std::size_t guard) {
        return compiler::print_term(*entry.frame->terms, entry.guards[guard].term, entry.frame->shape);
    };
    const auto begin = Clock::now();
    ++counts.entries;
    counts.guards += entry.guards.size();
    const auto example = compiler::Example::find(entry.example_guards());
    if (!example) {
        const auto& guard = example.error().guard;
        ++counts.missing[guard ? shape_of(text(*guard)) : example.error().message];
        if (std::getenv("GUARDC_SHOW_MISSED") != nullptr)
            std::cout << name << ": no example" << (guard ? ": " + text(*guard) : "") << "\n";
        return;
    }
    ++counts.found;
    const auto fault = [&](const std::string& what) {
        constexpr std::size_t kShown = 20;
        ++counts.wrong;
        if (counts.faults.size() < kShown) counts.faults.push_back(name + ": " + what.substr(0, 600));
    };
    Judges judges(*entry.frame->terms, entry.frame->shape, entry.guards);
    if (const std::string found = judges.against((*example)->frame(), true); !found.empty()) fault(found);
    for (std::size_t i = 0; i < entry.guards.size(); ++i) {
        if (!sample.guard(i)) continue;
        const auto mutant = (*example)->violate(i);
        if (!mutant) {
            ++counts.fixed;
            ++counts.unviolated[shape_of(text(i))];
            continue;
        }
        ++counts.mutants;
        counts.alone += mutant->only ? 1 : 0;
        if (!mutant->only && std::getenv("GUARDC_SHOW_COUPLED") != nullptr)
            std::cout << name << ": not alone: " << text(i) << ", " << mutant->changed << "\n";
        if (const std::string found = judges.against(mutant->frame, false); !found.empty())
            fault(text(i) + ", " + mutant->changed + ": " + found);
    }
    const double taken = seconds_since(begin);
    if (taken > counts.slowest) {
        counts.slowest = taken;
        counts.slowest_entry = name + " (" + std::to_string(entry.guards.size()) + " guards)";
    }
}

}  // namespace

void each_log(const std::function<bool(const std::string&)>& take,
              const std::function<void(CorpusLog)>& visit) {
    const fs::path folder = tests::corpus_folder();
    if (!fs::exists(folder)) {
        WARN("there is no corpus at " << folder << "; set GUARDC_CORPUS");
        return;
    }
    for (const char* part : {"tree", "trace", "flat"}) {
        std::vector<fs::path> files;
        for (const auto& file : fs::directory_iterator(folder / part))
            files.push_back(file.path());
        std::ranges::sort(files);
        for (const fs::path& file : files) {
            const std::string name = part + ("/" + file.filename().string());
            if (file.extension() != ".stderr" && take(name)) visit({name, text_of(file)});
        }
    }
    if (!take("peer-verdicts.jsonl.xz")) return;
    const std::string records = text_of(folder / "peer-verdicts.jsonl.xz");
    for (std::size_t at = 0; at < records.size();) {
        const std::size_t end = std::min(records.find('\n', at), records.size());
        const auto record = nlohmann::ordered_json::parse(records.substr(at, end - at));
        at = end + 1;
        const std::string name = record["case"];
        if (!record.contains("tree")) {
            for (const auto& tree : record["entries"])
                visit({name, tree});
            continue;
        }
        auto frame = record["frames"][0];
        frame["types"] = record["types"];
        visit({name, record["tree"]});
        visit({name + " with its frame", record["tree"], frame.dump()});
    }
}

void run_log(const CorpusLog& log, const CorpusSample& sample, CorpusCounts& counts) {
    const auto begin = Clock::now();
    ++counts.logs;
    const std::vector<compiler::ImportInput> inputs = {{log.name, log.text}};
    compiler::ImportOptions options;
    const auto frame = compiler::read_frame(log.frame.empty() ? "{}" : log.frame);
    REQUIRE(frame);
    if (!log.frame.empty()) {
        options.frame = &*frame;
        options.frame_json = log.frame;
    }
    const auto imported = compiler::import_logs(inputs, options);
    REQUIRE(imported);
    const compiler::RulesFile rules = compiler::read_rules(log.name, imported->rules);
    INFO(log.name);
    REQUIRE(rules.sound());
    const auto kept = compiler::kept_entries(rules);
    REQUIRE(kept);
    std::size_t number = 0;
    auto told = Clock::now();
    for (const compiler::KeptEntry& entry : *kept) {
        if (!sample.entry(number++)) continue;
        run_entry(entry, sample, counts, log.name + ", " + entry.frame->name + ":" + entry.entry->name);
        if (seconds_since(told) < 10) continue;
        told = Clock::now();
        std::cout << log.name << ": " << number << " of " << kept->size() << " entries, " << counts.found
                  << " of " << counts.entries << " with an example" << std::endl;
    }
    counts.seconds += seconds_since(begin);
}

void print(const CorpusCounts& counts) {
    std::cout << counts.logs << " logs, " << counts.entries << " entries, " << counts.guards << " guards; "
              << counts.found << " examples found, " << counts.entries - counts.found << " not; "
              << counts.mutants << " mutants, " << counts.alone << " by one guard alone; " << counts.fixed
              << " guards without a mutant; " << counts.wrong << " wrong verdicts; " << counts.seconds
              << " s, the slowest entry " << counts.slowest << " s: " << counts.slowest_entry << "\n";
    for (const auto& [guard, count] : counts.missing)
        std::cout << "    no example, " << count << " times: " << guard << "\n";
    for (const auto& [guard, count] : counts.unviolated)
        std::cout << "    no mutant, " << count << " times: " << guard << "\n";
    for (const std::string& fault : counts.faults)
        std::cout << "    wrong: " << fault << "\n";
}

}  // namespace guardc::example_tests
