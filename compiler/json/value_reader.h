// Decodes values from the JSON tree. Private to this folder.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/json/frame_json.h"
#include "compiler/json/json_text.h"

namespace guardc::compiler {

// Reads the values of one frame into one arena. The first mistake is kept in `failure`; from then on every
// function returns null or nothing. Recursion is bounded by JsonLimits::nesting of the tree.
class ValueReader {
  public:
    // `classes` is the frame's field of that name, or null; its rows are filled by read_classes.
    ValueReader(ValueArena& arena, const TypeTable& types, const JsonNode* classes);

    const Value* read(const JsonNode& node);
    const DictValue* read_names(const JsonNode& node);  // an object whose keys are names, `$` or not
    std::vector<FrameVariable> read_variables(const JsonNode& node);
    // Fills the rows; the types in their order.
    std::vector<const Value*> read_classes();

    const std::optional<FrameError>& failure() const { return failure_; }
    std::nullptr_t fail(std::string message);
    std::nullptr_t expected(std::string_view what, const JsonNode& found);

    // While it lives, mistakes are reported one step further into the tree.
    class Step {
      public:
        Step(ValueReader& reader, std::string_view name);
        Step(ValueReader& reader, std::size_t index);
        ~Step() { reader_.path_.pop_back(); }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

      private:
        ValueReader& reader_;
    };

    // The members of one object: each is asked for by name, and what was not asked for is a mistake.
    class Fields;

  private:
    using Items = std::vector<const Value*>;

    const Value* read_number(const JsonNode& node);
    const Value* read_form(const JsonNode& node);
    const Value* read_reference(const JsonNode& node);
    const Value* read_sequence(Kind kind, const JsonNode& node, std::uint64_t id);
    const Value* read_plain_dict(const JsonNode& node);
    const Value* read_dict(const JsonNode& pairs, Fields& beside, std::uint64_t id);
    const Value* read_float(const JsonNode& node, std::uint64_t id);
    const Value* read_complex(const JsonNode& node, std::uint64_t id);
    const Value* read_bytes(const JsonNode& node, std::uint64_t id);
    const Value* read_range(const JsonNode& node, std::uint64_t id);
    const Value* read_slice(const JsonNode& node, std::uint64_t id);
    const Value* read_iterator(const JsonNode& node, std::uint64_t id);
    const Value* read_type(const JsonNode& node, std::uint64_t id);
    const Value* read_module(const JsonNode& name, Fields& beside, std::uint64_t id);
    const Value* read_dtype(const JsonNode& node, std::uint64_t id);
    const Value* read_device(const JsonNode& node, std::uint64_t id);
    const Value* read_function(const JsonNode& node, std::uint64_t id);
    const Value* read_object(const JsonNode& node, std::uint64_t id);
    const Value* read_weak_reference(const JsonNode& node, std::uint64_t id);
    const Value* read_tensor(const JsonNode& node, std::uint64_t id);

    std::optional<Items> read_items(const JsonNode& node);
    std::optional<double> read_part(const JsonNode& node);  // of a complex
    std::optional<std::vector<std::int64_t>> read_dimensions(const JsonNode& node, bool negative);
    std::optional<std::uint64_t> read_keys(const JsonNode& node);
    std::optional<std::uint64_t> read_count(const JsonNode& node);
    std::optional<std::uint64_t> read_identity(const JsonNode& node);
    const std::string* read_text(const JsonNode& node);
    // The struct of a value that carries `id`, known by it from now on; nothing when `id` is taken.
    std::optional<Place> place(Kind kind, std::uint64_t id);
    const Value* type_value(std::string_view name, std::uint64_t id);
    // The type that a frame describes in `classes`, else null.
    const Value* described_type(std::string_view name);
    bool check_keys(const Value& container, std::span<const Value* const> keys);
    const Value* read_named(const JsonNode& node, std::string_view name);  // one step further
    // A value without the identities in it, where they mean nothing.
    const Value* read_scalar(const JsonNode& node);

    ValueArena& arena_;
    const TypeTable& types_;
    const JsonNode* classes_;
    std::optional<FrameError> failure_;
    struct PathStep {
        std::string_view name;
        std::size_t index;
    };
    std::vector<PathStep> path_;
    std::unordered_map<std::uint64_t, Value*> by_identity_;
    std::unordered_map<std::string, Value*> by_type_name_;
    std::unordered_map<std::string, TypeRow*> rows_;
    bool without_identities_ = false;

    friend class Step;
};

// Kept apart so that every form says which fields it has.
class ValueReader::Fields {
  public:
    Fields(ValueReader& reader, const JsonNode& object) : reader_(reader), object_(object) {}

    const JsonNode* take(std::string_view name);
    const JsonNode* require(std::string_view name);  // a missing field is a mistake
    // False, with the mistake noted, when a field was not taken.
    bool finish();

  private:
    ValueReader& reader_;
    const JsonNode& object_;
    std::vector<std::string_view> taken_;
};

}  // namespace guardc::compiler
