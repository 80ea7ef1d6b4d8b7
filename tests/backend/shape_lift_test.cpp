// All sizes of a tensor as one argument.
#include <catch2/catch.hpp>

#include "compiler/session/ledger_report.h"
#include "compiler/session/rules_file.h"
#include "compiler/session/session.h"
#include "compiler/session/stages.h"
#include "tests/backend/rule_world.h"

using namespace guardc;
using namespace guardc::compiler;

namespace {

std::string rules(std::string_view guards, std::string_view block) {
    return "frame f(x, y, n) {\nentry \"e\" {\n" + std::string(guards) + "\n}\n}\nbackend \"npu\" for f {\n" +
           std::string(block) + "\n}\n";
}

std::string tensor(const char* sizes) {
    return std::string(R"({"$tensor": {"dtype": "float16", "device": "cpu", "size": )") + sizes + "}}";
}

std::string text_of(const std::vector<LiftedCell>& arguments) {
    std::string text;
    for (const LiftedCell& argument : arguments) {
        text += argument.path + (argument.is_shape ? "[" : "(");
        for (const Cell& cell : argument.cells) {
            text += std::to_string(cell.as_integer()) + ",";
            if (cell.tag != CellTag::integer) text += " which is no int";
        }
        text += argument.is_shape ? "] " : ") ";
    }
    return text;
}

// The answer of every engine, cold and warm; they must be one.
std::string answer(const std::string& text, const std::string& locals) {
    const RulesFile file = read_rules("test.guard", text);
    REQUIRE(file.sound());
    const FrameDocument frame = frame_of(locals);
    std::string told;
    for (const std::string_view engine : kEngineNames) {
        auto session = Session::open(file, {.engine = *parse_engine(engine)});
        REQUIRE(session);
        const auto found = (*session)->dispatch(frame);
        REQUIRE(found);
        const std::string mine = std::string(outcome_name(found->outcome)) + " " + text_of(found->lifted);
        if (told.empty()) told = mine;
        INFO(engine);
        CHECK(mine == told);
    }
    return told;
}

std::string refused(std::string_view guards, std::string_view block, const ArgumentsRead& reads) {
    RuleWorld world(rules(guards, block));
    const auto inserted = world.cache.insert({.name = "e", .reads = reads});
    if (inserted) return "";
    // Of diagnostics without a place there is no id in the text.
    const std::string& text = inserted.error().message;
    const std::size_t from = text.find(" [");
    return from == std::string::npos ? text : text.substr(from + 2, text.find(']', from) - from - 2);
}

const ArgumentsRead kSizesToo{.all = true};

}  // namespace

TEST_CASE("a lifted shape: the tests of its sizes go, that of their number stays") {
    const struct {
        const char* guards;
        const char* block;
        const char* kept;
    } cases[] = {
        {"x is tensor(float16, size=[8, 64])", "waive path x.shape lift",
         "x is torch.Tensor, x.dtype is float16, x.dim() == 2, lift x.shape"},
        {"x is tensor(size=[8, 64])", "waive path x.size() lift as \"s\"",
         "x is torch.Tensor, x.dim() == 2, lift x.shape as s"},
        // no size is asked for: the number of them is enough
        {"x is tensor(size=[None, None])", "waive path x.shape lift",
         "x is torch.Tensor, x.dim() == 2, lift x.shape"},
        {"len(x.shape) == 1\nx.shape[0] == 8\nn is 1", "waive path x.shape lift",
         "x.dim() == 1, n is 1, lift x.shape"},
        {"x.shape == (8, 64)\nx.size(1) % 8 == 0", "waive path x.shape lift",
         "x.dim() == 2, x.size(1) % 8 == 0, lift x.shape"},
        // beside single values, which come first
        {"x.shape == (8, 64)\nn is 3", "waive path x.shape lift\nwaive n is _ lift",
         "x.dim() == 2, n is int, lift n, lift x.shape"},
        {"x.shape == (8, 64)\ny.shape == (3,)", "waive path x.shape lift\nwaive path y.shape lift",
         "x.dim() == 2, y.dim() == 1, lift x.shape, lift y.shape"},
        {"x.shape == (8, 64)", "waive path x.shape lift\nwaive x.size(0) == 8 lift as \"rows\"",
         "x.dim() == 2, lift x.size(0) as rows, lift x.shape"},
        {"x.dtype is float16\nn is 1", "waive path x.shape lift", "waives-nothing"},
        {"x.size(0) == 8", "waive path n.shape lift", "waives-nothing"},
        {"x.stride() == (8, 1)", "waive path x.stride() lift", "whole-shape"},
        // without `lift` the shape is waived, the number of its sizes too
        {"x is tensor(size=[8, 64])\nn is 1", "waive path x.shape", "x is torch.Tensor, n is 1"},
        {"x.shape == (8, 64)\ny.size(0) == x.size(0)", "waive path x.shape", "y.size(0) == x.size(0)"},
        {"x.shape == (8, 64)\ny.shape == (1,)\nx.stride(0) == 1", "waive path x.shape",
         "y.dim() == 1, y.size(0) == 1, x.stride(0) == 1"},
    };
    for (const auto& c : cases) {
        INFO(c.guards << "\n--\n" << c.block);
        CHECK(kept(c.guards, c.block, "x, y, n") == c.kept);
    }
}

TEST_CASE("every engine hands out the same shape") {
    const std::string one = rules("x is tensor(float16, size=[8, 64])\nn is 3",
                                  "waive path x.shape lift\nwaive n is _ lift as \"count\"");
    const auto frame = [](const char* sizes, const char* n) {
        return R"({"x": )" + tensor(sizes) + R"(, "n": )" + n + "}";
    };
    CHECK(answer(one, frame("[8, 64]", "3")) == "hit n(3,) x.shape[8,64,] ");
    CHECK(answer(one, frame("[3, 9000000000]", "4")) == "hit n(4,) x.shape[3,9000000000,] ");
    CHECK(answer(one, frame("[0, 0]", "-1")) == "hit n(-1,) x.shape[0,0,] ");
    CHECK(answer(one, frame("[8]", "3")) == "eager ");
    CHECK(answer(one, frame("[8, 64, 1]", "3")) == "eager ");
    CHECK(answer(one, R"({"x": [8, 64], "n": 3})") == "eager ");

    const std::string twice = rules("x.shape == (8, 64)\nn is 3",
                                    "waive path x.shape lift as \"a\"\nwaive path x.shape lift as \"b\"\n"
                                    "waive n is _ lift as \"c\"\nwaive n is _ lift as \"d\"");
    CHECK(answer(twice, frame("[2, 4]", "5")) == "hit n(5,) x.shape[2,4,] ");

    // More sizes than fit into a tensor's record, none at all, and two shapes.
    const std::string many = rules("x.dim() == 12", "waive path x.shape lift");
    CHECK(answer(many, R"({"x": )" + tensor("[1,2,3,4,5,6,7,8,9,10,11,12]") + "}") ==
          "hit x.shape[1,2,3,4,5,6,7,8,9,10,11,12,] ");
    const std::string none = rules("x.shape == ()\ny.size(-1) == 4\ny.dim() == 2",
                                   "waive path x.shape lift\nwaive path y.shape lift");
    CHECK(answer(none, R"({"x": )" + tensor("[]") + R"(, "y": )" + tensor("[2, 3]") + "}") ==
          "hit x.shape[] y.shape[2,3,] ");

    // A size that the tensor does not have: no value of it makes the guard hold, lifted or not.
    const std::string beyond = rules("x.dim() == 2\nx.size(3) == 8", "waive path x.shape lift");
    CHECK(answer(beyond, R"({"x": )" + tensor("[8, 8]") + "}") == "eager ");
    const std::string before = rules("x.dim() == 2\nx.size(-3) == 8", "waive path x.shape lift");
    CHECK(answer(before, R"({"x": )" + tensor("[8, 8]") + "}") == "eager ");
}

TEST_CASE("an artefact reads a shape by its name or path, and knows how many sizes there are") {
    const char* const guards = "x.shape == (8, 64)";
    CHECK(refused(guards, "waive path x.shape lift", kSizesToo).empty());
    CHECK(refused(guards, "waive path x.shape lift", {.names = {"x.shape"}}).empty());
    CHECK(refused(guards, "waive path x.shape lift as \"s\"", {.names = {"s"}}).empty());
    CHECK(refused(guards, "waive path x.shape lift as \"s\"", {}) == "unread-lift");
    CHECK(refused(guards, "waive path x.shape lift", {.names = {"x.size(0)"}}) == "unread-lift");
    CHECK(refused("x.shape == ()", "waive path x.shape lift", {}) == "unread-lift");
    CHECK(refused(guards, "waive path x.shape lift", {.names = {"x.shape", "y.shape"}}) ==
          "error: the artefact of entry `e` reads argument `y.shape`, which nothing lifts\n");
    CHECK(refused("x.shape == (8,)\nn is 1", "waive path x.shape lift as \"n\"\nwaive n is _ lift",
                  kSizesToo) == "argument-name-taken");
    // The number of sizes must be kept, by whom does not matter.
    CHECK(refused("x.size(0) == 8", "waive path x.shape lift", kSizesToo) == "sizes-not-counted");
    CHECK(refused(guards, "waive path x.shape lift\nwaive x.dim() == 2", kSizesToo) == "sizes-not-counted");
    CHECK(refused("x.size(0) == 8", "waive path x.shape lift\nrequire x.dim() == 2", kSizesToo).empty());
    CHECK(refused("x.dim() in 2..3\nx.size(0) == 8", "waive path x.shape lift", kSizesToo) ==
          "sizes-not-counted");
    CHECK(refused("x.dim() == 65\nx.size(0) == 8", "waive path x.shape lift", kSizesToo) ==
          "sizes-not-counted");
}

TEST_CASE("a shape is lifted by string, and told in the layout and the ledger") {
    RuleWorld world(rules("x is tensor(size=[8, 64])\nn is 3", ""));
    Backend npu(world.rules, "npu");
    const auto shape = npu.lift("f", "x.shape", "sizes", "read at each call");
    REQUIRE(shape);
    REQUIRE(world.cache.insert({.name = "e", .reads = {.names = {"sizes"}}}));
    const FrameDocument frame = frame_of(R"({"x": )" + tensor("[5, 7]") + R"(, "n": 3})");
    const auto slots = bind_frame(frame, *world.rules->shape("f"));
    const Outcome outcome = world.cache.look_up(
        {.slots = slots, .ambient = frame.ambient, .backend = world.dispatcher.backend("npu")});
    REQUIRE(outcome.lifted().size() == 2);
    const auto shapes = FrameRuleCompiler::shapes(*outcome.entry()->code);
    REQUIRE(shapes.size() == 1);
    CHECK((shapes[0].name == "sizes" && shapes[0].first == 0 && shapes[0].count == 2));
    CHECK((outcome.lifted()[0].as_integer() == 5 && outcome.lifted()[1].as_integer() == 7));

    const RulesFile file =
        read_rules("test.guard", rules("x is tensor(size=[8, 64])\nn is 3",
                                       "waive path x.shape lift as \"sizes\"\nwaive n is _ lift"));
    const auto stages = build_stages(file);
    REQUIRE(stages);
    CHECK(print_arguments((*stages)[0].check.lifted, (*stages)[0].sizes) ==
          "  0  at    0, 16 bytes  int    n      n\n  1  at   16, 32 bytes  sizes  sizes  x.shape\n");
    const auto ledgers = ledgers_of(file);
    REQUIRE(ledgers);
    const auto& arguments = (*ledgers)[0].arguments;
    REQUIRE(arguments.size() == 2);
    CHECK((arguments[1].name == "sizes" && arguments[1].path == "x.shape" && arguments[1].type == "sizes"));
    CHECK((arguments[1].offset == 16 && arguments[1].cells == 2));
    std::string states;
    for (const LedgerGuard& guard : (*ledgers)[0].guards)
        states += guard.guard + " " + std::string(guard_state_name(guard.state)) + "; ";
    CHECK(states ==
          "x is torch.Tensor kept; x.dim() == 2 kept; x.size(0) == 8 lifted; x.size(1) == 64 "
          "lifted; n is 3 lifted; n is int kept; ");
}
