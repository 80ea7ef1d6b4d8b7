// The syntax tree of a guard text, as written: names are not resolved, nothing is simplified.
//
// Expressions lie in one pool per file and refer to each other by index. Operands always have smaller
// indices than the expression that holds them, so trees are walked by a loop over the pool and are freed
// without recursion.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/source.h"

namespace guardc::grammar {

using ExprId = std::uint32_t;
inline constexpr ExprId kNoExpr = 0xffffffffU;

enum class ExprKind : std::uint8_t {
    none_literal,  // None
    true_literal,
    false_literal,
    ellipsis,     // ...
    integer,      // text: decimal digits with an optional `-`: a sign before a literal belongs to it
    floating,     // text as written, number: its value
    imaginary,    // `2j`; number: the factor
    string,       // text: decoded, UTF-8
    bytes,        // text: decoded bytes
    device,       // `cuda:0`; text as written
    name,         // text
    local_item,   // L['x']; text: x
    global_item,  // G['x']; text: x
    wildcard,     // `_`
    attribute,    // operands: base; text: attribute name (also from getattr(base, 'name'))
    any_steps,    // `base.*` in a path of a waiver: any number of steps; operands: base
    item,         // operands: base, key
    slice,        // operands: start, stop, step, each may be a `missing`
    missing,      // an absent part of a slice
    call,         // operands: callee, arguments..; the last `keywords` arguments are `keyword`s
    keyword,      // operands: value; text: name
    list,
    tuple,
    set,          // operands: elements
    dict,         // operands: key, value, key, value, ..
    unary,        // op: not_ minus plus invert; operands: one
    binary,       // op: arithmetic; operands: two
    compare,      // chain: ops[i] between operands[i] and operands[i+1]; n operands, n-1 ops
    logic,        // op: and_ or or_; two operands or more, flattened
    conditional,  // `a if c else b`; operands: c, a, b
    step_range,   // `a..b step s`: operands a, b and perhaps s
};

enum class ExprOp : std::uint8_t {
    none,
    not_,
    minus,
    plus,
    invert,
    add,
    subtract,
    multiply,
    divide,
    floor_divide,
    modulo,
    power,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    is,
    is_not,
    in,
    not_in,
    and_,
    or_,
};

std::string_view spelling(ExprOp op);  // "not in", "//"

struct Expr {
    ExprKind kind = ExprKind::none_literal;
    ExprOp op = ExprOp::none;         // of unary, binary, logic
    std::uint16_t keywords = 0;       // of call
    std::uint32_t first_operand = 0;  // index into ExprPool::operands
    std::uint32_t operand_count = 0;
    std::uint32_t text = 0;      // index into ExprPool::texts
    std::uint32_t first_op = 0;  // of compare: index into ExprPool::ops
    double number = 0;
    Span span;
};

class ExprPool {
  public:
    std::vector<Expr> exprs;
    std::vector<ExprId> operands;
    std::vector<ExprOp> ops;
    std::vector<std::string> texts;

    const Expr& operator[](ExprId id) const { return exprs[id]; }
    std::span<const ExprId> operands_of(ExprId id) const {
        return {operands.data() + exprs[id].first_operand, exprs[id].operand_count};
    }
    std::span<const ExprOp> ops_of(ExprId id) const {  // of a compare
        return {ops.data() + exprs[id].first_op, exprs[id].operand_count - 1U};
    }
    std::string_view text_of(ExprId id) const { return texts[exprs[id].text]; }
};

// The printed form of one of the peer's guard lines, `KIND: text`. The kind decides what it means.
struct PeerGuard {
    std::string kind;             // "EQUALS_MATCH"; empty for a guard in guardc's own form
    ExprId expression = kNoExpr;  // kNoExpr where the text is no expression
    std::string type_name;        // from `, type=<class 'demo.Config'>`
    std::string raw;              // the text behind the colon, comment and blanks cut
};

struct GuardStatement {
    ExprId expression = kNoExpr;    // own form
    std::optional<PeerGuard> peer;  // or the peer's
    std::optional<std::string> because;
    Span span;
};

struct DimStatement {       // dim NAME = INT, let NAME = PLACE
    bool is_place = false;  // `let`
    std::string name;
    ExprId value = kNoExpr;
    Span name_span, span;
};

// What happens to a miss when the limit is reached, or to a frame whose compile failed.
enum class Policy : std::uint8_t { run_only, skip, evict, refuse, retry };

struct LimitClause {    // limit N [per PATH] then POLICY
    std::string count;  // digits as written
    ExprId per = kNoExpr;
    Policy policy = Policy::run_only;  // not retry
    Span span;
};
struct FailureClause {                 // on failure run_only | skip | retry N
    Policy policy = Policy::run_only;  // run_only, skip or retry
    std::string retries;               // digits as written
    Span span;
};
enum class Order : std::uint8_t { declared, newest_first };
struct OrderClause {  // order declared | newest_first
    Order order = Order::declared;
    Span span;
};

struct EntryDecl {  // entry "name" [backend "npu"] { guards }
    std::string name;
    std::optional<std::string> backend;
    std::vector<GuardStatement> guards;
    Span name_span, span;
};

struct ProofClause {  // no unproved waivers
    Span span;
};

struct Parameter {
    std::string name;
    Span span;
};

// `frame NAME(params) at "file":line { .. }`
struct FrameDecl {
    std::string name;
    bool has_parameters = false;  // `frame f {` leaves the shape open; `frame f() {` closes it
    std::vector<Parameter> parameters;
    std::optional<std::string> at_file;
    std::uint32_t at_line = 0;
    std::vector<LimitClause> limits;
    std::vector<FailureClause> failures;
    std::vector<OrderClause> orders;
    std::vector<ProofClause> proofs;
    std::vector<DimStatement> dims;
    std::vector<EntryDecl> entries;
    std::vector<GuardStatement> common_guards;  // `common { .. }`: of every entry, before its own
    std::vector<Span> common_blocks;            // where each of them stands, for the formatter
    std::vector<GuardStatement> user_guards;    // `user { .. }`: the user layer, for every entry
    std::vector<Span> user_blocks;              // where each of them stands, for the formatter
    Span name_span, span;
};

struct RequireStatement {  // require EXPR [because ".."]
    GuardStatement guard;
    Span span;
};

enum class WaiverAction : std::uint8_t { drop, lift, weaken };
enum class Selector : std::uint8_t {
    pattern,  // an expression in which `_` stands for any constant
    path,     // `waive path self.cache`: every guard on exactly this value; `.*`: any number of steps
    id,       // `waive id "3f2a…"`
    kind,     // `waive kind "tensor.stride"`
    text,     // `waive text "*.transformer_options*"`: canonical text, `*` for any run of characters
};
struct WaiveStatement {     // waive[?] SELECTOR [lift [as ".."] | weaken EXPR] [because ".."]
    bool optional = false;  // `waive?`: matching nothing is a warning
    Selector selector = Selector::pattern;
    ExprId pattern = kNoExpr;  // of pattern and path
    std::string text;          // of id, kind and text
    WaiverAction action = WaiverAction::drop;
    ExprId weaker = kNoExpr;
    std::optional<std::string> argument;  // of lift: what the artefact calls the value
    std::optional<std::string> because;
    Span span;
};

struct BackendDecl {  // backend "name" for FRAME { .. }
    std::string name;
    std::string frame;
    std::vector<RequireStatement> requires_;
    std::vector<WaiveStatement> waives;
    Span name_span, frame_span, span;
};

// In a `test` block. Values are expressions of literals, containers and the constructors
// tensor(..), object(..), ..; names of fields are `name` expressions or strings.
struct TestDecl {  // test "title" [for FRAME] { frame {..} state {..} expect .. }
    std::string title;
    std::optional<std::string> frame;
    ExprId locals = kNoExpr;   // a dict
    ExprId globals = kNoExpr;  // `globals {..}`
    ExprId state = kNoExpr;
    enum class Expect : std::uint8_t { entry, miss } expect = Expect::entry;
    std::string expected_entry;
    std::optional<std::string> because;  // `expect miss because "x.dtype"`: text that a reason must contain
    Span title_span, expect_span, span;
};

// Comments are kept apart, by offset; the formatter puts them back.
struct Comment {
    Span span;              // from `#` to the end of the line
    bool own_line = false;  // nothing but blanks before it
};

// Order of the items as written.
struct ItemRef {
    enum class Kind : std::uint8_t { frame, backend, test } kind;
    std::uint32_t index;
};

struct File {
    ExprPool pool;
    std::vector<FrameDecl> frames;
    std::vector<BackendDecl> backends;
    std::vector<TestDecl> tests;
    std::vector<ItemRef> items;
    std::vector<Comment> comments;
};

}  // namespace guardc::grammar
