// Terms: guards after names are resolved and shorthands are written out. Hash-consed: equal terms have equal
// ids, operands have smaller ids than the term that holds them, so every walk is a loop.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/terms/extern_declaration.h"
#include "compiler/terms/term_kinds.h"

namespace guardc {
struct Value;
class ValueArena;
}  // namespace guardc

namespace guardc::compiler {

using TermId = std::uint32_t;
inline constexpr TermId kNoTerm = 0xffffffffU;

struct Term {
    TermOp op = TermOp::constant;
    // local, global: slot of the frame shape. ambient: AmbientField. constant: index into constants.
    // attribute, has_attribute: index into names. extern_: index into externs. Else 0.
    std::uint32_t data = 0;
    std::uint32_t first_operand = 0;
    std::uint32_t operand_count = 0;
};

// Owns the terms of one frame's rules, their names, and their constants. Append-only: ids stay valid and
// mean the same. Not thread-safe while it grows; reading is.
class TermPool {
  public:
    TermPool();
    ~TermPool();
    TermPool(const TermPool&) = delete;
    TermPool& operator=(const TermPool&) = delete;

    // The same terms under the same ids in a pool of its own, which grows by itself. `other` must not grow
    // meanwhile.
    static std::shared_ptr<TermPool> copy_of(const TermPool& other);

    TermId make(TermOp op, std::span<const TermId> operands, std::uint32_t data = 0);
    TermId make_named(TermOp op, TermId base, std::string_view name);  // attribute, has_attribute
    // A predicate by its name, bound or not.
    TermId make_extern(std::string_view name, std::span<const TermId> operands);
    // From now on all terms of this name mean that. False when the name is bound already, or a term gives it
    // another number of operands.
    bool can_bind(const ExternDeclaration& declaration) const;
    bool bind_extern(std::shared_ptr<const ExternDeclaration> declaration);

    // Equal constants (strictly, all the way down) get one term. The value is copied into this pool's arena.
    TermId make_constant(const Value& value);

    const Term& operator[](TermId id) const { return terms_[id]; }
    std::span<const TermId> operands(TermId id) const {
        return {operands_.data() + terms_[id].first_operand, terms_[id].operand_count};
    }
    const std::string& name(TermId id) const { return *names_[terms_[id].data]; }
    const Value& constant(TermId id) const { return *constants_[terms_[id].data]; }
    const std::string& extern_name(TermId id) const { return externs_[terms_[id].data].name; }
    // Null: nobody has bound it.
    const std::shared_ptr<const ExternDeclaration>& extern_declaration(TermId id) const {
        return externs_[terms_[id].data].declaration;
    }
    bool has_externs() const { return !externs_.empty(); }
    std::size_t size() const { return terms_.size(); }
    // Keeps the constants and the names alive for whoever compiled them in.
    std::shared_ptr<ValueArena> arena() const { return arena_; }

  private:
    std::vector<Term> terms_;
    std::vector<TermId> operands_;
    std::vector<const std::string*> names_;
    std::vector<const Value*> constants_;
    struct Extern {
        std::string name;
        std::shared_ptr<const ExternDeclaration> declaration;
    };
    std::uint32_t extern_index(std::string_view name);
    std::vector<Extern> externs_;
    struct Index;
    std::shared_ptr<Index> index_;
    std::shared_ptr<ValueArena> arena_;  // a part of the index
};

}  // namespace guardc::compiler
