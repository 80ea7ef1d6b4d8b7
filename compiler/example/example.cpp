#include "compiler/example/example.h"

#include <algorithm>

#include "compiler/example/limits.h"
#include "compiler/example/mutation.h"
#include "compiler/example/solver.h"

namespace guardc::compiler {

using namespace example;

namespace {

std::vector<Demand> demands_of(const ExampleGuards& guards) {
    std::vector<Demand> demands;
    for (const Guard& guard : guards.guards)
        demands.push_back({Demand::Kind::holds, guard.term});
    for (const TermId term : guards.lifted)
        demands.push_back({Demand::Kind::is_defined, term});
    return demands;
}

// A file is what people get: the frame must read back as the same values, and be judged alike.
bool survives_writing(const ExampleGuards& guards, const std::vector<Demand>& demands,
                      const FrameDocument& frame) {
    const auto read = read_frame(write_frame(frame));
    return read && unmet(guards.terms, guards.shape, demands, *read).empty();
}

bool reads_anything(const TermPool& terms, TermId root) {
    std::vector<TermId> pending{root};
    std::vector<bool> seen(terms.size());
    while (!pending.empty()) {
        const TermId term = pending.back();
        pending.pop_back();
        if (seen[term]) continue;
        seen[term] = true;
        const auto operands = terms.operands(term);
        if (operands.empty() && terms[term].op != TermOp::constant) return true;
        pending.insert(pending.end(), operands.begin(), operands.end());
    }
    return false;
}

std::optional<std::size_t> first_accepting(const ExampleGuards& guards,
                                           std::span<const std::span<const Guard>> avoid,
                                           const FrameDocument& frame) {
    for (std::size_t i = 0; i < avoid.size(); ++i)
        if (unmet(guards.terms, guards.shape, demands_of({guards.terms, guards.shape, avoid[i]}), frame)
                .empty())
            return i;
    return std::nullopt;
}

}  // namespace

struct Example::Parts {
    ExampleGuards guards;
    std::vector<Demand> demands;
    std::unique_ptr<Attempt> attempt;
    std::optional<FrameDocument> frame;
    std::unique_ptr<Mutation> mutation;
    std::size_t denied = 0;  // guards assumed to make one fail alone
};

Example::Example() = default;
Example::~Example() = default;

const FrameDocument& Example::frame() const {
    return *parts_->frame;
}

std::expected<std::unique_ptr<Example>, NoExample> Example::find(
    const ExampleGuards& guards, std::span<const std::span<const Guard>> avoid) {
    std::vector<Demand> demands = demands_of(guards);
    for (std::size_t i = 0; i < guards.guards.size(); ++i) {
        if (reads_anything(guards.terms, guards.guards[i].term)) continue;
        if (!unmet(guards.terms, guards.shape, std::span(&demands[i], 1), FrameDocument{}).empty())
            return std::unexpected(NoExample{
                .message = "this guard reads nothing and never holds", .guard = i, .certain = true});
    }
    Solver first(guards.terms, guards.shape, demands);
    std::unique_ptr<Attempt> found = first.run(kAttempts);
    if (found && !survives_writing(guards, demands, *found->frame)) found = nullptr;
    if (!found) {
        NoExample none{.message = "no frame was found that all guards accept"};
        if (first.failed() < guards.guards.size()) none.guard = first.failed();
        return std::unexpected(std::move(none));
    }
    // Entries that take the frame are kept off one after the other, each by one of its guards.
    std::size_t denials = 0;
    std::vector<std::size_t> denied_at(avoid.size(), 0);
    for (auto taken = first_accepting(guards, avoid, *found->frame); taken;
         taken = first_accepting(guards, avoid, *found->frame)) {
        const auto taker = avoid[*taken];
        std::unique_ptr<Attempt> other;
        for (std::size_t& at = denied_at[*taken]; at < taker.size() && denials < kDenials && !other; ++at) {
            if (std::ranges::any_of(guards.guards,
                                    [&](const Guard& mine) { return mine.term == taker[at].term; }))
                continue;
            ++denials;
            demands.push_back({Demand::Kind::fails, taker[at].term});
            other = Solver(guards.terms, guards.shape, demands).run(kAttempts / 4);
            if (other && !survives_writing(guards, demands, *other->frame)) other = nullptr;
            if (!other) demands.pop_back();
        }
        if (!other) {
            NoExample none{.message = "every frame that was found is taken by an earlier entry"};
            none.taken = taken;
            return std::unexpected(std::move(none));
        }
        found = std::move(other);
    }
    std::unique_ptr<Example> example(new Example);
    example->parts_ = std::make_unique<Parts>(Parts{guards, std::move(demands), std::move(found), {}, {}, 0});
    Parts& parts = *example->parts_;
    parts.frame = *parts.attempt->frame;
    return example;
}

std::optional<Mutant> Example::violate(std::size_t guard) {
    Parts& parts = *parts_;
    if (guard >= parts.guards.guards.size() ||
        !reads_anything(parts.guards.terms, parts.guards.guards[guard].term))
        return std::nullopt;
    if (!parts.mutation)
        parts.mutation = std::make_unique<Mutation>(parts.guards, *parts.attempt, parts.demands);
    std::optional<Mutant> near = parts.mutation->violate(guard, false);
    if (near && near->only) return near;
    if (parts.demands.size() > kGuardsDenied || parts.denied > kGuardsDeniedInAll) return near;
    parts.denied += parts.demands.size();
    std::vector<Demand> denied = parts.demands;
    denied[guard].kind = Demand::Kind::fails;
    if (const auto far = Solver(parts.guards.terms, parts.guards.shape, denied).run(4);
        far && survives_writing(parts.guards, denied, *far->frame))
        return Mutant{std::move(*far->frame), "several places, to meet all other guards", true};
    return near;
}

std::expected<FrameDocument, NoExample> find_difference(const ExampleGuards& kept, TermId violated) {
    std::vector<Demand> demands = demands_of(kept);
    const Guard guard{.term = violated, .provenance = {}};
    const auto example = Example::find(kept);
    if (!example) return std::unexpected(example.error());
    demands.push_back({Demand::Kind::fails, violated});
    if (unmet(kept.terms, kept.shape, demands, (*example)->frame()).empty()) return (*example)->frame();
    if (!reads_anything(kept.terms, violated))
        return std::unexpected(
            NoExample{.message = "the guard reads nothing and always holds", .certain = true});
    // Near a frame that both accept; else anywhere.
    std::vector<Guard> both(kept.guards.begin(), kept.guards.end());
    both.push_back(guard);
    const ExampleGuards all{kept.terms, kept.shape, both, kept.lifted};
    if (const auto accepted = Example::find(all)) {
        auto mutant = (*accepted)->violate(both.size() - 1);
        if (mutant && mutant->only && survives_writing(kept, demands, mutant->frame))
            return std::move(mutant->frame);
    }
    const auto found = Solver(kept.terms, kept.shape, demands).run(kAttempts);
    if (found && survives_writing(kept, demands, *found->frame)) return std::move(*found->frame);
    return std::unexpected(
        NoExample{.message = "no frame was found that the guards accept and that one rejects"});
}

}  // namespace guardc::compiler
