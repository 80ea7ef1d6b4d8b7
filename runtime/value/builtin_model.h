// The built-in model: guards over the values of this folder.
#pragma once

#include "runtime/model/model.h"

namespace guardc {

// The same object for the life of the process; any thread. Its kinds stand in the order of Kind, so that the
// index of a kind is the kind. Type handles are TypeInfo pointers, and every type name has one.
//
// What a helper yields for an int beyond 64 bits is a `reference` to it. The layout of `number` of an int
// therefore serves comparison with constants only; an int that a layout stands for is compared whole.
//
// Attributes: of an object or a dict subclass what it holds, then what its type adds, then (as
// torch.nn.Module looks them up) the entries of its dicts `_parameters`, `_buffers` and `_modules`;
// `__dict__` yields the instance dictionary. Of a type what its frame's `classes` row holds, `__mro__` and
// `__dict__`; of a tensor `grad` and `_base`; of a function `__name__`, `__code__`, `__defaults__`,
// `__kwdefaults__`, `__closure__`; of a cell `cell_contents`; of a range or slice `start`, `stop`, `step`.
const Model& builtin_model();

}  // namespace guardc
