// `guardc import`: logs of guards to rules.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/json/frame_json.h"

namespace guardc::compiler {

struct ImportInput {
    std::string name;
    std::string text;
};

struct ImportOptions {
    bool strict = false;                        // what could be assumed stays open
    const FrameDocument* frame = nullptr;       // one that an entry is known to accept; may be null
    std::string_view frame_json;                // the text that it was read from
    std::function<void(std::size_t)> progress;  // is told the bytes that are read, now and then
};

// A clause that is told by itself.
struct ImportLine {
    std::string input;
    std::uint32_t line = 0;
    std::string entry;  // "FRAME:ENTRY"; empty: none
    std::string text;
    std::string why;
};

struct ImportReport {
    std::size_t frames = 0, entries = 0;
    // One leaf line of a tree or one conjunct of a flat text; typed + opaque + facts + unread.
    std::size_t clauses = 0, typed = 0, opaque = 0, facts = 0;
    // Tests of tree nodes that no leaf prints, by themselves: not among the clauses.
    std::size_t implied = 0, unread_implied = 0;
    std::map<std::string, std::size_t, std::less<>> kinds;  // printed clauses by kind
    std::map<std::string, std::size_t, std::less<>> gaps;   // opaque ones by what their text lacks
    std::vector<ImportLine> open;                           // opaque: printed and implied
    std::vector<ImportLine> assumed;
    std::vector<ImportLine> unread;
};

struct Imported {
    std::string rules;
    ImportReport report;
};

// Never fails on what a log holds: what cannot be read is in the report, and as a predicate that misses in
// its entry. The error is a frame that no entry can be chosen for.
std::expected<Imported, std::string> import_logs(std::span<const ImportInput> inputs,
                                                 const ImportOptions& options = {});

// The members that design and docs promise to other programs, and more.
std::string report_json(const ImportReport& report);

}  // namespace guardc::compiler
