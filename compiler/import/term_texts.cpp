#include "compiler/import/term_texts.h"

#include <algorithm>

#include "compiler/terms/spelling.h"
#include "grammar/print.h"
#include "grammar/words.h"
#include "runtime/value/objects.h"

namespace guardc::compiler {

// Ambient state, types, dtypes and modules have short spellings that a parameter takes away.
bool TermTexts::hides(const std::string& name) {
    const auto [found, added] = hides_.try_emplace(name, false);
    if (added)
        found->second =
            !declared_reads_as_local(FrameShape{}, name) || std::ranges::binary_search(type_roots_, name);
    return found->second;
}

void TermTexts::begin_frame(const std::vector<std::string>& parameters) {
    const TermPool& terms = *rules_.terms;
    names_ = nullptr;
    if (rooted_terms_ < terms.size()) {
        for (; rooted_terms_ < terms.size(); ++rooted_terms_) {
            const auto id = static_cast<TermId>(rooted_terms_);
            if (terms[id].op != TermOp::constant || terms.constant(id).kind != Kind::type) continue;
            const std::string& type = as<TypeValue>(terms.constant(id)).named->name;
            type_roots_.push_back(type.substr(0, type.find('.')));
        }
        std::ranges::sort(type_roots_);
        const auto [first, last] = std::ranges::unique(type_roots_);
        type_roots_.erase(first, last);
        hides_.clear();
    }
    std::vector<std::string> hidden;
    for (const std::string& name : parameters)
        if (hides(name)) hidden.push_back(name);
    std::ranges::sort(hidden);
    const auto [found, added] = by_hidden_.try_emplace(hidden);
    texts_ = &found->second;
    if (!added && texts_->shape.slots.size() == rules_.shape.slots.size()) return;
    // Slots of other frames keep their numbers and lose the names that would hide something here.
    *texts_ = {};
    texts_->shape = rules_.shape;
    texts_->shape.open = false;
    for (SlotDeclaration& slot : texts_->shape.slots)
        if (slot.scope == Scope::local && hides(slot.name) && !std::ranges::binary_search(hidden, slot.name))
            slot.name.clear();
}

void TermTexts::name_places(const PlaceNames& names) {
    names_ = &names;
    named_.clear();
}

bool TermTexts::is_free(const std::string& name, const std::vector<std::string>& parameters) {
    return grammar::is_identifier(name) && name != "L" && name != "G" && name != "_" && !hides(name) &&
           reads_as_local({{}, true}, name) && std::ranges::find(parameters, name) == parameters.end();
}

const std::string& TermTexts::of(TermId term) {
    if (names_ != nullptr) {
        const auto [found, added] = named_.try_emplace(term);
        if (added) found->second = print_term(*rules_.terms, term, texts_->shape, *names_);
        return found->second;
    }
    if (texts_->known.size() <= term) {
        texts_->known.resize(rules_.terms->size());
        texts_->of.resize(rules_.terms->size());
    }
    if (!texts_->known[term]) {
        texts_->of[term] = print_term(*rules_.terms, term, texts_->shape);
        texts_->known[term] = true;
    }
    return texts_->of[term];
}

std::string TermTexts::type_text(TermId constant) const {
    const std::string& name = as<TypeValue>(rules_.terms->constant(constant)).named->name;
    if (auto text = short_type_in_type_place(texts_->shape, name)) return *text;
    return "type(" + grammar::quote_string(name) + ")";
}

}  // namespace guardc::compiler
