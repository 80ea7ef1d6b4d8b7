// One piece of a program becoming one LLVM function. Private to the lowering; the methods are spread over
// the piece_*.cpp files by family of operations.
//
// Shapes are kept to what FastISel takes: branches instead of large boolean values, 64-bit words, no vectors,
// no constant that would need a constant pool.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <vector>

#include <llvm/IR/IRBuilder.h>

#include "compiler/native/pieces.h"
#include "runtime/program/check.h"

namespace guardc::native {

static_assert(std::endian::native == std::endian::little, "masked words are read by their low half");

// Where a cell lies.
enum class Base : std::uint8_t { none, scratch, literals, ambient };

// What is known of a register at the point that has been reached.
struct Held {
    CellTag tag = CellTag::absent;  // absent: not known
    Base base = Base::none;         // none: in no memory
    std::uint64_t offset = 0;       // in bytes from the base
    llvm::Value* bits = nullptr;    // usable in piece `piece` only
    std::uint32_t piece = 0;
    std::uint32_t length = 0;  // Cell::length of what `bits` holds
};

// What the pieces of one program share.
struct Lowering {
    const Program& program;
    const Pieces& pieces;
    int broken_op = -1;
    std::vector<Held> held;      // by register
    std::vector<bool> entered;   // by instruction: some earlier piece jumps here
    std::uint32_t farthest = 0;  // the highest target of a jump out of the pieces lowered so far
};

// What a piece returns beside a Status: kContinue + i, to go on at instruction i in a later piece.
inline constexpr std::uint32_t kContinue = 3;

class Piece {
  public:
    // `function` has the type of CheckFunction, save that its fifth parameter is, where the program has
    // several pieces, what the piece before it returned.
    Piece(Lowering& lowering, std::uint32_t index, llvm::Module& module, llvm::Function& function);
    void lower();

  private:
    void lower_instruction(const Instruction& in);

    // Reading objects and blocks (piece_reads.cpp).
    void lower_slot(const Instruction& in);
    void lower_ambient(const Instruction& in);
    void lower_load(const Instruction& in);
    void lower_element(const Instruction& in);
    void lower_fact(const Instruction& in);
    void lower_copy(const Instruction& in);
    void lower_call(const Instruction& in);
    void define_scalar(const Instruction& in, llvm::Value* address);

    // Integer arithmetic (piece_arithmetic.cpp).
    void lower_overflowing(const Instruction& in, llvm::Intrinsic::ID operation);
    void lower_floor_divide(const Instruction& in);
    void lower_modulo(const Instruction& in);
    void lower_negate(const Instruction& in);
    llvm::Value* correction(llvm::Value* remainder, llvm::Value* divisor);

    // Tests (piece_tests.cpp, piece_kind.cpp, piece_match.cpp).
    void lower_kind(const Instruction& in);
    void lower_same(const Instruction& in);
    void lower_strict(const Instruction& in);
    void lower_equal(const Instruction& in);
    void lower_compare(const Instruction& in);
    void lower_compare_integer(const Instruction& in);
    void lower_range(const Instruction& in);
    void lower_truthy(const Instruction& in);
    void lower_test_call(const Instruction& in);
    void lower_extern_call(const Instruction& in);
    void lower_match(const Instruction& in);
    llvm::Value* compare_scalars(const Instruction& in, Comparison comparison);
    llvm::Value* masked_word(const Instruction& in, std::uint32_t word);

    void lower_lift(const Instruction& in);

    // Registers (piece_registers.cpp).
    llvm::Value* bits(std::uint32_t reg);
    llvm::Value* tag_word(CellTag tag, std::uint32_t length);
    llvm::Value* tag_word(std::uint32_t reg);  // the second word of the cell: tag and length
    llvm::Value* cell(std::uint32_t reg);      // its address; of a row, that of the first
    CellTag tag(std::uint32_t reg) const;
    void define(const Instruction& in, llvm::Value* value);
    void define_at(const Instruction& in, Base base, std::uint64_t offset);
    void define_result(const Instruction& in, llvm::Value* truth);  // by a helper, in the scratch cell
    void copy_cell(llvm::Value* from, llvm::Value* to);
    void define_broken(const Instruction& in, llvm::Value* value);
    llvm::Value* load_word(llvm::Value* address, const char* name);
    llvm::Value* address(Base base, std::uint64_t offset);
    llvm::Value* offset_from(llvm::Value* pointer, std::uint64_t bytes);
    llvm::Value* literal(std::uint32_t word);
    llvm::Value* scratch_cell(std::uint32_t reg);
    llvm::Value* row(const Instruction& in);

    // Control (piece.cpp).
    llvm::BasicBlock* new_block(const char* name);
    llvm::BasicBlock* block_at(std::uint32_t target);
    void begin(llvm::BasicBlock* block);
    void begin_cold(llvm::BasicBlock* block);
    void unless_zero(llvm::Value* value);  // goes on where it is not zero, else misses
    void miss_if(llvm::Value* condition);
    void finish_test(const Instruction& in, llvm::Value* holds);
    void finish_truth(const Instruction& in, llvm::Value* truth);
    llvm::BasicBlock* when_holds(const Instruction& in);
    llvm::BasicBlock* when_fails(const Instruction& in);
    llvm::BasicBlock* undefined_or_error(llvm::Value* truth);
    void lower_entry();
    void finish();
    bool broken(const Instruction& in) const { return static_cast<int>(in.op) == lowering_.broken_op; }

    llvm::Value* model();
    llvm::Value* no_argument();
    llvm::Value* call_helper(const char* name, std::initializer_list<llvm::Value*> arguments);
    llvm::ConstantInt* word(std::uint64_t value) { return builder_.getInt64(value); }
    llvm::ConstantInt* half(std::uint32_t value) { return builder_.getInt32(value); }

    Lowering& lowering_;
    const Program& program_;
    std::uint32_t index_;
    std::uint32_t first_;
    std::uint32_t end_;
    std::uint32_t at_ = 0;  // the instruction being lowered
    llvm::Module& module_;
    llvm::Function& function_;
    llvm::IRBuilder<> builder_;
    llvm::BasicBlock* entry_ = nullptr;
    llvm::BasicBlock* miss_ = nullptr;
    llvm::BasicBlock* error_ = nullptr;
    llvm::BasicBlock* hit_ = nullptr;
    llvm::Value* model_ = nullptr;
    std::map<std::uint32_t, llvm::BasicBlock*> blocks_;  // by instruction, of this piece or a later one
    std::vector<llvm::BasicBlock*> cold_;                // placed behind everything else
};

}  // namespace guardc::native
