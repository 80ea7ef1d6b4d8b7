// The operations that are too large to stand inline: plain functions that the interpreter calls and native
// code links to by name. Tests return no/yes/undefined/error; value operations yes/undefined/error.
// None throws or allocates. `model` is that of the check; cells tagged `literal` are built-in values.
#pragma once

#include "runtime/model/cell.h"
#include "runtime/model/model.h"
#include "runtime/model/truth.h"
#include "runtime/program/check.h"
#include "runtime/program/program.h"

extern "C" {

guardc::Truth guardc_op_fact(const guardc::Model* model, std::uint32_t fact, const guardc::Cell* object,
                             const guardc::Cell* argument, guardc::Cell* result) noexcept;
guardc::Truth guardc_op_call(const guardc::Model* model, std::uint32_t function, const guardc::Cell* operands,
                             std::uint32_t count, guardc::Cell* result) noexcept;
guardc::Truth guardc_op_kind(const guardc::Model* model, const guardc::Cell* object,
                             std::uint64_t kinds) noexcept;
guardc::Truth guardc_op_same(const guardc::Model* model, const guardc::Cell* left,
                             const guardc::Cell* right) noexcept;
guardc::Truth guardc_op_strict(const guardc::Model* model, const guardc::Cell* value,
                               const guardc::Cell* constant) noexcept;
guardc::Truth guardc_op_equal(const guardc::Model* model, const guardc::Cell* left,
                              const guardc::Cell* right) noexcept;
guardc::Truth guardc_op_compare(const guardc::Model* model, std::uint32_t comparison,
                                const guardc::Cell* left, const guardc::Cell* right) noexcept;
guardc::Truth guardc_op_truthy(const guardc::Model* model, const guardc::Cell* value) noexcept;
guardc::Truth guardc_op_test_call(const guardc::Model* model, std::uint32_t function,
                                  const guardc::Cell* operands, std::uint32_t count) noexcept;
guardc::Truth guardc_op_extern(std::uint64_t predicate, const guardc::Cell* operands,
                               std::uint32_t count) noexcept;
}  // extern "C"
