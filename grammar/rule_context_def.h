// The one iterator, skipper and context with which every rule of the grammar is instantiated. Private to the
// rules: includes Spirit.
#pragma once

#include <boost/spirit/home/x3.hpp>

#include "grammar/pieces.h"

namespace guardc::grammar {

namespace x3 = boost::spirit::x3;

// The layout scan has made blanks of comments, tabs and newlines in brackets, so only blanks are skipped.
struct BlankSkipper : x3::parser<BlankSkipper> {
    using attribute_type = x3::unused_type;
    static bool const has_attribute = false;

    template <typename Iterator, typename Context, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context&, x3::unused_type, Attribute&) const {
        const Iterator begin = first;
        while (first != last && *first == ' ')
            ++first;
        return first != begin;
    }
};

struct StateTag;
using RuleIterator = const char*;
using RuleContext = x3::context<StateTag, ReadingState, x3::phrase_parse_context<BlankSkipper>::type>;

template <typename Context>
ReadingState& state_of(const Context& context) {
    return x3::get<StateTag>(context);
}

}  // namespace guardc::grammar
