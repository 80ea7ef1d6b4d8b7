#include "compiler/import/entry_writer.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "compiler/import/fold_tensor.h"
#include "compiler/import/note_place.h"
#include "compiler/import/plain_text.h"
#include "grammar/peer.h"
#include "grammar/print.h"

namespace guardc::compiler {

namespace {

constexpr std::string_view kIndent = "        ";
constexpr std::size_t kWidth = 130;
constexpr std::size_t kPlaces = 3;  // named behind a line

enum Section : std::uint32_t { kAmbient, kLocals, kGlobals, kRelations, kOpen };

// What a value is comes before what is in it.
std::uint32_t rank_of(const TermPool& terms, TermId guard) {
    if (terms[guard].op == TermOp::is_type) return 0;
    const auto operands = terms.operands(guard);
    const bool length = terms[guard].op == TermOp::equal && terms[operands[0]].op == TermOp::length;
    return length ? 1 : 2;
}

// A local that is called as a line of a tree begins would be read as one where it stands alone.
std::string statement_text(const std::string& text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    const bool misread = grammar::peer_shape(text, {0, size}).line != grammar::PeerLine::none;
    return misread ? "bool(" + text + ")" : text;
}

}  // namespace

// Joins pieces to lines. Guards of one root stand together as far as a line is wide.
class EntryWriter::Lines {
  public:
    explicit Lines(std::string& out) : out_(out) {}
    ~Lines() { end_line(); }

    void add(Piece piece) {
        if (!line_.empty() && kIndent.size() + line_.size() + 2 + piece.text.size() > kWidth) end_line();
        if (!line_.empty()) line_ += "; ";
        line_ += piece.text;
        for (const std::string_view place : piece.places)
            if (!place.empty() && std::ranges::find(places_, place) == places_.end())
                places_.push_back(place);
    }

    void end_line() {
        if (line_.empty()) return;
        out_ += kIndent;
        out_ += line_;
        for (std::size_t i = 0; i < places_.size() && i < kPlaces; ++i) {
            out_ += i == 0 ? "  # " : ", ";
            out_ += plain_text(places_[i]);
        }
        if (places_.size() > kPlaces) out_ += ", ..";
        out_ += '\n';
        line_.clear();
        places_.clear();
    }

  private:
    std::string& out_;
    std::string line_;
    std::vector<std::string_view> places_;
};

EntryWriter::Row EntryWriter::row_of(const ImportedGuard& guard) {
    if (guard.term == kNoTerm) return {kOpen, 0, static_cast<std::uint32_t>(rows_.size()), 0, &guard};
    const Subject subject = subjects_.of(guard.term);
    if (subject.root == kNoTerm) return {kAmbient, 0, 0, 0, &guard};
    if (subject.relates) return {kRelations, 0, static_cast<std::uint32_t>(rows_.size()), 0, &guard};
    const std::uint32_t section = terms_[subject.root].op == TermOp::local ? kLocals : kGlobals;
    const auto rank = [](auto& ranks, TermId term) {
        return ranks.try_emplace(term, static_cast<std::uint32_t>(ranks.size())).first->second;
    };
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

void EntryWriter::write(const std::vector<ImportedGuard>& guards, const std::vector<std::string>& parameters,
                        std::string& out) {
    state_is_hidden_ = std::ranges::find(parameters, "state") != parameters.end();
    roots_.clear();
    places_.clear();
    rows_.clear();
    std::unordered_set<TermId> seen;
    std::unordered_set<std::string_view> seen_open;
    for (const ImportedGuard& guard : guards)
        if (guard.term == kNoTerm ? seen_open.insert(guard.open).second : seen.insert(guard.term).second)
            rows_.push_back(row_of(guard));
    std::ranges::stable_sort(rows_, [](const Row& left, const Row& right) {
        return std::tie(left.section, left.root, left.place, left.rank) <
               std::tie(right.section, right.root, right.place, right.rank);
    });
    const auto is_single = [&](std::vector<Row>::const_iterator row) {
        const auto same_root = [&](std::vector<Row>::const_iterator other) {
            return other->section == row->section && other->root == row->root;
        };
        return (row == rows_.cbegin() || !same_root(row - 1)) &&
               (row + 1 == rows_.cend() || !same_root(row + 1));
    };
    Lines lines(out);
    for (auto first = rows_.cbegin(); first != rows_.cend();) {
        // A local with several guards has its own lines; of globals most have one.
        const auto before = first == rows_.cbegin() ? first : first - 1;
        const bool shares =
            first->section == before->section && (first->root == before->root || first->section == kGlobals ||
                                                  (is_single(first) && is_single(before)));
        if (!shares) lines.end_line();
        auto last = std::find_if(first, rows_.cend(), [&](const Row& row) {
            return row.section != first->section || row.root != first->root || row.place != first->place;
        });
        if (first->section == kOpen)
            write_open(*first->guard, lines);
        else if (first->section == kAmbient)
            write_state(first, last, lines);
        else
            write_place(first, last, lines);
        first = last;
    }
}

void EntryWriter::write_place(std::vector<Row>::const_iterator first, std::vector<Row>::const_iterator last,
                              Lines& lines) {
    const Subject& subject = subjects_.of(first->guard->term);
    std::optional<TensorFold> fold;
    if (subject.place != kNoTerm && !subject.relates && last - first > 1) {
        std::vector<TermId> guards;
        for (auto row = first; row != last; ++row)
            guards.push_back(row->guard->term);
        fold = fold_tensor(terms_, subject.place, guards, texts_, shorthands_);
    }
    Piece folded{fold ? fold->text : "", {}};
    Piece markings;
    std::vector<Piece> rest;
    for (auto row = first; row != last; ++row) {
        const TermId term = row->guard->term;
        const std::string_view place = note_place(row->guard->note);
        if (fold && std::ranges::find(fold->folded, term) != fold->folded.end()) {
            folded.places.push_back(place);
        } else if (is_marking(term)) {
            markings.text += (markings.text.empty() ? "" : "; ") + texts_.of(term);
            markings.places.push_back(place);
        } else {
            rest.push_back({statement_text(texts_.of(term)), {place}});
        }
    }
    if (fold) lines.add(std::move(folded));
    for (Piece& piece : rest)
        lines.add(std::move(piece));
    if (!markings.text.empty()) lines.add(std::move(markings));
}

// The peer's own lines about the state come from one place in its code, which says nothing of the user's.
void EntryWriter::write_state(std::vector<Row>::const_iterator first, std::vector<Row>::const_iterator last,
                              Lines& lines) {
    std::vector<TermId> guards;
    for (auto row = first; row != last; ++row)
        guards.push_back(row->guard->term);
    const auto fold = state_is_hidden_ ? std::nullopt : shorthands_.fold_state(guards);
    if (fold) lines.add({fold->text, {}});
    for (auto row = first; row != last; ++row) {
        const TermId term = row->guard->term;
        if (!fold || std::ranges::find(fold->folded, term) == fold->folded.end())
            lines.add({statement_text(texts_.of(term)), {note_place(row->guard->note)}});
    }
}

void EntryWriter::write_open(const ImportedGuard& guard, Lines& lines) {
    lines.end_line();
    const std::string why = guard.why.empty() ? std::string() : "  # " + plain_text(guard.why);
    lines.add({"extern(" + grammar::quote_string(plain_text(guard.open)) + ")" + why, {}});
    lines.end_line();
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
