#include "compiler/import/import.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "compiler/import/frame_writer.h"
#include "compiler/import/log_reader.h"
#include "compiler/import/plain_text.h"
#include "compiler/import/resolve.h"
#include "grammar/print.h"

namespace guardc::compiler {

namespace {

// Names of frames are unique in a file of rules.
void make_names_unique(Dump& dump) {
    std::unordered_set<std::string> taken;
    for (DumpFrame& frame : dump.frames) {
        frame.name = plain_text(frame.name);
        std::string unique = frame.name;
        for (unsigned number = 2; !taken.insert(unique).second; ++number)
            unique = frame.name + "_" + std::to_string(number);
        frame.name = std::move(unique);
    }
}

// Which entry a frame is known to be accepted by: the one that it names, or the only one.
struct Target {
    const DumpFrame* frame = nullptr;
    const DumpEntry* entry = nullptr;
};
std::expected<Target, std::string> find_target(const Dump& dump, const FrameDocument& document) {
    std::optional<std::string> wanted;
    if (const ExtraField* entry = document.find_extra("entry")) wanted = entry->json;
    std::vector<Target> found;
    for (const DumpFrame& frame : dump.frames) {
        if (document.frame && *document.frame != frame.name) continue;
        for (const DumpEntry& entry : frame.entries)
            if (!wanted || *wanted == grammar::quote_string(entry.name)) found.push_back({&frame, &entry});
    }
    if (found.size() == 1) return found.front();
    if (found.empty()) return std::unexpected("the frame belongs to none of the entries that were read");
    return std::unexpected("there are " + std::to_string(found.size()) +
                           " entries that the frame could belong to; it needs \"frame\" and \"entry\"");
}

class Import {
  public:
    Import(std::span<const ImportInput> inputs, const ImportOptions& options)
        : inputs_(inputs), options_(options) {}

    std::expected<Imported, std::string> run() {
        read();
        Target target;
        if (options_.frame != nullptr) {
            auto found = find_target(dump_, *options_.frame);
            if (!found) return std::unexpected(std::move(found.error()));
            target = *found;
            known_.emplace(*options_.frame, options_.frame_json, understanding_);
        }
        resolve_all(target);
        write();
        return std::move(result_);
    }

  private:
    void read() {
        std::size_t before = 0;
        for (const ImportInput& input : inputs_) {
            ReadProgress progress;
            if (options_.progress) progress = [&](std::size_t bytes) { options_.progress(before + bytes); };
            LogReader(dump_, input.name).read(input.text, progress);
            before += input.text.size();
        }
        std::erase_if(dump_.frames, [](const DumpFrame& frame) { return frame.entries.empty(); });
        make_names_unique(dump_);
    }

    void resolve_all(const Target& target) {
        ImportReport& report = result_.report;
        Resolver resolver(dump_, understanding_, report, options_.strict);
        for (const DumpFrame& frame : dump_.frames) {
            ++report.frames;
            report.entries += frame.entries.size();
            std::vector<std::vector<ImportedGuard>>& entries = guards_.emplace_back();
            for (const DumpEntry& entry : frame.entries)
                entries.push_back(
                    resolver.resolve(frame, entry, &entry == target.entry ? &*known_ : nullptr));
        }
        for (const StrayLine& stray : dump_.stray) {
            ++report.clauses;
            report.unread.push_back(
                {stray.input, stray.line, "", std::string(stray.text), "this line stands in no entry"});
        }
    }

    void write() {
        FrameWriter writer(understanding_);
        std::string& out = result_.rules;
        for (std::size_t i = 0; i < dump_.frames.size(); ++i) {
            if (!out.empty()) out += '\n';
            writer.write(dump_.frames[i], guards_[i], out);
        }
    }

    std::span<const ImportInput> inputs_;
    const ImportOptions& options_;
    Dump dump_;
    Understanding understanding_;
    std::optional<KnownFrame> known_;
    std::vector<std::vector<std::vector<ImportedGuard>>> guards_;  // by frame and entry
    Imported result_;
};

}  // namespace

std::expected<Imported, std::string> import_logs(std::span<const ImportInput> inputs,
                                                 const ImportOptions& options) {
    return Import(inputs, options).run();
}

}  // namespace guardc::compiler
