#include "compiler/json/value_reader.h"
#include "runtime/value/dispatch_keys.h"

namespace guardc::compiler {

std::optional<std::vector<std::int64_t>> ValueReader::read_dimensions(const JsonNode& node, bool negative) {
    if (node.form != JsonForm::array) {
        expected("an array", node);
        return std::nullopt;
    }
    if (node.members.size() > kMaxDimensions) {
        fail("more than " + std::to_string(kMaxDimensions) + " dimensions");
        return std::nullopt;
    }
    std::vector<std::int64_t> dimensions;
    for (std::size_t index = 0; index < node.members.size(); ++index) {
        const Step step(*this, index);
        const JsonNode& dimension = node.members[index].node;
        if (dimension.form != JsonForm::integer) {
            expected("an int within 64 bits", dimension);
            return std::nullopt;
        }
        if (dimension.integer < 0 && !negative) {
            fail("negative");
            return std::nullopt;
        }
        dimensions.push_back(dimension.integer);
    }
    return dimensions;
}

std::optional<std::uint64_t> ValueReader::read_keys(const JsonNode& node) {
    if (node.form != JsonForm::array) {
        expected("an array of names", node);
        return std::nullopt;
    }
    std::vector<std::string_view> names;
    for (std::size_t index = 0; index < node.members.size(); ++index) {
        const Step step(*this, index);
        const std::string* name = read_text(node.members[index].node);
        if (name == nullptr) return std::nullopt;
        if (!is_dispatch_key(*name)) {
            fail("unknown dispatch key `" + *name + "`");
            return std::nullopt;
        }
        names.push_back(*name);
    }
    const std::optional<std::uint64_t> keys = pack_dispatch_keys(names);
    if (!keys) fail("no tensor has these keys: each kind of work goes with each back end");
    return keys;
}

const Value* ValueReader::read_tensor(const JsonNode& node, std::uint64_t id) {
    if (node.form != JsonForm::object) return expected("an object", node);
    const std::optional<Place> at = place(Kind::tensor, id);
    if (!at) return nullptr;
    Fields fields(*this, node);
    TensorSpec spec;
    if (const JsonNode* type = fields.take("type")) {
        const Step step(*this, "type");
        const std::string* name = read_text(*type);
        if (name == nullptr) return nullptr;
        spec.type = *name == "Tensor" ? builtin_type(Kind::tensor) : intern_type(*name);
        for (unsigned kind = 0; kind < kKindCount; ++kind)
            if (spec.type == builtin_type(static_cast<Kind>(kind)) && static_cast<Kind>(kind) != Kind::tensor)
                return fail("`" + *name + "` is no tensor");
        spec.rest.type_object = described_type(spec.type->name);
    }
    const JsonNode* dtype = fields.require("dtype");
    const JsonNode* device = dtype == nullptr ? nullptr : fields.require("device");
    if (device == nullptr) return nullptr;
    {
        const Step step(*this, "dtype");
        const Value* value = read_dtype(*dtype, 0);
        if (value == nullptr) return nullptr;
        spec.dtype = static_cast<DType>(as<DTypeValue>(*value).dtype);
    }
    {
        const Step step(*this, "device");
        const Value* value = read_device(*device, 0);
        if (value == nullptr) return nullptr;
        spec.device = unpack_device(as<DeviceValue>(*value).device);
    }
    if (const JsonNode* layout = fields.take("layout")) {
        const Step step(*this, "layout");
        const std::string* name = read_text(*layout);
        const std::optional<TensorLayout> known = name == nullptr ? std::nullopt : parse_tensor_layout(*name);
        if (!known) return fail("unknown layout");
        spec.layout = *known;
    }
    std::optional<std::vector<std::int64_t>> sizes;
    std::optional<std::vector<std::int64_t>> strides;
    if (const JsonNode* size = fields.take("size")) {
        const Step step(*this, "size");
        sizes = read_dimensions(*size, false);
        if (!sizes) return nullptr;
        spec.sizes = *sizes;
    } else if (spec.layout == TensorLayout::strided) {
        return fail("the field `size` is missing");
    }
    if (const JsonNode* stride = fields.take("stride")) {
        const Step step(*this, "stride");
        strides = read_dimensions(*stride, true);
        if (!strides) return nullptr;
        if (!sizes || strides->size() != sizes->size()) return fail("not one stride for each size");
        spec.strides = *strides;
    } else if (sizes && spec.layout == TensorLayout::strided) {
        std::vector<std::int64_t> contiguous(sizes->size());
        if (!fill_contiguous_strides(*sizes, contiguous)) {
            const Step step(*this, "size");
            return fail("too large to be contiguous");
        }
    }
    if (const JsonNode* grad = fields.take("requires_grad")) {
        const Step step(*this, "requires_grad");
        if (grad->form != JsonForm::boolean) return expected("a boolean", *grad);
        spec.requires_grad = grad->boolean;
    }
    if (const JsonNode* keys = fields.take("keys")) {
        const Step step(*this, "keys");
        spec.keys = read_keys(*keys);
    }
    if (const JsonNode* storage = fields.take("storage")) {
        const Step step(*this, "storage");
        spec.rest.storage = read_identity(*storage).value_or(0);
    }
    if (const JsonNode* offset = fields.take("offset")) {
        const Step step(*this, "offset");
        spec.storage_offset = static_cast<std::int64_t>(read_count(*offset).value_or(0));
    }
    if (const JsonNode* attributes = fields.take("attrs")) {
        const Step step(*this, "attrs");
        spec.rest.attributes = read_names(*attributes);
    }
    for (const auto& [name, part] :
         {std::pair{"grad", &spec.rest.grad}, std::pair{"base", &spec.rest.base}}) {
        const JsonNode* written = fields.take(name);
        if (written == nullptr) continue;
        *part = read_named(*written, name);
        if (*part == nullptr) return nullptr;
        if ((*part)->kind != Kind::none && (*part)->kind != Kind::tensor) {
            const Step step(*this, name);
            return fail("expected null or a tensor");
        }
    }
    if (const JsonNode* value = fields.take("value")) {
        const Step step(*this, "value");
        spec.rest.value = read_scalar(*value);
    }
    if (const JsonNode* derived = fields.take("derived")) {
        const Step step(*this, "derived");
        spec.rest.derived = read_names(*derived);
    }
    if (failure_ || !fields.finish()) return nullptr;
    return arena_.make_tensor(spec, *at);
}

}  // namespace guardc::compiler
