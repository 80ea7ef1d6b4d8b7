// Constant facts of one object, read by their layouts, become one masked compare of its words.
//
// Assumes nothing of what went before: the kind of the object is part of the compare, or tested in front of
// it. Guards of an entry may be reordered as wholes, so all such guards on an object are made when the first
// of them is.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "compiler/plan/builder.h"

namespace guardc::compiler {

// What one test needs of the bytes of an object.
struct Need {
    TermId test = kNoTerm;
    TermId object = kNoTerm;
    std::optional<std::uint32_t> kind;  // nothing: any kind, all of which lie alike
    struct Field {
        std::uint32_t offset;
        std::uint32_t bytes;
        std::uint64_t bits;
        bool handle = false;  // of a type
    };
    std::optional<Field> field;  // nothing: the kind says it all
};

class Fusion {
  public:
    // `tests`: conditions that must all hold.
    Fusion(Builder& builder, std::span<const TermId> tests);

    // Makes all fusable tests on the object that `test` is about. False: this test is not fusable.
    bool emit(TermId test);

  private:
    std::optional<Need> need(TermId test) const;
    std::optional<Need> need_of_object(TermId test, TermId object, TermId constant) const;
    std::optional<Need> need_of_fact(TermId test, TermId fact_term, TermId constant, bool strict) const;
    std::optional<Need> need_of_identity(TermId test) const;
    std::optional<Need> need_of_type(TermId test, TermId object, TermId constant) const;
    std::optional<Need::Field> field(const Fact& fact, const Cell& wanted, std::uint32_t kind,
                                     std::int64_t index = 0) const;

    Builder& builder_;
    std::unordered_map<TermId, std::int64_t> ranks_;  // of tensors whose rank is tested
    std::unordered_map<TermId, std::vector<Need>> by_object_;
    std::unordered_map<TermId, TermId> object_of_;  // test -> object
};

}  // namespace guardc::compiler
