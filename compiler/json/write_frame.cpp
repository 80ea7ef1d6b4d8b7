#include "compiler/json/frame_json.h"
#include "compiler/json/value_writer.h"
#include "runtime/value/cell_value.h"

namespace guardc::compiler {
namespace {

class FrameWriter {
  public:
    explicit FrameWriter(const TypeTable& types) : values_(&types) {}

    std::string write(const FrameDocument& frame) {
        if (frame.frame) field("frame") += json_quoted(*frame.frame);
        if (frame.own_types) types(frame.types);
        variables("locals", frame.locals);
        variables("globals", frame.globals);
        if (!frame.derived.empty()) variables("derived", frame.derived);
        if (!frame.classes.empty()) classes(frame.classes);
        state(frame.ambient);
        if (!frame.externs.empty()) {
            std::string& text = field("externs") += '{';
            for (const auto& [name, verdict] : frame.externs) {
                separate(text) += json_quoted(name) += verdict ? ":true" : ":false";
            }
            text += '}';
        }
        for (const ExtraField& extra : frame.extra)
            field(extra.name) += extra.json;
        return text_ + '}';
    }

    std::string& types(const TypeTable& table) {
        std::string& text = field("types") += '{';
        for (const auto& [name, number] : table)
            separate(text) += json_quoted(name) += ':' + std::to_string(number);
        return text += '}';
    }

    std::string take() { return text_ + '}'; }

  private:
    // A comma, unless an object or array has just begun.
    static std::string& separate(std::string& text) {
        if (text.back() != '{' && text.back() != '[') text += ',';
        return text;
    }
    std::string& field(std::string_view name) { return separate(text_) += json_quoted(name) += ':'; }

    void variables(std::string_view name, const std::vector<FrameVariable>& values) {
        field(name) += '{';
        for (const FrameVariable& variable : values) {
            separate(text_) += json_quoted(variable.name) += ':';
            values_.write(text_, *variable.value);
        }
        text_ += '}';
    }

    void classes(const std::vector<const Value*>& described) {
        field("classes") += '{';
        for (const Value* value : described) {
            const auto& type = as<TypeValue>(*value);
            separate(text_) += json_quoted(type.named->name) += ":{";
            if (type.row->order != nullptr) {
                text_ += "\"mro\":[";
                for (const Value* step : items_of(*type.row->order))
                    separate(text_) += json_quoted(as<TypeValue>(*step).named->name);
                text_ += ']';
            }
            if (type.row->dict != nullptr) {
                separate(text_) += "\"dict\":";
                values_.write_names(text_, as<DictValue>(*type.row->dict));
            }
            if (type.row->attributes != nullptr) {
                separate(text_) += "\"attrs\":";
                values_.write_names(text_, *type.row->attributes);
            }
            text_ += '}';
        }
        text_ += '}';
    }

    void state(const AmbientBlock& block) {
        std::string text;
        for (unsigned index = 0; index < kAmbientFieldCount; ++index) {
            const CellValueHolder value(block[index]);
            if (value.get() == nullptr) continue;
            text += text.empty() ? '{' : ',';
            text += json_quoted(ambient_name(static_cast<AmbientField>(index))) += ':';
            values_.write(text, *value.get());
        }
        if (!text.empty()) field("state") += text + '}';
    }

    std::string text_ = "{";
    ValueWriter values_;
};

}  // namespace

std::string write_frame(const FrameDocument& frame) {
    return FrameWriter(frame.types).write(frame);
}

std::string write_types(const TypeTable& types) {
    FrameWriter writer(types);
    writer.types(types);
    return writer.take();
}

std::string write_value(const Value& value) {
    std::string text;
    ValueWriter().write(text, value);
    return text;
}

std::string write_cell(const Cell& cell) {
    const CellValueHolder value(cell);
    return value.get() == nullptr ? "null" : write_value(*value.get());
}

}  // namespace guardc::compiler
