#include "runtime/dispatch/value_hash.h"

#include <bit>
#include <cmath>
#include <string_view>

#include "runtime/program/number.h"
#include "runtime/program/operand.h"
#include "runtime/value/equality_walk.h"
#include "runtime/value/number_equal.h"

namespace guardc {
namespace {

enum Seed : std::uint64_t { fractions = 2, nones, dtypes, devices, identities };

// Equal numbers have one hash whatever their types, so a float that is an int has the hash of that int.
std::optional<std::uint64_t> hash_float(double number) {
    constexpr double kBeyond = 9223372036854775808.0;  // 2^63
    if (std::isnan(number) || number < -kBeyond || number >= kBeyond) return std::nullopt;
    if (std::trunc(number) == number) return integer_hash(static_cast<std::int64_t>(number));
    return mix_hash(fractions, std::bit_cast<std::uint64_t>(number));
}

std::optional<std::uint64_t> hash_number(const Operand& operand) {
    Number number;
    if (read_number(operand, number) != Truth::yes) return std::nullopt;
    if (number.form == NumberForm::integer) return integer_hash(number.integer);
    if (number.form == NumberForm::floating) return hash_float(number.floating);
    return std::nullopt;
}

std::optional<std::uint64_t> hash_equal(const Operand& operand) {
    std::string_view text;
    std::uint64_t bits = 0;
    switch (operand.kind) {
        case Kind::boolean:
        case Kind::integer:
        case Kind::floating:
            return hash_number(operand);
        case Kind::none:
            return mix_hash(nones, 0);
        case Kind::string:
            if (characters(operand, text) != Truth::yes) return std::nullopt;
            return hash_text(text);
        case Kind::dtype:
        case Kind::device:
            if (named_bits(operand, bits) != Truth::yes) return std::nullopt;
            return mix_hash(operand.kind == Kind::dtype ? dtypes : devices, bits);
        default:
            return std::nullopt;
    }
}

}  // namespace

std::uint64_t identity_hash(std::uint64_t identity) noexcept {
    return mix_hash(identities, identity);
}

std::optional<std::uint64_t> value_hash(const Model& model, const Cell& cell, HashBy by) noexcept {
    Operand operand;
    if (view(model, cell, operand) != Truth::yes) return std::nullopt;
    if (by == HashBy::value) return hash_equal(operand);
    if (operand.is_immediate() || operand.constant || operand.model != &model) return std::nullopt;
    const auto identity = identity_of(model, operand.cell.as_reference());
    if (!identity) return std::nullopt;
    return identity_hash(*identity);
}

}  // namespace guardc
