// A frame that an entry is known to accept: it tells what the text of the entry leaves out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/import/understanding.h"
#include "compiler/json/frame_json.h"

namespace guardc::compiler {

// What a guard without content says, with the value that it has in the frame. Kind and text as in a Clause.
struct BoundText {
    std::string_view kind;
    std::string text;
};

class KnownFrame {
  public:
    // `json` is the text that `document` was read from. Both must outlive it.
    KnownFrame(const FrameDocument& document, std::string_view json, Understanding& understanding);

    // Nothing where the frame does not tell it.
    std::optional<BoundText> mode_stack() const;
    std::optional<BoundText> global_state() const;
    // `___check_tensors(L['x'], ..)`: one text a tensor; empty when one of them is no tensor of the frame.
    std::vector<BoundText> tensors(std::string_view call) const;
    std::optional<BoundText> length(std::string_view text) const;  // `len(PATH)`
    std::optional<BoundText> type(std::string_view text) const;    // `type(PATH)`

    // What the value at a path holds beside tensors, attribute by attribute: what a check can look at that
    // prints nothing. Empty where the frame shows no attribute, or one that is no constant.
    std::vector<BoundText> attributes(std::string_view path) const;

  private:
    const Value* value_at(std::string_view path) const;

    const FrameDocument& document_;
    std::string_view json_;
    Understanding& understanding_;
};

}  // namespace guardc::compiler
