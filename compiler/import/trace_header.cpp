#include "compiler/import/trace_header.h"

#include <nlohmann/json.hpp>

namespace guardc::compiler {

namespace {

using Json = nlohmann::json;

template <class Number>
Number number_at(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number_integer() ? found->get<Number>() : Number{};
}

std::string text_at(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

CompileId id_of(const Json& header, std::string_view prefix) {
    CompileId id = compile_id(prefix);
    if (!header.contains("frame_id")) return id;
    std::string autograd;
    if (const auto found = header.find("compiled_autograd_id");
        found != header.end() && found->is_number_integer())
        autograd = "!" + std::to_string(found->get<std::int64_t>()) + "/";
    id.number = std::to_string(number_at<std::int64_t>(header, "frame_id"));
    id.entry =
        autograd + id.number + "/" + std::to_string(number_at<std::int64_t>(header, "frame_compile_id"));
    id.frame += std::to_string(number_at<std::int64_t>(header, "rank")) + ":" + autograd + id.number;
    id.known = true;
    return id;
}

void read_string(const Json& pair, TraceTable& table) {
    if (pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_number_unsigned())
        table.strings[pair[1].get<std::uint64_t>()] = pair[0].get<std::string>();
}

// The function that is compiled stands last.
void read_start(const Json& start, const CompileId& id, TraceTable& table) {
    const auto stack = start.find("stack");
    if (stack == start.end() || !stack->is_array() || stack->empty() || !stack->back().is_object()) return;
    const Json& last = stack->back();
    TraceTable::Function function{text_at(last, "name"), {}, number_at<std::uint32_t>(last, "line")};
    const auto file = table.strings.find(number_at<std::uint64_t>(last, "filename"));
    if (file != table.strings.end()) function.file = file->second;
    if (!function.name.empty()) table.functions[id.frame] = std::move(function);
}

}  // namespace

TraceHeader read_trace_header(std::string_view line, TraceTable& table) {
    const std::size_t open = line.find("] {\"");
    if (open > 400) return {};  // or nowhere
    const std::string_view prefix = line.substr(0, open + 1);
    const std::string_view json = line.substr(open + 2);
    TraceHeader result;
    result.payload = TracePayload::other;
    if (json.starts_with("{\"dynamo_cpp_guards_str\""))
        result.payload = TracePayload::tree;
    else if (json.starts_with("{\"dynamo_guards\""))
        result.payload = TracePayload::guards;
    else if (!json.starts_with("{\"str\"") && !json.starts_with("{\"dynamo_start\""))
        return result;
    const Json header = Json::parse(json, nullptr, false);
    if (!header.is_object()) {
        result.id = compile_id(prefix);
        return result;
    }
    result.id = id_of(header, prefix);
    if (const auto pair = header.find("str"); pair != header.end()) read_string(*pair, table);
    if (const auto start = header.find("dynamo_start"); start != header.end() && start->is_object())
        read_start(*start, result.id, table);
    return result;
}

}  // namespace guardc::compiler
