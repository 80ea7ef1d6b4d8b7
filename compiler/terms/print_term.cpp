#include "compiler/terms/print_term.h"

#include <algorithm>
#include <vector>

#include "compiler/terms/dispatch_key_set.h"
#include "compiler/terms/spelling.h"
#include "grammar/print.h"
#include "grammar/words.h"
#include "runtime/program/ambient.h"
#include "runtime/value/containers.h"
#include "runtime/value/objects.h"

namespace guardc::compiler {

namespace {

// How tightly a text binds; an operand that binds less than its place asks for gets brackets.
enum Binding : int {
    kAny,
    kConditional,
    kOr,
    kAnd,
    kNot,
    kComparison,
    kOperand,
    kBitOr = kOperand,
    kBitXor,
    kBitAnd,
    kShift,
    kSum,
    kProduct,
    kSign,
    kPower,
    kNumber,
    kPostfix
};

struct Place {
    int binding = kAny;
    bool test = false;    // the truth counts: `bool(x)` is written `x`
    bool scoped = false;  // the local at the root is written L["x"]
    bool key = false;     // within a subscript, where `cuda:0` would be a slice
};

struct Piece {
    TermId term = kNoTerm;  // kNoTerm: `text` as it stands
    Place place;
    std::string text;
};

bool is_number(Kind kind) {
    return kind == Kind::integer || kind == Kind::floating;
}

bool is_membership(TermOp op) {
    return op == TermOp::is_constant || op == TermOp::is_same || op == TermOp::is_type ||
           op == TermOp::in_range || op == TermOp::contains;
}

int binding_of(TermOp op) {
    switch (op) {
        case TermOp::conditional:
            return kConditional;
        case TermOp::or_:
            return kOr;
        case TermOp::and_:
            return kAnd;
        case TermOp::not_:
            return kNot;
        case TermOp::bit_or:
            return kBitOr;
        case TermOp::bit_xor:
            return kBitXor;
        case TermOp::bit_and:
            return kBitAnd;
        case TermOp::shift_left:
        case TermOp::shift_right:
            return kShift;
        case TermOp::add:
        case TermOp::subtract:
            return kSum;
        case TermOp::multiply:
        case TermOp::divide:
        case TermOp::floor_divide:
        case TermOp::modulo:
            return kProduct;
        case TermOp::negate:
        case TermOp::invert:
            return kSign;
        case TermOp::power:
            return kPower;
        default:
            return kind_of(op).form == TermForm::infix || is_membership(op) ? kComparison : kPostfix;
    }
}

std::string scope_item(char scope, std::string_view name) {
    return std::string(1, scope) + "[" + grammar::quote_string(name) + "]";
}

class Printer {
  public:
    Printer(const TermPool& terms, const FrameShape& shape, const PlaceNames* names)
        : terms_(terms), shape_(shape), names_(names) {}

    std::string print(TermId root) {
        push(root, {kAny, true});
        while (!stack_.empty()) {
            const Piece piece = std::move(stack_.back());
            stack_.pop_back();
            if (piece.term == kNoTerm) {
                out_ += piece.text;
            } else {
                expand(piece.term, piece.place);
            }
        }
        return std::move(out_);
    }

  private:
    void push(TermId term, Place place) {
        pieces_.push_back({term, place, {}});
        flush();
    }
    void text(std::string piece) { pieces_.push_back({kNoTerm, {}, std::move(piece)}); }
    void term(TermId id, int binding, bool test = false, bool scoped = false) {
        pieces_.push_back({id, {binding, test, scoped, in_key_}, {}});
    }
    // The pieces of one term were named from left to right; the stack wants the last first.
    void flush() {
        for (; !pieces_.empty(); pieces_.pop_back())
            stack_.push_back(std::move(pieces_.back()));
    }

    void expand(TermId id, Place place) {
        const Term& node = terms_[id];
        in_key_ = place.key;
        if (node.op == TermOp::truthy && place.test) {
            term(terms_.operands(id)[0], place.binding, true);
            return flush();
        }
        const bool brackets = binding(id) < place.binding;
        if (brackets) text("(");
        write(id, node, place);
        if (brackets) text(")");
        flush();
    }

    int binding(TermId id) const {
        const Term& node = terms_[id];
        if (node.op == TermOp::constant) {
            const Value& value = terms_.constant(id);
            if (!is_number(value.kind)) return kPostfix;
            const char first = print_constant(value)[0];
            return first == '-' ? kSign : first >= '0' && first <= '9' ? kNumber : kPostfix;
        }
        if (node.op == TermOp::not_ && is_membership(terms_[terms_.operands(id)[0]].op)) return kComparison;
        return binding_of(node.op);
    }

    void write(TermId id, const Term& node, Place place) {
        if (names_ != nullptr) {
            if (const auto named = names_->find(id); named != names_->end()) return text(named->second);
        }
        const auto operands = terms_.operands(id);
        switch (node.op) {
            case TermOp::local: {
                const std::string& name = shape_.slots[node.data].name;
                return text(!place.scoped && declared_reads_as_local(shape_, name) ? name
                                                                                   : scope_item('L', name));
            }
            case TermOp::global:
                return text(scope_item('G', shape_.slots[node.data].name));
            case TermOp::derived:
            case TermOp::external:
                return text(std::string(kind_of(node.op).spelling) + "(" +
                            grammar::quote_string(shape_.slots[node.data].name) + ")");
            case TermOp::numbered_type:
                return text("type_id(" + shape_.slots[node.data].name + ")");
            case TermOp::derived_from:
                text("derived(");
                return arguments(operands);
            case TermOp::is_instance:
                text("isinstance(");
                term(operands[0], kAny);
                return text(", " +
                            std::string(as<TypeValue>(terms_.constant(operands[1])).named->name.substr(9)) +
                            ")");
            case TermOp::ambient:
                return text(ambient(static_cast<AmbientField>(node.data)));
            case TermOp::constant:
                return text(constant(id));
            case TermOp::attribute:
                return attribute(operands[0], terms_.name(id), place.scoped);
            case TermOp::has_attribute:
                text("hasattr(");
                term(operands[0], kAny);
                return text(", " + grammar::quote_string(terms_.name(id)) + ")");
            case TermOp::extern_:
                text("extern(" + grammar::quote_string(terms_.extern_name(id)));
                for (const TermId operand : operands) {
                    text(", ");
                    term(operand, kAny);
                }
                return text(")");
            case TermOp::item:
                term(operands[0], kPostfix, false, place.scoped);
                text("[");
                in_key_ = true;
                term(operands[1], kAny);
                return text("]");
            case TermOp::device_type:
                return member(operands[0], "type");
            case TermOp::device_index:
                return member(operands[0], "index");
            case TermOp::conditional:
                term(operands[1], kOr);
                text(" if ");
                term(operands[0], kOr, true);
                text(" else ");
                return term(operands[2], kConditional);
            case TermOp::negate:
                // A sign would belong to a literal that follows, also to one that begins a power.
                text("-");
                return term(operands[0], kPostfix);
            case TermOp::invert:
                text("~");
                return term(operands[0], kSign);
            case TermOp::not_:
                return negation(operands[0]);
            default:
                break;
        }
        if (is_membership(node.op)) return membership(id, "");
        by_form(node.op, operands, place);
    }

    void by_form(TermOp op, std::span<const TermId> operands, Place place) {
        const TermKind& kind = kind_of(op);
        switch (kind.form) {
            case TermForm::infix:
                return infix(op, operands, place);
            case TermForm::property:
                return member(operands[0], kind.spelling);
            case TermForm::method:
                base(operands[0]);
                text("." + std::string(kind.spelling) + "(");
                return arguments(operands.subspan(1));
            default:
                text(std::string(kind.spelling) + "(");
                return arguments(operands);
        }
    }

    void arguments(std::span<const TermId> operands) {
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (i != 0) text(", ");
            term(operands[i], kAny);
        }
        text(")");
    }

    // What a point follows: the short name of a dtype or type would be the beginning of another name.
    void base(TermId id, bool scoped = false) {
        if (terms_[id].op == TermOp::constant && !is_number(terms_.constant(id).kind))
            return text(print_constant(terms_.constant(id)));
        term(id, kPostfix, false, scoped);
    }

    void member(TermId object, std::string_view name) {
        base(object);
        text("." + std::string(name));
    }

    void attribute(TermId object, const std::string& name, bool scoped) {
        if (grammar::is_identifier(name)) {
            base(object, scoped);
            return text("." + name);
        }
        text("getattr(");
        term(object, kAny, false, scoped);
        text(", " + grammar::quote_string(name) + ")");
    }

    void infix(TermOp op, std::span<const TermId> operands, Place place) {
        const int own = binding_of(op);
        const bool logic = op == TermOp::and_ || op == TermOp::or_;
        // Where a value is asked for, `x or y` is not whether one of them holds: `bool(x) or bool(y)` is.
        const bool test = logic && place.test;
        const std::string between = " " + std::string(kind_of(op).spelling) + " ";
        int left = own;
        int right = own + 1;
        if (op == TermOp::power) {
            left = kNumber;
            right = kSign;
        } else if (own == kComparison) {
            left = right = kOperand;
        }
        const bool types = op == TermOp::equal || op == TermOp::not_equal;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (i != 0) text(between);
            term(operands[i], i == 0 && !logic ? left : right, test,
                 types && would_read_as_type(operands[i]));
        }
    }

    void negation(TermId operand) {
        if (is_membership(terms_[operand].op)) return membership(operand, "not ");
        text("not ");
        term(operand, kNot, true);
    }

    // `a is b`, `a in b` and their negations.
    void membership(TermId id, const std::string& negated) {
        const TermOp op = terms_[id].op;
        const auto operands = terms_.operands(id);
        const bool contained = op == TermOp::contains || op == TermOp::in_range;
        const std::string word = contained ? " " + negated + "in " : " is " + negated;
        if (op == TermOp::is_type) return type_test(operands[0], operands[1], word);
        term(operands[0], kOperand);
        text(word);
        if (op == TermOp::in_range) {
            term(operands[1], kOperand);
            text("..");
            term(operands[2], kOperand);
            if (print_constant(terms_.constant(operands[3])) != "1") {
                text(" step ");
                term(operands[3], kOperand);
            }
            return;
        }
        if (op == TermOp::is_constant && terms_.constant(operands[1]).kind == Kind::type)
            return text(print_constant(terms_.constant(operands[1])));
        if (op == TermOp::is_constant && terms_[operands[0]].op == TermOp::dispatch_keys) {
            if (const std::optional<std::string> keys = key_set(terms_.constant(operands[1])))
                return text(*keys);
        }
        term(operands[1], kOperand, false, op == TermOp::is_same && would_read_as_type(operands[1]));
    }

    // As a set of dispatch keys.
    static std::optional<std::string> key_set(const Value& constant) {
        if (constant.kind != Kind::integer || is_big(as<IntegerValue>(constant))) return std::nullopt;
        return dispatch_key_set(static_cast<std::uint64_t>(as<IntegerValue>(constant).number));
    }

    // On `type(v)` an `is` compares types, so that is how a type without a short spelling is tested.
    void type_test(TermId value, TermId type, const std::string& word) {
        const Value& constant = terms_.constant(type);
        const auto name = short_type_in_type_place(shape_, as<TypeValue>(constant).named->name);
        if (name && terms_[value].op != TermOp::type) {
            term(value, kOperand);
            return text(word + *name);
        }
        text("type(");
        term(value, kAny);
        text(")" + word + (name ? *name : print_constant(constant)));
    }

    // A chain of attributes from a bare local that sema would take for the name of a type there.
    bool would_read_as_type(TermId id) const {
        if (!shape_.open || terms_[id].op != TermOp::attribute) return false;
        std::vector<const std::string*> names;
        for (; terms_[id].op == TermOp::attribute; id = terms_.operands(id)[0])
            names.push_back(&terms_.name(id));
        if (terms_[id].op != TermOp::local) return false;
        std::string dotted = shape_.slots[terms_[id].data].name;
        for (auto name = names.rbegin(); name != names.rend(); ++name)
            dotted += "." + **name;
        return type_in_type_place(shape_, dotted).has_value();
    }

    std::string ambient(AmbientField field) const {
        const std::string name(ambient_name(field));
        return is_parameter(shape_, name) ? "state." + name : name;
    }

    std::string constant(TermId id) const {
        const Value& value = terms_.constant(id);
        std::optional<std::string> name;
        if (value.kind == Kind::dtype)
            name = short_dtype(shape_, static_cast<DType>(as<DTypeValue>(value).dtype));
        if (value.kind == Kind::type)
            name = short_type_in_value_place(shape_, as<TypeValue>(value).named->name);
        if (value.kind == Kind::device) {
            const Device device = unpack_device(as<DeviceValue>(value).device);
            if (device.index >= 0 && !in_key_) name = device_text(device);
        }
        return name ? *name : print_constant(value);
    }

    const TermPool& terms_;
    const FrameShape& shape_;
    const PlaceNames* names_;  // may be null
    std::vector<Piece> pieces_;
    std::vector<Piece> stack_;
    bool in_key_ = false;
    std::string out_;
};

}  // namespace

namespace {

std::string print(const TermPool& terms, TermId term, const FrameShape& shape, const PlaceNames* names) {
    std::string text = Printer(terms, shape, names).print(term);
    const bool test = kind_of(terms[term].op).term_class == TermClass::test;
    return test ? grammar::guard_statement(std::move(text)) : text;
}

}  // namespace

std::string print_term(const TermPool& terms, TermId term, const FrameShape& shape) {
    return print(terms, term, shape, nullptr);
}

std::string print_term(const TermPool& terms, TermId term, const FrameShape& shape, const PlaceNames& names) {
    return print(terms, term, shape, &names);
}

}  // namespace guardc::compiler
