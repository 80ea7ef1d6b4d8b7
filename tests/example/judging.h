// What every engine says of a frame, for tests of examples.
#pragma once

#include <string>
#include <string_view>

#include "compiler/json/frame_json.h"
#include "runtime/dispatch/entry_code.h"
#include "tests/differential/engines.h"

namespace guardc::example_tests {

// One set of guards, built once in every engine.
class Judges {
  public:
    Judges(const compiler::TermPool& terms, const FrameShape& shape, std::span<const compiler::Guard> guards,
           std::span<const compiler::LiftedValue> lifted = {});

    // The engines that do not say what is expected of the frame as it reads back from its line: empty when
    // all do. Also tells when the line cannot be read.
    std::string against(const compiler::FrameDocument& frame, bool hit);

  private:
    const compiler::TermPool& terms_;
    const FrameShape& shape_;
    std::span<const compiler::Guard> guards_;
    std::span<const compiler::LiftedValue> lifted_;
    differential::Runner runner_;
    std::shared_ptr<const native::NativeCheck> native_;
    std::shared_ptr<const EntryCode> code_;
};

}  // namespace guardc::example_tests
