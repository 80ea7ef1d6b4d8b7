// Every mistake that sema finds: text to place and id.
#include <catch2/catch.hpp>

#include "tests/sema/checked.h"

namespace guardc::compiler {
namespace {

struct Row {
    const char* text;
    std::vector<std::string> found;
};

// Guards stand from line 3 on.
void check_rows(const char* header, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        INFO(row.text);
        CHECK(mistakes(check_guards(row.text, header)) == row.found);
    }
}

void check_files(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        INFO(row.text);
        CHECK(mistakes(check_text(row.text)) == row.found);
    }
}

std::string hint_of(const char* text, const char* header = "frame f(x, y, self)") {
    const CheckedText checked = check_guards(text, header);
    return checked.diagnostics.empty() ? "" : checked.diagnostics[0].hint;
}

const char* const kClosed = "frame f(x, y, self)";

}  // namespace

TEST_CASE("mistakes in names") {
    check_rows(kClosed,
               {
                   {"z == 1", {"3:1 unknown-name"}},
                   {"x == z.a.b", {"3:6 unknown-name"}},
                   {"L['z'] == 1", {"3:1 unknown-local"}},
                   {"state.gradmode is False", {"3:1 unknown-state"}},
                   {"state is None", {"3:1 unknown-state"}},
                   {"x.dtype is torch.flot16", {"3:12 unknown-constant"}},
                   {"x == torch.flot16", {"3:6 unknown-constant"}},
                   {"x is Config", {"3:6 unknown-name"}},
                   {"z == 1\nx == 1\nw == z", {"3:1 unknown-name", "5:1 unknown-name", "5:6 unknown-name"}},
               });
    check_rows("frame f", {
                              {"state.gradmode is False", {"3:1 unknown-state"}},
                              {"x == torch.flot16", {"3:6 unknown-constant"}},
                          });
    CHECK(hint_of("grad_mod is False") == "did you mean `grad_mode`?");
    CHECK(hint_of("selff.a == 1") == "did you mean `self`?");
    CHECK(hint_of("x == torch.flot16") == "did you mean `float16`?");
    CHECK(hint_of("lne(x) == 1") == "did you mean `len`?");
    CHECK(hint_of("x.siez(0) == 1") == "did you mean `size`?");
    CHECK(hint_of("x is tensor(dtyp=float16)") == "did you mean `dtype`?");
    CHECK(hint_of("state.gradmode is False") == "did you mean `grad_mode`?");
}

TEST_CASE("mistakes in calls and operators") {
    check_rows(kClosed, {
                            {"Trunc(x) == 3", {"3:1 unknown-function"}},
                            {"len(x, y) == 3", {"3:1 wrong-operands"}},
                            {"min(x) == 3", {"3:1 wrong-operands"}},
                            {"len() == 3", {"3:1 wrong-operands"}},
                            {"len(x=3) == 3", {"3:5 unexpected-keyword"}},
                            {"x.size(1, 2) == 3", {"3:1 wrong-operands"}},
                            {"x.size(dim=1) == 3", {"3:8 unexpected-keyword"}},
                            {"x.foo() == 3", {"3:1 unknown-method"}},
                            {"x.dtype() is float16", {"3:1 unknown-method"}},
                            {"x() == 1", {"3:1 unknown-function"}},
                            {"x[0](1) == 1", {"3:1 unknown-function"}},
                            {"math.foo(x) == 1", {"3:1 unknown-function"}},
                            {"hasattr(x)", {"3:1 wrong-operands"}},
                            {"hasattr(x, y)", {"3:1 wrong-operands"}},
                            {"is_identity(x, y)", {"3:16 wrong-operands"}},
                            {"distinct(x, x.size(0))", {"3:13 not-a-place"}},
                            {"x[1:2] == 0", {"3:3 unsupported-slice"}},
                            {"x == ...", {"3:6 unsupported-constant"}},
                            {"x == _", {"3:6 misplaced-wildcard"}},
                            {"x == [y]", {"3:6 not-constant"}},
                            {"x == {y: 1}", {"3:6 not-constant"}},
                            {"x == {[1]}", {"3:7 unhashable"}},
                            {"x == {[1]: 2}", {"3:7 unhashable"}},
                            {"x.shape == y", {"3:1 whole-shape"}},
                            {"x.shape == y.shape", {"3:1 whole-shape"}},
                            {"x.shape", {"3:1 whole-shape"}},
                            {"x.stride() is None", {"3:1 whole-shape"}},
                            {"x == device(\"gpu\")", {"3:6 unknown-device"}},
                            {"x == dtype(\"float17\")", {"3:6 unknown-dtype"}},
                            {"x == float(\"one\")", {"3:6 bad-number"}},
                            {"x == range(1, 2, 0)", {"3:6 wrong-operands"}},
                            {"x == torch.Size(3)", {"3:6 wrong-operands"}},
                        });
}

TEST_CASE("mistakes in `is`, `in` and tensor fields") {
    check_rows(kClosed,
               {
                   {"tensor(float16) is x", {"3:1 misplaced-tensor"}},
                   {"x == tensor(float16)", {"3:6 misplaced-tensor"}},
                   {"list is x", {"3:1 misplaced-type"}},
                   {"x is tensor(flot16)", {"3:13 unknown-field"}},
                   {"x is tensor(keys=plain)", {"3:18 unknown-dispatch-key"}},
                   {"x is tensor(cpu, keys=3.5)", {"3:23 unknown-dispatch-key"}},
                   {"x is tensor(marks={0})", {"3:19 unknown-field"}},
                   {"x is default()", {"3:6 misplaced-default"}},
                   {"state is default(colour=1)", {"3:18 unknown-state"}},
                   {"state is default(True)", {"3:18 unknown-state"}},
                   {"state is default(grad_mode=x)", {"3:18 not-constant"}},
                   {"state is default(grad_mode=_, grad_mode=_)", {"3:31 duplicate-field"}},
                   {"state is default(grad_mode=_, torch_function=_, torch_function_all_disabled=_, "
                    "deterministic_algorithms=_, deterministic_algorithms_warn_only=_, allow_tf32=_, "
                    "allow_fp16_reduce=_, allow_bf16_reduce=_, default_dtype=_, autocast_state=_, "
                    "default_device=_, torch_function_mode_stack=_, saved_tensors_hooks=_)",
                    {"3:10 unknown-state"}},
                   {"x is tensor(dynamic={0})", {"3:21 unknown-field"}},
                   {"is_identity(x, len(x), 7)", {"3:16 not-a-place"}},
                   {"is_identity(x, self, x)", {"3:22 wrong-operands"}},
                   {"state is default(grad_mode=True, grad_mode=True)", {"3:34 duplicate-field"}},
                   {"x is tensor(torch.flot16)", {"3:13 unknown-dtype"}},
                   {"x is tensor(dtype=int7x)", {"3:19 unknown-dtype"}},
                   {"x is tensor(device=gpu)", {"3:20 unknown-device"}},
                   {"x is tensor(colour=1)", {"3:13 unknown-field"}},
                   {"x is tensor(float16, float32)", {"3:22 duplicate-field"}},
                   {"x is tensor(size=3)", {"3:18 bad-dimension"}},
                   {"x is tensor(size=[-1])", {"3:19 bad-dimension"}},
                   {"x is tensor(size=[2.5])", {"3:19 bad-dimension"}},
                   {"x is tensor(size=[2], stride=[1, 1])", {"3:30 bad-dimension"}},
                   {"x is tensor(requires_grad=1)", {"3:27 unknown-field"}},
                   {"x is tensor(type=3)", {"3:18 unknown-type"}},
                   {"x.shape == (None, 2)", {"3:13 bad-dimension"}},
                   {"x in y..3", {"3:6 bad-range"}},
                   {"x in 1..10 step 0", {"3:17 bad-range"}},
                   {"x in 1..2.5", {"3:9 bad-range"}},
                   {"x in 1..9223372036854775808", {"3:9 bad-range"}},
                   {"x in 5..2", {"3:6 empty-range"}},
               });
}

TEST_CASE("guards that depend on nothing are warned of") {
    check_rows(kClosed, {
                            {"1 > 3", {"3:1 never-holds"}},
                            {"1 < 3", {"3:1 always-holds"}},
                            {"1 / 0 == 1", {"3:1 never-holds"}},
                            {"True", {"3:1 always-holds"}},
                        });
    CHECK(mistakes(check_guards("x == 1", "frame f(x, grad_mode, state)")) ==
          std::vector<std::string>{"1:12 hidden-state"});
    CHECK(mistakes(check_guards("state.grad_mode is x", "frame f(x, state)")) ==
          std::vector<std::string>{"3:1 hidden-state"});
}

TEST_CASE("mistakes in frames, dims and clauses") {
    check_files({
        {"frame f(x, x) {\n}\n", {"1:12 duplicate-parameter"}},
        {"frame f(x) {\n}\nframe f(x) {\n}\n", {"3:7 duplicate-frame"}},
        {"frame f(x) {\nentry \"a\" {\nx == 1\n}\nentry \"a\" {\nx == 2\n}\n}\n", {"5:7 duplicate-entry"}},
        {"frame f(x) {\ndim x = 1\n}\n", {"2:5 dim-hides"}},
        {"frame f(x) {\ndim grad_mode = 1\n}\n", {"2:5 dim-hides"}},
        {"frame f(x) {\ndim list = 1\n}\n", {"2:5 dim-hides"}},
        {"frame f(x) {\ndim A = 1\ndim A = 2\n}\n", {"3:5 duplicate-dim"}},
        {"frame f(x) {\ndim A = B + 1\ndim B = C\ndim C = A\n}\n", {"2:5 dim-cycle"}},
        {"frame f(x) {\ndim A = A\nentry \"e\" {\nA == 1\n}\n}\n", {"2:5 dim-cycle"}},
        {"frame f(x) {\ndim A = y.size(0)\nentry \"e\" {\nA == 1\n}\n}\n", {"2:9 unknown-name"}},
        {"frame f(x) {\ndim A = x == 1\n}\n", {"2:1 dim-not-int"}},
        {"frame f(x) {\ndim A = \"a\"\n}\n", {"2:1 dim-not-int"}},
        {"frame f(x) {\nlet x = x.a\n}\n", {"2:5 dim-hides"}},
        {"frame f(x) {\nlet grad_mode = x.a\n}\n", {"2:5 dim-hides"}},
        {"frame f(x) {\nlet torch = x.a\n}\n", {"2:5 dim-hides"}},
        {"frame f(x) {\nlet a = x.a\ndim a = 1\n}\n", {"3:5 duplicate-dim"}},
        {"frame f(x) {\nlet a = b.c\nlet b = a.c\nentry \"e\" {\na is None\n}\n}\n", {"2:5 dim-cycle"}},
        {"frame f(x) {\nlet a = y.c\n}\n", {"2:9 unknown-name"}},
        {"frame f(x) {\nlet a = len(x)\nentry \"e\" {\na is 1\n}\n}\n", {"2:9 not-a-place"}},
        {"frame f(x) {\nlet a = 1\n}\n", {"2:9 not-a-place"}},
        {"frame f(x) {\nlet a = x is None\n}\n", {"2:9 not-a-place"}},
        {"frame f {\ndim A = x.size(0)\nentry \"e\" {\nL['A'] == A\n}\n}\n", {"4:1 hidden-local"}},
        {"frame f(x) {\nlimit 8 then run_only\nlimit 9 then skip\n}\n", {"3:1 duplicate-limit"}},
        {"frame f(x) {\nlimit 99999999999 then run_only\n}\n", {"2:1 bad-count"}},
        {"frame f(x) {\nlimit 8 per x.size(0) then run_only\n}\n", {"2:13 not-a-place"}},
        {"frame f(x) {\nlimit 8 per x then run_only\nlimit 4 then skip\n}\n", {}},
        {"frame f(x) {\non failure skip\non failure run_only\n}\n", {"3:1 duplicate-failure"}},
        {"frame f(x) {\norder declared\norder newest_first\n}\n", {"3:1 duplicate-order"}},
    });
}

TEST_CASE("mistakes in backends and tests") {
    check_files({
        {"frame f(x) {\n}\nbackend \"b\" for g {\n}\n", {"3:17 unknown-frame"}},
        {"frame f(x) {\n}\nbackend \"b\" for f {\nrequire y == 1\n}\n", {"4:9 unknown-name"}},
        {"frame f(x) {\n}\nbackend \"b\" for f {\nwaive x == _ weaken y == 1\n}\n", {"4:21 unknown-name"}},
        {"frame f(x) {\n}\nbackend \"b\" for f {\nwaive x == _ weaken x.shape == (1, 2)\n}\n",
         {"4:1 weaken-shorthand"}},
        {"frame f(x) {\nentry \"a\" {\nx == 1\n}\n}\ntest \"t\" {\nframe {x: 1}\nexpect \"b\"\n}\n",
         {"8:1 unknown-entry"}},
        {"frame f(x) {\n}\nframe g(x) {\n}\ntest \"t\" {\nframe {x: 1}\nexpect miss\n}\n",
         {"5:6 unknown-frame"}},
        {"frame f(x) {\n}\ntest \"t\" for g {\nframe {x: 1}\nexpect miss\n}\n", {"3:6 unknown-frame"}},
    });
}

}  // namespace guardc::compiler
