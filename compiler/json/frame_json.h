// Frames as JSON: read, written, and bound to the slots that guards read.
#pragma once

#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/json/json_text.h"
#include "runtime/model/cell.h"
#include "runtime/program/ambient.h"
#include "runtime/program/frame_shape.h"
#include "runtime/value/arena.h"

namespace guardc::compiler {

using FrameLimits = JsonLimits;
using FrameError = JsonFailure;
// One line: "/locals/x/$tensor/dtype: unknown dtype `flaot16`".
std::string error_text(const FrameError& error);

// Names of types and the numbers that identity guards hold for them. Numbers are unique.
using TypeTable = std::map<std::string, std::uint64_t, std::less<>>;

struct FrameVariable {
    std::string name;
    const Value* value = nullptr;
};

// A field that belongs to the file that holds the frame: `note`, `verdict`, `expect`, .. As JSON text.
struct ExtraField {
    std::string name;
    std::string json;
};

// One call of a function, as a file tells it. All values live in `arena`, which may be shared; a copy of the
// document refers to the same values.
struct FrameDocument {
    std::shared_ptr<ValueArena> arena = std::make_shared<ValueArena>();
    std::optional<std::string> frame;
    std::vector<FrameVariable> locals;
    std::vector<FrameVariable> globals;
    // Lists and dicts in `state` are `literal` cells, all else is immediate; what is not given is absent.
    AmbientBlock ambient = {};
    std::vector<FrameVariable> derived;  // what steps that start from nothing yield, under their text
    std::vector<const Value*> classes;   // `type` values whose row the frame gives, in its order
    std::vector<std::pair<std::string, bool>>
        externs;             // verdicts of guards without content, under their text
    TypeTable types;         // those of the file and of the frame together
    bool own_types = false;  // the frame has a `types` field of its own
    std::vector<ExtraField> extra;

    const Value* local(std::string_view name) const;  // null when absent
    const Value* global(std::string_view name) const;
    std::optional<bool> extern_verdict(std::string_view text) const;
    const ExtraField* find_extra(std::string_view name) const;
};

// Reads a file of frames line by line. A `types` line holds for the frames after it, up to the next one.
class FrameReader {
  public:
    explicit FrameReader(FrameLimits limits = {}) : limits_(limits) {}

    // The frame on this line; nothing on a `types` line and on a blank one.
    std::expected<std::optional<FrameDocument>, FrameError> read(std::string_view line);

    const TypeTable& types() const { return types_; }

  private:
    FrameLimits limits_;
    TypeTable types_;
};

// A single frame, which may carry its own `types`.
std::expected<FrameDocument, FrameError> read_frame(std::string_view json, const FrameLimits& limits = {});

// One line without its end. Read back, it gives the same frame (same_frame); its `types` are written when
// `own_types` is set, else they stand in the file's line.
std::string write_frame(const FrameDocument& frame);
std::string write_types(const TypeTable& types);  // the line {"types": {..}}
// A value by itself. An object that stands in it twice is written once and then referred to.
std::string write_value(const Value& value);
// A cell of the built-in model; `absent` as null.
std::string write_cell(const Cell& cell);

// Equal in everything that guards can read: values, identities, ambient state, classes, externs, type
// numbers.
bool same_frame(const FrameDocument& left, const FrameDocument& right);

// One reference per slot of the shape, null where the frame has no such value.
std::vector<Ref> bind_frame(const FrameDocument& frame, const FrameShape& shape);

}  // namespace guardc::compiler
