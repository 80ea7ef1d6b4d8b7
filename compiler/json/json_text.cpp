#include "compiler/json/json_text.h"

#include <charconv>

namespace guardc::compiler {

const JsonNode* JsonNode::find(std::string_view name) const {
    for (const JsonMember& member : members)
        if (member.name == name) return &member.node;
    return nullptr;
}

std::string json_quoted(std::string_view utf8) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text = "\"";
    for (const char character : utf8) {
        const auto byte = static_cast<unsigned char>(character);
        if (character == '"' || character == '\\') {
            text += '\\';
            text += character;
        } else if (character == '\n') {
            text += "\\n";
        } else if (character == '\t') {
            text += "\\t";
        } else if (byte < 0x20) {
            text += "\\u00";
            text += digits[byte >> 4U];
            text += digits[byte & 0xfU];
        } else {
            text += character;
        }
    }
    return text += '"';
}

std::string json_number(double number) {
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), number);
    std::string text(buffer, end);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

void append_pointer_step(std::string& pointer, std::string_view name) {
    pointer += '/';
    for (const char character : name) {
        if (character == '~')
            pointer += "~0";
        else if (character == '/')
            pointer += "~1";
        else
            pointer += character;
    }
}

std::string json_text(const JsonNode& node) {
    switch (node.form) {
        case JsonForm::null:
            return "null";
        case JsonForm::boolean:
            return node.boolean ? "true" : "false";
        case JsonForm::integer:
            return std::to_string(node.integer);
        case JsonForm::big_integer:
            return node.text;
        case JsonForm::floating:
            return json_number(node.floating);
        case JsonForm::text:
            return json_quoted(node.text);
        case JsonForm::array:
        case JsonForm::object:
            break;
    }
    const bool object = node.form == JsonForm::object;
    std::string text(1, object ? '{' : '[');
    for (const JsonMember& member : node.members) {
        if (text.size() > 1) text += ',';
        if (object) text += json_quoted(member.name) += ':';
        text += json_text(member.node);
    }
    return text += object ? '}' : ']';
}

std::string_view json_form_name(JsonForm form) {
    switch (form) {
        case JsonForm::null:
            return "null";
        case JsonForm::boolean:
            return "a boolean";
        case JsonForm::integer:
        case JsonForm::big_integer:
            return "an int";
        case JsonForm::floating:
            return "a float";
        case JsonForm::text:
            return "a string";
        case JsonForm::array:
            return "an array";
        case JsonForm::object:
            return "an object";
    }
    return "";
}

}  // namespace guardc::compiler
