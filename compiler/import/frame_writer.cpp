#include "compiler/import/frame_writer.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "compiler/import/place_namer.h"
#include "compiler/import/plain_text.h"
#include "grammar/print.h"
#include "grammar/words.h"

namespace guardc::compiler {

namespace {

std::string name_text(const std::string& name) {
    return grammar::is_identifier(name) ? name : grammar::quote_string(name);
}

void write_head(const DumpFrame& frame, const std::vector<std::string>& names, std::string& out) {
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

// The guards of an entry, each once.
std::vector<const ImportedGuard*> each_once(const std::vector<ImportedGuard>& guards) {
    std::vector<const ImportedGuard*> once;
    std::unordered_set<TermId> terms;
    std::unordered_set<std::string_view> open;
    for (const ImportedGuard& guard : guards)
        if (guard.term == kNoTerm ? open.insert(guard.open).second : terms.insert(guard.term).second)
            once.push_back(&guard);
    return once;
}

bool is_shorter(const std::string& one, const std::string& other) {
    const auto lines = std::ranges::count(one, '\n') - std::ranges::count(other, '\n');
    return lines < 0 || (lines == 0 && one.size() < other.size());
}

}  // namespace

FrameWriter::Shared FrameWriter::share(const std::vector<std::vector<ImportedGuard>>& entries) {
    Shared shared;
    for (const std::vector<ImportedGuard>& guards : entries)
        shared.rest.push_back(each_once(guards));
    if (entries.size() < 2) return shared;
    std::unordered_map<TermId, std::size_t> terms;
    std::unordered_map<std::string_view, std::size_t> open;
    const auto count = [&](const ImportedGuard& guard) -> std::size_t& {
        return guard.term == kNoTerm ? open[guard.open] : terms[guard.term];
    };
    for (const auto& guards : shared.rest)
        for (const ImportedGuard* guard : guards)
            ++count(*guard);
    const auto is_common = [&](const ImportedGuard* guard) { return count(*guard) == entries.size(); };
    std::ranges::copy_if(shared.rest.front(), std::back_inserter(shared.common), is_common);
    for (auto& guards : shared.rest)
        std::erase_if(guards, is_common);
    return shared;
}

std::string FrameWriter::body_of(const DumpFrame& frame, const Shared& shared,
                                 const std::vector<GuardLines>& lines) {
    std::string body;
    const bool several = frame.entries.size() > 1;
    if (!shared.common.empty()) lines[0].write("common", several, body);
    for (std::size_t i = 0; i < frame.entries.size(); ++i)
        lines[i + 1].write("entry " + grammar::quote_string(plain_text(frame.entries[i].name)), several,
                           body);
    return body;
}

std::vector<GuardLines> FrameWriter::lines_of(const Shared& shared,
                                              const std::vector<std::string>& parameters) {
    std::vector<GuardLines> lines(shared.rest.size() + 1);
    writer_.write(shared.common, parameters, lines[0]);
    for (std::size_t i = 0; i < shared.rest.size(); ++i)
        writer_.write(shared.rest[i], parameters, lines[i + 1]);
    return lines;
}

void FrameWriter::write(const DumpFrame& frame, const std::vector<std::vector<ImportedGuard>>& entries,
                        std::string& out) {
    std::vector<std::string> parameters;
    for (const auto& guards : entries)
        writer_.add_locals(guards, rules_.shape, parameters);
    texts_.begin_frame(parameters);
    write_head(frame, parameters, out);
    const Shared shared = share(entries);
    const std::vector<GuardLines> plain = lines_of(shared, parameters);
    std::string best = body_of(frame, shared, plain);
    PlaceNamer namer(rules_, texts_);
    for (const GuardLines& block : plain)
        for (const TermId term : block.mentions())
            namer.mention(term);
    // Few names or more of them, whatever makes fewer lines.
    for (const std::size_t worth : {GuardLines::kWidth, GuardLines::kWidth / 7}) {
        PlaceNames names;
        std::string body;
        for (const PlaceNamer::Named& each : namer.choose(parameters, worth, names))
            body += "    let " + each.name + " = " + each.text + "\n";
        if (body.empty()) continue;
        body += body_of(frame, shared, lines_of(shared, parameters));
        if (is_shorter(body, best)) best = std::move(body);
    }
    out += best;
    out += "}\n";
}

}  // namespace guardc::compiler
