// Reads scalars off an engine's memory as the layouts of a model describe them.
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/model/fact.h"

namespace guardc {

template <class Stored>
Stored read_as(const char* place) {
    Stored stored;
    std::memcpy(&stored, place, sizeof(stored));
    return stored;
}

// The scalar widened to 64 bits: signed ones keep their value, an f32 becomes a double.
inline std::uint64_t read_scalar(Scalar scalar, const char* place) {
    switch (scalar) {
        case Scalar::u8:
            return read_as<std::uint8_t>(place);
        case Scalar::i8:
            return static_cast<std::uint64_t>(std::int64_t{read_as<std::int8_t>(place)});
        case Scalar::u16:
            return read_as<std::uint16_t>(place);
        case Scalar::i16:
            return static_cast<std::uint64_t>(std::int64_t{read_as<std::int16_t>(place)});
        case Scalar::u32:
            return read_as<std::uint32_t>(place);
        case Scalar::i32:
            return static_cast<std::uint64_t>(std::int64_t{read_as<std::int32_t>(place)});
        case Scalar::f32:
            return std::bit_cast<std::uint64_t>(double{read_as<float>(place)});
        case Scalar::u64:
        case Scalar::i64:
        case Scalar::f64:
        case Scalar::pointer:
            break;
    }
    return read_as<std::uint64_t>(place);
}

}  // namespace guardc
