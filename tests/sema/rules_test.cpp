// What a checked file holds beside guard terms: clauses, owners, provenance.
#include <catch2/catch.hpp>

#include "compiler/sema/sema.h"
#include "compiler/terms/print_term.h"
#include "grammar/parse.h"
#include "tests/sema/checked.h"

namespace guardc::compiler {
namespace {

const char* const kFile = R"(
# decode.guard: when may a compiled decode step be reused?
frame decode(x, mask, scale, self) at "model.py":42 {
    limit 8 then run_only
    limit 2 per self then evict
    on failure retry 3
    order newest_first
    dim B = x.size(0)
    dim S = x.size(1)

    entry "fp16 static" {
        x is tensor(float16, cuda:0, size=[8, 128], stride=[128, 1], requires_grad=False)
        mask is None
        scale is 0.125
        self.training is False
        len(self.layers) == 12
        distinct(x, self.cache.k, self.cache.v)
    }
    entry "fp16 dynamic" {
        x is tensor(float16, cuda, size=[B, S])     # any cuda device, any stride
        B in 2..64
        S in 128..4096 step 128
        grad_mode is False
    }
    user {
        self.training is False because "served only"
    }
}

backend "npu" for decode {
    require S % 128 == 0      because "DMA moves rows of 128"
    waive   scale is _  lift  because "read from input 3 at each call"
    waive   x.size(0) == 8 weaken x.size(0) in 8..64 step 8
}

test "a batch of 3 takes the dynamic entry" {
    frame {x: tensor(float16, cuda:0, [3, 256]), mask: None, scale: 0.5, self: object(demo.Decoder, training=False)}
    state {grad_mode: False}
    expect "fp16 dynamic"
}
)";

}  // namespace

TEST_CASE("the file of the design is accepted as it stands") {
    const CheckedText checked = check_text(kFile);
    CHECK(mistakes(checked) == std::vector<std::string>());
    REQUIRE(checked.frames.size() == 1);
    const FrameRules& rules = checked.frames[0];
    CHECK(rules.name == "decode");
    CHECK(!rules.shape.open);
    CHECK(rules.shape.slots.size() == 4);
    CHECK(rules.order == grammar::Order::newest_first);
    REQUIRE(rules.limits.size() == 2);
    CHECK(rules.limits[0].count == 8);
    CHECK(rules.limits[0].per == kNoTerm);
    CHECK(rules.limits[1].policy == grammar::Policy::evict);
    CHECK(print_term(*rules.terms, rules.limits[1].per, rules.shape) == "self");
    REQUIRE(rules.failure.has_value());
    CHECK(rules.failure->retries == 3);
    REQUIRE(rules.entries.size() == 2);
    CHECK(rules.entries[0].guards.size() == 14);
    CHECK(rules.entries[1].guards.size() == 7);
    CHECK(rules.dims.size() == 2);
}

TEST_CASE("owners, reasons and places are kept") {
    const CheckedText checked = check_text(kFile);
    const FrameRules& rules = checked.frames.at(0);
    for (const Entry& entry : rules.entries)
        CHECK(entry.backend == "npu");
    const Guard& size = rules.entries[0].guards[4];
    CHECK(print_term(*rules.terms, size.term, rules.shape) == "x.size(0) == 8");
    CHECK(checked.source->slice(size.provenance.span) == "8");
    CHECK(place(size.provenance) == "test.guard:12");
    REQUIRE(rules.user_guards.size() == 1);
    CHECK(rules.user_guards[0].provenance.layer == Layer::user);
    CHECK(rules.user_guards[0].provenance.because == "served only");
    REQUIRE(rules.backends.size() == 1);
    REQUIRE(rules.backends[0].requires_.size() == 1);
    const Guard& required = rules.backends[0].requires_[0];
    CHECK(print_term(*rules.terms, required.term, rules.shape) == "x.size(1) % 128 == 0");
    CHECK(required.provenance.owner == "npu");
    CHECK(required.provenance.because == "DMA moves rows of 128");
    REQUIRE(rules.backends[0].waives.size() == 2);
    CHECK(rules.backends[0].waives[0].statement.action == grammar::WaiverAction::lift);
    CHECK(rules.backends[0].waives[0].pool != nullptr);
    CHECK(print_term(*rules.terms, rules.backends[0].waives[1].weaker, rules.shape) ==
          "x.size(0) in 8..64 step 8");
}

TEST_CASE("common guards are those of every entry, before its own") {
    const CheckedText checked = check_text(
        "frame f(x) {\nentry \"a\" {\nx.b == 1\n}\ncommon {\nx.c == 2 because \"all\"\n}\nentry \"b\" {\n}\n"
        "common {\nx is tensor(cpu, dynamic=None)\n}\n}\n");
    CHECK(mistakes(checked) == std::vector<std::string>());
    const FrameRules& rules = checked.frames.at(0);
    const auto guards = [&](const Entry& entry) {
        std::string all;
        for (const Guard& guard : entry.guards)
            all += print_term(*rules.terms, guard.term, rules.shape) + "; ";
        return all;
    };
    const std::string common =
        "x.c == 2; x is torch.Tensor; x.device.type is \"cpu\"; not hasattr(x, "
        "\"_dynamo_dynamic_indices\"); ";
    REQUIRE(rules.entries.size() == 2);
    CHECK(guards(rules.entries[0]) == common + "x.b == 1; ");
    CHECK(guards(rules.entries[1]) == common);
    const Provenance& provenance = rules.entries[1].guards[0].provenance;
    CHECK(provenance.layer == Layer::framework);
    CHECK(provenance.because == "all");
    CHECK(place(provenance) == "test.guard:6");
    CHECK(
        mistakes(check_text("frame f(x) {\ncommon {\ny == 1\n}\nentry \"a\" {\n}\nentry \"b\" {\n}\n}\n")) ==
        std::vector<std::string>{"3:1 unknown-name"});
}

TEST_CASE("a name for a place stands for the place") {
    const CheckedText checked = check_text(
        "frame f(x, y) {\nlet b = a.c\nlet a = x[\"k\"]\nlet g = G[\"m\"].w\ndim N = len(b)\nentry \"e\" "
        "{\nb is "
        "None\na.d.e is 1\nN == 2\ny is a\nb is demo.Config\ng is tensor()\nis_identity(a, g, 7)\nhasattr(b, "
        "\"z\")\nb.size(0) == 1\n}\n}\nbackend \"npu\" for f {\nwaive a.d.e is _\nrequire g.n is 1\n}\n");
    CHECK(mistakes(checked) == std::vector<std::string>());
    const FrameRules& rules = checked.frames.at(0);
    std::vector<std::string> guards;
    for (const Guard& guard : rules.entries.at(0).guards)
        guards.push_back(print_term(*rules.terms, guard.term, rules.shape));
    CHECK(guards == std::vector<std::string>{"x[\"k\"].c is None", "x[\"k\"].d.e is 1",
                                             "len(x[\"k\"].c) == 2", "y is x[\"k\"]",
                                             "x[\"k\"].c is demo.Config", "G[\"m\"].w is torch.Tensor",
                                             "is_identity(x[\"k\"], 7)", "is_identity(G[\"m\"].w, 7)",
                                             "hasattr(x[\"k\"].c, \"z\")", "x[\"k\"].c.size(0) == 1"});
    CHECK(print_term(*rules.terms, rules.backends.at(0).requires_.at(0).term, rules.shape) ==
          "G[\"m\"].w.n is 1");
}

TEST_CASE("a frame with blocks of two backends gives its entries none") {
    const CheckedText checked = check_text(
        "frame f(x) {\nentry \"a\" {\nx == 1\n}\nentry \"b\" backend \"p\" {\nx == 2\n}\n}\n"
        "backend \"p\" for f {\nrequire x == 1\n}\nbackend \"q\" for f {\nrequire x == 1\n}\nbackend \"p\" "
        "for f {\nrequire x == 2\n}\n");
    CHECK(mistakes(checked) == std::vector<std::string>());
    const FrameRules& rules = checked.frames.at(0);
    CHECK(rules.entries[0].backend.empty());
    CHECK(rules.entries[1].backend == "p");
    REQUIRE(rules.backends.size() == 2);
    CHECK(rules.backends[0].requires_.size() == 2);
}

TEST_CASE("a guard that comes as a string knows the names of the frame") {
    CheckedText checked =
        check_text("frame f(x) {\ndim B = x.size(0)\nentry \"a\" {\nB == 1\n}\n}\nframe g {\n}\n");
    const auto ask = [](FrameRules& rules, const char* text, grammar::Diagnostics& diagnostics) {
        const auto source = std::make_shared<const grammar::Source>("npu", text);
        const grammar::ParsedGuard parsed = grammar::parse_guard(*source);
        Provenance provenance;
        provenance.layer = Layer::backend;
        provenance.owner = "npu";
        return check_guard(rules, source, parsed.pool, parsed.guard, provenance, diagnostics);
    };
    grammar::Diagnostics diagnostics;
    const std::vector<Guard> found = ask(checked.frames[0], "B % 8 == 0", diagnostics);
    REQUIRE(found.size() == 1);
    CHECK(print_term(*checked.frames[0].terms, found[0].term, checked.frames[0].shape) ==
          "x.size(0) % 8 == 0");
    CHECK(place(found[0].provenance) == "npu:1");
    CHECK(ask(checked.frames[0], "x is tensor(float16, size=[8])", diagnostics).size() == 4);
    CHECK(diagnostics.empty());
    CHECK(ask(checked.frames[0], "y == 1", diagnostics).empty());
    CHECK(diagnostics.size() == 1);
    CHECK(ask(checked.frames[1], "y == 1", diagnostics).size() == 1);
    CHECK(checked.frames[1].shape.find(Scope::local, "y").has_value());
}

TEST_CASE("dims that double each other do not make guards without end") {
    std::string text = "frame f(x) {\ndim D0 = x.size(0)\n";
    for (int i = 1; i < 60; ++i)
        text += "dim D" + std::to_string(i) + " = D" + std::to_string(i - 1) + " + D" +
                std::to_string(i - 1) + "\n";
    const CheckedText checked = check_text(text + "entry \"e\" {\nD9 == 1\nD59 == 1\n}\n}\n");
    CHECK(mistakes(checked) == std::vector<std::string>{"64:1 guard-too-large"});
    CHECK(checked.frames.at(0).entries.at(0).guards.size() == 1);
}

TEST_CASE("names of places that double what they are made of are refused where that ends") {
    std::string text = "frame f(x) {\nlimit 8 per a30 then run_only\nlet a0 = x.a\n";
    for (int i = 1; i <= 30; ++i)
        text += "let a" + std::to_string(i) + " = a" + std::to_string(i - 1) + "[a" + std::to_string(i - 1) +
                "]\n";
    const CheckedText checked = check_text(text + "entry \"e\" {\na30 is 1\n}\n}\n");
    // The first that is too large; what is made of it fails without another word.
    CHECK(mistakes(checked) == std::vector<std::string>{"19:1 guard-too-large"});
}

TEST_CASE("a long chain of dims needs no stack") {
    std::string text = "frame f(x) {\n";
    for (int i = 50'000; i-- > 0;)
        text += "dim D" + std::to_string(i + 1) + " = D" + std::to_string(i) + "\n";
    const CheckedText checked = check_text(text + "dim D0 = x.size(0)\nentry \"e\" {\nD50000 == 1\n}\n}\n");
    CHECK(mistakes(checked) == std::vector<std::string>());
    CHECK(printed(checked) == std::vector<std::string>{"x.size(0) == 1"});
}

}  // namespace guardc::compiler
