#include "grammar/dump.h"

#include <vector>

#include <fmt/format.h>

#include "grammar/policy_names.h"
#include "grammar/print.h"

namespace guardc::grammar {

namespace {

std::string leaf_text(const ExprPool& pool, ExprId id) {
    const Expr& expr = pool[id];
    switch (expr.kind) {
        case ExprKind::none_literal:
            return "None";
        case ExprKind::true_literal:
            return "True";
        case ExprKind::false_literal:
            return "False";
        case ExprKind::ellipsis:
            return "...";
        case ExprKind::wildcard:
            return "_";
        case ExprKind::missing:
            return "missing";
        case ExprKind::string:
            return quote_string(pool.text_of(id));
        case ExprKind::bytes:
            return quote_bytes(pool.text_of(id));
        case ExprKind::floating:
            return print_float(expr.number);
        case ExprKind::imaginary:
            return print_float(expr.number) + "j";
        case ExprKind::local_item:
            return "L." + quote_string(pool.text_of(id));
        case ExprKind::global_item:
            return "G." + quote_string(pool.text_of(id));
        default:
            return std::string(pool.text_of(id));
    }
}

std::string head_of(const ExprPool& pool, ExprId id) {
    const Expr& expr = pool[id];
    switch (expr.kind) {
        case ExprKind::attribute:
            return "." + quote_string(pool.text_of(id));
        case ExprKind::any_steps:
            return ".*";
        case ExprKind::item:
            return "item";
        case ExprKind::slice:
            return "slice";
        case ExprKind::call:
            return expr.keywords == 0 ? "call" : fmt::format("call:{}", expr.keywords);
        case ExprKind::keyword:
            return fmt::format("{}=", pool.text_of(id));
        case ExprKind::list:
            return "list";
        case ExprKind::tuple:
            return "tuple";
        case ExprKind::set:
            return "set";
        case ExprKind::dict:
            return "dict";
        case ExprKind::unary:
            return expr.op == ExprOp::minus  ? "neg"
                   : expr.op == ExprOp::plus ? "pos"
                                             : std::string(spelling(expr.op));
        case ExprKind::conditional:
            return "if";
        case ExprKind::step_range:
            return "..";
        case ExprKind::compare: {
            std::string ops;
            for (const ExprOp op : pool.ops_of(id))
                ops += ops.empty() ? spelling(op) : fmt::format("|{}", spelling(op));
            return ops;
        }
        default:
            return std::string(spelling(expr.op));
    }
}

bool holds_operands(ExprKind kind) {
    switch (kind) {
        case ExprKind::attribute:
        case ExprKind::any_steps:
        case ExprKind::item:
        case ExprKind::slice:
        case ExprKind::call:
        case ExprKind::keyword:
        case ExprKind::list:
        case ExprKind::tuple:
        case ExprKind::set:
        case ExprKind::dict:
        case ExprKind::unary:
        case ExprKind::binary:
        case ExprKind::compare:
        case ExprKind::logic:
        case ExprKind::conditional:
        case ExprKind::step_range:
            return true;
        default:
            return false;
    }
}

std::string because_of(const std::optional<std::string>& because) {
    return because ? fmt::format(" because {}", quote_string(*because)) : "";
}

void dump_frame(const File& file, const FrameDecl& frame, std::string& out) {
    out += fmt::format("frame {}", quote_string(frame.name));
    if (frame.has_parameters) {
        out += "(";
        for (const Parameter& parameter : frame.parameters)
            out += fmt::format(" {}", quote_string(parameter.name));
        out += " )";
    }
    if (frame.at_file) out += fmt::format(" at {}:{}", quote_string(*frame.at_file), frame.at_line);
    out += "\n";
    for (const LimitClause& limit : frame.limits) {
        const std::string per = limit.per == kNoExpr ? "" : " per " + dump_expression(file.pool, limit.per);
        out += fmt::format("  limit {}{} then {}\n", limit.count, per, spelling(limit.policy));
    }
    for (const FailureClause& failure : frame.failures)
        out += fmt::format("  on failure {} {}\n", spelling(failure.policy), failure.retries);
    for (const OrderClause& order : frame.orders)
        out += fmt::format("  order {}\n", spelling(order.order));
    for (std::size_t i = 0; i < frame.proofs.size(); ++i)
        out += "  no unproved waivers\n";
    for (const DimStatement& dim : frame.dims)
        out += fmt::format("  {} {} {}\n", dim.is_place ? "let" : "dim", dim.name,
                           dump_expression(file.pool, dim.value));
    for (const GuardStatement& guard : frame.common_guards)
        out += fmt::format("  common {}\n", dump_guard(file.pool, guard));
    for (const GuardStatement& guard : frame.user_guards)
        out += fmt::format("  user {}\n", dump_guard(file.pool, guard));
    for (const EntryDecl& entry : frame.entries) {
        out += fmt::format("  entry {}{}\n", quote_string(entry.name),
                           entry.backend ? " backend " + quote_string(*entry.backend) : "");
        for (const GuardStatement& guard : entry.guards)
            out += fmt::format("    {}\n", dump_guard(file.pool, guard));
    }
}

void dump_backend(const File& file, const BackendDecl& backend, std::string& out) {
    out += fmt::format("backend {} for {}\n", quote_string(backend.name), quote_string(backend.frame));
    for (const RequireStatement& require : backend.requires_)
        out += fmt::format("  require {}\n", dump_guard(file.pool, require.guard));
    for (const WaiveStatement& waive : backend.waives)
        out += fmt::format("  {}\n", dump_waiver(file.pool, waive));
}

void dump_test(const File& file, const TestDecl& test, std::string& out) {
    out += fmt::format("test {}{}\n", quote_string(test.title),
                       test.frame ? " for " + quote_string(*test.frame) : "");
    const auto values = [&](std::string_view name, ExprId id) {
        if (id != kNoExpr) out += fmt::format("  {} {}\n", name, dump_expression(file.pool, id));
    };
    values("frame", test.locals);
    values("globals", test.globals);
    values("state", test.state);
    const std::string expected =
        test.expect == TestDecl::Expect::miss ? "miss" : quote_string(test.expected_entry);
    out += fmt::format("  expect {}{}\n", expected, because_of(test.because));
}

}  // namespace

std::string dump_expression(const ExprPool& pool, ExprId root) {
    struct Open {
        ExprId id;
        std::uint32_t next;
    };
    std::string out;
    if (root == kNoExpr) return "none";
    std::vector<Open> stack = {{root, 0}};
    while (!stack.empty()) {
        Open& top = stack.back();
        if (!holds_operands(pool[top.id].kind)) {
            out += leaf_text(pool, top.id);
            stack.pop_back();
            continue;
        }
        if (top.next == 0) out += "(" + head_of(pool, top.id);
        const auto operands = pool.operands_of(top.id);
        if (top.next == operands.size()) {
            out += ")";
            stack.pop_back();
            continue;
        }
        out += " ";
        const ExprId operand = operands[top.next++];
        stack.push_back({operand, 0});
    }
    return out;
}

std::string dump_guard(const ExprPool& pool, const GuardStatement& guard) {
    if (!guard.peer) return "guard " + dump_expression(pool, guard.expression) + because_of(guard.because);
    const PeerGuard& peer = *guard.peer;
    const std::string type = peer.type_name.empty() ? "" : " type " + quote_string(peer.type_name);
    return fmt::format("{} {}{} raw {}", peer.kind, dump_expression(pool, peer.expression), type,
                       quote_string(peer.raw));
}

std::string dump_waiver(const ExprPool& pool, const WaiveStatement& waiver) {
    std::string out = waiver.optional ? "waive? " : "waive ";
    switch (waiver.selector) {
        case Selector::pattern:
            out += dump_expression(pool, waiver.pattern);
            break;
        case Selector::path:
            out += "path " + dump_expression(pool, waiver.pattern);
            break;
        case Selector::id:
            out += "id " + quote_string(waiver.text);
            break;
        case Selector::kind:
            out += "kind " + quote_string(waiver.text);
            break;
        case Selector::text:
            out += "text " + quote_string(waiver.text);
            break;
    }
    if (waiver.action == WaiverAction::lift) out += " lift";
    if (waiver.argument) out += " as " + quote_string(*waiver.argument);
    if (waiver.action == WaiverAction::weaken) out += " weaken " + dump_expression(pool, waiver.weaker);
    return out + because_of(waiver.because);
}

std::string dump_file(const File& file) {
    std::string out;
    for (const ItemRef& item : file.items) {
        switch (item.kind) {
            case ItemRef::Kind::frame:
                dump_frame(file, file.frames[item.index], out);
                break;
            case ItemRef::Kind::backend:
                dump_backend(file, file.backends[item.index], out);
                break;
            case ItemRef::Kind::test:
                dump_test(file, file.tests[item.index], out);
                break;
        }
    }
    return out;
}

}  // namespace guardc::grammar
