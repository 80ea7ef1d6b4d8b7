// Values for tables of cases, written as frame files write them.
#pragma once

#include <string>

#include <catch2/catch.hpp>

#include "compiler/json/frame_json.h"

namespace guardc::testing {

// The local `v` of a frame that may have more to it (`rest`: `,"classes": {..}`). The document keeps it
// alive.
struct WrittenValue {
    explicit WrittenValue(const std::string& json, const std::string& rest = "")
        : document(read(R"({"locals":{"v":)" + json + "}" + rest + "}")), value(*document.local("v")) {}

    static compiler::FrameDocument read(const std::string& text) {
        auto frame = compiler::read_frame(text);
        if (!frame) FAIL(compiler::error_text(frame.error()) << " in " << text);
        return std::move(*frame);
    }

    compiler::FrameDocument document;
    const Value& value;
};

inline const char* truth_word(Truth truth) {
    constexpr const char* words[] = {"no", "yes", "undefined", "error"};
    return words[static_cast<int>(truth)];
}

}  // namespace guardc::testing
