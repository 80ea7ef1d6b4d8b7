#include "compiler/backend/equality_facts.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "compiler/backend/guard_values.h"
#include "compiler/plan/literals.h"
#include "compiler/terms/print_term.h"
#include "runtime/value/scalars.h"

namespace guardc::compiler {
namespace {

struct Compared {
    TermId value = kNoTerm;
    const Value* constant = nullptr;
};

// The reading and the constant of a guard that sets one equal to the other.
std::optional<Compared> compared(const TermPool& terms, TermId guard) {
    const TermOp op = terms[guard].op;
    if (op != TermOp::is_constant && op != TermOp::equal && op != TermOp::is_identity) return std::nullopt;
    TermId value = terms.operands(guard)[0];
    TermId constant = terms.operands(guard)[1];
    if (terms[value].op == TermOp::constant) std::swap(value, constant);
    if (terms[constant].op != TermOp::constant || !is_reading(terms[value].op)) return std::nullopt;
    return Compared{value, &terms.constant(constant)};
}

std::optional<std::uint64_t> recorded_identity(const Value& number) {
    if (number.kind != Kind::integer) return std::nullopt;
    const auto& integer = as<IntegerValue>(number);
    if (integer.limb_count == 0)
        return integer.number < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(integer.number));
    if (integer.limb_count == 1 && integer.negative == 0) return integer.limbs[0];
    return std::nullopt;
}

// What stands behind `or`, `not` or a comparison of truths: no frame need have the object there, but one that
// has another object with its number would be taken for it.
void add_other_objects(const TermPool& terms, std::span<const Guard> guards, const FrameShape& shape,
                       std::vector<RecordedObject>& objects) {
    std::unordered_set<TermId> seen;
    std::vector<TermId> pending;
    for (auto guard = guards.rbegin(); guard != guards.rend(); ++guard)
        pending.push_back(guard->term);
    while (!pending.empty()) {
        const TermId term = pending.back();
        pending.pop_back();
        const auto operands = terms.operands(term);
        if (operands.empty() || is_reading(terms[term].op) || !seen.insert(term).second) continue;
        pending.insert(pending.end(), operands.rbegin(), operands.rend());
        if (terms[term].op != TermOp::is_identity) continue;
        const auto pair = compared(terms, term);
        const auto identity = pair ? recorded_identity(*pair->constant) : std::nullopt;
        if (!identity) continue;
        std::string path = print_term(terms, pair->value, shape);
        const bool known = std::ranges::any_of(objects, [&](const RecordedObject& object) {
            return object.identity == *identity && object.path == path;
        });
        if (!known) objects.push_back({*identity, std::move(path), false});
    }
}

std::shared_ptr<const EntryCode> reader_of(const TermPool& terms, TermId value, const FrameShape& shape,
                                           const Model& model, const BuildOptions& options,
                                           ValueReaders& readers) {
    const auto known = readers.find(value);
    if (known != readers.end()) return known->second;
    const LiftedValue lifted{print_term(terms, value, shape), value};
    std::shared_ptr<const EntryCode> reader;
    if (auto check = build_check(terms, {}, {&lifted, 1}, shape, model, options)) {
        EntryCode::Parts parts;
        parts.program = std::move(check->program);
        parts.literals = std::move(check->literals.words);
        parts.owners = std::move(check->literals.owners);
        parts.lifted = {lifted.path};
        reader = std::make_shared<const EntryCode>(std::move(parts));
    }
    return readers.emplace(value, std::move(reader)).first->second;
}

}  // namespace

EntryFacts facts_of(const TermPool& terms, std::span<const Guard> guards, const FrameShape& shape,
                    const Model& model, const BuildOptions& options, ValueReaders& readers) {
    EntryFacts known;
    std::vector<TermId> pending;
    for (auto guard = guards.rbegin(); guard != guards.rend(); ++guard)
        pending.push_back(guard->term);
    while (!pending.empty()) {
        const TermId guard = pending.back();
        pending.pop_back();
        if (terms[guard].op == TermOp::and_) {
            const auto operands = terms.operands(guard);
            pending.insert(pending.end(), operands.rbegin(), operands.rend());
            continue;
        }
        const auto pair = compared(terms, guard);
        if (!pair) continue;
        const bool by_identity = terms[guard].op == TermOp::is_identity;
        std::optional<std::uint64_t> hash;
        if (by_identity) {
            const auto identity = recorded_identity(*pair->constant);
            if (!identity) continue;
            known.objects.push_back({*identity, print_term(terms, pair->value, shape), true});
            hash = identity_hash(*identity);
        } else if (const auto cell = constant_cell(*pair->constant, model)) {
            hash = value_hash(model, *cell, HashBy::value);
        }
        if (!hash || known.facts.size() == kMostFacts) continue;
        if (auto reader = reader_of(terms, pair->value, shape, model, options, readers)) {
            const HashBy by = by_identity ? HashBy::identity : HashBy::value;
            known.facts.push_back({std::move(reader), by, *hash});
        }
    }
    add_other_objects(terms, guards, shape, known.objects);
    return known;
}

}  // namespace guardc::compiler
