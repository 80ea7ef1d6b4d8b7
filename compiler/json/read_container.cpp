#include <algorithm>

#include "compiler/json/value_reader.h"
#include "runtime/value/number_equal.h"

namespace guardc::compiler {
namespace {

bool is_int(const Value* value) {
    return value->kind == Kind::integer;
}

}  // namespace

const Value* ValueReader::read_sequence(Kind kind, const JsonNode& node, std::uint64_t id) {
    const std::optional<Place> at = place(kind, id);
    if (!at) return nullptr;
    const std::optional<Items> items = read_items(node);
    if (!items) return nullptr;
    const Value* value = arena_.make_sequence(kind, *items, *at);
    if (is_set(kind) && !check_keys(*value, *items)) return nullptr;
    return value;
}

const Value* ValueReader::read_plain_dict(const JsonNode& node) {
    const DictValue* names = read_names(node);
    return names == nullptr ? nullptr : &names->head;
}

const Value* ValueReader::read_dict(const JsonNode& pairs, Fields& beside, std::uint64_t id) {
    DictSpec spec;
    if (const JsonNode* type = beside.take("type")) {
        const Step step(*this, "type");
        const std::string* name = read_text(*type);
        if (name == nullptr) return nullptr;
        spec.type = intern_type(*name);
        if (spec.type == builtin_type(Kind::mapping_proxy)) spec.kind = Kind::mapping_proxy;
        for (unsigned kind = 0; kind < kKindCount; ++kind)
            if (spec.type == builtin_type(static_cast<Kind>(kind)) && static_cast<Kind>(kind) != Kind::dict &&
                static_cast<Kind>(kind) != Kind::mapping_proxy)
                return fail("`" + *name + "` is no dict");
        spec.type_object = described_type(*name);
    }
    const std::optional<Place> at = place(spec.kind, id);
    if (!at) return nullptr;
    std::vector<Pair> read_pairs;
    Items keys;
    {
        const Step step(*this, "$dict");
        if (pairs.form != JsonForm::array) return expected("an array of pairs", pairs);
        for (std::size_t index = 0; index < pairs.members.size(); ++index) {
            const Step pair_step(*this, index);
            const JsonNode& pair = pairs.members[index].node;
            if (pair.form != JsonForm::array || pair.members.size() != 2)
                return expected("a pair of a key and a value", pair);
            const std::optional<Items> both = read_items(pair);
            if (!both) return nullptr;
            read_pairs.push_back({(*both)[0], (*both)[1]});
            keys.push_back((*both)[0]);
        }
    }
    spec.pairs = read_pairs;
    if (const JsonNode* length = beside.take("len")) {
        const Step step(*this, "len");
        spec.length = read_count(*length);
        if (!spec.length) return nullptr;
        if (*spec.length < read_pairs.size()) return fail("less than the number of pairs that are written");
    }
    if (const JsonNode* version = beside.take("version")) {
        const Step step(*this, "version");
        spec.version = read_count(*version);
        if (!spec.version) return nullptr;
    }
    if (const JsonNode* attributes = beside.take("attrs")) {
        const Step step(*this, "attrs");
        spec.attributes = read_names(*attributes);
    }
    if (const JsonNode* attributes = beside.take("class_attrs")) {
        const Step step(*this, "class_attrs");
        spec.class_attributes = read_names(*attributes);
    }
    if (failure_ || !beside.finish()) return nullptr;
    const Value* value = arena_.make_dict(spec, *at);
    const Step step(*this, "$dict");
    return check_keys(*value, keys) ? value : nullptr;
}

const Value* ValueReader::read_range(const JsonNode& node, std::uint64_t id) {
    const std::optional<Place> at = place(Kind::range, id);
    if (!at) return nullptr;
    const std::optional<Items> parts = read_items(node);
    if (!parts) return nullptr;
    if (parts->size() != 3 || !is_int((*parts)[0]) || !is_int((*parts)[1]) || !is_int((*parts)[2]))
        return fail("expected three ints: start, stop and step");
    if (number_equal(*(*parts)[2], *arena_.make_boolean(false))) return fail("the step is 0");
    return arena_.make_range((*parts)[0], (*parts)[1], (*parts)[2], *at);
}

const Value* ValueReader::read_slice(const JsonNode& node, std::uint64_t id) {
    const std::optional<Place> at = place(Kind::slice, id);
    if (!at) return nullptr;
    const std::optional<Items> parts = read_items(node);
    if (!parts) return nullptr;
    if (parts->size() != 3) return fail("expected three values: start, stop and step");
    return arena_.make_slice((*parts)[0], (*parts)[1], (*parts)[2], *at);
}

const Value* ValueReader::read_iterator(const JsonNode& node, std::uint64_t id) {
    if (node.form != JsonForm::object) return expected("an object", node);
    const std::optional<Place> at = place(Kind::iterator, id);
    Fields fields(*this, node);
    const JsonNode* kind = at ? fields.require("kind") : nullptr;
    if (kind == nullptr) return nullptr;
    IteratorSpec spec;
    const std::string_view kinds[] = {"tuple", "list", "range", "count"};
    const auto* const found = std::find(std::begin(kinds), std::end(kinds), kind->text);
    if (found == std::end(kinds)) {
        const Step step(*this, "kind");
        return fail("expected `tuple`, `list`, `range` or `count`");
    }
    spec.form = static_cast<IteratorForm>(found - std::begin(kinds));

    Items items;
    std::uint64_t most = 0;
    if (spec.form == IteratorForm::count) {
        const JsonNode* start = fields.require("start");
        const JsonNode* step = fields.require("step");
        if (start == nullptr || step == nullptr || !fields.finish()) return nullptr;
        spec.start = read_named(*start, "start");
        spec.step = read_named(*step, "step");
        if (spec.start == nullptr || spec.step == nullptr) return nullptr;
        for (const Value* number : {spec.start, spec.step})
            if (number->kind != Kind::integer && number->kind != Kind::floating)
                return fail("`start` and `step` are ints or floats");
        return arena_.make_iterator(spec, *at);
    }
    if (spec.form == IteratorForm::range) {
        const JsonNode* written = fields.require("range");
        if (written == nullptr) return nullptr;
        const Step step(*this, "range");
        const Value* range = read_range(*written, 0);
        if (range == nullptr) return nullptr;
        const auto& parts = as<RangeValue>(*range);
        spec.start = parts.start;
        spec.stop = parts.stop;
        spec.step = parts.step;
        most = range_length(parts).value_or(UINT64_MAX);
    } else {
        const JsonNode* written = fields.require("items");
        if (written == nullptr) return nullptr;
        const Step step(*this, "items");
        std::optional<Items> all = read_items(*written);
        if (!all) return nullptr;
        items = std::move(*all);
        spec.items = items;
        most = items.size();
    }
    if (const JsonNode* taken = fields.take("at")) {
        const Step step(*this, "at");
        const std::optional<std::uint64_t> count = read_count(*taken);
        if (!count) return nullptr;
        if (*count > most) return fail("more than there are items");
        spec.at = *count;
    }
    return fields.finish() ? arena_.make_iterator(spec, *at) : nullptr;
}

}  // namespace guardc::compiler
