#include "tests/grammar/random_programs.h"

#include "grammar/print.h"
#include "tests/grammar/random_trees.h"

namespace guardc::grammar {

std::string ProgramMaker::make() {
    out_.clear();
    for (std::size_t i = 1 + below(2); i > 0; --i) {
        switch (below(6)) {
            case 0:
                backend();
                break;
            case 1:
                test();
                break;
            default:
                frame();
        }
    }
    return out_;
}

std::string ProgramMaker::expression() {
    TreeMaker maker(static_cast<std::uint32_t>(random_()));
    const ExprId root = maker.make(static_cast<int>(below(4)));
    return print_expression(maker.pool(), root);
}

std::string ProgramMaker::name() {
    return one_of({"f", "x", "self", "B", "limit", "frame", "user", "common", "let", "step", "\xc3\xa9"});
}

std::string ProgramMaker::string() {
    return one_of({"\"a\"", "'b c'", "\"#\"", "'{'", "\"}\"", "\"it's\"", "r'\\d'", "\"\\u00e9;\""});
}

std::string ProgramMaker::because() {
    return below(3) == 0 ? " because " + string() : "";
}

// Ends with its line, with `;`, or with a comment.
void ProgramMaker::line(const std::string& text) {
    out_ += space() + text + space();
    out_ +=
        one_of({"\n", ";", "\n\n", "  # it's a {comment}; or \"not\n", "\n# by itself\n", " ;\n", "\r\n"});
}

void ProgramMaker::open(const std::string& head) {
    out_ += head + space() + "{" + one_of({"", "\n", " # inside\n"});
}

void ProgramMaker::close() {
    out_ += one_of({"", "\n", " "}) + "}" + one_of({"\n", "\n\n", " # behind\n"});
}

std::string ProgramMaker::guard() {
    switch (below(8)) {
        case 0:
            return "EQUALS_MATCH: L['n'] == 5                # x = x + n  # demo.py:19 in forward";
        case 1:
            return "| +- TYPE_MATCH: ___check_type_id(L['t'], 7), type=<class 'tuple'>";
        case 2:
            return one_of({"NO_TENSOR_ALIASING", "OBJECT_ALIASING", "SYMBOLIC_SHAPE_GUARD"});
        default:
            // An own guard with something behind it is never a line of the peer's.
            return guard_statement(expression()) + because();
    }
}

void ProgramMaker::guards() {
    for (std::size_t i = below(4); i > 0; --i) {
        const std::string text = guard();
        if (text.find("_MATCH: ") == std::string::npos)
            line(text);
        else
            out_ += text + "\n";
    }
}

void ProgramMaker::frame_clause() {
    switch (below(6)) {
        case 0:
            return line("limit 8 " + (below(2) == 0 ? "per " + expression() + " " : "") + "then " +
                        one_of({"run_only", "skip", "evict", "refuse"}));
        case 1:
            return line("on failure " + one_of({"run_only", "skip", "retry 3"}));
        case 2:
            return line("order " + one_of({"declared", "newest_first"}));
        case 3:
            return line("no unproved waivers");
        default:
            return line(one_of({"dim ", "let "}) + name() + space() + "=" + space() + expression());
    }
}

void ProgramMaker::frame() {
    std::string head = "frame " + one_of({"f", "'<lambda>'", "frame", "\"a b\""});
    if (below(2) == 0) head += "(" + one_of({"", "x", "x, y", "x, '.0',"}) + ")";
    if (below(3) == 0) head += " at " + string() + " : 12";
    open(head);
    for (std::size_t i = below(3); i > 0; --i)
        frame_clause();
    for (std::size_t i = below(4); i > 0; --i) {
        switch (below(5)) {
            case 0:
                open("user");
                break;
            case 1:
                open("common");
                break;
            default:
                open("entry " + string() + (below(3) == 0 ? " backend " + string() : ""));
        }
        guards();
        close();
    }
    close();
}

void ProgramMaker::waiver() {
    std::string text = one_of({"waive ", "waive? "});
    switch (below(5)) {
        case 0:
            text += "path x.a" + one_of({"", ".*"});
            break;
        case 1:
            text += "id '3f2a91c0'";
            break;
        case 2:
            text += "kind " + string();
            break;
        case 3:
            text += "text " + string();
            break;
        default:
            text += "x.size(0) == _";
    }
    text += one_of({"", " lift", " lift as " + string(), " weaken " + expression()});
    line(text + because());
}

void ProgramMaker::backend() {
    open("backend " + string() + " for " + one_of({"f", "'a b'"}));
    for (std::size_t i = below(4); i > 0; --i) {
        if (below(2) == 0)
            waiver();
        else
            line("require (" + expression() + ")" + because());
    }
    close();
}

std::string ProgramMaker::values() {
    std::string text = "{";
    for (std::size_t i = below(3); i > 0; --i)
        text += one_of({"x", "'y z'", "\"entry\""}) + ": " +
                one_of({"1", "[None, 'a']", "tensor(float16, [2])"}) + ", ";
    return text + "}";
}

void ProgramMaker::test() {
    open("test " + string() + (below(2) == 0 ? " for f" : ""));
    if (below(2) == 0) line("frame " + values());
    if (below(2) == 0) line("globals " + values());
    if (below(2) == 0) line("state " + values());
    line("expect " + one_of({"miss", "miss because " + string(), string()}));
    close();
}

}  // namespace guardc::grammar
