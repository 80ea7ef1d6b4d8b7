#include <new>
#include <unordered_map>

#include "compiler/json/frame_json.h"
#include "compiler/json/read_ambient.h"
#include "compiler/json/value_reader.h"

namespace guardc::compiler {
namespace {

using Fault = std::optional<FrameError>;

// Adds the bindings to the table.
Fault read_types(const JsonNode& node, TypeTable& types) {
    const auto fault = [](std::string message, std::string_view name) {
        FrameError error{std::move(message), "/types", {}};
        if (!name.empty()) append_pointer_step(error.pointer, name);
        return error;
    };
    if (node.form != JsonForm::object) return fault("expected an object", "");
    std::unordered_map<std::uint64_t, std::string_view> names;
    for (const JsonMember& member : node.members) {
        if (member.node.form != JsonForm::integer || member.node.integer <= 0)
            return fault("expected an identity, which is an int from 1 within 64 bits", member.name);
        const auto number = static_cast<std::uint64_t>(member.node.integer);
        const auto [other, fresh] = names.emplace(number, member.name);
        if (!fresh) return fault("the number is that of `" + std::string(other->second) + "`", member.name);
        types[member.name] = number;
    }
    return std::nullopt;
}

bool is_frame_field(std::string_view name) {
    for (const std::string_view field :
         {"frame", "locals", "globals", "state", "derived", "classes", "externs", "types"})
        if (name == field) return true;
    return false;
}

// A line that binds types and says nothing else that a frame would.
bool is_types_line(const JsonNode& root) {
    if (root.find("types") == nullptr) return false;
    for (const JsonMember& member : root.members)
        if (member.name != "types" && is_frame_field(member.name)) return false;
    return true;
}

Fault read_externs(const JsonNode& node, FrameDocument& document) {
    if (node.form != JsonForm::object) return FrameError{"expected an object", "/externs", {}};
    for (const JsonMember& member : node.members) {
        if (member.node.form != JsonForm::boolean) {
            FrameError error{"expected a boolean", "/externs", {}};
            append_pointer_step(error.pointer, member.name);
            return error;
        }
        document.externs.emplace_back(member.name, member.node.boolean);
    }
    return std::nullopt;
}

// In the order in which `$ref` counts: locals, globals, derived, classes, whatever order they are written in.
Fault read_values(const JsonNode& root, FrameDocument& document) {
    ValueReader reader(*document.arena, document.types, root.find("classes"));
    const auto variables = [&](const char* name, std::vector<FrameVariable>& out) {
        const JsonNode* node = root.find(name);
        if (node == nullptr || reader.failure()) return;
        const ValueReader::Step step(reader, name);
        out = reader.read_variables(*node);
    };
    variables("locals", document.locals);
    variables("globals", document.globals);
    variables("derived", document.derived);
    if (!reader.failure()) document.classes = reader.read_classes();
    if (const JsonNode* state = root.find("state"); state != nullptr && !reader.failure()) {
        const ValueReader::Step step(reader, "state");
        document.ambient = read_ambient(reader, *state);
    }
    return reader.failure();
}

std::expected<FrameDocument, FrameError> read_fields(const JsonNode& root, const TypeTable& file_types) {
    FrameDocument document;
    document.types = file_types;
    Fault fault;
    if (const JsonNode* types = root.find("types")) {
        document.own_types = true;
        fault = read_types(*types, document.types);
    }
    if (const JsonNode* name = root.find("frame"); name != nullptr && !fault) {
        if (name->form == JsonForm::text)
            document.frame = name->text;
        else
            fault = FrameError{"expected a string", "/frame", {}};
    }
    if (!fault) fault = read_values(root, document);
    if (const JsonNode* externs = root.find("externs"); externs != nullptr && !fault)
        fault = read_externs(*externs, document);
    if (fault) return std::unexpected(std::move(*fault));
    for (const JsonMember& member : root.members)
        if (!is_frame_field(member.name)) document.extra.push_back({member.name, json_text(member.node)});
    return document;
}

std::expected<FrameDocument, FrameError> read_document(const JsonNode& root, const TypeTable& file_types) {
    try {
        return read_fields(root, file_types);
    } catch (const std::bad_alloc&) {
        return std::unexpected(FrameError{"not enough memory for the frame", "", {}});
    }
}

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::unexpected<FrameError> no_object(const JsonNode& root) {
    return std::unexpected(
        FrameError{"a frame is a JSON object, found " + std::string(json_form_name(root.form)), "", {}});
}

}  // namespace

std::expected<std::optional<FrameDocument>, FrameError> FrameReader::read(std::string_view line) {
    if (is_blank(line)) return std::nullopt;
    std::expected<JsonNode, JsonFailure> root = parse_json(line, limits_);
    if (!root) return std::unexpected(std::move(root.error()));
    if (root->form != JsonForm::object) return no_object(*root);
    if (is_types_line(*root)) {
        TypeTable types;
        if (Fault fault = read_types(*root->find("types"), types)) return std::unexpected(std::move(*fault));
        types_ = std::move(types);
        return std::nullopt;
    }
    return read_document(*root, types_);
}

std::expected<FrameDocument, FrameError> read_frame(std::string_view json, const FrameLimits& limits) {
    const std::expected<JsonNode, JsonFailure> root = parse_json(json, limits);
    if (!root) return std::unexpected(root.error());
    if (root->form != JsonForm::object) return no_object(*root);
    return read_document(*root, {});
}

std::string error_text(const FrameError& error) {
    std::string text;
    if (error.offset) text = "byte " + std::to_string(*error.offset) + ": ";
    if (!error.pointer.empty()) text += error.pointer + ": ";
    // Names in pointers come from the file; one error stays one line.
    text += error.message;
    for (char& character : text)
        if (static_cast<unsigned char>(character) < 0x20) character = ' ';
    return text;
}

}  // namespace guardc::compiler
