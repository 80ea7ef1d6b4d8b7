#include <charconv>
#include <new>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "compiler/json/json_text.h"
#include "compiler/json/long_integers.h"

namespace guardc::compiler {
namespace {

// Builds the tree from the parser's events. The parser keeps its own stack on the heap, and so does this.
class TreeBuilder {
  public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    TreeBuilder(const JsonLimits& limits, const LongIntegers& long_integers)
        : limits_(limits), long_integers_(long_integers) {}

    bool null() { return add(JsonNode()); }
    bool boolean(bool value) {
        JsonNode node(JsonForm::boolean);
        node.boolean = value;
        return add(std::move(node));
    }
    bool number_integer(number_integer_t value) {
        JsonNode node(JsonForm::integer);
        node.integer = value;
        return add(std::move(node));
    }
    bool number_unsigned(number_unsigned_t value) {
        if (value <= INT64_MAX) return number_integer(static_cast<std::int64_t>(value));
        return big_integer(std::to_string(value));
    }
    // Called for ints beyond 64 bits too, with their text.
    bool number_float(number_float_t nearest, const string_t& text) {
        if (text.find_first_of(".eE") == std::string::npos) return big_integer(text);
        JsonNode node(JsonForm::floating);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node.floating);
        // One that is too small for a double is 0.0 or the smallest one, as the library has rounded it.
        if (error != std::errc() || end != text.data() + text.size()) node.floating = nearest;
        return add(std::move(node));
    }
    bool string(string_t& value) {
        const auto integer = long_integers_.integers.find(strings_++);
        if (integer != long_integers_.integers.end()) return big_integer(integer->second);
        JsonNode node(JsonForm::text);
        node.text = std::move(value);
        return add(std::move(node));
    }
    bool binary(binary_t&) { return fail("binary data is not JSON"); }

    bool start_object(std::size_t) { return open(JsonForm::object); }
    bool start_array(std::size_t) { return open(JsonForm::array); }
    bool key(string_t& name) {
        if (long_integers_.integers.contains(strings_++)) return fail("not JSON: a number as key");
        Open& object = open_.back();
        object.name = std::move(name);
        if (!is_new(object))
            return fail("the key " + json_quoted(object.name).substr(0, 80) + " stands twice");
        return true;
    }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
        // Numbers beyond the range of a double are reported here as well.
        failure.message = plain(error.what());
        failure.offset = position;
        return false;
    }

    JsonNode root;
    JsonFailure failure;

  private:
    struct Open {
        JsonNode node;
        std::string name;                       // of the member that is being read
        std::unordered_set<std::string> names;  // once there are many
    };

    // Few names are compared one by one; many are hashed, so that a large object takes linear time.
    static bool is_new(Open& object) {
        constexpr std::size_t kFew = 16;
        std::vector<JsonMember>& members = object.node.members;
        if (members.size() < kFew) return object.node.find(object.name) == nullptr;
        if (object.names.empty())
            for (const JsonMember& member : members)
                object.names.insert(member.name);
        return object.names.insert(object.name).second;
    }

    bool big_integer(const std::string& text) {
        if (text.size() - (text.starts_with('-') ? 1 : 0) > limits_.digits)
            return fail("a number has more than " + std::to_string(limits_.digits) + " digits");
        JsonNode node(JsonForm::big_integer);
        node.text = text;
        return add(std::move(node));
    }

    bool open(JsonForm form) {
        if (open_.size() >= limits_.nesting)
            return fail("arrays and objects nest deeper than " + std::to_string(limits_.nesting));
        open_.push_back({JsonNode(form), {}, {}});
        return true;
    }
    bool close() {
        JsonNode node = std::move(open_.back().node);
        open_.pop_back();
        return add(std::move(node));
    }
    bool add(JsonNode node) {
        if (++nodes_ > limits_.nodes)
            return fail("the document holds more than " + std::to_string(limits_.nodes) + " values");
        if (open_.empty()) {
            root = std::move(node);
            return true;
        }
        Open& container = open_.back();
        container.node.members.push_back({std::move(container.name), std::move(node)});
        container.name.clear();
        return true;
    }

    bool fail(std::string message) {
        failure.message = std::move(message);
        for (const Open& container : open_) {
            const bool in_object = container.node.form == JsonForm::object;
            append_pointer_step(failure.pointer,
                                in_object ? container.name : std::to_string(container.node.members.size()));
        }
        return false;
    }

    // The library's text without its tag, its position (given apart) and the text that it had read.
    static std::string plain(std::string_view what) {
        if (const std::size_t tag = what.find("] "); tag != std::string_view::npos)
            what.remove_prefix(tag + 2);
        if (what.starts_with("parse error"))
            if (const std::size_t place = what.find(": "); place != std::string_view::npos)
                what.remove_prefix(place + 2);
        what = what.substr(0, what.find("; last read"));
        return "not JSON: " + std::string(what.substr(0, 200));
    }

    const JsonLimits& limits_;
    const LongIntegers& long_integers_;
    std::size_t strings_ = 0;
    std::size_t nodes_ = 0;
    std::vector<Open> open_;
};

}  // namespace

std::expected<JsonNode, JsonFailure> parse_json(std::string_view text, const JsonLimits& limits) {
    if (text.size() > limits.bytes)
        return std::unexpected(
            JsonFailure{"the document is longer than " + std::to_string(limits.bytes) + " bytes", "", {}});
    try {
        const LongIntegers long_integers = find_long_integers(text);
        if (!long_integers.text.empty()) text = long_integers.text;
        TreeBuilder builder(limits, long_integers);
        if (nlohmann::json::sax_parse(text, &builder)) return std::move(builder.root);
        return std::unexpected(std::move(builder.failure));
    } catch (const nlohmann::json::exception& error) {
        return std::unexpected(JsonFailure{error.what(), "", {}});
    } catch (const std::bad_alloc&) {
        return std::unexpected(JsonFailure{"not enough memory for the document", "", {}});
    }
}

}  // namespace guardc::compiler
