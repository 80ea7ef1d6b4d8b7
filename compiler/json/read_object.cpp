#include "compiler/json/value_reader.h"
#include "runtime/value/identity.h"

namespace guardc::compiler {

const Value* ValueReader::read_named(const JsonNode& node, std::string_view name) {
    const Step step(*this, name);
    return read(node);
}

const Value* ValueReader::described_type(std::string_view name) {
    if (!rows_.contains(std::string(name))) return nullptr;
    return type_value(name, 0);
}

// One value for each type of the frame, whoever mentions it first.
const Value* ValueReader::type_value(std::string_view name, std::uint64_t id) {
    const auto bound = types_.find(name);
    if (bound != types_.end() && id != 0 && bound->second != id)
        return fail("`types` binds the number " + std::to_string(bound->second) + " to `" +
                    std::string(name) + "`");
    const std::uint64_t identity = bound != types_.end() ? bound->second : id;
    const auto [known, fresh] = by_type_name_.try_emplace(std::string(name), nullptr);
    if (fresh) {
        const auto row = rows_.find(std::string(name));
        Value* at = arena_.reserve(Kind::type, identity);
        known->second = at;
        arena_.make_type(intern_type(name), {identity, at}, row == rows_.end() ? nullptr : row->second);
    } else if (id != 0 && known->second->identity != id) {
        if (is_given(known->second->identity))
            return fail("`" + std::string(name) + "` carries another identity before");
        known->second->identity = id;
    }
    if (id != 0) {
        const auto [carrier, unknown] = by_identity_.try_emplace(id, known->second);
        if (!unknown && carrier->second != known->second)
            return fail("the identity " + std::to_string(id) + " is carried by another value");
    }
    return known->second;
}

const Value* ValueReader::read_type(const JsonNode& node, std::uint64_t id) {
    const std::string* name = read_text(node);
    return name == nullptr ? nullptr : type_value(*name, id);
}

const Value* ValueReader::read_module(const JsonNode& name, Fields& beside, std::uint64_t id) {
    const std::optional<Place> at = place(Kind::module, id);
    if (!at) return nullptr;
    const std::string* text = nullptr;
    {
        const Step step(*this, "$module");
        text = read_text(name);
    }
    const DictValue* attributes = nullptr;
    if (const JsonNode* written = beside.take("attrs")) {
        const Step step(*this, "attrs");
        attributes = read_names(*written);
    }
    if (failure_ || !beside.finish()) return nullptr;
    return arena_.make_module(*text, attributes, *at);
}

const Value* ValueReader::read_weak_reference(const JsonNode& node, std::uint64_t id) {
    const std::optional<Place> at = place(Kind::weak_reference, id);
    if (!at) return nullptr;
    if (node.form == JsonForm::null) return arena_.make_weak_reference(nullptr, *at);
    const Value* referent = read(node);
    return referent == nullptr ? nullptr : arena_.make_weak_reference(referent, *at);
}

const Value* ValueReader::read_function(const JsonNode& node, std::uint64_t id) {
    if (node.form != JsonForm::object) return expected("an object", node);
    const std::optional<Place> at = place(Kind::function, id);
    if (!at) return nullptr;
    Fields fields(*this, node);
    FunctionSpec spec;
    // A part that is null is a part that is left out: None.
    const auto part = [&](std::string_view name) {
        const JsonNode* written = fields.take(name);
        return written == nullptr || written->form == JsonForm::null ? nullptr : written;
    };
    if (const JsonNode* name = part("name")) {
        const Step step(*this, "name");
        if (read_text(*name) == nullptr) return nullptr;
        spec.name = read(*name);
    }
    if (const JsonNode* code = part("code")) {
        const Step step(*this, "code");
        spec.code = read_identity(*code).value_or(0);
    }
    std::optional<Items> defaults;
    if (const JsonNode* written = part("defaults")) {
        const Step step(*this, "defaults");
        defaults = read_items(*written);
        if (defaults) spec.defaults = *defaults;
    }
    if (const JsonNode* written = part("kwdefaults")) {
        const Step step(*this, "kwdefaults");
        const DictValue* names = read_names(*written);
        spec.keyword_defaults = names == nullptr ? nullptr : &names->head;
    }
    std::optional<Items> closure;
    if (const JsonNode* written = part("closure")) {
        const Step step(*this, "closure");
        closure = read_items(*written);
        if (closure) spec.closure = *closure;
    }
    if (const JsonNode* written = fields.take("attrs")) {
        const Step step(*this, "attrs");
        spec.attributes = read_names(*written);
    }
    if (const JsonNode* written = fields.take("code_attrs")) {
        const Step step(*this, "code_attrs");
        spec.code_attributes = read_names(*written);
    }
    if (const JsonNode* written = fields.take("derived")) {
        const Step step(*this, "derived");
        spec.derived = read_names(*written);
    }
    if (failure_ || !fields.finish()) return nullptr;
    return arena_.make_function(spec, *at);
}

const Value* ValueReader::read_object(const JsonNode& node, std::uint64_t id) {
    if (node.form != JsonForm::object) return expected("an object", node);
    const std::optional<Place> at = place(Kind::object, id);
    if (!at) return nullptr;
    Fields fields(*this, node);
    ObjectSpec spec;
    const JsonNode* type = fields.require("type");
    if (type == nullptr) return nullptr;
    {
        const Step step(*this, "type");
        const std::string* name = read_text(*type);
        if (name == nullptr) return nullptr;
        if (*name == "torch.Tensor" || *name == "torch.nn.parameter.Parameter")
            return fail("a tensor is written as `$tensor`");
        spec.type = intern_type(*name);
        spec.type_object = described_type(*name);
    }
    if (const JsonNode* written = fields.take("attrs")) {
        const Step step(*this, "attrs");
        spec.attributes = read_names(*written);
    }
    if (const JsonNode* written = fields.take("class_attrs")) {
        const Step step(*this, "class_attrs");
        spec.class_attributes = read_names(*written);
    }
    if (const JsonNode* written = fields.take("len")) {
        const Step step(*this, "len");
        spec.length = read_count(*written);
    }
    if (const JsonNode* written = fields.take("value")) {
        const Step step(*this, "value");
        spec.value = read_scalar(*written);
    }
    std::optional<Items> items;
    if (const JsonNode* written = fields.take("items")) {
        const Step step(*this, "items");
        items = read_items(*written);
        if (items) spec.items = *items;
    }
    if (const JsonNode* written = fields.take("base")) {
        const Step step(*this, "base");
        const std::string* name = read_text(*written);
        if (name != nullptr) spec.base = intern_type(*name);
    }
    if (const JsonNode* written = fields.take("repr")) {
        const Step step(*this, "repr");
        const std::string* text = read_text(*written);
        if (text != nullptr) spec.printed = *text;
    }
    if (const JsonNode* written = fields.take("keys")) {
        const Step step(*this, "keys");
        spec.keys = read_keys(*written);
    }
    if (const JsonNode* written = fields.take("derived")) {
        const Step step(*this, "derived");
        spec.derived = read_names(*written);
    }
    if (failure_ || !fields.finish()) return nullptr;
    return arena_.make_object(spec, *at);
}

std::vector<const Value*> ValueReader::read_classes() {
    std::vector<const Value*> types;
    if (classes_ == nullptr) return types;
    const Step step(*this, "classes");
    if (classes_->form != JsonForm::object) {
        expected("an object", *classes_);
        return types;
    }
    for (const JsonMember& member : classes_->members) {
        const Step row_step(*this, member.name);
        if (member.node.form != JsonForm::object) {
            expected("an object", member.node);
            return types;
        }
        TypeRow& row = *rows_.at(member.name);
        Fields fields(*this, member.node);
        if (const JsonNode* order = fields.take("mro")) {
            const Step order_step(*this, "mro");
            Items names;
            if (order->form != JsonForm::array) expected("an array of type names", *order);
            for (std::size_t index = 0; index < order->members.size() && !failure_; ++index) {
                const Step name_step(*this, index);
                names.push_back(read_type(order->members[index].node, 0));
            }
            if (!failure_) row.order = arena_.make_tuple(names);
        }
        if (const JsonNode* dict = fields.take("dict")) {
            const Step dict_step(*this, "dict");
            if (const DictValue* names = read_names(*dict)) {
                std::vector<Pair> pairs;
                for (std::uint64_t index = 0; index < names->count; ++index)
                    pairs.push_back({names->keys[index], names->values[index]});
                DictSpec spec;
                spec.kind = Kind::mapping_proxy;
                spec.pairs = pairs;
                row.dict = arena_.make_dict(spec);
            }
        }
        if (const JsonNode* attributes = fields.take("attrs")) {
            const Step attributes_step(*this, "attrs");
            row.attributes = read_names(*attributes);
        }
        if (failure_ || !fields.finish()) return types;
        types.push_back(type_value(member.name, 0));
    }
    return types;
}

}  // namespace guardc::compiler
