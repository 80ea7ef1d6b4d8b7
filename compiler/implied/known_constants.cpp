#include "compiler/implied/known_constants.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "compiler/implied/order.h"
#include "compiler/reference/reference.h"
#include "runtime/value/arena.h"
#include "runtime/value/builtin_model.h"

namespace guardc::compiler {
namespace {

// Constants that are all there is to the value: a container may be the same and yet be another object with
// parts that change.
bool is_scalar(Kind kind) {
    switch (kind) {
        case Kind::none:
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
        case Kind::string:
        case Kind::dtype:
            return true;
        default:
            return false;
    }
}

// Operations whose outcome depends on what their operands are, not on where they are stored.
bool looks_at_values_only(TermOp op) {
    switch (op) {
        case TermOp::constant:
        case TermOp::length:
        case TermOp::conditional:
        case TermOp::is_constant:
        case TermOp::is_type:
        case TermOp::in_range:
        case TermOp::contains:
        case TermOp::not_:
        case TermOp::and_:
        case TermOp::or_:
        case TermOp::truthy:
        case TermOp::is_nan:
        case TermOp::negate:
        case TermOp::add:
        case TermOp::subtract:
        case TermOp::multiply:
        case TermOp::divide:
        case TermOp::floor_divide:
        case TermOp::modulo:
        case TermOp::power:
        case TermOp::absolute:
        case TermOp::minimum:
        case TermOp::maximum:
            return true;
        default:
            return is_comparison(op);
    }
}

constexpr std::size_t kLargestGuard = 1000;  // terms; larger ones are unknown

}  // namespace

KnownConstants::KnownConstants(const TermPool& terms, const Literals& literals, const Integers& integers)
    : terms_(terms), integers_(integers) {
    for (const auto& [test, sense] : literals.all()) {
        if (!sense || terms[test].op != TermOp::is_constant) continue;
        const auto operands = terms.operands(test);
        if (terms[operands[1]].op == TermOp::constant && is_scalar(terms.constant(operands[1]).kind))
            constants_.emplace(operands[0], operands[1]);
    }
}

bool KnownConstants::proves(TermId test, bool sense) const {
    std::vector<TermId> reached{test};
    std::unordered_set<TermId> seen{test};
    std::unordered_map<TermId, std::int64_t> numbers;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const TermId term = reached[i];
        if (constants_.contains(term)) continue;
        if (terms_[term].op != TermOp::constant) {
            const auto range = integers_.range(term);
            if (range && range->step == 0) {
                numbers[term] = range->least;
                continue;
            }
        }
        if (!looks_at_values_only(terms_[term].op) || reached.size() > kLargestGuard) return false;
        for (const TermId operand : terms_.operands(term))
            if (seen.insert(operand).second) reached.push_back(operand);
    }
    std::ranges::sort(reached);

    TermPool pool;
    ValueArena arena;
    std::unordered_map<TermId, TermId> copies;
    for (const TermId term : reached) {
        if (const auto known = constants_.find(term); known != constants_.end()) {
            copies[term] = pool.make_constant(terms_.constant(known->second));
        } else if (const auto number = numbers.find(term); number != numbers.end()) {
            copies[term] = pool.make_constant(*arena.make_integer(number->second));
        } else if (terms_[term].op == TermOp::constant) {
            copies[term] = pool.make_constant(terms_.constant(term));
        } else {
            std::vector<TermId> operands;
            for (const TermId operand : terms_.operands(term))
                operands.push_back(copies.at(operand));
            copies[term] = pool.make(terms_[term].op, operands, terms_[term].data);
        }
    }
    const AmbientBlock ambient{};
    const TermId root = copies.at(test);
    const Guard guard{root, {}};
    const Truth truth = judge(pool, {&guard, 1}, {builtin_model(), {}, ambient}).truth;
    return truth == (sense ? Truth::yes : Truth::no);
}

}  // namespace guardc::compiler
