// Reads `.cases` files; each says its format at the top.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/model/truth.h"

namespace guardc::conformance {

struct Case {
    std::string at;  // "values.cases:12"
    std::string name;
    std::string guard;
    std::optional<Truth> truth;  // nothing: the text is refused
    std::string refusal;         // the diagnostic's id
    std::size_t frame = 0;
};

struct CaseFrame {
    std::string head;  // `frame f(x, y) {`, or with an open shape `frame f {`
    std::string json;
};

struct CaseFile {
    std::string name;
    std::vector<CaseFrame> frames;
    std::vector<Case> cases;
    std::vector<std::string> mistakes;  // lines that are neither
};

CaseFile read_cases(const std::string& path);
std::vector<std::string> case_files();  // all, in order of their names

}  // namespace guardc::conformance
