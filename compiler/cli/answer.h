// Answers of a session, as a person or a program reads them.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "compiler/session/session.h"
#include "grammar/diagnostic.h"

namespace guardc::cli {

// One line of JSON without its end: the form that design and docs promise to other programs.
std::string answer_json(std::size_t frame, const compiler::Answer& answer);
std::string reason_json(const ReasonText& reason);
std::string reasons_json(std::span<const ReasonText> reasons);

// "0: hit "fp16 dynamic"" and what it lifted, or why each entry did not accept.
std::string answer_text(std::size_t frame, const compiler::Answer& answer, grammar::Colour colour);

// Two lines: the guard and where it stands; what it asks for, what was found, who asks and why.
std::string reason_text(const ReasonText& reason, grammar::Colour colour);

}  // namespace guardc::cli
