#include "compiler/json/read_ambient.h"

#include "runtime/value/cell_value.h"

namespace guardc::compiler {

AmbientBlock read_ambient(ValueReader& reader, const JsonNode& node) {
    AmbientBlock block = {};
    if (node.form != JsonForm::object) {
        reader.expected("an object", node);
        return block;
    }
    for (const JsonMember& member : node.members) {
        const ValueReader::Step step(reader, member.name);
        const std::optional<AmbientField> field = parse_ambient(member.name);
        if (!field) {
            reader.fail("unknown state");
            return block;
        }
        const Value* value = reader.read(member.node);
        if (value == nullptr) return block;
        block[static_cast<unsigned>(*field)] = cell_of(*value, CellTag::literal);
    }
    return block;
}

}  // namespace guardc::compiler
