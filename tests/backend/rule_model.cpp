#include "tests/backend/rule_model.h"

#include <algorithm>

#include "tests/backend/rule_world.h"

namespace guardc::compiler {
namespace {

bool a_is_1(const Point& p) {
    return p.a == 1;
}
bool b_is_2(const Point& p) {
    return p.b == 2;
}
bool b_is_even(const Point& p) {
    return p.b % 2 == 0;
}
bool c_is_float(const Point& p) {
    return p.c != 2;
}
bool a_in_1_to_3(const Point& p) {
    return p.a >= 1 && p.a <= 3;
}

std::vector<std::size_t> joined(std::vector<std::size_t> left, const std::vector<std::size_t>& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

}  // namespace

const std::vector<ModelGuard> kFramework = {
    {"a is 1", a_is_1},
    {"b is 2", b_is_2},
    {"c is 0.5", [](const Point& p) { return p.c == 0; }},
    {"a + b < 6", [](const Point& p) { return p.a + p.b < 6; }},
    {"b % 2 == 0", b_is_even},
    {"c is float", c_is_float},
};

const std::vector<ModelGuard> kRequirements = {
    {"a in 0..3", [](const Point& p) { return p.a <= 3; }},
    {"b >= 1", [](const Point& p) { return p.b >= 1; }},
    {"b is 2", b_is_2},
    {"a + b < 5", [](const Point& p) { return p.a + p.b < 5; }},
    {"a is 1", a_is_1},
};

const std::vector<ModelWaiver> kWaivers = {
    {"a is 1", {0}, {}},
    {"b is _", {1}, {}},
    {"c is _ lift", {2}, {{"c is float", c_is_float}}},
    {"a is 1 weaken a in 1..3", {0}, {{"a in 1..3", a_in_1_to_3}}},
    {"path b", {1, 4}, {}},
    {"a + b < _", {3}, {}},
    {"path a.*", {0}, {}},
    {"text \"b *\"", {1, 4}, {}},
    {"kind \"type\"", {5}, {}},
};

const ModelGuard kUser = {"b < 4", [](const Point& p) { return p.b < 4; }};

std::vector<Point> all_points() {
    std::vector<Point> points;
    for (int a = 0; a < 5; ++a) {
        for (int b = 0; b < 5; ++b) {
            for (int c = 0; c < 3; ++c)
                points.push_back({a, b, c});
        }
    }
    return points;
}

FrameDocument frame_at(const Point& point) {
    static constexpr const char* kNumbers[] = {"0.5", "0.25", "1"};
    return frame_of("{\"a\": " + std::to_string(point.a) + ", \"b\": " + std::to_string(point.b) +
                    ", \"c\": " + kNumbers[point.c] + "}");
}

std::vector<ModelGuard> ModelEntry::kept() const {
    std::vector<ModelGuard> kept{kUser};
    for (const std::size_t guard : framework) {
        bool is_waived = false;
        for (const std::size_t waiver : joined(waived, own_waived)) {
            if (std::ranges::find(kWaivers[waiver].selects, guard) == kWaivers[waiver].selects.end())
                continue;
            is_waived = true;
            kept.insert(kept.end(), kWaivers[waiver].instead.begin(), kWaivers[waiver].instead.end());
        }
        if (!is_waived) kept.push_back(kFramework[guard]);
    }
    for (const std::size_t guard : joined(requirements, own_requirements))
        kept.push_back(kRequirements[guard]);
    return kept;
}

bool ModelEntry::accepts(const Point& point) const {
    return std::ranges::all_of(kept(), [&](const ModelGuard& guard) { return guard.holds(point); });
}

}  // namespace guardc::compiler
