#include "compiler/example/assume.h"

#include "compiler/example/limits.h"
#include "compiler/example/rules.h"
#include "compiler/reference/evaluator.h"
#include "compiler/reference/meaning.h"
#include "runtime/value/builtin_model.h"
#include "runtime/value/cell_value.h"

namespace guardc::compiler::example {

namespace {

const AmbientBlock kNoState{};

class Deeper {
  public:
    explicit Deeper(unsigned& depth) : depth_(depth) { ++depth_; }
    ~Deeper() { --depth_; }

  private:
    unsigned& depth_;
};

}  // namespace

Assume::Assume(Sketch& sketch, Realiser& realiser)
    : sketch_(sketch),
      realiser_(realiser),
      reads_(sketch.terms().size()),
      nowhere_{builtin_model(), {}, kNoState} {
    for (TermId term = 0; term < reads_.size(); ++term) {
        const auto operands = terms().operands(term);
        reads_[term] = operands.empty() && terms()[term].op != TermOp::constant;
        for (const TermId operand : operands)
            reads_[term] = reads_[term] || reads_[operand];
    }
}

bool Assume::assume(TermId term, bool wanted, std::size_t guard, std::size_t choices, bool passing) {
    guard_ = guard;
    passing_ = passing;
    choices_.start(choices);
    return test(term, wanted);
}

bool Assume::test(TermId term, bool wanted) {
    const Deeper deeper(depth_);
    if (depth_ > kDepth) return false;
    if (!reads(term)) return truth_now(term) == (wanted ? Truth::yes : Truth::no);
    const Rule& rule = rule_of(terms()[term].op);
    return rule.witness != nullptr && rule.witness(*this, term, wanted);
}

bool Assume::steer(TermId term, const Goal& goal) {
    const Deeper deeper(depth_);
    if (depth_ > kDepth) return false;
    if (is_test(terms(), term)) {
        for (const bool truth : {true, false})
            if (meets(*realiser_.arena().make_boolean(truth), goal)) return test(term, truth);
        return false;
    }
    if (!reads(term)) {
        const Value* value = value_now(term);
        return value != nullptr && meets(*value, goal);
    }
    const Rule& rule = rule_of(terms()[term].op);
    return rule.steering != nullptr && rule.steering(*this, term, goal);
}

bool Assume::ask(NodeId place, const Goal& goal) {
    if (place == kNoNode) return false;
    place = sketch_.find(place);
    if (const auto kind = Sketch::kind_of_property(sketch_[place].role); kind && goal.wanted) {
        const bool named =
            goal.kind == GoalKind::is_value || (goal.kind == GoalKind::compares && goal.op == TermOp::equal);
        if ((named && goal.value->kind != *kind) ||
            (goal.kind == GoalKind::type && goal.type != builtin_type(*kind)))
            sketch_.take_for_attribute(place);
    }
    sketch_[place].goals.push_back({goal, guard_, passing_});
    if (!passing_) return true;
    if (realiser_.form_of(place)) {
        realiser_.touch(place);
        return realiser_.value(place) != nullptr;
    }
    if (realiser_.choose(place)) return true;
    sketch_[place].goals.pop_back();
    return false;
}

const Value* Assume::value_now(TermId term) {
    const std::optional<Cell> cell = now(term);
    if (!cell) return nullptr;
    if (cell->tag == CellTag::reference || cell->tag == CellTag::literal)
        return static_cast<const Value*>(cell->as_reference());
    const CellValueHolder holder(*cell);
    return holder.get() == nullptr ? nullptr : copy_into(realiser_.arena(), *holder.get());
}

std::optional<Cell> Assume::now(TermId term) {
    const Evaluation found = evaluate(term);
    if (found.truth != Truth::yes && found.truth != Truth::no) return std::nullopt;
    if (is_test(terms(), term)) return Cell::boolean(found.truth == Truth::yes);
    return found.truth == Truth::yes ? std::optional(found.value) : std::nullopt;
}

Truth Assume::truth_now(TermId term) {
    return evaluate(term).truth;
}

// As the reference evaluator goes, with places that hold what the sketch says.
Evaluation Assume::evaluate(TermId term) {
    const Deeper deeper(depth_);
    if (depth_ > kDepth) return {};
    const auto operands = terms().operands(term);
    const TermOp op = terms()[term].op;
    if (Sketch::is_place(op)) {
        const NodeId place = sketch_.place(term);
        if (place == kNoNode) return {};
        const Value* value = realiser_.value(place);
        if (op == TermOp::external && value != nullptr)
            return {meets(*value, {.kind = GoalKind::truth}) ? Truth::yes : Truth::no, {}};
        return value == nullptr ? Evaluation{} : Evaluation{Truth::yes, Cell::reference(value)};
    }
    switch (op) {
        case TermOp::and_:
        case TermOp::or_: {
            Evaluation last;
            for (const TermId operand : operands) {
                last = evaluate(operand);
                if (last.truth != (op == TermOp::and_ ? Truth::yes : Truth::no)) break;
            }
            return last;
        }
        case TermOp::not_: {
            const Truth inner = evaluate(operands[0]).truth;
            return {inner == Truth::yes ? Truth::no : inner == Truth::no ? Truth::yes : inner, {}};
        }
        case TermOp::conditional: {
            const Truth condition = evaluate(operands[0]).truth;
            if (condition != Truth::yes && condition != Truth::no) return {};
            const auto chosen = now(operands[condition == Truth::yes ? 1 : 2]);
            return chosen ? Evaluation{Truth::yes, *chosen} : Evaluation{};
        }
        default:
            break;
    }
    std::vector<Cell> cells;
    for (const TermId operand : operands) {
        const std::optional<Cell> cell = now(operand);
        if (!cell) return {};
        cells.push_back(*cell);
    }
    return meaning(terms(), term, cells, nowhere_);
}

}  // namespace guardc::compiler::example
