#include "compiler/session/reference_code.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "compiler/reference/reference.h"

namespace guardc::compiler {

namespace {

// Word 1 of a literal block is reserved; here it leads to what the check judges.
constexpr std::size_t kSubjectWord = 1;

struct Subject {
    std::shared_ptr<const TermPool> terms;
    std::vector<Guard> guards;
    std::vector<LiftedValue> lifted;
    std::size_t slots;
    const Model& model;
};

Status judge_entry(const Ref* slots, const Cell* ambient, const std::uint64_t* literals, Cell*, Memo*,
                   Cell* out) noexcept {
    const auto& subject = *std::bit_cast<const Subject*>(literals[kSubjectWord]);
    AmbientBlock block;
    std::copy_n(ambient, block.size(), block.begin());
    const Surroundings surroundings{subject.model, {slots, subject.slots}, block};
    const Verdict verdict = judge(*subject.terms, subject.guards, surroundings);
    if (verdict.truth == Truth::error) return Status::error;
    if (verdict.truth != Truth::yes) return Status::miss;
    for (std::size_t i = 0; i < subject.lifted.size(); ++i) {
        const Evaluation value = evaluate(*subject.terms, subject.lifted[i].term, surroundings);
        if (value.truth == Truth::error) return Status::error;
        if (value.truth != Truth::yes) return Status::miss;
        const auto cell = argument_cell(subject.model, subject.lifted[i].type, value.value);
        if (!cell) return Status::miss;
        out[i] = *cell;
    }
    return Status::hit;
}

}  // namespace

std::shared_ptr<const EntryCode> reference_code(const EntryGuards& entry,
                                                std::shared_ptr<const TermPool> terms,
                                                std::shared_ptr<const EntryCode> code, const Model& model) {
    auto subject = std::make_shared<const Subject>(std::move(terms), entry.guards, entry.lifted,
                                                   code->program().slots, model);
    EntryCode::Parts parts;
    parts.program = code->program();
    parts.literals = code->literals();
    parts.literals[kSubjectWord] = std::bit_cast<std::uint64_t>(subject.get());
    parts.lifted = code->lifted();
    parts.rules = code->rules();
    parts.owners = {std::move(code), subject};
    auto judged = std::make_shared<const EntryCode>(std::move(parts));
    judged->publish_native(judge_entry, std::move(subject));
    return judged;
}

}  // namespace guardc::compiler
