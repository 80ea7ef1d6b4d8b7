#include "compiler/import/fold_tensor.h"

#include <algorithm>
#include <map>

#include "runtime/value/objects.h"

namespace guardc::compiler {

namespace {

// More dimensions than a tensor has are not worth a list.
constexpr std::int64_t kMostDimensions = 64;

class Fold {
  public:
    Fold(const TermPool& terms, TermId place, TermTexts& texts, Shorthands& shorthands)
        : terms_(terms), place_(place), texts_(texts), shorthands_(shorthands) {}

    std::optional<TensorFold> run(std::span<const TermId> guards) {
        for (const TermId guard : guards)
            take(guard);
        if (type_ == kNoTerm) return std::nullopt;
        if (!rank_) {
            drop(sizes_);
            drop(strides_);
        } else {
            drop_beyond(sizes_);
            drop_beyond(strides_);
        }
        take_keys(guards);
        take_marks(guards);
        if (folded_.size() < 2) return std::nullopt;
        return TensorFold{text(), std::move(folded_)};
    }

  private:
    struct Dimension {
        TermId guard;
        TermId number;
    };
    using Dimensions = std::map<std::int64_t, Dimension>;

    const Value* constant(TermId term) const {
        return terms_[term].op == TermOp::constant ? &terms_.constant(term) : nullptr;
    }
    // A number that fits.
    std::optional<std::int64_t> number(TermId term) const {
        const Value* value = constant(term);
        if (value == nullptr || value->kind != Kind::integer) return std::nullopt;
        const std::string text = texts_.of(term);
        if (text.empty() || text.size() > 18) return std::nullopt;
        return std::stoll(text);
    }

    void use(TermId guard) { folded_.push_back(guard); }

    void take(TermId guard) {
        const TermOp op = terms_[guard].op;
        const auto operands = terms_.operands(guard);
        if (op == TermOp::is_type && operands[0] == place_ && type_ == kNoTerm) {
            type_ = operands[1];
            return use(guard);
        }
        if (op != TermOp::is_constant && op != TermOp::equal) return;
        const Value* wanted = constant(operands[1]);
        if (wanted == nullptr || terms_.operands(operands[0]).empty() ||
            terms_.operands(operands[0])[0] != place_)
            return;
        const TermOp fact = terms_[operands[0]].op;
        if (op == TermOp::is_constant) {
            if (fact == TermOp::dtype && wanted->kind == Kind::dtype) once(dtype_, guard, operands[1]);
            if (fact == TermOp::device && wanted->kind == Kind::device) once(device_, guard, operands[1]);
            if (fact == TermOp::requires_grad && wanted->kind == Kind::boolean)
                once(requires_grad_, guard, operands[1]);
            return;
        }
        const auto count = number(operands[1]);
        if (!count) return;
        if (fact == TermOp::rank && !rank_ && *count >= 0 && *count <= kMostDimensions) {
            rank_ = count;
            return use(guard);
        }
        if (fact == TermOp::size) dimension(sizes_, guard, operands);
        if (fact == TermOp::stride) dimension(strides_, guard, operands);
    }

    void once(TermId& field, TermId guard, TermId value) {
        if (field != kNoTerm) return;
        field = value;
        use(guard);
    }

    void dimension(Dimensions& into, TermId guard, std::span<const TermId> operands) {
        const auto index = number(terms_.operands(operands[0])[1]);
        if (index && *index >= 0 && into.try_emplace(*index, Dimension{guard, operands[1]}).second)
            use(guard);
    }

    void take_keys(std::span<const TermId> guards) {
        for (const TermId guard : guards) {
            if (device_ == kNoTerm || plain_keys_ || !shorthands_.is_plain_keys(guard, place_, device_))
                continue;
            plain_keys_ = true;
            use(guard);
        }
    }

    // Of a field all or none.
    void take_marks(std::span<const TermId> guards) {
        for (const Shorthands::Marks& marks : shorthands_.marks()) {
            std::vector<TermId> found;
            for (const std::string& mark : marks.names)
                for (const TermId guard : guards)
                    if (is_without(guard, mark)) found.push_back(guard);
            if (marks.names.empty() || found.size() != marks.names.size()) continue;
            marks_ = marks.field;
            folded_.insert(folded_.end(), found.begin(), found.end());
            return;
        }
    }
    bool is_without(TermId guard, const std::string& mark) const {
        if (terms_[guard].op != TermOp::not_) return false;
        const TermId present = terms_.operands(guard)[0];
        return terms_[present].op == TermOp::has_attribute && terms_.operands(present)[0] == place_ &&
               terms_.name(present) == mark;
    }

    void drop(Dimensions& dimensions) {
        for (const auto& [index, dimension] : dimensions)
            std::erase(folded_, dimension.guard);
        dimensions.clear();
    }
    void drop_beyond(Dimensions& dimensions) {
        for (auto each = dimensions.lower_bound(*rank_); each != dimensions.end();) {
            std::erase(folded_, each->second.guard);
            each = dimensions.erase(each);
        }
    }

    std::string list(const Dimensions& dimensions) const {
        std::string text = "[";
        for (std::int64_t i = 0; i < *rank_; ++i) {
            if (i != 0) text += ", ";
            const auto found = dimensions.find(i);
            text += found == dimensions.end() ? "None" : texts_.of(found->second.number);
        }
        return text + "]";
    }

    std::string text() const {
        std::vector<std::string> fields;
        if (dtype_ != kNoTerm) fields.push_back(texts_.of(dtype_));
        if (device_ != kNoTerm) fields.push_back(texts_.of(device_));
        // One of the two says how many there are.
        if (rank_ && (!sizes_.empty() || strides_.empty())) fields.push_back("size=" + list(sizes_));
        if (rank_ && !strides_.empty()) fields.push_back("stride=" + list(strides_));
        if (requires_grad_ != kNoTerm) fields.push_back("requires_grad=" + texts_.of(requires_grad_));
        if (plain_keys_) fields.push_back("keys=plain");
        if (!marks_.empty()) fields.emplace_back(marks_);
        if (as<TypeValue>(terms_.constant(type_)).named->name != "torch.Tensor")
            fields.push_back("type=" + texts_.type_text(type_));
        std::string text = texts_.of(place_) + " is tensor(";
        for (std::size_t i = 0; i < fields.size(); ++i)
            text += (i == 0 ? "" : ", ") + fields[i];
        return text + ")";
    }

    const TermPool& terms_;
    TermId place_;
    TermTexts& texts_;
    Shorthands& shorthands_;
    bool plain_keys_ = false;
    std::string_view marks_;  // the field that stands for them
    TermId type_ = kNoTerm, dtype_ = kNoTerm, device_ = kNoTerm, requires_grad_ = kNoTerm;
    std::optional<std::int64_t> rank_;
    Dimensions sizes_, strides_;
    std::vector<TermId> folded_;
};

}  // namespace

std::optional<TensorFold> fold_tensor(const TermPool& terms, TermId place, std::span<const TermId> guards,
                                      TermTexts& texts, Shorthands& shorthands) {
    return Fold(terms, place, texts, shorthands).run(guards);
}

}  // namespace guardc::compiler
