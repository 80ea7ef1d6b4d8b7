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

EntrySeat DumpWriter::entry(std::size_t frame, std::string_view name) {
    std::vector<DumpEntry>& entries = dump_.frames[frame].entries;
    const auto wanted = [&](std::string_view text) -> unsigned& {
        return wanted_[std::to_string(frame) + ":" + std::string(text)];
    };
    std::string unique(name);
    unsigned& count = wanted(name);
    if (++count > 1) {
        do
            unique = std::string(name) + " #" + std::to_string(count++);
        while (++wanted(unique) > 1);
        --count;
    }
    entries.push_back({std::move(unique), {}});
    return {frame, entries.size() - 1};
}

}  // namespace guardc::compiler
