// An object model tells guardc how to read an engine's objects: which kinds there are, how each is
// recognised, and what facts it has. Plans, programs and engines know objects only through it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "runtime/model/fact.h"
#include "runtime/model/kind.h"

namespace guardc {

// One kind of object of a model. All pointers live as long as the model.
struct ObjectKind {
    const char* name;             // for messages and dumps
    Kind kind;                    // what the language takes it for
    std::span<const Fact> facts;  // at most one row per id, save attributes with names of their own
    std::uint32_t bytes = 0;      // how many bytes at the address may always be read; 0: layouts are not used
    const char* type_name = nullptr;  // the exact type when it is one for all objects of this kind
};

enum class IdentityForm : std::uint8_t { none, address, field };

// The exact types `torch.Tensor` and `torch.nn.parameter.Parameter` belong to objects of Kind::tensor only.
// A model and everything in it is immutable while checks run, and shared by threads.
struct Model {
    const char* name;
    std::span<const ObjectKind> kinds;  // at most 64: sets of kinds are bit masks by index

    // Index into `kinds` of an object. With `tag.form == direct` the scalar there is that index, so engines
    // read it in place. A model whose objects do not know their kind leaves both empty: slots are then
    // declared with one kind each (SlotDeclaration::kinds), and helpers and layouts that yield objects say of
    // which kind (Cell::reference_of_kind, Fact::result_kinds).
    std::uint32_t (*kind_of)(const Model& model, Ref object) noexcept;
    Layout tag;

    // What `is` compares. `field`: `identity_field` holds a nonzero u64, 0 meaning that this object has no
    // identity. `address`: the address; the engine must announce deaths (Dispatcher::object_died).
    IdentityForm identity = IdentityForm::none;
    Layout identity_field = {};

    // The handle of the type with this full name, the same for the life of the model; nothing where the
    // model has no such type (a guard on it is then a diagnostic).
    std::optional<std::uint64_t> (*resolve_type)(const Model& model, std::string_view name) = nullptr;
    std::string_view (*type_name)(const Model& model, std::uint64_t handle) noexcept = nullptr;

    void* self = nullptr;  // the engine's
};

// The row for a fact of one kind, or null. `name` matters for FactId::attribute only: a row with that name
// goes before a row for any name.
const Fact* find_fact(const ObjectKind& kind, FactId id, std::string_view name = {});

// Index of the kind of the object that a `reference` cell holds: what the cell says, else what the object
// does. Not an index into `kinds` where neither can tell.
std::uint32_t kind_index(const Model& model, const Cell& reference) noexcept;

// Reads a fact through its helper after asking the object for its kind: safe on any reference of the model.
Truth read_fact(const Model& model, FactId id, Ref object, const Cell& argument, Cell& result) noexcept;

// The identity of an object, or nothing where it has none.
std::optional<std::uint64_t> identity_of(const Model& model, Ref object) noexcept;

}  // namespace guardc
