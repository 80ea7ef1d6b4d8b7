// What backends required and waived, and what that gave up: the ledgers of a file of rules, in words.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/backend/ledger.h"
#include "compiler/json/frame_json.h"
#include "compiler/session/session.h"

namespace guardc::compiler {

struct LedgerPlace {
    std::string owner;  // "framework", "user", or the backend's name
    std::string because;
    std::string at;  // "decode.guard:12"
};

// A frame that is accepted now, or why there is none to show.
struct NewFrame {
    std::optional<std::string> frame;  // a line of a frame file
    std::string not_found;
};

struct LedgerGuard {
    std::string guard, id, kind;
    GuardState state = GuardState::kept;
    WaiverClass waiver_class = WaiverClass::none;
    LedgerPlace from;
    std::vector<LedgerPlace> repeated;  // where else it stands; tested once
    std::vector<LedgerPlace> by;        // who waived it
    std::vector<std::string> instead;
    std::optional<NewFrame> accepts;  // of a guard without which the check is wider
};

// A kind that a value must have for a guard or a lift to read on from it, and that no kept guard asks for.
struct KindTest {
    std::string value;  // "x"
    std::string kind;   // "a tensor"
    std::string reads;  // "x.size(0)"
};

struct LedgerArgument {
    std::string name, path, type;
    std::size_t offset = 0;
    std::size_t cells = 1;
};

// Another entry that accepts frames which this one accepts only since its guards were waived.
struct Overlap {
    std::string entry;
    std::string frame;
    bool taken = false;  // this entry is asked first: the frame went to the other one before
};

struct EntryLedger {
    std::string frame, entry, backend;
    std::vector<LedgerGuard> guards;
    std::vector<KindTest> kind_tests;
    std::vector<LedgerArgument> arguments;
    std::vector<Overlap> overlaps;
    std::vector<std::string> hidden_by;  // entries that are asked before and accept whatever this one does
};

// Of every entry of sound rules, in their order.
std::expected<std::vector<EntryLedger>, SessionFailure> ledgers_of(const RulesFile& rules);

// The canonical text of a guard as somebody wrote it, in each frame that understands it.
std::vector<std::pair<std::string, std::string>> canonical_texts(const RulesFile& rules,
                                                                 const std::string& guard);

}  // namespace guardc::compiler
