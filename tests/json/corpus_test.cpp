// Every frame of the recorded verdicts reads, and says the same again when it is written. The file is not
// part of the checkout: it lies beside it, or where GUARDC_CORPUS says.
#include <filesystem>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "compiler/json/frame_json.h"
#include "tests/checkout.h"

namespace {

using namespace guardc::compiler;
using Json = nlohmann::ordered_json;

bool is_form(const Json& value) {
    for (const auto& [name, part] : value.items())
        if (name.starts_with('$')) return true;
    return false;
}

// Takes out of a value what may be written or left out, in both texts alike.
void drop_defaults(Json& value) {
    if (value.is_object() && value.contains("$tensor")) {
        Json& tensor = value["$tensor"];
        if (tensor.value("requires_grad", true) == false) tensor.erase("requires_grad");
        if (tensor.value("offset", 1) == 0) tensor.erase("offset");
        if (tensor.value("type", "") == "Tensor") tensor.erase("type");
        // The recorded frames write the keys of a plain meta tensor out.
        if (tensor.value("device", "") == "meta" && tensor.contains("keys") &&
            tensor["keys"] == Json({"Meta", "BackendSelect", "ADInplaceOrView", "AutogradMeta"}))
            tensor.erase("keys");
    }
    if (value.is_object() && value.contains("$complex")) {
        // An identity on a part means nothing.
        for (Json& part : value["$complex"])
            if (part.is_object()) part.erase("$id");
    }
    if (value.is_object() && value.contains("$object") && value["$object"].contains("value"))
        if (Json& scalar = value["$object"]["value"]; scalar.is_object()) scalar.erase("$id");
    if (value.is_structured())
        for (Json& part : value)
            drop_defaults(part);
}

// One order of members where the order means nothing: in forms, and at the top of a frame.
nlohmann::json comparable(const Json& value) {
    if (value.is_array()) {
        auto items = nlohmann::json::array();
        for (const Json& item : value)
            items.push_back(comparable(item));
        return items;
    }
    if (!value.is_object()) return nlohmann::json::parse(value.dump());
    nlohmann::json result;
    if (is_form(value)) {
        for (const auto& [name, part] : value.items()) {
            if (name == "$tensor" || name == "$object" || name == "$function" || name == "$iter") {
                for (const auto& [field, content] : part.items()) {
                    if (field == "keys") {
                        auto keys = content.get<std::vector<std::string>>();
                        std::sort(keys.begin(), keys.end());
                        result[name][field] = keys;
                    } else {
                        result[name][field] = comparable(content);
                    }
                }
            } else {
                result[name] = comparable(part);
            }
        }
        return result;
    }
    result = nlohmann::json::array({"dict"});
    for (const auto& [name, part] : value.items())
        result.push_back({name, comparable(part)});
    return result;
}

nlohmann::json comparable_frame(const std::string& text) {
    Json frame = Json::parse(text);
    drop_defaults(frame);
    nlohmann::json result;
    for (const auto& [name, part] : frame.items()) {
        result[name] = comparable(part);
        if (name == "state" || name == "classes") {
            result[name] = nlohmann::json::object();
            for (const auto& [field, content] : part.items())
                result[name][field] = comparable(content);
        }
    }
    return result;
}

TEST_CASE("every recorded frame reads and writes back", "[json][corpus]") {
    const std::filesystem::path path = guardc::tests::corpus_folder() / "peer-verdicts.jsonl.xz";
    if (!exists(path)) {
        WARN("skipped: " << path << " is not there");
        return;
    }
    std::size_t cases = 0;
    std::size_t frames = 0;
    for (const std::string& line : guardc::tests::lines_of(path)) {
        const Json one = Json::parse(line);
        ++cases;
        FrameReader reader;
        const auto types = reader.read(Json{{"types", one["types"]}}.dump());
        REQUIRE(types);
        REQUIRE_FALSE(*types);
        for (const Json& frame : one["frames"]) {
            const std::string text = frame.dump();
            INFO(one["case"] << " frame " << frames);
            const auto read = reader.read(text);
            if (!read) FAIL(error_text(read.error()));
            const std::string written = write_frame(**read);
            const auto again = reader.read(written);
            if (!again) FAIL(error_text(again.error()) << " in " << written);
            if (!same_frame(**read, **again)) FAIL("not the same frame: " << written);
            if (comparable_frame(written) != comparable_frame(text)) FAIL("not the same text: " << written);
            ++frames;
        }
    }
    CHECK(cases > 500);
    CHECK(frames > 10'000);
}

}  // namespace
