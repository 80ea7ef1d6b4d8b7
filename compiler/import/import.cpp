#include "compiler/import/import.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "compiler/import/entry_writer.h"
#include "compiler/import/log_reader.h"
#include "compiler/import/plain_text.h"
#include "compiler/import/resolve.h"
#include "grammar/print.h"
#include "grammar/words.h"

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

std::string name_text(const std::string& name) {
    return grammar::is_identifier(name) ? name : grammar::quote_string(name);
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
        const FrameShape& shape = understanding_.rules().shape;
        TermTexts texts(understanding_.rules());
        Shorthands shorthands(understanding_);
        EntryWriter writer(understanding_.terms(), texts, shorthands);
        std::string& out = result_.rules;
        for (std::size_t i = 0; i < dump_.frames.size(); ++i) {
            const DumpFrame& frame = dump_.frames[i];
            std::vector<std::string> names;
            for (const auto& guards : guards_[i])
                writer.add_locals(guards, shape, names);
            texts.begin_frame(names);
            if (!out.empty()) out += '\n';
            head(frame, names);
            for (std::size_t k = 0; k < frame.entries.size(); ++k) {
                out += "    entry " + grammar::quote_string(plain_text(frame.entries[k].name)) + " {\n";
                writer.write(guards_[i][k], names, out);
                out += "    }\n";
            }
            out += "}\n";
        }
    }

    void head(const DumpFrame& frame, const std::vector<std::string>& names) {
        std::string& out = result_.rules;
        if (!frame.origin.empty()) out += "# " + plain_text(frame.origin) + "\n";
        out += "frame " + name_text(frame.name) + "(";
        for (std::size_t i = 0; i < names.size(); ++i)
            out += (i == 0 ? "" : ", ") + name_text(names[i]);
        out += ")";
        if (!frame.place_file.empty())
            out += " at " + grammar::quote_string(plain_text(frame.place_file)) + ":" +
                   std::to_string(frame.place_line);
        out += " {\n";
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
