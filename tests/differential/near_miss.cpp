#include "tests/differential/near_miss.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

namespace guardc::differential {

namespace {

class Change {
  public:
    Change(FrameSketch& frame, Dice& dice, FrameGenerator& values)
        : frame_(frame), dice_(dice), values_(values) {
        for (Fields* fields : {&frame.locals, &frame.globals})
            collect(*fields);
    }

    std::string make() {
        const auto choice = dice_.below(100);
        if (choice < 6 || seats_.empty()) return drop_field();
        if (choice < 12) return change_state();
        Node& seat = *dice_.pick(seats_);
        if (choice < 20) return alias(seat);
        if (choice < 28) return other_object(seat);
        if (choice < 36) {
            seat = values_.value(1);
            return "another value";
        }
        return change(seat);
    }

  private:
    // Every place in the graph that may hold any value: not keys, elements of sets, and parts of ranges.
    void collect(Fields& fields) {
        for (auto& [name, node] : fields)
            collect(node);
    }
    void collect(Node& node) {
        seats_.push_back(&node);
        if (!seen_.insert(node.get()).second) return;
        collect(node->attributes);
        if (node->kind == Kind::list || node->kind == Kind::tuple)
            for (Node& item : node->items)
                collect(item);
        if (node->kind == Kind::dict)
            for (std::size_t i = 1; i < node->items.size(); i += 2)
                collect(node->items[i]);
    }

    std::string drop_field() {
        Fields& fields = dice_.chance(60) ? frame_.locals : dice_.chance(50) ? frame_.globals : frame_.state;
        if (fields.empty()) return change_state();
        fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(dice_.below(fields.size())));
        return "a field dropped";
    }

    std::string change_state() {
        if (frame_.state.empty()) {
            frame_.state.emplace_back("grad_mode", sketch_boolean(true));
            return "grad mode given";
        }
        Node& value = dice_.pick(frame_.state).second;
        if (value->kind == Kind::boolean) {
            value = sketch_boolean(value->text == "False");
        } else if (value->kind == Kind::integer) {
            value = sketch_integer(dice_.between(1, 8));
        } else {
            value = values_.scalar(value->kind == Kind::none ? Kind::device : value->kind);
        }
        return "state";
    }

    std::string alias(Node& seat) {
        Node& other = *dice_.pick(seats_);
        // A node inside the other one would make a cycle, which no frame file can write.
        if (holds(*other, seat.get()) || other->identity == 0) return change(seat);
        seat = other;
        return "the same object in two places";
    }
    static bool holds(const Sketch& outer, const Sketch* inner) {
        if (&outer == inner) return true;
        return std::ranges::any_of(outer.items, [&](const Node& item) { return holds(*item, inner); }) ||
               std::ranges::any_of(outer.attributes,
                                   [&](const auto& field) { return holds(*field.second, inner); });
    }

    std::string other_object(Node& seat) {
        seat = std::make_shared<Sketch>(*seat);
        if (can_have_identity(seat->kind)) seat->identity = dice_.chance(80) ? values_.fresh_identity() : 0;
        return "another object of equal parts";
    }

    std::string change(Node& seat) {
        switch (seat->kind) {
            case Kind::boolean:
                return change_boolean(seat);
            case Kind::integer:
                return change_integer(seat);
            case Kind::floating:
                return change_floating(seat);
            case Kind::string:
            case Kind::bytes:
                seat = sketch_text(seat->kind, dice_.chance(70) ? seat->text + "a" : std::string());
                return "characters";
            case Kind::none:
                seat = dice_.chance(50) ? sketch_boolean(false) : values_.scalar();
                return "None";
            case Kind::tensor:
                return change_tensor(seat->tensor);
            case Kind::object:
            case Kind::module:
                return change_object(*seat);
            case Kind::dict:
                return change_dict(*seat);
            case Kind::list:
            case Kind::tuple:
            case Kind::set:
            case Kind::frozenset:
                return change_items(*seat);
            case Kind::complex:
            case Kind::range:
            case Kind::slice:
            case Kind::size:
                return change_part(*seat);
            default:
                seat = values_.scalar(seat->kind);
                return "a name";
        }
    }

    std::string change_boolean(Node& seat) {
        if (dice_.chance(60)) {
            seat = sketch_boolean(seat->text == "False");
            return "truth";
        }
        seat = sketch_integer(seat->text == "True" ? 1 : 0);
        return "a bool became an int";
    }

    std::string change_integer(Node& seat) {
        std::int64_t number = 0;
        const std::string& text = seat->text;
        const bool fits = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
        const auto choice = dice_.below(10);
        if (fits && choice < 5 && number > INT64_MIN + 9 && number < INT64_MAX - 9) {
            seat = sketch_integer(number + (dice_.chance(50) ? dice_.between(1, 8) : dice_.between(-8, -1)));
        } else if (choice < 7) {
            seat = sketch_floating(text + ".0");
            return "an int became a float";
        } else if (fits && (number == 0 || number == 1)) {
            seat = sketch_boolean(number == 1);
            return "an int became a bool";
        } else {
            seat = values_.scalar(Kind::integer);
        }
        return "an int";
    }

    std::string change_floating(Node& seat) {
        const std::string text = seat->text;
        if (text == "0.0" || text == "-0.0") {
            seat = sketch_floating(text == "0.0" ? "-0.0" : "0.0");
            return "the sign of zero";
        }
        if (text.ends_with(".0") && dice_.chance(40)) {
            seat = sketch_integer(text.substr(0, text.size() - 2));
            return "a float became an int";
        }
        seat = values_.scalar(Kind::floating);
        return "a float";
    }

    std::string change_tensor(TensorSketch& tensor) {
        switch (dice_.below(10)) {
            case 0:
                tensor.dtype = values_.scalar(Kind::dtype)->text;
                return "dtype";
            case 1:
                tensor.device = values_.scalar(Kind::device)->text;
                return "device";
            case 2:
                tensor.requires_grad = !tensor.requires_grad;
                return "requires_grad";
            case 3:
                tensor.offset += dice_.between(1, 9);
                return "storage offset";
            case 4:
                tensor.type = tensor.type == "Tensor" ? "torch.nn.parameter.Parameter" : "Tensor";
                return "tensor type";
            case 5:
                tensor.sizes.push_back(1);
                tensor.strides.push_back(1);
                return "rank";
            case 6:
                if (tensor.strides.empty()) break;
                dice_.pick(tensor.strides) += dice_.between(1, 7);
                return "stride";
            default:
                break;
        }
        if (tensor.sizes.empty()) {
            tensor.requires_grad = !tensor.requires_grad;
            return "requires_grad";
        }
        dice_.pick(tensor.sizes) += dice_.between(1, 16);
        return "size";
    }

    std::string change_object(Sketch& object) {
        Fields& attributes = object.attributes;
        if (attributes.empty() || dice_.chance(20)) {
            if (dice_.chance(50) && find(attributes, "missing") == nullptr) {
                attributes.emplace_back("missing", values_.scalar());
                return "an attribute added";
            }
            object.text = object.text == "demo.Config" ? "demo.Layer" : "demo.Config";
            return "type";
        }
        const auto at = attributes.begin() + static_cast<std::ptrdiff_t>(dice_.below(attributes.size()));
        if (dice_.chance(50)) {
            attributes.erase(at);
            return "an attribute dropped";
        }
        return change(at->second);
    }

    std::string change_dict(Sketch& dict) {
        std::vector<Node>& items = dict.items;
        const std::size_t pairs = items.size() / 2;
        if (pairs == 0) {
            items = {sketch_text(Kind::string, "absent"), values_.scalar()};
            return "a key added";
        }
        const auto at = static_cast<std::ptrdiff_t>(2 * dice_.below(pairs));
        switch (dice_.below(4)) {
            case 0:
                items.erase(items.begin() + at, items.begin() + at + 2);
                return "a key dropped";
            case 1:
                dict.text = dict.text.empty() ? "collections.OrderedDict" : "";
                return "dict type";
            case 2:
                std::rotate(items.begin(), items.begin() + 2, items.end());
                return "order of keys";
            default:
                return change(items[static_cast<std::size_t>(at) + 1]);
        }
    }

    std::string change_items(Sketch& sequence) {
        std::vector<Node>& items = sequence.items;
        const bool is_set = sequence.kind == Kind::set || sequence.kind == Kind::frozenset;
        switch (dice_.below(5)) {
            case 0:
                if (is_set) {
                    sequence.kind = sequence.kind == Kind::set ? Kind::frozenset : Kind::set;
                } else {
                    sequence.kind = sequence.kind == Kind::list ? Kind::tuple : Kind::list;
                }
                return "kind of container";
            case 1:
                if (items.empty()) break;
                items.pop_back();
                return "an element dropped";
            case 2:
                if (items.empty()) break;
                std::rotate(items.begin(), items.begin() + 1, items.end());
                return "order of elements";
            case 3:
                if (items.empty() || is_set) break;
                return change(dice_.pick(items));
            default:
                break;
        }
        // A set holds nothing twice, also when it is changed twice.
        items.push_back(sketch_text(Kind::string, "absent" + std::to_string(items.size())));
        return "an element added";
    }

    std::string change_part(Sketch& value) {
        if (value.items.empty()) {
            value.items.push_back(sketch_integer(3));
            return "an element added";
        }
        // The last part of a range is its step, which must not become 0; parts of a size stay ints.
        Node& part = value.items[dice_.below(value.kind == Kind::range ? 2 : value.items.size())];
        part = value.kind == Kind::complex ? values_.scalar(Kind::floating)
                                           : sketch_integer(dice_.between(0, 9));
        return "a part";
    }

    FrameSketch& frame_;
    Dice& dice_;
    FrameGenerator& values_;
    std::vector<Node*> seats_;
    std::unordered_set<const Sketch*> seen_;
};

}  // namespace

NearMiss near_miss(const FrameSketch& frame, Dice& dice, FrameGenerator& values) {
    NearMiss miss{clone(frame), {}};
    miss.changed = Change(miss.frame, dice, values).make();
    return miss;
}

}  // namespace guardc::differential
