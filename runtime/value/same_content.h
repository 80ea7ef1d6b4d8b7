// Whether two values tell the same story.
#pragma once

#include <memory>

#include "runtime/value/value.h"

namespace guardc {

// Compares everything that a frame file can write of a value, identities included; all NaNs are one. Any
// number of values, cycles included, with one memory: pairs that were found equal, or are under way, are not
// looked at again. Does not recurse.
class ContentComparison {
  public:
    ContentComparison();
    ~ContentComparison();

    bool same(const Value& left, const Value& right);

  private:
    struct Seen;
    std::unique_ptr<Seen> seen_;
};

bool same_content(const Value& left, const Value& right);

}  // namespace guardc
