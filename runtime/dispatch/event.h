// What happens to a frame beside hits and eager runs, told to whoever listens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/dispatch/entry.h"
#include "runtime/dispatch/reason_text.h"

namespace guardc {

enum class EventKind : std::uint8_t {
    compiled,     // a miss ended in a new entry; the reasons are why the entries before did not accept it
    failed,       // a compile failed; text says how
    cancelled,    // a compile was cancelled
    evicted,      // an entry gave way to a new one
    invalidated,  // an entry lost what it depends on; text says what
    limit,        // the frame has met a limit for the first time since that limit was set; text is a warning
    refused       // a miss was refused; text says why
};

std::string_view event_name(EventKind kind);  // "compiled"

struct Event {
    EventKind kind = EventKind::compiled;
    EntryId id{};            // of compiled, evicted and invalidated
    std::string entry = {};  // likewise; of failed where it has one
    std::string text = {};
    std::vector<ReasonText> reasons = {};
};

}  // namespace guardc
