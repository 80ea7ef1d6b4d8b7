// A cell as a built-in value, without an arena.
#pragma once

#include "runtime/model/cell.h"
#include "runtime/value/objects.h"

namespace guardc {

// Holds the value that an immediate cell stands for; of a `literal`, and of a `reference` into the built-in
// model, it is that value itself. Strings are not measured: `characters` is 0. Lives at one place, since the
// value may lie within.
class CellValueHolder {
  public:
    explicit CellValueHolder(const Cell& cell) noexcept;
    CellValueHolder(const CellValueHolder&) = delete;
    CellValueHolder& operator=(const CellValueHolder&) = delete;

    const Value* get() const { return value_; }  // null for an `absent` cell and a null reference

  private:
    union Storage {
        BooleanValue boolean;
        IntegerValue integer;
        FloatingValue floating;
        StringValue string;
        DTypeValue dtype;
        DeviceValue device;
        TypeValue type;
        NoneValue none;
    };
    Storage storage_;
    const Value* value_ = nullptr;
};

// An immediate cell for a value that has one (None, a bool, an int within 64 bits, a float, a str, a dtype, a
// device, a type), else a cell of that tag (`literal` or `reference`) that points to it.
Cell cell_of(const Value& value, CellTag otherwise) noexcept;

}  // namespace guardc
