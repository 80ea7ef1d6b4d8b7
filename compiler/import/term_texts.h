// Texts of terms in the frames of an import, each made once.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/terms/print_term.h"

namespace guardc::compiler {

// A local can hide the short spelling of something else, in its own frame only. Frames in which the same
// names hide something share their texts.
class TermTexts {
  public:
    explicit TermTexts(const FrameRules& rules) : rules_(rules) {}

    // The texts that follow are for a frame with these parameters, all of them slots of the rules.
    void begin_frame(const std::vector<std::string>& parameters);
    // Until the next frame with these names in the stead of the places; they must outlive that.
    void name_places(const PlaceNames& names);
    bool is_named(TermId place) const { return names_ != nullptr && names_->contains(place); }
    const std::string& of(TermId term);
    // Whether a name is free for something new in a frame with these parameters.
    bool is_free(const std::string& name, const std::vector<std::string>& parameters);
    // The type that this constant is, right of `is` and of `type=`.
    std::string type_text(TermId constant) const;

  private:
    struct Texts {
        FrameShape shape;
        std::vector<std::string> of;
        std::vector<bool> known;
    };
    bool hides(const std::string& name);

    const FrameRules& rules_;
    std::map<std::vector<std::string>, Texts> by_hidden_;
    std::map<std::string, bool, std::less<>> hides_;
    std::vector<std::string> type_roots_;  // `demo` of `demo.Config`, sorted
    std::size_t rooted_terms_ = 0;
    Texts* texts_ = nullptr;
    const PlaceNames* names_ = nullptr;
    std::unordered_map<TermId, std::string> named_;
};

}  // namespace guardc::compiler
