// Writes values as JSON. Private to this folder.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "compiler/json/frame_json.h"
#include "runtime/value/arena.h"

namespace guardc::compiler {

// Writes any number of values into one text. Objects that were written before are referred to. Works off a
// stack of its own, however deep the values are.
class ValueWriter {
  public:
    // Types that `types` (if given) binds are written without their numbers.
    explicit ValueWriter(const TypeTable* types = nullptr) : types_(types) {}

    void write(std::string& out, const Value& value);
    void write_names(std::string& out, const DictValue& names);

  private:
    // One thing that is still to be written.
    struct Piece {
        std::string text;
        const Value* value = nullptr;
        const DictValue* names = nullptr;
    };

    void run(std::string& out);
    void expand(const Value& value);
    void expand_names(const DictValue& names);
    void write_sequence(const char* form, const Value& value);
    void write_dict(const DictValue& dict);
    void write_iterator(const IteratorValue& iterator);
    void write_tensor(const TensorValue& tensor);
    void write_function(const FunctionValue& function);
    void write_object(const ObjectValue& object);

    // What a value consists of is said in order, and then put onto the stack in one go.
    void say(std::string_view text);
    void part(const Value* value) { said_.push_back({{}, value, nullptr}); }
    void names(const DictValue* table) { said_.push_back({{}, nullptr, table}); }
    void items(std::span<const Value* const> values);
    // Ends a form, with the identity beside it where the value has one.
    void finish(const Value& value);

    const TypeTable* types_;
    std::vector<Piece> said_;
    std::vector<Piece> stack_;
    std::unordered_set<std::uint64_t> written_;
};

}  // namespace guardc::compiler
