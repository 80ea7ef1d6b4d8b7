#include "compiler/explain/words.h"

#include <algorithm>

#include "compiler/explain/describe.h"
#include "compiler/reference/identity.h"
#include "compiler/terms/comparisons.h"
#include "compiler/terms/dispatch_key_set.h"
#include "compiler/terms/print_term.h"
#include "runtime/value/dispatch_keys.h"
#include "runtime/value/objects.h"
#include "runtime/value/scalars.h"

namespace guardc::compiler {

namespace {

std::string_view relation(TermOp op) {
    switch (op) {
        case TermOp::less:
            return "less than ";
        case TermOp::less_equal:
            return "at most ";
        case TermOp::greater:
            return "more than ";
        case TermOp::greater_equal:
            return "at least ";
        case TermOp::not_equal:
            return "anything but ";
        default:
            return "";
    }
}

// The keys that a guard on a set of dispatch keys writes.
std::optional<std::uint64_t> written_keys(const TermPool& terms, TermId test) {
    if (terms[test].op != TermOp::is_constant) return std::nullopt;
    const auto operands = terms.operands(test);
    if (terms[operands[0]].op != TermOp::dispatch_keys) return std::nullopt;
    const Value& constant = terms.constant(operands[1]);
    if (constant.kind != Kind::integer || as<IntegerValue>(constant).limb_count != 0) return std::nullopt;
    return static_cast<std::uint64_t>(as<IntegerValue>(constant).number);
}

// Those of `keys` that `others` lacks; empty for none.
std::string keys_beyond(std::uint64_t keys, std::uint64_t others) {
    const std::vector<std::string> known = dispatch_key_names(others);
    std::string beyond;
    for (const std::string& name : dispatch_key_names(keys)) {
        if (std::ranges::find(known, name) == known.end()) beyond += (beyond.empty() ? "" : ", ") + name;
    }
    return beyond;
}

std::string found_keys(std::uint64_t found, std::uint64_t wanted) {
    std::string words = dispatch_key_set(found).value_or("another set of keys");
    if (const std::string missing = keys_beyond(wanted, found); !missing.empty())
        words += ", without " + missing;
    if (const std::string more = keys_beyond(found, wanted); !more.empty())
        words += ", with " + more + " beside";
    return words;
}

bool is_order(TermOp op) {
    return op == TermOp::equal || op == TermOp::not_equal || op == TermOp::less || op == TermOp::less_equal ||
           op == TermOp::greater || op == TermOp::greater_equal;
}

}  // namespace

std::string Explainer::text(TermId term) const {
    return print_term(terms_, term, shape_);
}

std::optional<Seen> Explainer::seen(TermId term) {
    const Evaluation found = evaluator_.run(term);
    if (is_test(terms_, term)) {
        if (found.truth != Truth::yes && found.truth != Truth::no) return std::nullopt;
        return see(Cell::boolean(found.truth == Truth::yes), surroundings_.model);
    }
    return found.truth == Truth::yes ? see(found.value, surroundings_.model) : std::nullopt;
}

Words Explainer::explain(TermId test) {
    bool negated = false;
    const TermId part = deciding_part(test, negated);
    Words words{expectation(part, negated), {}};
    words.actual =
        truth(part) == Truth::undefined ? why_undefined(first_undefined(part)) : finding(part, negated);
    return words;
}

// Below `not`, and of an `and` the operand that fails.
TermId Explainer::deciding_part(TermId test, bool& negated) {
    while (true) {
        const auto operands = terms_.operands(test);
        const TermOp op = terms_[test].op;
        if (op == TermOp::not_) {
            negated = !negated;
            test = operands[0];
        } else if (op == TermOp::and_ && !negated) {
            test =
                *std::ranges::find_if(operands, [&](TermId operand) { return truth(operand) != Truth::yes; });
        } else {
            return test;
        }
    }
}

// What stands on the side that is not constant.
TermId Explainer::subject(TermId test) const {
    const auto operands = terms_.operands(test);
    if (operands.empty()) return test;
    if (terms_[test].op == TermOp::contains) return operands[1];
    const bool mirrored_sides = is_order(terms_[test].op) && terms_[operands[0]].op == TermOp::constant;
    const TermId side = operands[mirrored_sides ? 1 : 0];
    const bool rest_of_division = terms_[test].op == TermOp::equal && terms_[side].op == TermOp::modulo &&
                                  terms_[terms_.operands(side)[1]].op == TermOp::constant;
    return rest_of_division ? terms_.operands(side)[0] : side;
}

// A constant as it is written, anything else with what it is now.
std::string Explainer::operand(TermId term) {
    if (terms_[term].op == TermOp::constant) return text(term);
    const std::optional<Seen> value = seen(term);
    return value ? describe(*value) + ", as `" + text(term) + "` is" : "`" + text(term) + "`";
}

std::string Explainer::comparison(TermId test, bool negated) {
    const auto operands = terms_.operands(test);
    const bool constant_left = terms_[operands[0]].op == TermOp::constant;
    TermOp op = constant_left ? mirrored(terms_[test].op) : terms_[test].op;
    if (negated) op = opposite(op);
    const TermId left = operands[constant_left ? 1 : 0];
    const TermId right = operands[constant_left ? 0 : 1];
    if (subject(test) != left) {
        const std::string divisor = text(terms_.operands(left)[1]);
        const std::string rest = text(right) == "0" ? "" : " plus " + text(right);
        return (op == TermOp::equal ? "a multiple of " : "no multiple of ") + divisor + rest;
    }
    return std::string(relation(op)) + operand(right);
}

std::string Explainer::expectation(TermId test, bool negated) {
    const auto operands = terms_.operands(test);
    const std::string but = negated ? "anything but " : "";
    switch (terms_[test].op) {
        case TermOp::is_constant: {
            const Value& constant = terms_.constant(operands[1]);
            if (constant.kind == Kind::type)
                return but + "the type " + plain_type(as<TypeValue>(constant).named->name);
            const auto keys = written_keys(terms_, test);
            const auto as_set = keys ? dispatch_key_set(*keys) : std::nullopt;
            return but + (as_set ? *as_set : text(operands[1]));
        }
        case TermOp::is_type: {
            const std::string name = plain_type(as<TypeValue>(terms_.constant(operands[1])).named->name);
            return negated ? but + with_article(name) : "an exact " + name;
        }
        case TermOp::is_same:
            return (negated ? "another object than `" : "the same object as `") + text(operands[1]) + "`";
        case TermOp::is_identity:
            return but + "the object with identity " + text(operands[1]);
        case TermOp::equal:
        case TermOp::not_equal:
        case TermOp::less:
        case TermOp::less_equal:
        case TermOp::greater:
        case TermOp::greater_equal:
            return comparison(test, negated);
        case TermOp::in_range: {
            const std::string step = text(operands[3]);
            return (negated ? "nothing from " : "from ") + text(operands[1]) + " to " + text(operands[2]) +
                   (step == "1" ? "" : " in steps of " + step);
        }
        case TermOp::contains:
            return (negated ? "something without " : "something that holds ") + operand(operands[0]);
        case TermOp::truthy:
            return negated ? "something false" : "something true";
        case TermOp::has_attribute:
            return (negated ? "no attribute `" : "an attribute `") + terms_.name(test) + "`";
        case TermOp::distinct:
            return negated ? "some object twice" : "different objects";
        default:
            return negated ? "that `" + text(test) + "` does not hold" : "that `" + text(test) + "` holds";
    }
}

std::string Explainer::finding(TermId test, bool negated) {
    const auto operands = terms_.operands(test);
    switch (terms_[test].op) {
        case TermOp::has_attribute:
            return (negated ? "an attribute `" : "no attribute `") + terms_.name(test) + "`";
        case TermOp::distinct:
            return negated ? "different objects" : aliasing(test);
        case TermOp::is_same:
            if (const std::optional<Seen> value = seen(operands[0]); value && !negated)
                return value->kind == Kind::object || value->kind == Kind::tensor ? "another object"
                                                                                  : describe(*value);
            return "the same object";
        case TermOp::or_:
            return alternatives(test);
        case TermOp::is_type: {
            const std::optional<Seen> value = seen(operands[0]);
            return value ? with_article(plain_type(type_name(*value))) : "";
        }
        case TermOp::is_identity: {
            const std::optional<Seen> value = seen(operands[0]);
            const std::optional<Identity> found = value ? identity(*value) : std::nullopt;
            if (!found) return "";
            return found->kind == Kind::object ? "the object with identity " + std::to_string(found->number)
                                               : describe(*value);
        }
        default:
            break;
    }
    if (is_test(terms_, test) && terms_[test].op == TermOp::and_) return "it does";
    const std::optional<Seen> value = seen(subject(test));
    if (!value) return "";
    const auto wanted = written_keys(terms_, test);
    const auto found = wanted ? exact_integer(*value) : std::nullopt;
    return found ? found_keys(static_cast<std::uint64_t>(*found), *wanted) : describe(*value);
}

// Of an `or`, what each side was.
std::string Explainer::alternatives(TermId test) {
    std::string found;
    std::vector<TermId> told;
    for (const TermId operand : terms_.operands(test)) {
        bool negated = false;
        const TermId part = deciding_part(operand, negated);
        const TermId side = subject(part);
        if (std::ranges::find(told, side) != told.end()) continue;
        told.push_back(side);
        if (told.size() > 4) return found + ", ..";
        found += (found.empty() ? "`" : ", `") + text(side) + "` is ";
        found +=
            truth(part) == Truth::undefined ? why_undefined(first_undefined(part)) : finding(part, negated);
    }
    return found;
}

std::string Explainer::aliasing(TermId test) {
    const auto operands = terms_.operands(test);
    std::vector<Identity> found;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const std::optional<Seen> value = seen(operands[i]);
        const std::optional<Identity> own = value ? identity(*value) : std::nullopt;
        if (!own) break;
        const auto other = std::ranges::find(found, *own);
        if (other != found.end())
            return "`" + text(operands[static_cast<std::size_t>(other - found.begin())]) + "` and `" +
                   text(operands[i]) + "` are one object";
        found.push_back(*own);
    }
    return "";
}

}  // namespace guardc::compiler
