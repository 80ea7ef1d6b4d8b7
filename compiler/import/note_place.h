// Where the user's line stands that a guard came from.
#pragma once

#include <string>
#include <string_view>

namespace guardc::compiler {

// "net.py:21" of `# y = self.fc(x)  # demo/net.py:21 in forward (HINT: ..)`; empty where the note tells none.
std::string_view note_place(std::string_view note);

}  // namespace guardc::compiler
