// Names for the places that the lines of a frame repeat, so that each is written out once.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/import/term_texts.h"
#include "compiler/terms/print_term.h"

namespace guardc::compiler {

class PlaceNamer {
  public:
    PlaceNamer(const FrameRules& rules, TermTexts& texts)
        : rules_(rules), terms_(*rules.terms), texts_(texts) {}

    // The text of this term stands once in a line.
    void mention(TermId term);

    // Names what saves so many characters beyond its own line, in a frame with these parameters, which
    // `texts` has begun: a place before those that lie in it. From here on `texts` writes `names`, which is
    // filled and must outlive that.
    struct Named {
        TermId place = kNoTerm;
        std::size_t uses = 0;
        std::string name;
        std::string text;  // of the place, by the names before it
    };
    std::vector<Named> choose(const std::vector<std::string>& parameters, std::size_t worth,
                              PlaceNames& names);

  private:
    std::vector<Named> repeated(std::size_t worth);
    void give_names(std::vector<Named>& chosen, const std::vector<std::string>& parameters);
    std::vector<Named> worth_it(std::vector<Named> chosen, std::size_t worth, PlaceNames& names);
    TermId base_of(TermId place) const;  // kNoTerm: a root
    bool can_have_name(TermId term) const;
    std::vector<std::string> steps_of(TermId place) const;

    const FrameRules& rules_;
    const TermPool& terms_;
    TermTexts& texts_;
    std::unordered_map<TermId, std::size_t> uses_;
};

}  // namespace guardc::compiler
