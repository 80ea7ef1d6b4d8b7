#include "tests/program/value_notation.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace guardc::program_tests {
namespace {

class Reader {
  public:
    Reader(ValueArena& arena, std::string_view text) : arena_(arena), text_(text), left_(text) {}

    const Value* whole() {
        const Value* value = read();
        if (!left_.empty()) fail();
        return value;
    }

  private:
    [[noreturn]] void fail() const {
        std::fprintf(stderr, "no value: %.*s\n", static_cast<int>(text_.size()), text_.data());
        std::abort();
    }
    void skip() {
        while (!left_.empty() && left_.front() == ' ')
            left_.remove_prefix(1);
    }
    bool take(std::string_view word) {
        skip();
        if (!left_.starts_with(word)) return false;
        left_.remove_prefix(word.size());
        return true;
    }
    void expect(std::string_view word) {
        if (!take(word)) fail();
    }
    std::string_view take_while(std::string_view characters) {
        skip();
        const std::size_t count = std::min(left_.find_first_not_of(characters), left_.size());
        const std::string_view word = left_.substr(0, count);
        left_.remove_prefix(count);
        return word;
    }
    // `cuda:0`, `demo.Config`; a colon behind it belongs to the dict around it.
    std::string_view dotted_name() {
        std::string_view name =
            take_while("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:");
        if (!name.ends_with(':')) return name;
        left_ = std::string_view(left_.data() - 1, left_.size() + 1);
        name.remove_suffix(1);
        return name;
    }
    std::string_view quoted() {
        const std::size_t end = left_.find('\'');
        if (end == std::string_view::npos) fail();
        const std::string_view inside = left_.substr(0, end);
        left_.remove_prefix(end + 1);
        return inside;
    }
    std::vector<const Value*> list(std::string_view end) {
        std::vector<const Value*> items;
        while (!take(end)) {
            items.push_back(read());
            take(",");
        }
        return items;
    }
    std::vector<Pair> pairs() {
        std::vector<Pair> pairs;
        while (!take("}")) {
            const Value* key = read();
            expect(":");
            pairs.push_back({key, read()});
            take(",");
        }
        return pairs;
    }

    const Value* read() {
        skip();
        const std::string_view start = left_;
        const Value* value = read_plain({});
        if (!take("#")) return value;
        const std::uint64_t identity = std::stoull(std::string(take_while("0123456789")));
        const std::string_view behind = left_;
        left_ = start;  // once more, with the identity
        value = read_plain({identity, nullptr});
        left_ = behind;
        return value;
    }

    const Value* dict_or_set(Place place) {
        const std::string_view start = left_;
        if (take("}")) return arena_.make_dict({}, place);
        read();
        const bool is_dict = take(":");
        left_ = start;
        if (!is_dict) return arena_.make_sequence(Kind::set, list("}"), place);
        const std::vector<Pair> written = pairs();
        return arena_.make_dict({.pairs = written}, place);
    }

    const Value* read_plain(Place place) {
        if (take("None")) return arena_.make_none();
        if (take("True")) return arena_.make_boolean(true);
        if (take("False")) return arena_.make_boolean(false);
        if (take("nan")) return arena_.make_floating(NAN, place);
        if (take("-inf")) return arena_.make_floating(-INFINITY, place);
        if (take("inf")) return arena_.make_floating(INFINITY, place);
        if (take("b'")) return arena_.make_bytes(quoted(), place);
        if (take("'")) return arena_.make_string(quoted(), place);
        if (take("fs{")) return arena_.make_sequence(Kind::frozenset, list("}"), place);
        if (take("Size(")) return arena_.make_sequence(Kind::size, list(")"), place);
        if (take("dtype:")) return arena_.make_dtype(*parse_dtype(dotted_name()), place);
        if (take("device:")) return arena_.make_device(*parse_device(dotted_name()), place);
        if (take("type:")) return arena_.make_type(intern_type(dotted_name()), place);
        if (take("tensor")) return tensor(place);
        if (take("function")) return arena_.make_function({}, place);
        if (take("object")) return arena_.make_object({.type = intern_type("demo.Thing")}, place);
        if (take("proxy{")) return dict_of(Kind::mapping_proxy, nullptr, place);
        if (take("sub{")) return dict_of(Kind::dict, intern_type("demo.Dict"), place);
        if (take("range(")) return triple(&ValueArena::make_range, place);
        if (take("slice(")) return triple(&ValueArena::make_slice, place);
        if (take("complex(")) return complex(place);
        if (take("iter(")) return arena_.make_iterator({.items = list(")")}, place);
        if (take("[")) return arena_.make_sequence(Kind::list, list("]"), place);
        if (take("(")) return arena_.make_sequence(Kind::tuple, list(")"), place);
        if (take("{")) return dict_or_set(place);
        return number(place);
    }

    const Value* dict_of(Kind kind, const TypeInfo* type, Place place) {
        const std::vector<Pair> written = pairs();
        return arena_.make_dict({.pairs = written, .kind = kind, .type = type}, place);
    }
    template <class Make>
    const Value* triple(Make make, Place place) {
        const std::vector<const Value*> parts = list(")");
        if (parts.size() != 3) fail();
        return (arena_.*make)(parts[0], parts[1], parts[2], place);
    }
    const Value* complex(Place place) {
        const std::vector<const Value*> parts = list(")");
        if (parts.size() != 2) fail();
        return arena_.make_complex(as<FloatingValue>(*parts[0]).number, as<FloatingValue>(*parts[1]).number,
                                   place);
    }
    const Value* tensor(Place place) {
        static constexpr std::int64_t sizes[] = {2, 3};
        return arena_.make_tensor({.dtype = DType::float16, .sizes = sizes}, place);
    }
    const Value* number(Place place) {
        const std::string digits(take_while("+-0123456789.e"));
        if (digits.empty()) fail();
        if (digits.find_first_of(".e") != std::string::npos)
            return arena_.make_floating(std::strtod(digits.c_str(), nullptr), place);
        const std::optional<BigInteger> integer = parse_big_integer(digits);
        if (!integer) fail();
        return arena_.make_integer(integer->view(), place);
    }

    ValueArena& arena_;
    std::string_view text_;
    std::string_view left_;
};

}  // namespace

const Value* value_of(ValueArena& arena, std::string_view text) {
    return Reader(arena, text).whole();
}

}  // namespace guardc::program_tests
