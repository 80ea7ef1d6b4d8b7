#include "compiler/import/log_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <nlohmann/json.hpp>

#include "compiler/import/flat_reader.h"
#include "compiler/import/scan.h"

namespace guardc::compiler {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kReportEvery = std::size_t{1} << 20;

constexpr std::string_view kTree = "TREE_GUARD_MANAGER:";

bool is_tree_line(std::string_view body) {
    return body.starts_with("| ") || body.starts_with("+- ");
}

// Lines that a log of guards has beside them.
bool is_beside(std::string_view body) {
    return body.empty() || body == "GUARDS:" || body.starts_with("Guard eval latency") ||
           body.starts_with("Guard latency");
}

// The text of `{"code": ".."}`, or nothing.
std::optional<std::string> code_of(const Json& guard) {
    if (!guard.is_object()) return std::nullopt;
    const auto code = guard.find("code");
    if (code == guard.end() || !code->is_string()) return std::nullopt;
    return code->get<std::string>();
}

}  // namespace

void LogReader::read(std::string_view text, const ReadProgress& progress) {
    std::uint32_t number = 1;
    std::size_t told = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (progress && at - told >= kReportEvery) {
            progress(at);
            told = at;
        }
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view whole = text.substr(at, end - at);
        if (is_flat_function(whole)) {
            end_payload();
            flat_function(text, at, number, whole);
            continue;
        }
        line(whole, number);
        at = end + 1;
        ++number;
    }
    end_payload();
    for (auto& [key, stream] : streams_)
        end_tree(stream);
    if (progress) progress(text.size());
}

void LogReader::flat_function(std::string_view text, std::size_t& offset, std::uint32_t& number,
                              std::string_view first) {
    const FlatName name = flat_name(trimmed(first));
    const std::size_t frame = writer_.frame("flat:" + std::string(name.frame), name.frame);
    writer_[frame].origin = origin_;
    const EntrySeat seat = writer_.entry(frame, name.entry);
    const FlatEnd end = read_flat_function(writer_, seat, text, offset, number);
    offset = end.offset;
    number += end.lines;
}

void LogReader::line(std::string_view text, std::uint32_t number) {
    if (text.starts_with('\t') && payload(text.substr(1), number)) return;
    end_payload();
    if (text.starts_with('#')) return heading(text);
    if (text.starts_with("{\"code\"")) return code_line(text, number);
    header_ = read_trace_header(text, trace_);
    if (header_.payload != TracePayload::none) {
        gathered_line_ = number + 1;
        return;
    }
    logged(split_log_line(text), number);
}

void LogReader::heading(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with("# file: ")) {
        for (auto& [key, stream] : streams_)
            end_tree(stream);
        streams_.clear();
        writer_.forget_frames();
        origin_ = trimmed(text.substr(8));
        headed_ = {};
        return;
    }
    if (!text.starts_with("# --- ")) return;
    headed_ = {};
    stream("").in_list = false;
    constexpr std::string_view kFrame = "# --- frame ";
    if (!text.starts_with(kFrame)) return;
    text.remove_prefix(kFrame.size());
    const std::string_view compile = text.substr(0, text.find(' '));
    headed_ = compile_id("[" + std::string(compile) + "]");
}

void LogReader::logged(const LogLine& line, std::uint32_t number) {
    const bool about_guards = line.artifact == "guards";
    if (!about_guards && !line.artifact.empty()) {
        if (line.artifact == "recompiles") recompiled(compile_id(line.prefix), line.body);
        return;
    }
    const bool tree = line.body == kTree || is_tree_line(line.body);
    if (!about_guards && !tree) return;  // what else a program prints
    CompileId id = compile_id(line.prefix);
    if (!id.known) id = headed_;
    Stream& here = stream(id.known ? id.frame + "|" + id.entry : line.prefix.empty() ? "" : id.frame);
    guards_line(here, id, line.body, number);
}

void LogReader::guards_line(Stream& here, const CompileId& id, std::string_view body, std::uint32_t number) {
    if (trimmed(body) == kTree) {
        here.in_shape_function = false;
        return begin_tree(here, id);
    }
    if (is_tree_line(body)) {
        if (trimmed(body) == "+- RootGuardManager") {
            // With the heading cut off, the root begins the tree.
            if (!here.tree.is_fresh()) begin_tree(here, id);
        } else if (!here.tree.is_open()) {
            return writer_.stray(number, trimmed(body));
        }
        return here.tree.line(body, number);
    }
    body = trimmed(body);
    if (body.ends_with("shape guard function:")) here.in_shape_function = true;
    if (body == "GUARDS:") here.in_shape_function = here.in_list = false;
    if (is_beside(body) || here.in_shape_function) return;
    // An expression reads something; a word alone is what else may be logged.
    if (body.find_first_of("[(=") == kNone) return writer_.stray(number, body);
    read_conjunct(writer_, list_entry(here, id), body, number, FlatForm::check);
}

void LogReader::begin_tree(Stream& here, const CompileId& id) {
    end_tree(here);
    if (here.in_list) {
        // Some guards are printed above the tree, too.
        here.above = std::exchange(writer_.clauses(here.list), {});
        here.seat = here.list;
    } else {
        here.seat = open_entry(id);
    }
    here.in_list = false;
    here.tree.begin(here.seat);
}

void LogReader::end_tree(Stream& here) {
    here.tree.end();
    for (const Clause& clause : std::exchange(here.above, {}))
        if (std::ranges::find(writer_.clauses(here.seat), clause.text, &Clause::text) ==
            writer_.clauses(here.seat).end())
            writer_.add(here.seat, clause);
}

// `Recompiling function forward in /demo/net.py:17`
void LogReader::recompiled(const CompileId& id, std::string_view body) {
    constexpr std::string_view kStart = "Recompiling function ";
    if (!id.known || !body.starts_with(kStart)) return;
    body.remove_prefix(kStart.size());
    const std::size_t in = body.find(" in ");
    const std::size_t colon = body.rfind(':');
    if (in == kNone || colon == kNone || colon < in + 4) return;
    DumpFrame& frame = writer_[frame_of(id)];
    frame.name = body.substr(0, in);
    frame.place_file = body.substr(in + 4, colon - in - 4);
    std::from_chars(body.data() + colon + 1, body.data() + body.size(), frame.place_line);
}

bool LogReader::payload(std::string_view text, std::uint32_t number) {
    switch (header_.payload) {
        case TracePayload::none:
            return false;
        case TracePayload::other:
            return true;
        case TracePayload::guards:
            gathered_ += text;
            gathered_ += '\n';
            return true;
        case TracePayload::tree:
            break;
    }
    if (text.ends_with('\r')) text.remove_suffix(1);
    Stream& here = stream("trace|" + header_.id.frame + "|" + header_.id.entry);
    if (text == kTree || is_tree_line(text)) guards_line(here, header_.id, text, number);
    return true;
}

void LogReader::end_payload() {
    if (header_.payload == TracePayload::guards) guard_list(gathered_, gathered_line_);
    gathered_.clear();
    header_ = {};
}

void LogReader::guard_list(std::string_view json, std::uint32_t number) {
    const Json list = Json::parse(json, nullptr, false);
    if (!list.is_array()) return writer_.stray(number, writer_.dump().keep(std::string(trimmed(json))));
    const EntrySeat seat = open_entry(header_.id);
    for (const Json& guard : list) {
        if (auto code = code_of(guard))
            read_conjunct(writer_, seat, writer_.dump().keep(std::move(*code)), number, FlatForm::leaves);
        else
            writer_.stray(number,
                          writer_.dump().keep(guard.dump(-1, ' ', false, Json::error_handler_t::replace)));
    }
}

void LogReader::code_line(std::string_view json, std::uint32_t number) {
    auto code = code_of(Json::parse(json, nullptr, false));
    if (!code) return writer_.stray(number, trimmed(json));
    read_conjunct(writer_, list_entry(stream(""), headed_), writer_.dump().keep(std::move(*code)), number,
                  FlatForm::leaves);
}

LogReader::Stream& LogReader::stream(const std::string& key) {
    return streams_.try_emplace(key, writer_).first->second;
}

std::size_t LogReader::frame_of(const CompileId& id) {
    const std::size_t frame = writer_.frame(id.known ? id.frame : std::string(),
                                            id.number.empty() ? "frame" : "frame_" + id.number);
    DumpFrame& found = writer_[frame];
    found.origin = origin_;
    if (const auto function = trace_.functions.find(id.frame); function != trace_.functions.end()) {
        found.name = function->second.name;
        found.place_file = function->second.file;
        found.place_line = function->second.line;
    }
    return frame;
}

EntrySeat LogReader::open_entry(const CompileId& id) {
    const std::size_t frame = frame_of(id);
    const std::string name = id.known ? id.entry : std::to_string(writer_[frame].entries.size());
    return writer_.entry(frame, name);
}

EntrySeat LogReader::list_entry(Stream& here, const CompileId& id) {
    if (!here.in_list) here.list = open_entry(id);
    here.in_list = true;
    return here.list;
}

}  // namespace guardc::compiler
