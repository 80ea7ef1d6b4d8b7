// Which kind of guard an expression of the flat form is.
#pragma once

#include <string>
#include <string_view>

namespace guardc::compiler {

// Releases before 2.4 printed the flat form as the check itself; later ones print the texts of a tree's
// leaves under the same names, where a few texts mean what they mean in a tree.
enum class FlatForm : bool { check, leaves };

// The kind under which a tree prints this text; LAMBDA_GUARD where none has a form of its own for it.
// `text` without brackets around it.
std::string_view kind_of_conjunct(std::string_view text, FlatForm form);

// Tests of ambient state by functions that only the flat form has, in guardc's own form:
// `not ___needs_nopython()` is `needs_nopython is False`. Empty for anything else.
std::string own_state_text(std::string_view text);

// A test of the dispatcher, no guard of the frame: whether the entry still lives, whether it was compiled by
// the backend that is asked for.
bool is_dispatcher_fact(std::string_view text);

}  // namespace guardc::compiler
