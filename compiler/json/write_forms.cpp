#include "compiler/json/json_text.h"
#include "compiler/json/value_writer.h"
#include "runtime/value/dispatch_keys.h"

namespace guardc::compiler {
namespace {

// The values of keys without identity are written as they stand; `$` would read as a form.
bool is_plain(const DictValue& dict) {
    if (dict.head.kind != Kind::dict || dict.head.type != builtin_type(Kind::dict) || dict.rest != nullptr ||
        dict.head.identity != 0)
        return false;
    for (std::uint64_t index = 0; index < dict.count; ++index)
        if (dict.keys[index]->kind != Kind::string || text_of(*dict.keys[index]).starts_with('$'))
            return false;
    return true;
}

std::string key_list(std::uint64_t keys) {
    std::string text = "[";
    for (const std::string& name : dispatch_key_names(keys)) {
        if (text.size() > 1) text += ',';
        text += '"' + name + '"';
    }
    return text + "]";
}

std::string dimension_list(std::span<const std::int64_t> dimensions) {
    std::string text = "[";
    for (const std::int64_t dimension : dimensions) {
        if (text.size() > 1) text += ',';
        text += std::to_string(dimension);
    }
    return text + "]";
}

}  // namespace

void ValueWriter::write_dict(const DictValue& dict) {
    if (is_plain(dict)) return expand_names(dict);
    say("{\"$dict\":[");
    for (std::uint64_t index = 0; index < dict.count; ++index) {
        say(index > 0 ? ",[" : "[");
        part(dict.keys[index]);
        say(",");
        part(dict.values[index]);
        say("]");
    }
    say("]");
    if (dict.head.type != builtin_type(Kind::dict)) say(",\"type\":" + json_quoted(dict.head.type->name));
    if (const DictRest* rest = dict.rest) {
        if (rest->has_length) say(",\"len\":" + std::to_string(dict.length));
        if (rest->has_version) say(",\"version\":" + std::to_string(rest->version));
        if (rest->attributes != nullptr) {
            say(",\"attrs\":");
            names(rest->attributes);
        }
        if (rest->class_attributes != nullptr) {
            say(",\"class_attrs\":");
            names(rest->class_attributes);
        }
    }
    finish(dict.head);
}

void ValueWriter::write_iterator(const IteratorValue& iterator) {
    constexpr std::string_view forms[] = {"tuple", "list", "range", "count"};
    say("{\"$iter\":{\"kind\":\"");
    say(forms[static_cast<unsigned>(iterator.form)]);
    if (iterator.form == IteratorForm::count) {
        say("\",\"start\":");
        part(iterator.start);
        say(",\"step\":");
        part(iterator.step);
        say("}");
        return finish(iterator.head);
    }
    if (iterator.form == IteratorForm::range) {
        say("\",\"range\":");
        items(std::to_array({iterator.start, iterator.stop, iterator.step}));
    } else {
        say("\",\"items\":");
        items({iterator.items, iterator.item_count});
    }
    say(",\"at\":" + std::to_string(iterator.at) + "}");
    finish(iterator.head);
}

void ValueWriter::write_tensor(const TensorValue& tensor) {
    const auto layout = static_cast<TensorLayout>(tensor.layout);
    const Device device = unpack_device(tensor.device);
    say("{\"$tensor\":{");
    if (tensor.head.type != builtin_type(Kind::tensor))
        say("\"type\":" + json_quoted(tensor.head.type->name) + ",");
    say("\"dtype\":\"" + std::string(dtype_name(tensor.dtype)) + "\",\"device\":\"" + device_text(device) +
        "\"");
    if (tensor.rank != kNoRank) {
        say(",\"size\":" + dimension_list(sizes_of(tensor)));
        if (tensor.stride_rank == tensor.rank) say(",\"stride\":" + dimension_list(strides_of(tensor)));
    }
    if (tensor.requires_grad != 0) say(",\"requires_grad\":true");
    if (tensor.keys != default_dispatch_keys(device.type)) say(",\"keys\":" + key_list(tensor.keys));
    if (layout != TensorLayout::strided)
        say(",\"layout\":\"" + std::string(tensor_layout_name(layout)) + "\"");
    if (tensor.storage_offset != 0) say(",\"offset\":" + std::to_string(tensor.storage_offset));
    if (const TensorRest* rest = tensor.rest) {
        const auto field = [&](const char* name, const Value* value) {
            if (value == nullptr) return;
            say(name);
            part(value);
        };
        if (rest->storage != 0) say(",\"storage\":" + std::to_string(rest->storage));
        if (rest->attributes != nullptr) {
            say(",\"attrs\":");
            names(rest->attributes);
        }
        field(",\"grad\":", rest->grad);
        field(",\"base\":", rest->base);
        field(",\"value\":", rest->value);
        if (rest->derived != nullptr) {
            say(",\"derived\":");
            names(rest->derived);
        }
    }
    say("}");
    finish(tensor.head);
}

void ValueWriter::write_function(const FunctionValue& function) {
    say("{\"$function\":{");
    bool first = true;
    const auto field = [&](const char* name) {
        say(first ? "\"" : ",\"");
        first = false;
        say(name);
        say("\":");
    };
    if (function.name->kind == Kind::string) {
        field("name");
        part(function.name);
    }
    if (function.code->kind == Kind::code && function.code->identity != 0) {
        field("code");
        say(std::to_string(function.code->identity));
    }
    if (function.defaults->kind != Kind::none) {
        field("defaults");
        items(items_of(*function.defaults));
    }
    if (function.keyword_defaults->kind == Kind::dict) {
        field("kwdefaults");
        names(&as<DictValue>(*function.keyword_defaults));
    }
    if (function.closure->kind != Kind::none) {
        field("closure");
        std::vector<const Value*> contents;
        for (const Value* cell : items_of(*function.closure))
            contents.push_back(as<CellValue>(*cell).contents);
        items(contents);
    }
    if (function.attributes != nullptr) {
        field("attrs");
        names(function.attributes);
    }
    if (function.code->kind == Kind::code && as<CodeValue>(*function.code).attributes != nullptr) {
        field("code_attrs");
        names(as<CodeValue>(*function.code).attributes);
    }
    if (function.derived != nullptr) {
        field("derived");
        names(function.derived);
    }
    say("}");
    finish(function.head);
}

void ValueWriter::write_object(const ObjectValue& object) {
    say("{\"$object\":{\"type\":" + json_quoted(object.head.type->name));
    const auto table = [&](const char* name, const DictValue* entries) {
        if (entries == nullptr) return;
        say(name);
        names(entries);
    };
    table(",\"attrs\":", object.attributes);
    table(",\"class_attrs\":", object.class_attributes);
    if (object.has_length) say(",\"len\":" + std::to_string(object.length));
    if (object.value != nullptr) {
        say(",\"value\":");
        part(object.value);
    }
    if (object.items != nullptr) {
        say(",\"items\":");
        items(items_of(*object.items));
    }
    if (object.base != nullptr) say(",\"base\":" + json_quoted(object.base->name));
    if (object.has_printed) say(",\"repr\":" + json_quoted(object.printed));
    if (object.has_keys) say(",\"keys\":" + key_list(object.keys));
    table(",\"derived\":", object.derived);
    say("}");
    finish(object.head);
}

}  // namespace guardc::compiler
