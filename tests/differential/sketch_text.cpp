// How sketches are written.
#include <unordered_set>

#include "tests/differential/sketch.h"

namespace guardc::differential {

std::string in_quotes(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string written = "\"";
    for (const char byte : text) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == '"' || byte == '\\') {
            written += '\\';
            written += byte;
        } else if (code < 0x20 || code == 0x7f) {
            written += "\\u00";
            written += digits[code >> 4U];
            written += digits[code & 15U];
        } else {
            written += byte;
        }
    }
    return written + '"';
}

namespace {

std::string hex(std::string_view bytes, std::string_view prefix) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string written;
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        written += prefix;
        written += digits[code >> 4U];
        written += digits[code & 15U];
    }
    return written;
}

std::string numbers(const std::vector<std::int64_t>& values) {
    std::string written = "[";
    for (const std::int64_t value : values) {
        if (written.size() > 1) written += ", ";
        written += std::to_string(value);
    }
    return written + "]";
}

bool is_special_float(std::string_view text) {
    return text == "nan" || text == "inf" || text == "-inf" || text == "-0.0";
}

class FrameWriter {
  public:
    std::string fields(const Fields& fields) {
        std::string written = "{";
        for (const auto& [name, value] : fields) {
            if (written.size() > 1) written += ", ";
            written += in_quotes(name) + ": " + node(*value);
        }
        return written + "}";
    }

    std::string node(const Sketch& value) {
        if (value.identity != 0 && !written_.insert(value.identity).second)
            return "{\"$ref\": " + std::to_string(value.identity) + "}";
        switch (value.kind) {
            case Kind::none:
                return "null";
            case Kind::boolean:
                return value.text == "True" ? "true" : "false";
            case Kind::integer:
                return value.text;
            case Kind::floating:
                return is_special_float(value.text) ? form(value, "$float", in_quotes(value.text))
                                                    : value.text;
            case Kind::string:
                return in_quotes(value.text);
            case Kind::bytes:
                return form(value, "$bytes", in_quotes(hex(value.text, "")));
            case Kind::list:
                return value.identity == 0 ? list(value) : form(value, "$list", list(value));
            case Kind::tuple:
                return form(value, "$tuple", list(value));
            case Kind::size:
                return form(value, "$size", list(value));
            case Kind::set:
                return form(value, "$set", list(value));
            case Kind::frozenset:
                return form(value, "$frozenset", list(value));
            case Kind::range:
                return form(value, "$range", list(value));
            case Kind::slice:
                return form(value, "$slice", list(value));
            case Kind::complex:
                return form(value, "$complex", list(value));
            case Kind::dict:
                return dict(value);
            case Kind::iterator:
                return form(value, "$iter", "{" + value.more + "}");
            case Kind::function:
                return form(value, "$function",
                            "{\"name\": " + in_quotes(value.text) + ", " + value.more +
                                ", \"defaults\": " + list(value) + "}");
            case Kind::weak_reference:
                return form(value, "$weakref", node(*value.items[0]));
            // The identity of a type is one for all values that name it; none is written.
            case Kind::type:
                return "{\"$type\": " + in_quotes(value.text) + "}";
            case Kind::module:
                return form(value, "$module", in_quotes(value.text),
                            ", \"attrs\": " + fields(value.attributes));
            case Kind::dtype:
                return form(value, "$dtype", in_quotes(value.text));
            case Kind::device:
                return form(value, "$device", in_quotes(value.text));
            case Kind::tensor:
                return form(value, "$tensor", tensor(value));
            default:
                return form(value, "$object",
                            "{\"type\": " + in_quotes(value.text) +
                                ", \"attrs\": " + fields(value.attributes) +
                                (value.more.empty() ? "" : ", " + value.more) + "}");
        }
    }

  private:
    static std::string form(const Sketch& value, std::string_view key, const std::string& contents,
                            const std::string& beside = {}) {
        std::string written = "{\"" + std::string(key) + "\": " + contents + beside;
        if (value.identity != 0) written += ", \"$id\": " + std::to_string(value.identity);
        return written + "}";
    }

    std::string list(const Sketch& value) {
        std::string written = "[";
        for (const Node& item : value.items) {
            if (written.size() > 1) written += ", ";
            written += node(*item);
        }
        return written + "]";
    }

    std::string dict(const Sketch& value) {
        bool plain = value.identity == 0 && value.text.empty() && value.more.empty();
        for (std::size_t i = 0; i < value.items.size(); i += 2)
            plain = plain && value.items[i]->kind == Kind::string && !value.items[i]->text.starts_with('$');
        std::string written = plain ? "{" : "[";
        for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
            if (written.size() > 1) written += ", ";
            const std::string key = node(*value.items[i]);
            const std::string item = node(*value.items[i + 1]);
            written += plain ? key + ": " + item : "[" + key + ", " + item + "]";
        }
        if (plain) return written + "}";
        return form(value, "$dict", written + "]",
                    (value.text.empty() ? std::string() : ", \"type\": " + in_quotes(value.text)) +
                        (value.more.empty() ? std::string() : ", " + value.more));
    }

    static std::string tensor(const Sketch& value) {
        const TensorSketch& tensor = value.tensor;
        std::string written = "{";
        if (tensor.type != "Tensor") written += "\"type\": " + in_quotes(tensor.type) + ", ";
        written += "\"dtype\": " + in_quotes(tensor.dtype) + ", \"device\": " + in_quotes(tensor.device) +
                   (value.more.empty()
                        ? ", \"size\": " + numbers(tensor.sizes) + ", \"stride\": " + numbers(tensor.strides)
                        : ", " + value.more);
        if (tensor.requires_grad) written += ", \"requires_grad\": true";
        if (tensor.storage != 0) written += ", \"storage\": " + std::to_string(tensor.storage);
        if (tensor.offset != 0) written += ", \"offset\": " + std::to_string(tensor.offset);
        return written + "}";
    }

    std::unordered_set<std::uint64_t> written_;
};

std::string elements(const Sketch& value) {
    std::string written;
    for (const Node& item : value.items) {
        const std::string text = literal_text(*item);
        if (text.empty()) return {};
        if (!written.empty()) written += ", ";
        written += text;
    }
    return written;
}

}  // namespace

std::string frame_text(const FrameSketch& frame) {
    FrameWriter writer;
    const std::string locals = writer.fields(frame.locals);
    const std::string globals = writer.fields(frame.globals);
    const std::string derived = writer.fields(frame.derived);
    return "{\"locals\": " + locals + ", \"globals\": " + globals +
           ", \"state\": " + writer.fields(frame.state) + ", \"derived\": " + derived +
           ", \"externs\": " + writer.fields(frame.externs) +
           R"(, "types": {"builtins.int": 77001, "demo.Config": 77002}})";
}

std::string literal_text(const Sketch& value) {
    const auto in = [&](std::string_view before, std::string_view after, std::string_view empty = {}) {
        const std::string inside = elements(value);
        if (inside.empty()) return value.items.empty() ? std::string(empty) : std::string();
        return std::string(before) + inside + std::string(after);
    };
    switch (value.kind) {
        case Kind::none:
            return "None";
        case Kind::boolean:
        case Kind::integer:
            return value.text;
        case Kind::floating:
            return value.text == "nan" || value.text.ends_with("inf") ? "float(" + in_quotes(value.text) + ")"
                                                                      : value.text;
        case Kind::complex:
            return in("complex(", ")");
        case Kind::string:
            return in_quotes(value.text);
        case Kind::bytes:
            return "b\"" + hex(value.text, "\\x") + "\"";
        case Kind::list:
            return in("[", "]", "[]");
        case Kind::tuple:
            return in("(", value.items.size() == 1 ? ",)" : ")", "()");
        case Kind::set:
            return in("{", "}", "set()");
        case Kind::frozenset:
            return in("frozenset({", "})", "frozenset()");
        case Kind::size:
            return in("torch.Size([", "])", "torch.Size([])");
        case Kind::range:
            return in("range(", ")");
        case Kind::slice:
            return in("slice(", ")");
        case Kind::type:
            return "type(" + in_quotes(value.text) + ")";
        case Kind::dtype:
            return "dtype(" + in_quotes(value.text) + ")";
        case Kind::device:
            return "device(" + in_quotes(value.text) + ")";
        case Kind::dict: {
            if (!value.text.empty()) return {};
            std::string written;
            for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
                const std::string key = literal_text(*value.items[i]);
                const std::string item = literal_text(*value.items[i + 1]);
                if (key.empty() || item.empty()) return {};
                if (!written.empty()) written += ", ";
                written += key + ": ";
                written += item;
            }
            return "{" + written + "}";
        }
        default:
            return {};
    }
}

}  // namespace guardc::differential
