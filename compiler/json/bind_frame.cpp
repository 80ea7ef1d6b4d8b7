#include <algorithm>
#include <unordered_map>

#include "compiler/json/frame_json.h"

namespace guardc::compiler {
namespace {

const Value* find_variable(const std::vector<FrameVariable>& variables, std::string_view name) {
    for (const FrameVariable& variable : variables)
        if (variable.name == name) return variable.value;
    return nullptr;
}

}  // namespace

const Value* FrameDocument::local(std::string_view name) const {
    return find_variable(locals, name);
}
const Value* FrameDocument::global(std::string_view name) const {
    return find_variable(globals, name);
}
std::optional<bool> FrameDocument::extern_verdict(std::string_view text) const {
    for (const auto& [name, verdict] : externs)
        if (name == text) return verdict;
    return std::nullopt;
}
const ExtraField* FrameDocument::find_extra(std::string_view name) const {
    for (const ExtraField& field : extra)
        if (field.name == name) return &field;
    return nullptr;
}

std::vector<Ref> bind_frame(const FrameDocument& frame, const FrameShape& shape) {
    std::unordered_map<std::string_view, const Value*> tables[5];  // by Scope
    for (const FrameVariable& variable : frame.locals)
        tables[0].emplace(variable.name, variable.value);
    for (const FrameVariable& variable : frame.globals)
        tables[1].emplace(variable.name, variable.value);
    for (const FrameVariable& variable : frame.derived)
        tables[2].emplace(variable.name, variable.value);
    for (const auto& [text, verdict] : frame.externs)
        tables[3].emplace(text, frame.arena->make_boolean(verdict));
    std::vector<std::string> numbers;  // what the last table's keys lie in
    numbers.reserve(frame.types.size());
    const bool numbered = std::ranges::any_of(
        shape.slots, [](const SlotDeclaration& slot) { return slot.scope == Scope::numbered_type; });
    if (numbered)
        for (const auto& [name, number] : frame.types)
            tables[4].emplace(numbers.emplace_back(std::to_string(number)),
                              frame.arena->make_type(intern_type(name), {number, nullptr}));
    std::vector<Ref> slots;
    slots.reserve(shape.slots.size());
    for (const SlotDeclaration& slot : shape.slots) {
        const auto& table = tables[static_cast<unsigned>(slot.scope)];
        const auto found = table.find(slot.name);
        slots.push_back(found == table.end() ? nullptr : found->second);
    }
    return slots;
}

}  // namespace guardc::compiler
