#include "tests/peer/stricter.h"

namespace guardc {
namespace {

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// The same text but for signs of zero, `True` for `1`, or `.0` behind ints.
std::string without(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

bool sign_of_zero(const Failed& failed) {
    return failed.expected != failed.actual &&
           without(failed.expected, "-0.0", "0.0") == without(failed.actual, "-0.0", "0.0");
}

bool equal_of_another_type(const Failed& failed) {
    const auto plain = [](std::string text) {
        text = without(std::move(text), "True", "1");
        text = without(std::move(text), "False", "0");
        return without(std::move(text), ".0", "");
    };
    return failed.expected != failed.actual && plain(failed.expected) == plain(failed.actual);
}

}  // namespace

const std::vector<StricterClass>& stricter_classes() {
    static const std::vector<StricterClass> classes = {
        {"content-not-printed", "the text of the guard does not tell what it tests, and nothing bound it",
         [](const Failed& failed) { return has(failed.guard, "extern("); }},
        {"content-of-the-known-frame",
         "the text of the guard does not tell what it tests, and the frame given beside it does",
         [](const Failed& failed) { return failed.bound; }},
        {"sign-of-zero", "`0.0` and `-0.0` are different values", sign_of_zero},
        {"equal-of-another-type", "`1`, `1.0` and `True` are different values, also inside containers",
         equal_of_another_type},
        {"beyond-64-bits", "arithmetic with ints beyond 64 bits is undefined",
         [](const Failed& failed) {
             return has(failed.actual, "beyond 64 bits") || has(failed.actual, "no result within 64 bits");
         }},
        {"number-in-a-condition",
         "a number in a condition on sizes is an int, as it was when the entry was made",
         [](const Failed& failed) {
             return failed.guard.ends_with(" is int") && failed.actual == "a float";
         }},
        {"sizes-not-told", "the sizes of a jagged tensor are none that can be checked",
         [](const Failed& failed) {
             return has(failed.actual, "which is no tensor with `dim`") ||
                    has(failed.actual, "sizes cannot be checked");
         }},
        {"attributes-not-told", "the frame does not tell the attributes of an instance of a dict subclass",
         [](const Failed& failed) { return has(failed.actual, "no attribute `__dict__`"); }},
    };
    return classes;
}

}  // namespace guardc
