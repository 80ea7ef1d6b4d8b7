// What the guards of a tensor compiler read beyond values and sizes: sets of guards that go together, each
// with an example, and for each guard a mutant by that guard alone where the others leave room for one.
#include <catch2/catch.hpp>

#include "compiler/example/example.h"
#include "tests/differential/checked_text.h"
#include "tests/example/judging.h"

using namespace guardc;
using namespace guardc::compiler;
using namespace guardc::differential;

namespace {

struct KindRow {
    std::vector<std::string> guards;
    std::size_t coupled = 0;  // guards that cannot fail alone
};

const KindRow kKindRows[] = {
    // Keys by position. With all of them and the length told, one that changes takes another guard along.
    {{"key_at(d, 0) is \"a\"", "key_at(d, 1) is 2", "d[\"a\"] is 1"}},
    {{"d is dict", "len(d) == 2", "d[key_at(d, 0)] is 1", "d[key_at(d, 1)] is 2"}},
    {{"key_at(d, 0) is \"a\"", "d[key_at(d, 0)] is 1", "d[\"a\"] is int"}, 1},
    {{"is_identity(key_at(d, 0), 77)", "\"k\" in d", "7 not in d", "dict_version(d) is 41"}},
    {{"key_at(o.__dict__, 0) is \"b\"", "key_at(o.__dict__, 1) is \"a\"", "o.a is 1", "o.b is 2"}, 2},
    {{"stored_key(d, 1) is True", "d[1] is 7"}},
    {{"key_at(d, 0) is x", "d[key_at(d, 0)] is 2", "x.size(0) == 3"}},
    // Iterators.
    {{"it is builtins.tuple_iterator", "remaining(it) == 3", "upcoming(it, 0) is 5", "upcoming(it, 2) is x"}},
    {{"it is builtins.range_iterator", "remaining(it) is 4", "next_value(it) is 1", "step_of(it) is 2"}, 1},
    {{"it is itertools.count", "next_value(it) is 3", "step_of(it) is 1"}, 1},
    {{"remaining(it) == 2", "upcoming(it, 1).size(0) == 4"}},
    {{"s is set", "len(s) == 2", "is_identity(upcoming(s, 0), 5)", "upcoming(s, 1).k is 2"}, 2},
    {{"o is range", "o.start is 0", "o.stop is 3", "step_of(o) is 1"}, 1},
    // Weak references and steps that run code.
    {{"w is weakref.ReferenceType", "referent(w) is x", "x.size(0) == 2"}, 1},
    {{"referent(w) is None"}},
    {{"derived(o, \"L['o'].get()\") is 3", "o is demo.Var"}},
    {{"derived(\"__import__('torch')\").version == 2"}},
    {{"repr(e) is \"<Colour.RED: 3>\"", "e is demo.Colour", "int(e) == 3"}},
    {{"float(v) == 2.0", "v is numpy.float64"}},
    // Types as objects.
    {{"c is demo.Config", "type_object(c).cv is 3", "type_object(c).__dict__[\"cv\"] is 3"}},
    {{"type_object(c).__mro__[1].__dict__[\"base_value\"] is 8", "\"n\" not in type_object(c).__dict__"}},
    {{"type_object(c).__mro__[1] is type(\"demo.Base\")", "len(type_object(c).__mro__) == 3"}},
    {{"a is demo.A", "b is demo.A", "type_object(a).n is 1", "type_object(b).m is 2"}},
    {{"is_identity(type_object(a), 70)", "is_identity(type_object(b), 70)", "is_identity(type_object(x), 71)",
      "x.dim() == 2", "a.n is 3"}},
    {{"type(l) is type_id(900)", "len(l) == 2", "type(m) is type_id(900)", "m[0] is 1",
      "type(n) is type_id(901)", "n is 5", "type(c) is type_id(902)", "c.a is 3", "type(x) is type_id(903)",
      "x.dim() == 2", "type(p) is type_id(904)", "p.dim() == 1", "d[\"k\"] is 2", "type(d) is type_id(905)",
      "type(e) is not type_id(905)"},
     2},
    // Tensors.
    {{"dispatch_keys(x) is DispatchKeySet(CUDA, BackendSelect, ADInplaceOrView, AutogradCUDA)",
      "x.device is device(\"cuda:0\")"}},
    {{"dispatch_keys(ks) is DispatchKeySet(CPU, AutogradCPU)", "ks is torch.DispatchKeySet"}},
    {{"not hasattr(x, \"_dynamo_dynamic_indices\") or issubset(x._dynamo_dynamic_indices, {0, 1})",
      "x is tensor(float32)"}},
    {{"no_overlap(x, y, z)", "distinct(x, y, z)", "x.size(0) == y.size(0)"}, 1},
    {{"not no_overlap(x, y)", "distinct(x, y)", "2 <= y.storage_offset()"}, 1},
    // Sets, containers, externs.
    {{"issubset(s, {1, 2})", "issubset({1}, s)", "s is set"}, 1},
    {{"isinstance(d, dict)", "d[\"a\"] is 1"}},
    {{"d is demo.Mapping", "isinstance(d, dict)", "len(d) == 2"}, 1},
    {{"isinstance(o, set) or isinstance(o, frozenset)", "3 in o"}},
    {{"extern(\"a guard\")", "not extern(\"b guard\")", "x is 3"}},
    {{"is_identity(a, 5)", "is_identity(b.x, 5)", "is_identity(xs[0], 5)", "is_identity(xs[1], 5)",
      "a.n is 1"},
     1},
    {{"fs[0].i is 0", "fs[2].i is 2", "len(fs) == 10", "fs.training is True", "fs[-1] is None"}},
    // Numbers.
    {{"n & 6 == 4", "n > 100", "(n | 8) == 125", "n ^ 1 == 116"}, 4},
    {{"n << 2 >= 40", "m >> 3 == 5", "~k == -8"}},
    {{"floor(f) is 2", "f is float", "ceil(g) is -2", "trunc(h) is 7", "round(r, 2) is 2.67"}, 1},
    {{"sqrt(a) is 4.0", "exp(b) > 2.0", "log2(c) is 3.0", "isnan(sin(e))", "cos(t) < 0.5"}},
    // Ambient state.
    {{"autocast_state[\"enabled\"][0] is True", "autocast_state[\"dtype\"] is [5, 15]",
      "torch_function_mode_stack is []", "functorch_stack is []", "saved_tensors_hooks is None",
      "default_device is None"}},
    {{"o is complex", "not o == o"}},
};

}  // namespace

TEST_CASE("kinds of guards that go together") {
    for (const KindRow& row : kKindRows) {
        FrameRules rules = rules_of_head("frame f {\n}\n");
        std::vector<Guard> guards;
        for (const std::string& text : row.guards) {
            INFO(text);
            const CheckedText checked = check_text(rules, text);
            REQUIRE(checked.refusal == "");
            guards.insert(guards.end(), checked.guards.begin(), checked.guards.end());
        }
        INFO(row.guards[0] << " ..");
        const auto example = Example::find({*rules.terms, rules.shape, guards});
        CHECK(example.has_value());
        if (!example) continue;
        example_tests::Judges judges(*rules.terms, rules.shape, guards);
        CHECK(judges.against((*example)->frame(), true) == "");
        std::string coupled;
        std::size_t count = 0;
        for (std::size_t i = 0; i < guards.size(); ++i) {
            const auto mutant = (*example)->violate(i);
            INFO(i);
            CHECK(mutant.has_value());
            if (!mutant) continue;
            INFO(mutant->changed);
            CHECK(judges.against(mutant->frame, false) == "");
            if (mutant->only) continue;
            ++count;
            coupled += "guard " + std::to_string(i) + " (" + mutant->changed + ") ";
        }
        INFO(coupled);
        CHECK(count <= row.coupled);
    }
}
