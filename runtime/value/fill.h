// How builders get the struct that they fill. Private to this folder.
#pragma once

#include "runtime/value/arena.h"

namespace guardc {

template <class Struct>
Struct* ValueArena::fill(Kind kind, const TypeInfo* type, Place place) {
    auto* value = place.at == nullptr ? make<Struct>() : reinterpret_cast<Struct*>(place.at);
    value->head = {kind, type == nullptr ? builtin_type(kind) : type, place.identity};
    return value;
}

}  // namespace guardc
