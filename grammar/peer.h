// The peer's own guard lines: `KIND: text`, as TorchDynamo prints the leaves of a guard tree.
#pragma once

#include <optional>
#include <string_view>

#include "grammar/statements.h"

namespace guardc::grammar {

// Every kind that a tree of the peer may print.
bool is_peer_kind(std::string_view word);

// What a statement in a block of guards is, seen from its first words.
enum class PeerLine : std::uint8_t { none, leaf, unknown_kind, manager };
struct PeerShape {
    PeerLine line = PeerLine::none;
    Span kind;               // of leaf and unknown_kind
    std::uint32_t text = 0;  // where the text behind the colon starts
};
// Looks through a tree's `| +- ` in front.
PeerShape peer_shape(std::string_view text, Span line);

// Reads a leaf or says what is wrong with the line.
std::optional<GuardStatement> read_peer_guard(Reading& reading, Span line, const PeerShape& shape);

}  // namespace guardc::grammar
