// Logs that are cut, broken or made to hurt.
#include <random>

#include <catch2/catch.hpp>

#include "tests/import/importing.h"

using namespace guardc::compiler;
using namespace guardc::compiler::tests;

namespace {

// Every clause is typed, open, a fact, or listed; the rules are one text that the language's scanner takes.
void check_sane(const std::string& log) {
    const Imported imported = import_text(log);
    const ImportReport& report = imported.report;
    CHECK(report.clauses == report.typed + report.opaque + report.facts + report.unread.size());
    meanings_of_rules(imported.rules);
    CHECK(report_json(report).starts_with("{\"frames\":"));
    for (const char c : imported.rules)
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n') FAIL("a control character in the rules");
}

const std::string kLog =
    "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0] [__guards] TREE_GUARD_MANAGER:\n"
    "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0] [__guards] +- RootGuardManager\n"
    "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0] [__guards] | +- DictGuardManager: "
    "source=L['d'], accessed_by=FrameLocalsGuardAccessor(key='d', framelocals_idx=1), type=<class 'dict'>, "
    "tag_safe=(False, False)\n"
    "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0] [__guards] | | +- KeyValueManager pair "
    "at index=0\n"
    "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0] [__guards] | | | +- KeyManager: "
    "GuardManager: source=list(dict.keys(L['d']))[0], type=<class 'str'>, tag_safe=(False, False)\n"
    "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0] [__guards] | | | +- ValueManager: "
    "GuardManager: source=L['d']['a'], type=<class 'int'>, tag_safe=(False, False)\n"
    "V1130 12:32:40.390000 26692 torch/_dynamo/guards.py:4693] [0/0] [__guards] | | | | +- EQUALS_MATCH: "
    "L['d']['a'] == 'x\\'y'          # z = 'a  # b'  # demo.py:19 in f (HINT: q)\n"
    "# file: x.py\n"
    "def __guard_0_for_f(L):\n    return (___guarded_code.valid) \\\n        and (L['n'] == {'a': [1, 2.5, "
    "b'x']})\n\n"
    "V1130 13:31:37.545000 7479 torch/x.py:4769] {\"dynamo_cpp_guards_str\": {}, \"frame_id\": 0, "
    "\"frame_compile_id\": 0, \"attempt\": 0}\n"
    "\tTREE_GUARD_MANAGER:\n\t+- RootGuardManager\n\t| +- NONE_MATCH: L['m'] is None\n"
    "{\"code\": \"L['k'] == 5\"}\n";

}  // namespace

TEST_CASE("a log may end anywhere") {
    for (std::size_t end = 0; end <= kLog.size(); ++end)
        check_sane(kLog.substr(0, end));
}

TEST_CASE("a log may begin anywhere") {
    for (std::size_t begin = 0; begin <= kLog.size(); begin += 3)
        check_sane(kLog.substr(begin));
}

TEST_CASE("bytes may be any") {
    using namespace std::string_literals;
    std::mt19937 random(20261130);
    const std::string bytes = "\0\xff\xc3\x80'\"()[]{}\\#\n\r\t;:,|+- "s;
    for (int round = 0; round < 3000; ++round) {
        std::string log = kLog;
        for (int edit = 0; edit < 4; ++edit) {
            const std::size_t at = random() % log.size();
            if (random() % 3 == 0)
                log.erase(at, 1 + random() % 8);
            else
                log[at] = bytes[random() % bytes.size()];
        }
        INFO(log);
        check_sane(log);
    }
}

TEST_CASE("NUL and broken UTF-8 reach neither rules nor report") {
    const std::string log =
        tree({std::string("| +- EQUALS_MATCH: L['a\0b'] == 5", 32), "| +- EQUALS_MATCH: L['\xff'] == 5",
              "| +- EQUALS_MATCH: L['n'] == '\xed\xa0\x80'",
              "| +- NONE_MATCH: L['m'] is None   # \xfe\x01  # d\x01.py:1 in f"});
    const Imported imported = import_text(log);
    CHECK(imported.report.clauses == 4);
    CHECK(imported.report.unread.size() == 3);
    CHECK(imported.rules.find('\0') == std::string::npos);
    CHECK(imported.rules.find('\xff') == std::string::npos);
    CHECK(imported.rules.find("m is None  # d\xef\xbf\xbd.py:1\n") != std::string::npos);
    check_sane(log);
}

TEST_CASE("lines of a megabyte") {
    const std::string million(1'000'000, 'a');
    check_sane(tree({"| +- EQUALS_MATCH: L['n'] == '" + million + "'"}));
    check_sane(tree({"| +- EQUALS_MATCH: L['" + million + "'] == 5", "| +- " + million,
                     "| +- GuardManager: source=" + million}));
    check_sane(tree({"| +- EQUALS_MATCH: L['n'] == " + std::string(1'000'000, '(')}));
    check_sane(tree({"| +- EQUALS_MATCH: L['n'] == 5    # " + million}));
    check_sane(million + "\n" + million + "[__guards] x\n" + "[" + million +
               "] [__guards] +- RootGuardManager\n");
    check_sane("def __guard_0_for_f(L):\n    return " + std::string(1'000'000, '(') + "\n");
    std::string many = "def __guard_0_for_f(L):\n    return (L['n'] is None)";
    for (int i = 0; i < 20'000; ++i)
        many += " and (L['n'][" + std::to_string(i) + "] is None)";
    check_sane(many);
}

TEST_CASE("deep trees") {
    std::string deep = tree({});
    std::string bars = "| ";
    for (int depth = 0; depth < 3000; ++depth, bars += "| ")
        deep +=
            bars + "+- GuardManager: source=L['f'], accessed_by=GetAttrGuardAccessor(a), type=<class 'x'>\n";
    check_sane(deep + bars + "+- NONE_MATCH: L['n'] is None\n");
    // A line at a depth that nothing leads to.
    const Imported lost =
        import_text(tree({"| | | | | | +- DictGuardManager: source=L['d'], "
                          "accessed_by=GetAttrGuardAccessor(d), type=<class 'dict'>",
                          "| | | +- NONE_MATCH: L['n'] is None"}));
    CHECK(lost.report.clauses == 1);
    check_sane("# file: x\n" + tree({"| | | +- KeyValueManager pair at index=99999999999999999999",
                                     "| +- KeyValueManager pair at index=", "| +- KeyManager: ",
                                     "| +- DictGuardManager: source=", "| +- GuardManager: "}));
}

TEST_CASE("many entries of one name") {
    std::string log;
    for (int i = 0; i < 5000; ++i)
        log += "def __guard_0_for_f(L):\n    return (L['n'] == " + std::to_string(i) + ")\n";
    const Imported imported = import_text(log);
    CHECK(imported.report.entries == 5000);
    CHECK(meanings_of_rules(imported.rules).size() == 5000);
}
