#include "runtime/dispatch/limit_warning.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

namespace guardc {
namespace {

constexpr std::string_view kIdentity = "is_identity(";
constexpr std::size_t kShown = 4;  // expected values that are listed

struct Group {
    std::vector<const ReasonText*> reasons;
    std::set<std::string> expected;
};

std::string list(const std::set<std::string>& texts) {
    std::string all;
    std::size_t shown = 0;
    for (const std::string& text : texts) {
        if (shown == kShown) return all + ", ..";
        all += (shown++ == 0 ? "" : ", ") + text;
    }
    return all;
}

// Of the guard that most entries failed at.
std::string hint(const std::string& subject, const Group& group) {
    if (subject.starts_with(kIdentity)) {
        const std::string path = subject.substr(kIdentity.size(), subject.find(',') - kIdentity.size());
        return "every object at `" + path + "` has entries of its own; `limit N per " + path +
               " then ..` counts for each of them";
    }
    if (group.expected.size() > 1) {
        return "its value differs from call to call; an entry that takes a range of values (`" + subject +
               " in a..b`) or reads it as an input (`waive .. lift`) serves them all";
    }
    return "if the artefact does not depend on it, waive it; else raise the limit";
}

}  // namespace

std::string guard_subject(std::string_view guard) {
    static constexpr std::array<std::string_view, 9> operators = {" is ", " == ", " != ", " in ",    " < ",
                                                                  " <= ", " > ",  " >= ", " not in "};
    std::size_t end = guard.size();
    for (const std::string_view spelling : operators)
        end = std::min(end, guard.find(spelling));
    if (end < guard.size()) return std::string(guard.substr(0, end));
    const std::size_t comma = guard.find(", ");
    if (comma != std::string_view::npos && guard.ends_with(')'))
        return std::string(guard.substr(0, comma)) + ", ..)";
    return std::string(guard);
}

std::string limit_warning(std::string_view frame, std::string_view limit,
                          std::span<const ReasonText> reasons) {
    std::string text = "frame `" + std::string(frame) + "` has met " + std::string(limit) +
                       "; calls that no entry accepts compile nothing from now on";
    std::map<std::string, Group> groups;
    for (const ReasonText& reason : reasons) {
        Group& group = groups[guard_subject(reason.guard)];
        group.reasons.push_back(&reason);
        group.expected.insert(reason.expected);
    }
    if (groups.empty()) return text;
    const auto most =
        std::ranges::max_element(groups, {}, [](const auto& named) { return named.second.reasons.size(); });
    const Group& group = most->second;
    text += ": " + std::to_string(group.reasons.size()) + " of " + std::to_string(reasons.size()) +
            " entries miss at `" + most->first + "` (expected " + list(group.expected) + ", found " +
            group.reasons.front()->actual + "). Hint: " + hint(most->first, group);
    return text;
}

}  // namespace guardc
