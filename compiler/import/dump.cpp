#include "compiler/import/dump.h"

namespace guardc::compiler {

std::size_t DumpWriter::frame(const std::string& key, std::string_view name) {
    const auto [found, added] = by_key_.try_emplace(key, dump_.frames.size());
    if (added) {
        DumpFrame frame;
        frame.name = name;
        frame.input = input_;
        dump_.frames.push_back(std::move(frame));
    }
    return found->second;
}

EntrySeat DumpWriter::entry(std::size_t frame, std::string_view name, std::uint32_t attempt,
                            std::uint32_t line) {
    std::vector<DumpEntry>& entries = dump_.frames[frame].entries;
    const auto key = [&](std::string_view of) { return std::to_string(frame) + ":" + std::string(of); };
    std::string unique(name);
    const auto [found, added] = by_name_.try_emplace(key(name), Named{entries.size()});
    if (!added) {
        DumpEntry& before = entries[found->second.entry];
        if (attempt > before.attempt) {
            dump_.replaced.push_back({input_, line, dump_.keep(unique)});
            before.clauses.clear();
            before.attempt = attempt;
            return {frame, found->second.entry};
        }
        Named& first = found->second;
        do
            unique = std::string(name) + " #" + std::to_string(++first.last);
        while (!by_name_.try_emplace(key(unique), Named{entries.size()}).second);
    }
    entries.push_back({std::move(unique), attempt, {}});
    return {frame, entries.size() - 1};
}

}  // namespace guardc::compiler
