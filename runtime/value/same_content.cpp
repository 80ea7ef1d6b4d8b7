#include "runtime/value/same_content.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "runtime/value/identity.h"
#include "runtime/value/number_equal.h"
#include "runtime/value/parts.h"

namespace guardc {
namespace {

bool same_double(double left, double right) {
    return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right) ||
           (std::isnan(left) && std::isnan(right));
}

template <class T>
bool same_span(std::span<const T> left, std::span<const T> right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

bool same_rest(const DictRest* left, const DictRest* right) {
    const DictRest none{};
    if (left == nullptr) left = &none;
    if (right == nullptr) right = &none;
    return left->has_length == right->has_length && left->has_version == right->has_version &&
           left->version == right->version;
}

bool same_tensor(const TensorValue& left, const TensorValue& right) {
    const auto storage = [](const TensorValue& tensor) {
        return tensor.rest == nullptr ? 0 : tensor.rest->storage;
    };
    return left.dtype == right.dtype && left.layout == right.layout &&
           left.requires_grad == right.requires_grad && left.rank == right.rank &&
           left.device == right.device && left.keys == right.keys &&
           left.storage_offset == right.storage_offset && same_span(sizes_of(left), sizes_of(right)) &&
           same_span(strides_of(left), strides_of(right)) && storage(left) == storage(right);
}

bool same_object(const ObjectValue& left, const ObjectValue& right) {
    return left.length == right.length && left.base == right.base && left.printed == right.printed &&
           left.keys == right.keys && left.has_length == right.has_length &&
           left.has_printed == right.has_printed && left.has_keys == right.has_keys;
}

// All but the parts.
bool same_own(const Value& left, const Value& right) {
    if (left.kind != right.kind || left.type != right.type) return false;
    if (is_given(left.identity) || is_given(right.identity))
        if (left.identity != right.identity) return false;
    switch (left.kind) {
        case Kind::boolean:
        case Kind::integer:
            return number_equal(left, right);
        case Kind::floating:
            return same_double(as<FloatingValue>(left).number, as<FloatingValue>(right).number);
        case Kind::complex:
            return same_double(as<ComplexValue>(left).real, as<ComplexValue>(right).real) &&
                   same_double(as<ComplexValue>(left).imaginary, as<ComplexValue>(right).imaginary);
        case Kind::string:
            return text_of(left) == text_of(right);
        case Kind::bytes:
            return bytes_of(left) == bytes_of(right);
        case Kind::dict:
        case Kind::mapping_proxy: {
            const auto& mine = as<DictValue>(left);
            const auto& theirs = as<DictValue>(right);
            return mine.count == theirs.count && mine.length == theirs.length &&
                   same_rest(mine.rest, theirs.rest);
        }
        case Kind::iterator: {
            const auto& mine = as<IteratorValue>(left);
            const auto& theirs = as<IteratorValue>(right);
            return mine.form == theirs.form && mine.at == theirs.at;
        }
        case Kind::tensor:
            return same_tensor(as<TensorValue>(left), as<TensorValue>(right));
        case Kind::dtype:
            return as<DTypeValue>(left).dtype == as<DTypeValue>(right).dtype;
        case Kind::device:
            return as<DeviceValue>(left).device == as<DeviceValue>(right).device;
        case Kind::type:
            return as<TypeValue>(left).named == as<TypeValue>(right).named;
        case Kind::module:
            return as<ModuleValue>(left).name == as<ModuleValue>(right).name;
        case Kind::object:
            return same_object(as<ObjectValue>(left), as<ObjectValue>(right));
        default:
            return true;
    }
}

using ValuePair = std::pair<const Value*, const Value*>;

}  // namespace

struct ContentComparison::Seen {
    struct Hash {
        std::size_t operator()(const ValuePair& pair) const {
            return static_cast<std::size_t>(mix_hash(std::bit_cast<std::uint64_t>(pair.first),
                                                     std::bit_cast<std::uint64_t>(pair.second)));
        }
    };
    std::unordered_set<ValuePair, Hash> pairs;
};

ContentComparison::ContentComparison() : seen_(std::make_unique<Seen>()) {}
ContentComparison::~ContentComparison() = default;

bool ContentComparison::same(const Value& left, const Value& right) {
    std::vector<ValuePair> pending{{&left, &right}};
    std::vector<const Value*> mine;
    std::vector<const Value*> theirs;
    while (!pending.empty()) {
        const auto [one, other] = pending.back();
        pending.pop_back();
        if (one == other || !seen_->pairs.emplace(one, other).second) continue;
        if (!same_own(*one, *other)) return false;
        mine.clear();
        theirs.clear();
        each_part(*one, [&](const Value* part) { mine.push_back(part); });
        each_part(*other, [&](const Value* part) { theirs.push_back(part); });
        // A side struct that is not there has no parts at all, one that is there may have none that are
        // given.
        const std::size_t count = std::max(mine.size(), theirs.size());
        mine.resize(count, nullptr);
        theirs.resize(count, nullptr);
        for (std::size_t index = 0; index < count; ++index) {
            if ((mine[index] == nullptr) != (theirs[index] == nullptr)) return false;
            if (mine[index] != nullptr) pending.emplace_back(mine[index], theirs[index]);
        }
    }
    return true;
}

bool same_content(const Value& left, const Value& right) {
    return ContentComparison().same(left, right);
}

}  // namespace guardc
