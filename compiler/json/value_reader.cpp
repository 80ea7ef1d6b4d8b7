#include "compiler/json/value_reader.h"

#include <algorithm>

#include "runtime/value/identity.h"
#include "runtime/value/key_index.h"

namespace guardc::compiler {

ValueReader::ValueReader(ValueArena& arena, const TypeTable& types, const JsonNode* classes)
    : arena_(arena), types_(types), classes_(classes) {
    if (classes_ == nullptr || classes_->form != JsonForm::object) return;
    for (const JsonMember& member : classes_->members)
        rows_.emplace(member.name, arena_.make<TypeRow>());
}

ValueReader::Step::Step(ValueReader& reader, std::string_view name) : reader_(reader) {
    reader_.path_.push_back({name, 0});
}
ValueReader::Step::Step(ValueReader& reader, std::size_t index) : reader_(reader) {
    reader_.path_.push_back({{}, index});
}

std::nullptr_t ValueReader::fail(std::string message) {
    if (failure_) return nullptr;
    failure_ = FrameError{std::move(message), "", {}};
    for (const PathStep& step : path_)
        append_pointer_step(failure_->pointer, step.name.data() != nullptr ? std::string(step.name)
                                                                           : std::to_string(step.index));
    return nullptr;
}

std::nullptr_t ValueReader::expected(std::string_view what, const JsonNode& found) {
    return fail("expected " + std::string(what) + ", found " + std::string(json_form_name(found.form)));
}

const JsonNode* ValueReader::Fields::take(std::string_view name) {
    taken_.push_back(name);
    return object_.find(name);
}

const JsonNode* ValueReader::Fields::require(std::string_view name) {
    const JsonNode* node = take(name);
    if (node == nullptr) reader_.fail("the field `" + std::string(name) + "` is missing");
    return node;
}

bool ValueReader::Fields::finish() {
    for (const JsonMember& member : object_.members) {
        if (std::find(taken_.begin(), taken_.end(), member.name) != taken_.end()) continue;
        const Step step(reader_, member.name);
        reader_.fail("unknown field");
        return false;
    }
    return true;
}

const Value* ValueReader::read(const JsonNode& node) {
    if (failure_) return nullptr;
    switch (node.form) {
        case JsonForm::null:
            return arena_.make_none();
        case JsonForm::boolean:
            return arena_.make_boolean(node.boolean);
        case JsonForm::integer:
            return arena_.make_integer(node.integer);
        case JsonForm::big_integer:
            return arena_.make_integer(parse_big_integer(node.text)->view());
        case JsonForm::floating:
            return arena_.make_floating(node.floating);
        case JsonForm::text:
            return arena_.make_string(node.text);
        case JsonForm::array:
            return read_sequence(Kind::list, node, 0);
        case JsonForm::object:
            break;
    }
    const bool plain = std::none_of(node.members.begin(), node.members.end(),
                                    [](const JsonMember& member) { return member.name.starts_with('$'); });
    return plain ? read_plain_dict(node) : read_form(node);
}

const Value* ValueReader::read_form(const JsonNode& node) {
    const JsonMember* form = nullptr;
    for (const JsonMember& member : node.members) {
        if (!member.name.starts_with('$') || member.name == "$id") continue;
        if (form != nullptr) return fail("`" + form->name + "` and `" + member.name + "` in one value");
        form = &member;
    }
    if (form == nullptr) return fail("`$id` stands beside no form");
    Fields beside(*this, node);
    const JsonNode& content = *beside.take(form->name);
    const std::string_view name = form->name;
    if (name == "$ref") {
        if (!beside.finish()) return nullptr;
        const Step step(*this, name);
        return read_reference(content);
    }

    std::uint64_t id = 0;
    if (const JsonNode* written = beside.take("$id")) {
        const Step step(*this, "$id");
        const std::optional<std::uint64_t> identity = read_identity(*written);
        if (!identity) return nullptr;
        id = without_identities_ ? 0 : *identity;
    }
    // Only these two have fields beside them.
    if (name == "$dict") return read_dict(content, beside, id);
    if (name == "$module") return read_module(content, beside, id);
    if (!beside.finish()) return nullptr;

    const Step step(*this, name);
    if (name == "$list") return read_sequence(Kind::list, content, id);
    if (name == "$tuple") return read_sequence(Kind::tuple, content, id);
    if (name == "$size") return read_sequence(Kind::size, content, id);
    if (name == "$set") return read_sequence(Kind::set, content, id);
    if (name == "$frozenset") return read_sequence(Kind::frozenset, content, id);
    if (name == "$float") return read_float(content, id);
    if (name == "$complex") return read_complex(content, id);
    if (name == "$bytes") return read_bytes(content, id);
    if (name == "$range") return read_range(content, id);
    if (name == "$slice") return read_slice(content, id);
    if (name == "$iter") return read_iterator(content, id);
    if (name == "$type") return read_type(content, id);
    if (name == "$dtype") return read_dtype(content, id);
    if (name == "$device") return read_device(content, id);
    if (name == "$function") return read_function(content, id);
    if (name == "$object") return read_object(content, id);
    if (name == "$weakref") return read_weak_reference(content, id);
    if (name == "$tensor") return read_tensor(content, id);
    return fail("unknown form");
}

const Value* ValueReader::read_reference(const JsonNode& node) {
    const std::optional<std::uint64_t> id = read_identity(node);
    if (!id) return nullptr;
    const auto carrier = by_identity_.find(*id);
    if (carrier == by_identity_.end())
        return fail("no value before this one carries the identity " + std::to_string(*id));
    return carrier->second;
}

std::optional<Place> ValueReader::place(Kind kind, std::uint64_t id) {
    if (id == 0) return Place{};
    if (by_identity_.contains(id)) {
        fail("the identity " + std::to_string(id) + " is carried by another value");
        return std::nullopt;
    }
    Value* at = arena_.reserve(kind, id);
    by_identity_.emplace(id, at);
    return Place{id, at};
}

const Value* ValueReader::read_scalar(const JsonNode& node) {
    const bool outer = std::exchange(without_identities_, true);
    const Value* value = read(node);
    without_identities_ = outer;
    return value;
}

const DictValue* ValueReader::read_names(const JsonNode& node) {
    if (node.form != JsonForm::object) return expected("an object", node);
    std::vector<NamedPart> parts;
    parts.reserve(node.members.size());
    for (const JsonMember& member : node.members) {
        const Step step(*this, member.name);
        const Value* value = read(member.node);
        if (value == nullptr) return nullptr;
        parts.push_back({member.name, value});
    }
    return arena_.make_names(parts);
}

std::vector<FrameVariable> ValueReader::read_variables(const JsonNode& node) {
    std::vector<FrameVariable> variables;
    if (node.form != JsonForm::object) {
        expected("an object", node);
        return variables;
    }
    for (const JsonMember& member : node.members) {
        const Step step(*this, member.name);
        const Value* value = read(member.node);
        if (value == nullptr) return variables;
        variables.push_back({member.name, value});
    }
    return variables;
}

std::optional<ValueReader::Items> ValueReader::read_items(const JsonNode& node) {
    if (node.form != JsonForm::array) {
        expected("an array", node);
        return std::nullopt;
    }
    Items items;
    items.reserve(node.members.size());
    for (std::size_t index = 0; index < node.members.size(); ++index) {
        const Step step(*this, index);
        const Value* item = read(node.members[index].node);
        if (item == nullptr) return std::nullopt;
        items.push_back(item);
    }
    return items;
}

std::optional<std::uint64_t> ValueReader::read_count(const JsonNode& node) {
    if (node.form == JsonForm::integer && node.integer >= 0) return static_cast<std::uint64_t>(node.integer);
    expected("an int from 0 within 64 bits", node);
    return std::nullopt;
}

std::optional<std::uint64_t> ValueReader::read_identity(const JsonNode& node) {
    if (node.form == JsonForm::integer && node.integer > 0) return static_cast<std::uint64_t>(node.integer);
    expected("an identity, which is an int from 1 within 64 bits", node);
    return std::nullopt;
}

const std::string* ValueReader::read_text(const JsonNode& node) {
    if (node.form != JsonForm::text) return expected("a string", node);
    return &node.text;
}

bool ValueReader::check_keys(const Value& container, std::span<const Value* const> keys) {
    for (std::size_t index = 0; index < keys.size(); ++index) {
        const KeyPlace found = is_set(container.kind)
                                   ? find_element(as<SequenceValue>(container), *keys[index])
                                   : find_key(as<DictValue>(container), *keys[index]);
        if (found.found != Truth::yes || found.position == index) continue;
        const Step step(*this, index);
        fail("equal to the one at position " + std::to_string(found.position));
        return false;
    }
    return true;
}

}  // namespace guardc::compiler
