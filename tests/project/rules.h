// The rules of the repository. Each gives one line for each breach, "path: what is wrong".
#pragma once

#include <string>
#include <vector>

#include "tests/project/source_tree.h"

namespace guardc::tests {

using Breaches = std::vector<std::string>;

Breaches wrong_includes(const std::vector<SourceFile>& files);  // who may include what
Breaches wrong_sizes(const std::vector<SourceFile>& files);     // no file over 600 lines, median under 120
Breaches wrong_names(const std::vector<SourceFile>& files);     // no file named after nothing in particular
Breaches wrong_words(const std::vector<SourceFile>& files);     // paths of one machine, notes to oneself
Breaches missing_documents(const std::vector<SourceFile>& files);  // every folder of code is described

}  // namespace guardc::tests
