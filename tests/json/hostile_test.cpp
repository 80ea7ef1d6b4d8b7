// Frames that nobody writes in good faith: each is answered, in bounded time and on a small stack.
#include <random>
#include <thread>

#include <catch2/catch.hpp>

#include "compiler/json/frame_json.h"
#include "runtime/value/same_content.h"

namespace {

using namespace guardc;
using namespace guardc::compiler;

constexpr std::size_t kShortDigits = 300;

std::string repeat(std::string_view piece, std::size_t count) {
    std::string text;
    for (std::size_t index = 0; index < count; ++index)
        text += piece;
    return text;
}

std::string nested(std::size_t levels) {
    return R"({"locals":{"v":)" + repeat("[", levels) + repeat("]", levels) + "}}";
}

TEST_CASE("nesting ends at its limit, not at the end of the stack", "[json][hostile]") {
    const std::size_t limit = FrameLimits{}.nesting;
    // The frame and its locals count as well.
    CHECK(read_frame(nested(limit - 2)));
    const auto refused = read_frame(nested(limit - 1));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "arrays and objects nest deeper than " + std::to_string(limit));
    for (const char* piece :
         {"[", "{\"a\":", "{\"$tuple\":[", "{\"$object\":{\"type\":\"t\",\"attrs\":{\"a\":"})
        CHECK_FALSE(read_frame(R"({"locals":{"v":)" + repeat(piece, 100'000)));
    FrameLimits wide;
    wide.nesting = 3;
    CHECK(read_frame(nested(1), wide));
    CHECK_FALSE(read_frame(nested(2), wide));
}

TEST_CASE("every other limit holds at its number", "[json][hostile]") {
    FrameLimits limits;
    limits.digits = 30;
    const auto with_digits = [&](std::size_t count) {
        return read_frame(R"({"locals":{"v":)" + repeat("7", count) + "}}", limits);
    };
    CHECK(with_digits(30));
    REQUIRE_FALSE(with_digits(31));
    CHECK(with_digits(31).error().message == "a number has more than 30 digits");
    CHECK(with_digits(31).error().pointer == "/locals/v");
    limits.nodes = 5;
    CHECK(read_frame(R"({"locals":{"v":[1,2]}})", limits));
    REQUIRE_FALSE(read_frame(R"({"locals":{"v":[1,2,3]}})", limits));
    CHECK(read_frame(R"({"locals":{"v":[1,2,3]}})", limits).error().message ==
          "the document holds more than 5 values");
    limits.bytes = 40;
    const std::string text = R"({"locals":{"v":"aaaaaaaaaaaaaaaaaaaaaa"}})";
    CHECK(text.size() == 41);
    CHECK_FALSE(read_frame(text, limits));
    limits.bytes = 41;
    CHECK(read_frame(text, limits));
    CHECK_FALSE(read_frame(R"({"locals":{"v":)" + repeat("9", FrameLimits{}.digits + 1) + "}}"));
    const auto many = read_frame(R"({"locals":{"v":{"$tensor":{"dtype":"int8","device":"cpu","size":[1)" +
                                 repeat(",1", kMaxDimensions) + "]}}}}");
    REQUIRE_FALSE(many);
    CHECK(many.error().message == "more than 254 dimensions");
    CHECK(read_frame(R"({"locals":{"v":{"$tensor":{"dtype":"int8","device":"cpu","size":[1)" +
                     repeat(",1", kMaxDimensions - 1) + "]}}}}"));
}

TEST_CASE("large numbers and large objects take the time they are worth", "[json][hostile]") {
    const std::string digits = "1" + repeat("0", 50'000);
    const auto number = read_frame(R"({"locals":{"v":)" + digits + "}}");
    REQUIRE(number);
    CHECK(write_value(*number->local("v")) == digits);
    std::string keys;
    for (int index = 0; index < 50'000; ++index)
        keys += (index == 0 ? "\"k" : ",\"k") + std::to_string(index) + "\":1";
    REQUIRE(read_frame(R"({"locals":{"v":{)" + keys + "}}}"));
    CHECK_FALSE(read_frame(R"({"locals":{"v":{)" + keys + R"(,"k7":1}}})"));
}

// The JSON library knows no int beyond the range of a double: those go another way round.
TEST_CASE("long digits are ints, floats, text or mistakes where they stand", "[json][hostile]") {
    const std::string digits = "1" + repeat("0", 399);
    struct Case {
        std::string json;   // of the local `v`
        std::string again;  // what is written for it; empty: refused
    };
    const Case cases[] = {
        {digits, digits},
        {"-" + digits, "-" + digits},
        {"[" + digits + ",\"a\",-" + digits + "]", "[" + digits + ",\"a\",-" + digits + "]"},
        {"[\"" + digits + "\",\"\\\"\"," + digits + "]", "[\"" + digits + "\",\"\\\"\"," + digits + "]"},
        {"{\"a\":" + digits + ",\"b\":\"c\"}", "{\"a\":" + digits + ",\"b\":\"c\"}"},
        {digits + "e-399", "1.0"},
        {digits + ".0e-399", "1.0"},
        {"1" + repeat("0", kShortDigits - 1), "1" + repeat("0", kShortDigits - 1)},
        {"1" + repeat("0", kShortDigits), "1" + repeat("0", kShortDigits)},
        {digits + ".5", ""},
        {digits + "e5", ""},
        {"0" + digits, ""},
        {"--" + digits, ""},
        {"+" + digits, ""},
        {"." + digits, ""},
        {"1e" + digits, ""},
        {digits + "-1", ""},
        {digits + "\"a\"", ""},
        {"{" + digits + ":1}", ""},
        {"{\"a\":1," + digits + ":1}", ""},
        {"{\"$id\":" + digits + ",\"$list\":[]}", ""},
        {"\"" + digits, ""},
    };
    for (const Case& one : cases) {
        INFO(one.json);
        const auto frame = read_frame(R"({"locals":{"v":)" + one.json + "}}");
        CHECK(frame.has_value() == !one.again.empty());
        if (frame && !one.again.empty()) CHECK(write_value(*frame->local("v")) == one.again);
    }
}

// References build what no text of bounded nesting says by itself: 100,000 levels, and 2^60 paths.
TEST_CASE("values that are deep by reference are read, compared and written", "[json][hostile]") {
    std::string chain = R"({"$list":[],"$id":1})";
    for (int index = 2; index <= 100'000; ++index)
        chain += R"(,{"$list":[{"$ref":)" + std::to_string(index - 1) + R"(}],"$id":)" +
                 std::to_string(index) + "}";
    std::string bush = R"({"$tuple":[],"$id":1})";
    for (int index = 2; index <= 60; ++index) {
        const std::string below = R"({"$ref":)" + std::to_string(index - 1) + "}";
        bush += R"(,{"$tuple":[)" + below + "," + below + R"(],"$id":)" + std::to_string(index) + "}";
    }
    for (const std::string& text : {chain, bush}) {
        const auto frame = read_frame(R"({"locals":{"v":[)" + text + "]}}");
        REQUIRE(frame);
        const auto again = read_frame(write_frame(*frame));
        REQUIRE(again);
        CHECK(same_frame(*frame, *again));
        // From its deep end nothing is written yet, so that it nests; there is room for that.
        const std::string alone = write_value(*items_of(*frame->local("v")).back());
        CHECK(std::count(alone.begin(), alone.end(), '[') > 59);
    }
    // As keys of dicts and elements of sets.
    CHECK(read_frame(R"({"locals":{"v":[)" + bush +
                     R"(],"s":{"$set":[{"$ref":60}]},"d":{"$dict":[[{"$ref":60},1]]}}})"));
}

TEST_CASE("no prefix and no mutation of a frame does harm", "[json][hostile]") {
    const std::string frame =
        R"({"frame":"f","types":{"t":1},"locals":{"a":{"$tensor":{"dtype":"float32","device":"cpu","size":[2,3]},)"
        R"("$id":5},"b":[1,-2.5e3,{"$float":"nan"},"\u00e9\n"],"c":{"$dict":[[1,{"$ref":5}]],"len":3},)"
        R"("d":{"$object":{"type":"t","attrs":{"k":{"$weakref":{"$ref":5}}},"items":[1],"base":"list"},"$id":6}},)"
        R"("globals":{},"classes":{"t":{"mro":["t"],"dict":{}}},"externs":{"e":true},"state":{"grad_mode":true}})";
    REQUIRE(read_frame(frame));
    for (std::size_t size = 0; size < frame.size(); ++size)
        CHECK_FALSE(read_frame(frame.substr(0, size)));
    std::mt19937_64 random(5);
    const std::string_view pieces[] = {"{",    "}", "[", "]", ",",  ":",    "\"",  "$id",
                                       "$ref", "5", "-", "e", "\\", "\xff", "null"};
    std::size_t accepted = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string broken = frame;
        for (std::uint64_t change = random() % 3; change != UINT64_MAX; --change) {
            const std::size_t place = random() % broken.size();
            const std::size_t length = random() % 4;
            broken.replace(place, length, pieces[random() % std::size(pieces)]);
        }
        const auto read = read_frame(broken);
        if (!read) {
            CHECK_FALSE(error_text(read.error()).empty());
            continue;
        }
        const auto again = read_frame(write_frame(*read));
        if (!again) FAIL(error_text(again.error()) << " after " << broken);
        if (!same_frame(*read, *again)) FAIL("not the same: " << broken);
        ++accepted;
    }
    CHECK(accepted > 100);
}

}  // namespace
