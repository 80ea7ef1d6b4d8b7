#include "compiler/import/entry_writer.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "compiler/import/fold_tensor.h"
#include "compiler/import/note_place.h"
#include "compiler/import/plain_text.h"
#include "grammar/print.h"

namespace guardc::compiler {

namespace {

enum Section : std::uint32_t { kAmbient, kLocals, kGlobals, kIdentities, kRelations, kOpen };

// What a value is comes before what is in it.
std::uint32_t rank_of(const TermPool& terms, TermId guard) {
    if (terms[guard].op == TermOp::is_type) return 0;
    const auto operands = terms.operands(guard);
    const bool length = terms[guard].op == TermOp::equal && terms[operands[0]].op == TermOp::length;
    return length ? 1 : 2;
}

}  // namespace

EntryWriter::Row EntryWriter::row_of(const ImportedGuard& guard) {
    if (guard.term == kNoTerm) {
        if (guard.why == gap_text(Gap::global_state)) return {kAmbient, 0, 0, 1, &guard};
        return {kOpen, 0, static_cast<std::uint32_t>(rows_.size()), 0, &guard};
    }
    const Subject subject = subjects_.of(guard.term);
    if (subject.root == kNoTerm) return {kAmbient, 0, 0, 0, &guard};
    if (subject.relates) return {kRelations, 0, static_cast<std::uint32_t>(rows_.size()), 0, &guard};
    const auto rank = [](auto& ranks, TermId term) {
        return ranks.try_emplace(term, static_cast<std::uint32_t>(ranks.size())).first->second;
    };
    if (terms_[guard.term].op == TermOp::is_identity) {
        const TermId number = terms_.operands(guard.term)[1];
        if (identities_[number] > 1)
            return {kIdentities, rank(roots_, number), 0, static_cast<std::uint32_t>(rows_.size()), &guard};
    }
    const std::uint32_t section = terms_[subject.root].op == TermOp::local ? kLocals : kGlobals;
    // A value before what lies in it.
    std::vector<TermId> chain{subject.place};
    while (chain.back() != subject.root) {
        const auto operands = terms_.operands(chain.back());
        chain.push_back(*std::ranges::find_if(
            operands, [&](TermId operand) { return subjects_.of(operand).root == subject.root; }));
    }
    std::uint32_t place = 0;
    for (; !chain.empty(); chain.pop_back())
        place = rank(places_, chain.back());
    return {section, rank(roots_, subject.root), place, rank_of(terms_, guard.term), &guard};
}

void EntryWriter::gather_identities(const std::vector<const ImportedGuard*>& guards) {
    identities_.clear();
    for (const ImportedGuard* guard : guards)
        if (guard->term != kNoTerm && terms_[guard->term].op == TermOp::is_identity)
            ++identities_[terms_.operands(guard->term)[1]];
}

void EntryWriter::write(const std::vector<const ImportedGuard*>& guards,
                        const std::vector<std::string>& parameters, GuardLines& lines) {
    state_is_hidden_ = std::ranges::find(parameters, "state") != parameters.end();
    roots_.clear();
    places_.clear();
    rows_.clear();
    gather_identities(guards);
    for (const ImportedGuard* guard : guards)
        rows_.push_back(row_of(*guard));
    std::ranges::stable_sort(rows_, [](const Row& left, const Row& right) {
        return std::tie(left.section, left.root, left.place, left.rank) <
               std::tie(right.section, right.root, right.place, right.rank);
    });
    TermId named_before = kNoTerm;
    for (auto first = rows_.cbegin(); first != rows_.cend();) {
        // A local has its own lines; globals mostly have one guard.
        const auto before = first == rows_.cbegin() ? first : first - 1;
        const bool shares =
            first->section == before->section &&
            (first->root == before->root || first->section == kGlobals || first->section == kIdentities);
        const TermId named = named_around(*first);
        if (!shares || first == before || named != named_before)
            lines.begin_group(first->section == kAmbient || first->section == kOpen);
        named_before = named;
        auto last = std::find_if(first, rows_.cend(), [&](const Row& row) {
            return row.section != first->section || row.root != first->root || row.place != first->place;
        });
        if (first->section == kOpen)
            write_open(*first->guard, lines);
        else if (first->section == kAmbient)
            write_state(first, last, lines);
        else if (first->section == kIdentities)
            write_identity(first, last, lines);
        else
            write_place(first, last, lines);
        first = last;
    }
}

// The innermost place around what a row speaks of that has a name.
TermId EntryWriter::named_around(const Row& row) {
    if (row.section != kLocals && row.section != kGlobals) return kNoTerm;
    TermId place = subjects_.of(row.guard->term).place;
    while (place != kNoTerm && !texts_.is_named(place)) {
        const TermOp op = terms_[place].op;
        const bool inner = op == TermOp::attribute || op == TermOp::item;
        place = inner ? terms_.operands(place)[0] : kNoTerm;
    }
    return place;
}

void EntryWriter::write_place(Rows first, Rows last, GuardLines& lines) {
    const Subject& subject = subjects_.of(first->guard->term);
    std::optional<TensorFold> fold;
    if (subject.place != kNoTerm && !subject.relates && last - first > 1) {
        std::vector<TermId> guards;
        for (auto row = first; row != last; ++row)
            guards.push_back(row->guard->term);
        fold = fold_tensor(terms_, subject.place, guards, texts_, shorthands_);
    }
    Piece folded{fold ? grammar::guard_statement(fold->text) : "", {}, {subject.place}};
    Piece markings;
    std::vector<Piece> rest;
    for (auto row = first; row != last; ++row) {
        const TermId term = row->guard->term;
        const std::string_view place = note_place(row->guard->note);
        if (fold && std::ranges::find(fold->folded, term) != fold->folded.end()) {
            folded.notes.push_back(place);
        } else if (is_marking(term)) {
            markings.text += (markings.text.empty() ? "" : "; ") + texts_.of(term);
            markings.notes.push_back(place);
            markings.mentions.push_back(term);
        } else {
            rest.push_back({texts_.of(term), {place}, {term}});
        }
    }
    if (fold) lines.add(std::move(folded));
    for (Piece& piece : rest)
        lines.add(std::move(piece));
    if (!markings.text.empty()) lines.add(std::move(markings));
}

// The peer's own lines about the state come from one place in its code, which says nothing of the user's.
void EntryWriter::write_state(Rows first, Rows last, GuardLines& lines) {
    std::vector<TermId> guards;
    for (auto row = first; row != last; ++row)
        if (row->guard->term != kNoTerm) guards.push_back(row->guard->term);
    const auto fold = state_is_hidden_ ? std::nullopt : shorthands_.fold_state(guards);
    if (fold) lines.add({fold->text, {}, {}});
    for (auto row = first; row != last; ++row) {
        const TermId term = row->guard->term;
        if (term == kNoTerm)
            write_open(*row->guard, lines);
        else if (!fold || std::ranges::find(fold->folded, term) == fold->folded.end())
            lines.add({texts_.of(term), {note_place(row->guard->note)}, {term}});
    }
}

// The places that hold one object, as many on a line as it is wide.
void EntryWriter::write_identity(Rows first, Rows last, GuardLines& lines) {
    const std::string end = ", " + texts_.of(terms_.operands(first->guard->term)[1]) + ")";
    Piece piece;
    const auto finish = [&] {
        piece.text += end;
        lines.add(std::move(piece));
        piece = {};
    };
    for (auto row = first; row != last; ++row) {
        const TermId place = terms_.operands(row->guard->term)[0];
        const std::string& text = texts_.of(place);
        const std::size_t width = GuardLines::kIndent.size() + piece.text.size() + text.size() + end.size();
        if (!piece.text.empty() && width > GuardLines::kWidth) finish();
        piece.text += (piece.text.empty() ? "is_identity(" : ", ") + text;
        piece.notes.push_back(note_place(row->guard->note));
        piece.mentions.push_back(place);
    }
    finish();
}

void EntryWriter::write_open(const ImportedGuard& guard, GuardLines& lines) {
    lines.add({"extern(" + grammar::quote_string(plain_text(guard.open)) + ")", {guard.why}, {}});
}

// `not hasattr(x, "_dynamo_..")`: a mark that a user may put on a tensor's dimensions.
bool EntryWriter::is_marking(TermId term) const {
    if (terms_[term].op != TermOp::not_) return false;
    const TermId inner = terms_.operands(term)[0];
    return terms_[inner].op == TermOp::has_attribute && terms_.name(inner).starts_with("_dynamo_");
}

void EntryWriter::add_locals(const std::vector<ImportedGuard>& guards, const FrameShape& shape,
                             std::vector<std::string>& names) {
    std::unordered_set<TermId> seen;
    std::vector<TermId> pending;
    for (const ImportedGuard& guard : guards) {
        if (guard.term == kNoTerm) continue;
        const Subject& subject = subjects_.of(guard.term);
        if (!subject.relates) {
            if (subject.root != kNoTerm) pending.push_back(subject.root);
        } else {
            pending.push_back(guard.term);
        }
        while (!pending.empty()) {
            const TermId term = pending.back();
            pending.pop_back();
            if (!seen.insert(term).second) continue;
            if (terms_[term].op == TermOp::local) {
                const std::string& name = shape.slots[terms_[term].data].name;
                if (std::ranges::find(names, name) == names.end()) names.push_back(name);
            }
            const auto operands = terms_.operands(term);
            pending.insert(pending.end(), operands.rbegin(), operands.rend());
        }
    }
}

}  // namespace guardc::compiler
