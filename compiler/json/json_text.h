// JSON text to a tree and back. Numbers keep what frames need to tell: ints of any size from floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace guardc::compiler {

// What is accepted of one document.
struct JsonLimits {
    std::size_t bytes = std::size_t{1} << 26U;
    std::size_t nesting = 400;      // arrays and objects within each other
    std::size_t digits = 100'000;   // of one number
    std::size_t nodes = 4'000'000;  // values, keys not counted
};

struct JsonNode;
struct JsonMember;

enum class JsonForm : std::uint8_t { null, boolean, integer, big_integer, floating, text, array, object };

struct JsonNode {
    explicit JsonNode(JsonForm written = JsonForm::null);

    JsonForm form;
    bool boolean = false;
    std::int64_t integer = 0;
    double floating = 0;
    std::string text;                 // of `text`; the digits of `big_integer`
    std::vector<JsonMember> members;  // of `array` (without names) and `object` (in order, names unique)

    const JsonNode* find(std::string_view name) const;
};

struct JsonMember {
    std::string name;
    JsonNode node;
};
inline JsonNode::JsonNode(JsonForm written) : form(written) {}

struct JsonFailure {
    std::string message;
    std::string pointer;                // where the offending value stands; empty: the whole document
    std::optional<std::size_t> offset;  // in bytes, of syntax errors
};

// One document and nothing behind it. Never throws; does not recurse however deep the text is.
std::expected<JsonNode, JsonFailure> parse_json(std::string_view text, const JsonLimits& limits = {});

std::string json_quoted(std::string_view utf8);
// The shortest text that reads back as this finite double, always with a point or an exponent.
std::string json_number(double number);
// Adds one step to a JSON pointer.
void append_pointer_step(std::string& pointer, std::string_view name);
// Compact, in the order of the members. For trees within JsonLimits.
std::string json_text(const JsonNode& node);

// A word for messages: "a number", "an object", ..
std::string_view json_form_name(JsonForm form);

}  // namespace guardc::compiler
