// How names, types and dtypes are written where a frame's own names may hide the short form. Sema reads by
// these rules and the printer writes by them, so that text means the same both ways.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/model/dtype.h"
#include "runtime/program/frame_shape.h"

namespace guardc::compiler {

// A name of the parameter list. An open shape has none: there a bare name means something else first.
bool is_parameter(const FrameShape& shape, std::string_view name);

// True when the bare name means this local: a parameter, or in an open shape a name that is nothing else
// (ambient state, a type, a dtype, a module that constants come from).
bool reads_as_local(const FrameShape& shape, std::string_view name);
// The same for a name that the shape holds.
bool declared_reads_as_local(const FrameShape& shape, std::string_view name);

// `int`, `list`, ..: types that are written without their module.
bool is_builtin_type(std::string_view name);

// Full name of a type that is written `name`: `builtins.int` for `int`, and for a name with a module itself.
std::string full_type_name(std::string_view name);

// The full name of the type that a bare or dotted name stands for where a type may stand (right of `is`), or
// nothing when it means something else there.
std::optional<std::string> type_in_type_place(const FrameShape& shape, std::string_view name);
// The same where any value may stand.
std::optional<std::string> type_in_value_place(const FrameShape& shape, std::string_view name);

// The dtype that a bare or dotted name stands for; aliases (`torch.half`) only behind `torch.`.
std::optional<DType> dtype_named(const FrameShape& shape, std::string_view name);

// Shortest spellings that read back: `list`, `demo.Config`; `float16`, `torch.bool`. Nothing when the frame
// hides them.
std::optional<std::string> short_type_in_type_place(const FrameShape& shape, std::string_view full_name);
std::optional<std::string> short_type_in_value_place(const FrameShape& shape, std::string_view full_name);
std::optional<std::string> short_dtype(const FrameShape& shape, DType dtype);

}  // namespace guardc::compiler
