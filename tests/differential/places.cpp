#include "tests/differential/places.h"

#include "grammar/words.h"

namespace guardc::differential {

std::string attribute_path(const std::string& base, const std::string& name, Dice& dice) {
    if (grammar::is_identifier(name) && dice.chance(80)) return base + "." + name;
    return "getattr(" + base + ", " + in_quotes(name) + ")";
}

namespace {

class Walk {
  public:
    Walk(Dice& dice, std::size_t most, std::vector<Place>& places)
        : dice_(dice), most_(most), places_(places) {}

    void place(const std::string& path, const Node& value, unsigned depth) {
        if (places_.size() >= most_) return;
        places_.push_back({path, value, true});
        if (depth == 4) return;
        switch (value->kind) {
            case Kind::object:
            case Kind::module:
                for (const auto& [name, held] : value->attributes)
                    place(attribute_path(path, name, dice_), held, depth + 1);
                break;
            case Kind::list:
            case Kind::tuple:
            case Kind::size:
                for (std::size_t i = 0; i < value->items.size(); ++i)
                    place(path + "[" + index(i, value->items.size()) + "]", value->items[i], depth + 1);
                break;
            case Kind::dict:
                for (std::size_t i = 0; i + 1 < value->items.size(); i += 2) {
                    const std::string key = literal_text(*value->items[i]);
                    if (!key.empty()) place(path + "[" + key + "]", value->items[i + 1], depth + 1);
                }
                break;
            case Kind::tensor:
                if (value->more.empty()) tensor(path, value->tensor);
                break;
            case Kind::function:
                if (!value->items.empty()) place(path + ".__defaults__[0]", value->items[0], depth + 1);
                computed(path + ".__name__", sketch_text(Kind::string, value->text));
                break;
            default:
                break;
        }
    }

  private:
    std::string index(std::size_t at, std::size_t size) {
        return dice_.chance(75)
                   ? std::to_string(at)
                   : std::to_string(static_cast<std::int64_t>(at) - static_cast<std::int64_t>(size));
    }
    void computed(std::string path, Node value) {
        places_.push_back({std::move(path), std::move(value), false});
    }

    void tensor(const std::string& path, const TensorSketch& tensor) {
        for (std::size_t i = 0; i < tensor.sizes.size(); ++i) {
            const std::string at = index(i, tensor.sizes.size());
            switch (dice_.below(4)) {
                case 0:
                    computed(path + ".shape[" + at + "]", sketch_integer(tensor.sizes[i]));
                    break;
                case 1:
                    computed(path + ".size()[" + at + "]", sketch_integer(tensor.sizes[i]));
                    break;
                default:
                    computed(path + ".size(" + at + ")", sketch_integer(tensor.sizes[i]));
            }
            if (dice_.chance(60)) computed(path + ".stride(" + at + ")", sketch_integer(tensor.strides[i]));
        }
        const auto rank = static_cast<std::int64_t>(tensor.sizes.size());
        computed(path + (dice_.chance(50) ? ".dim()" : ".ndim"), sketch_integer(rank));
        computed(path + ".storage_offset()", sketch_integer(tensor.offset));
        computed(path + ".requires_grad", sketch_boolean(tensor.requires_grad));
        computed(path + ".dtype", sketch_text(Kind::dtype, tensor.dtype));
        computed(path + ".device", sketch_text(Kind::device, tensor.device));
        const std::size_t colon = tensor.device.find(':');
        computed(path + ".device.type", sketch_text(Kind::string, tensor.device.substr(0, colon)));
        computed(path + ".device.index", colon == std::string::npos
                                             ? sketch_none()
                                             : sketch_integer(tensor.device.substr(colon + 1)));
    }

    Dice& dice_;
    std::size_t most_;
    std::vector<Place>& places_;
};

}  // namespace

std::vector<Place> places_of(const FrameSketch& frame, Dice& dice, std::size_t most) {
    std::vector<Place> places;
    Walk walk(dice, most, places);
    for (const auto& [name, value] : frame.locals)
        walk.place(grammar::is_identifier(name) && dice.chance(75) ? name : "L[" + in_quotes(name) + "]",
                   value, 0);
    for (const auto& [name, value] : frame.globals)
        walk.place("G[" + in_quotes(name) + "]", value, 0);
    for (const auto& [name, value] : frame.state)
        places.push_back({dice.chance(50) ? name : "state." + name, value, false});
    return places;
}

}  // namespace guardc::differential
