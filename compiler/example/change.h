// Small changes of a frame that is there: what mutants are made of.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "compiler/example/realise.h"

namespace guardc::compiler::example {

struct Change {
    enum class Kind : std::uint8_t {
        put,     // `value` at a place without parts
        drop,    // the place is not there
        retype,  // its type is `type`
        split,   // a copy stands here, another object
        join,    // the object at `other` stands here too
        rename,  // another recorded identity
        add,     // an attribute `name`, or `value` as key or element
    };
    Kind kind = Kind::put;
    NodeId place = kNoNode;
    NodeId other = kNoNode;
    const Value* value = nullptr;
    const TypeInfo* type = nullptr;
    std::string name = {};
};

// Collects changes for one guard. Places are those of the example, so that each change is made to it alone.
class Changes {
  public:
    Changes(Sketch& sketch, Realiser& realiser, std::size_t guard, std::size_t most)
        : sketch_(sketch), realiser_(realiser), guard_(guard), most_(most) {}

    Sketch& sketch() { return sketch_; }
    Realiser& realiser() { return realiser_; }
    const TermPool& terms() const { return sketch_.terms(); }
    std::size_t guard() const { return guard_; }
    // Every operand once, however often it stands in the guard; operands too deep are left out.
    void of(TermId term);
    void add(Change change);
    bool full() const { return all_.size() >= most_; }
    std::vector<Change> take() && { return std::move(all_); }

  private:
    Sketch& sketch_;
    Realiser& realiser_;
    std::size_t guard_;
    std::size_t most_;
    unsigned depth_ = 0;
    std::unordered_set<TermId> seen_;
    std::vector<Change> all_;
};

}  // namespace guardc::compiler::example
