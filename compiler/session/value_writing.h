// One value on its way from a test block to JSON. Shared by the two halves of value_text.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "compiler/session/value_text.h"

namespace guardc::compiler {

using Json = std::optional<std::string>;

class ValueWriting {
  public:
    ValueWriting(const grammar::ExprPool& pool, grammar::Diagnostics& diagnostics)
        : pool_(pool), diagnostics_(diagnostics) {}

    Json value(grammar::ExprId id);
    Json fields(grammar::ExprId dict);

  private:
    // A call taken apart; `id=` is set aside.
    struct Call {
        grammar::ExprId id = grammar::kNoExpr;
        std::string name;
        std::vector<grammar::ExprId> given;
        std::vector<std::pair<std::string_view, grammar::ExprId>> named;
        std::string identity;  // `,"$id":7`, or empty
    };
    using Constructor = Json (ValueWriting::*)(const Call&);
    struct ConstructorRow;
    static std::span<const ConstructorRow> constructors();

    Json fail(grammar::ExprId at, std::string id, std::string message, std::string hint = {});
    Json list(std::span<const grammar::ExprId> ids);  // `[..]`
    Json dict(grammar::ExprId id);
    Json number(grammar::ExprId id);
    Json negative(grammar::ExprId id);
    Json name(grammar::ExprId id);
    std::string dotted(grammar::ExprId id) const;  // empty: no dotted name
    Json type_name(grammar::ExprId id);            // a JSON string
    Json field_name(grammar::ExprId key);          // a JSON string

    // value_constructors.cpp
    Json call(grammar::ExprId id);
    bool take_arguments(Call& call);
    Json wrong_use(const Call& call, std::string_view hint);
    Json tensor(const Call& call);
    Json object(const Call& call);
    Json named(const Call& call);  // type, dtype, device, module
    Json floating(const Call& call);
    Json complex(const Call& call);
    Json sequence(const Call& call);  // list, tuple, set, frozenset, torch.Size
    Json bounds(const Call& call);    // range, slice
    Json function(const Call& call);
    Json weak_reference(const Call& call);
    Json reference(const Call& call);
    Json dictionary(const Call& call);

    const grammar::ExprPool& pool_;
    grammar::Diagnostics& diagnostics_;
};

struct ValueWriting::ConstructorRow {
    std::string_view name;
    Constructor write;
    std::string_view use;  // the hint after a wrong use
};

}  // namespace guardc::compiler
