#include "compiler/sema/dims.h"

#include <algorithm>
#include <unordered_map>

#include "compiler/sema/guards.h"
#include "compiler/sema/lowering.h"
#include "compiler/terms/spelling.h"
#include "runtime/program/ambient.h"

namespace guardc::compiler {

using grammar::DimStatement;
using grammar::ExprId;
using grammar::ExprKind;

namespace {

class DimCheck {
  public:
    DimCheck(FrameRules& rules, const std::vector<DimStatement>& dims, const grammar::ExprPool& pool,
             Reporter& reporter)
        : rules_(rules),
          dims_(dims),
          pool_(pool),
          reporter_(reporter),
          lowering_(rules, pool, reporter, &broken_) {}

    std::unordered_set<std::string> run() {
        for (std::size_t i = 0; i < dims_.size(); ++i)
            name(i);
        state_.assign(dims_.size(), State::unseen);
        for (std::size_t i = 0; i < dims_.size(); ++i) {
            if (by_name_.contains(dims_[i].name) && by_name_[dims_[i].name] == i) visit(i);
        }
        return std::move(broken_);
    }

  private:
    enum class State : std::uint8_t { unseen, open, done };
    struct Visit {
        std::size_t dim;
        std::vector<std::size_t> needs;
        std::size_t next = 0;
    };

    static std::string called(const DimStatement& dim) {
        return (dim.is_place ? "the name `" : "the dim `") + dim.name + "`";
    }

    void name(std::size_t index) {
        const DimStatement& dim = dims_[index];
        const std::string rename = dim.is_place ? "choose another name" : "rename the dim";
        if (lowering_.is_parameter(dim.name)) {
            reporter_.error("dim-hides", dim.name_span,
                            called(dim) + (dim.is_place ? " is" : " has the name of") + " a parameter",
                            rename);
        } else if (parse_ambient(dim.name) || dim.name == "state") {
            reporter_.error("dim-hides", dim.name_span,
                            called(dim) + (dim.is_place ? " is" : " has the name of") + " ambient state",
                            rename);
        } else if (!reads_as_local({{}, true}, dim.name)) {
            reporter_.error("dim-hides", dim.name_span, "`" + dim.name + "` is a word of the language",
                            rename);
        } else if (!by_name_.emplace(dim.name, index).second) {
            reporter_.error("duplicate-dim", dim.name_span, called(dim) + " is given twice");
            return;
        } else {
            return;
        }
        if (!lowering_.is_parameter(dim.name)) broken_.insert(dim.name);
    }

    // Depth first with a list of what is open, so that chains of any length need no stack.
    void visit(std::size_t root) {
        if (state_[root] != State::unseen) return;
        open(root);
        while (!visits_.empty()) {
            Visit& top = visits_.back();
            if (top.next == top.needs.size()) {
                const std::size_t dim = top.dim;
                visits_.pop_back();
                state_[dim] = State::done;
                lower(dim);
                continue;
            }
            const std::size_t need = top.needs[top.next++];
            if (state_[need] == State::unseen) {
                open(need);
            } else if (state_[need] == State::open) {
                report_cycle(need);
            }
        }
    }

    void open(std::size_t dim) {
        state_[dim] = State::open;
        visits_.push_back({dim, names_in(dims_[dim].value), 0});
    }

    std::vector<std::size_t> names_in(ExprId root) const {
        std::vector<std::size_t> found;
        std::vector<ExprId> pending{root};
        while (!pending.empty()) {
            const ExprId id = pending.back();
            pending.pop_back();
            if (id == grammar::kNoExpr) continue;
            const grammar::Expr& expr = pool_[id];
            if (expr.kind == ExprKind::name) {
                const auto dim = by_name_.find(std::string(pool_.text_of(id)));
                if (dim != by_name_.end()) found.push_back(dim->second);
            }
            auto operands = pool_.operands_of(id);
            if (expr.kind == ExprKind::call && pool_[operands[0]].kind == ExprKind::name)
                operands = operands.subspan(1);
            pending.insert(pending.end(), operands.begin(), operands.end());
        }
        std::ranges::reverse(found);
        return found;
    }

    void report_cycle(std::size_t first) {
        std::string path;
        bool inside = false;
        for (const Visit& visit : visits_) {
            inside = inside || visit.dim == first;
            if (!inside) continue;
            path += "`" + dims_[visit.dim].name + "` -> ";
            broken_.insert(dims_[visit.dim].name);
        }
        path += "`" + dims_[first].name + "`";
        reporter_.error("dim-cycle", dims_[first].name_span,
                        "these names are defined by each other: " + path);
    }

    void lower(std::size_t index) {
        const DimStatement& dim = dims_[index];
        if (broken_.contains(dim.name)) return;
        if (dim.is_place) {
            const TermId place = dim.value == grammar::kNoExpr ? kNoTerm : lowering_.place_of(dim.value);
            const bool large = place != kNoTerm && lowering_.folder().written_size(place) > kLargestGuard;
            if (large)
                reporter_.error(
                    "guard-too-large", dim.span,
                    "written out, this place has more than " + std::to_string(kLargestGuard) + " operations");
            if (place == kNoTerm || large)
                broken_.insert(dim.name);
            else
                rules_.dims.emplace_back(dim.name, place);
            return;
        }
        const TermId term = dim.value == grammar::kNoExpr ? kNoTerm : lowering_.value_of(dim.value);
        const Value* constant = lowering_.constant_at(term);
        const bool test =
            term != kNoTerm && kind_of(rules_.terms->operator[](term).op).term_class == TermClass::test;
        if (test || (constant != nullptr && constant->kind != Kind::integer))
            reporter_.error("dim-not-int", dim.span, "the dim `" + dim.name + "` is no int");
        if (term == kNoTerm || test || (constant != nullptr && constant->kind != Kind::integer)) {
            broken_.insert(dim.name);
        } else {
            rules_.dims.emplace_back(dim.name, term);
        }
    }

    FrameRules& rules_;
    const std::vector<DimStatement>& dims_;
    const grammar::ExprPool& pool_;
    Reporter& reporter_;
    std::unordered_set<std::string> broken_;
    Lowering lowering_;
    std::unordered_map<std::string, std::size_t> by_name_;
    std::vector<State> state_;
    std::vector<Visit> visits_;
};

}  // namespace

std::unordered_set<std::string> check_dims(FrameRules& rules, const std::vector<DimStatement>& dims,
                                           const grammar::ExprPool& pool, Reporter& reporter) {
    return DimCheck(rules, dims, pool, reporter).run();
}

}  // namespace guardc::compiler
