#include "tests/differential/random_case.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

#include "compiler/backend/lift.h"
#include "compiler/sema/sema.h"
#include "compiler/terms/print_term.h"
#include "grammar/parse.h"
#include "grammar/words.h"
#include "runtime/program/facts.h"
#include "runtime/value/arena.h"
#include "runtime/value/cell_value.h"
#include "tests/differential/checked_text.h"
#include "tests/differential/frame_generator.h"
#include "tests/differential/guard_generator.h"
#include "tests/differential/near_miss.h"

namespace guardc::differential {

namespace {

using compiler::Guard;

LiveFrame live(const FrameSketch& sketch, std::string changed) {
    LiveFrame frame{frame_text(sketch), std::move(changed), {}, {}};
    auto document = compiler::read_frame(frame.text);
    if (!document) give_up(compiler::error_text(document.error()), frame.text);
    frame.document = std::move(*document);
    return frame;
}

std::string head_of(const FrameSketch& frame, Dice& dice) {
    const bool closed = dice.chance(50);
    if (!closed) return "frame f {";
    std::string head = "frame f(";
    for (const auto& [name, value] : frame.locals) {
        if (!grammar::is_identifier(name)) continue;
        if (!head.ends_with('(')) head += ", ";
        head += name;
    }
    return head + ") {";
}

std::optional<std::string> constant_text(const Cell& cell) {
    const CellValueHolder holder(cell);
    const Value* value = holder.get();
    if (value == nullptr) return std::nullopt;
    switch (value->kind) {
        case Kind::none:
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
        case Kind::complex:
        case Kind::string:
        case Kind::bytes:
        case Kind::dtype:
        case Kind::device:
        case Kind::type:
            return compiler::print_constant(*value);
        default:
            return std::nullopt;
    }
}

// A predicate of a backend: a function of its operand's value, whatever form that value has.
Truth even(void*, std::span<const Cell> operands) noexcept {
    Cell value;
    if (fact_of(builtin_model(), FactId::text, operands[0], {}, value) == Truth::yes)
        return truth(value.length % 2 == 0);
    const Truth read = fact_of(builtin_model(), FactId::number, operands[0], {}, value);
    if (read != Truth::yes || value.tag != CellTag::integer) return read == Truth::yes ? Truth::no : read;
    return truth(value.as_integer() % 2 == 0);
}

// A dear one that fails for some values: a check may only come to that when all else holds.
Truth uncertain(void*, std::span<const Cell> operands) noexcept {
    Cell value;
    if (fact_of(builtin_model(), FactId::number, operands[0], {}, value) != Truth::yes)
        return Truth::undefined;
    constexpr Truth kTruths[] = {Truth::yes, Truth::error, Truth::yes, Truth::no};
    return kTruths[value.bits % 4];
}

class CaseMaker {
  public:
    CaseMaker(std::uint64_t seed, const CaseSize& size) : dice_(seed), values_(dice_), size_(size) {
        made_.seed = seed;
    }

    RandomCase make() {
        const FrameSketch sketch = values_.frame();
        made_.frames.push_back(live(sketch, "nothing"));
        made_.head = head_of(sketch, dice_);
        made_.rules = rules_of_head(made_.head + "\n}\n");

        GuardGenerator generator(dice_, values_, places_of(sketch, dice_, 40),
                                 [this](std::string_view expression) { return solve(expression); });
        declare_dims(generator);
        made_.rules.terms->bind_extern(std::make_shared<const compiler::ExternDeclaration>(
            compiler::ExternDeclaration{"even", 1, 5, {even, nullptr}, nullptr}));
        made_.rules.terms->bind_extern(std::make_shared<const compiler::ExternDeclaration>(
            compiler::ExternDeclaration{"uncertain", 1, 50, {uncertain, nullptr}, nullptr}));
        for (unsigned i = 0; i < size_.candidates; ++i)
            add_candidate(generator.guard(size_.depth));
        while (made_.frames.size() < size_.frames) {
            NearMiss miss = near_miss(sketch, dice_, values_);
            while (dice_.chance(45)) {
                NearMiss more = near_miss(miss.frame, dice_, values_);
                miss = {std::move(more.frame), miss.changed + ", " + more.changed};
            }
            made_.frames.push_back(live(miss.frame, miss.changed));
        }
        // Guards may have added slots to an open shape.
        for (LiveFrame& frame : made_.frames)
            frame.slots = bind_frame(frame.document, made_.rules.shape);
        if (dice_.chance(40)) declare_kinds();
        return std::move(made_);
    }

  private:
    void declare_dims(GuardGenerator& generator) {
        std::string dims;
        for (unsigned i = 0; i < 2; ++i) {
            if (!dice_.chance(50)) continue;
            const std::string name = "D" + std::to_string(i);
            const std::string line = "\ndim " + name + " = " + generator.integer(2);
            if (!accepts(made_.head + dims + line + "\n}\n")) continue;
            dims += line;
            generator.add_dim(name);
        }
        made_.head += dims + "\n";
        if (!dims.empty()) made_.rules = rules_of_head(made_.head + "}\n");
    }

    // What an engine may promise of its slots, and these frames keep.
    void declare_kinds() {
        for (std::size_t slot = 0; slot < made_.rules.shape.slots.size(); ++slot) {
            std::uint64_t kinds = 0;
            for (const LiveFrame& frame : made_.frames)
                if (const Ref object = frame.slots[slot])
                    kinds |= std::uint64_t{1} << builtin_model().kind_of(builtin_model(), object);
            if (kinds != 0 && dice_.chance(70)) made_.rules.shape.slots[slot].kinds = kinds;
        }
    }

    static bool accepts(const std::string& text) {
        auto source = std::make_shared<grammar::Source>("random.guard", text);
        grammar::ParsedFile parsed = grammar::parse_file(*source);
        if (grammar::has_errors(parsed.diagnostics)) return false;
        return !grammar::has_errors(compiler::check_file(source, parsed.file).diagnostics);
    }

    std::optional<std::string> solve(std::string_view expression) {
        const CheckedText checked = check_text(made_.rules, "(" + std::string(expression) + ") == 0");
        const compiler::TermPool& terms = *made_.rules.terms;
        if (checked.guards.size() != 1 || terms[checked.guards[0].term].op != compiler::TermOp::equal)
            return std::nullopt;
        const std::vector<Ref> slots = bind_frame(made_.frames[0].document, made_.rules.shape);
        const compiler::Evaluation evaluation =
            compiler::evaluate(terms, terms.operands(checked.guards[0].term)[0],
                               {builtin_model(), slots, made_.frames[0].document.ambient});
        if (evaluation.truth != Truth::yes) return std::nullopt;
        return constant_text(evaluation.value);
    }

    void add_candidate(std::string text) {
        CheckedText checked = check_text(made_.rules, text);
        if (checked.guards.empty()) {
            made_.refused.push_back(text + "   # " + checked.refusal);
            return;
        }
        const std::vector<Ref> slots = bind_frame(made_.frames[0].document, made_.rules.shape);
        const Truth truth = compiler::judge(*made_.rules.terms, checked.guards,
                                            {builtin_model(), slots, made_.frames[0].document.ambient})
                                .truth;
        made_.candidates.push_back({std::move(text), std::move(checked.guards), truth});
    }

    Dice dice_;
    FrameGenerator values_;
    CaseSize size_;
    RandomCase made_;
};

}  // namespace

RandomCase make_case(std::uint64_t seed, const CaseSize& size) {
    return CaseMaker(seed, size).make();
}

// As a waiver with `lift` does it: value tests up to guard `last` make way for tests of types.
static void lift_constants(compiler::TermPool& terms, const FrameShape& shape, std::size_t last,
                           GuardSet& set) {
    std::vector<compiler::Guard> kept;
    for (std::size_t i = 0; i < set.guards.size(); ++i) {
        compiler::Guard& guard = set.guards[i];
        const auto lift = i <= last ? compiler::lift_of(terms, guard.term) : std::nullopt;
        if (!lift) {
            kept.push_back(std::move(guard));
            continue;
        }
        if (std::ranges::find(set.lifted, lift->value, &compiler::LiftedValue::term) == set.lifted.end())
            set.lifted.push_back({compiler::print_term(terms, lift->value, shape), lift->value, lift->type});
        if (lift->type_test == compiler::kNoTerm) continue;
        guard.term = lift->type_test;
        kept.push_back(std::move(guard));
    }
    set.guards = std::move(kept);
}

// As a waiver of a whole shape does it: tests of its sizes go, that of their number stays, every size is an
// argument.
static void lift_shape(compiler::TermPool& terms, const FrameShape& shape, const compiler::RankTest& rank,
                       GuardSet& set) {
    std::uint32_t count = rank.rank;
    std::erase_if(set.guards, [&](const compiler::Guard& guard) {
        const auto lift = compiler::shape_lift_of(terms, guard.term);
        if (!lift || lift->stays || lift->tensor != rank.tensor) return false;
        count = std::max(count, lift->least);
        return true;
    });
    ValueArena arena;
    for (std::uint32_t i = 0; i < count; ++i) {
        const compiler::TermId operands[] = {rank.tensor, terms.make_constant(*arena.make_integer(i))};
        const compiler::TermId size = terms.make(compiler::TermOp::size, operands);
        set.lifted.push_back(
            {compiler::print_term(terms, size, shape), size, compiler::ArgumentType::integer});
    }
}

static void lift_shapes(compiler::TermPool& terms, const FrameShape& shape, GuardSet& set) {
    std::vector<compiler::RankTest> ranks;
    for (const compiler::Guard& guard : set.guards)
        if (const auto rank = compiler::rank_test_of(terms, guard.term)) ranks.push_back(*rank);
    for (const compiler::RankTest& rank : ranks)
        lift_shape(terms, shape, rank, set);
    set.shapes = ranks.size();
}

// Asks a predicate about a value that the first guard is about, at any place among the guards.
static void add_extern(compiler::TermPool& terms, const FrameShape& shape, std::string_view name, Dice& dice,
                       GuardSet& set) {
    const auto operands = terms.operands(set.guards.front().term);
    if (operands.empty() || compiler::kind_of(terms[operands[0]].op).term_class == compiler::TermClass::test)
        return;
    const compiler::TermId value = operands[0];
    compiler::Guard guard{terms.make_extern(name, {&value, 1}), set.guards.front().provenance};
    set.text += compiler::print_term(terms, guard.term, shape) + "\n";
    const auto place = static_cast<std::ptrdiff_t>(dice.below(set.guards.size() + 1));
    set.guards.insert(set.guards.begin() + place, std::move(guard));
}

GuardSet make_set(const RandomCase& random_case, Dice& dice) {
    GuardSet set;
    const auto take = [&](const Candidate& candidate) {
        set.text += candidate.text + "\n";
        set.guards.insert(set.guards.end(), candidate.guards.begin(), candidate.guards.end());
    };
    std::vector<const Candidate*> holding, others;
    for (const Candidate& candidate : random_case.candidates)
        (candidate.on_first == Truth::yes ? holding : others).push_back(&candidate);
    std::int64_t count = dice.chance(25) ? 1 : dice.between(2, dice.chance(30) ? 14 : 6);
    if (!others.empty() && dice.chance(25)) {
        take(*dice.pick(others));
        --count;
    }
    while (count-- > 0 && !holding.empty())
        take(*dice.pick(holding));
    if (!set.guards.empty())
        std::rotate(set.guards.begin(),
                    set.guards.begin() + static_cast<std::ptrdiff_t>(dice.below(set.guards.size())),
                    set.guards.end());
    if (!set.guards.empty() && dice.chance(25)) {
        const std::size_t last = dice.below(set.guards.size());
        lift_constants(*random_case.rules.terms, random_case.rules.shape, last, set);
    }
    if (random_case.seed % 3 == 0) lift_shapes(*random_case.rules.terms, random_case.rules.shape, set);
    if (random_case.seed % 4 != 0) return set;
    for (const std::string_view name : {"uncertain", "even"})
        if (!set.guards.empty() && dice.chance(70))
            add_extern(*random_case.rules.terms, random_case.rules.shape, name, dice, set);
    return set;
}

}  // namespace guardc::differential
