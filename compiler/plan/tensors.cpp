#include "compiler/plan/tensors.h"

#include <vector>

#include "runtime/value/builtin_model.h"
#include "runtime/value/value.h"

namespace guardc::compiler {

namespace {

// Values whose operands are all read whenever they are: no condition stands between.
bool reads_all_operands(TermOp op) {
    return kind_of(op).term_class == TermClass::value && op != TermOp::conditional;
}

bool needs_tensor(TermOp op) {
    return op == TermOp::rank || op == TermOp::size || op == TermOp::stride || op == TermOp::storage_offset;
}

}  // namespace

bool is_tensor_type(std::string_view full_name) {
    return full_name == "torch.Tensor" || full_name == "torch.nn.parameter.Parameter";
}

std::unordered_set<TermId> required_tensors(const TermPool& terms, std::span<const TermId> tests) {
    std::unordered_set<TermId> tensors;
    std::vector<bool> seen(terms.size(), false);
    std::vector<TermId> pending;
    for (TermId test : tests) {
        bool plain = true;
        while (terms[test].op == TermOp::not_) {  // undefined stays undefined
            test = terms.operands(test)[0];
            plain = !plain;
        }
        if (terms[test].op == TermOp::is_type && plain) {
            Cell handle;
            const Value& type = terms.constant(terms.operands(test)[1]);
            if (read_fact(builtin_model(), FactId::type_handle, &type, {}, handle) == Truth::yes &&
                is_tensor_type(builtin_model().type_name(builtin_model(), handle.bits))) {
                tensors.insert(terms.operands(test)[0]);
            }
        }
        if (terms[test].op == TermOp::and_ || terms[test].op == TermOp::or_ ||
            terms[test].op == TermOp::conditional) {
            continue;  // some operands may not be read
        }
        pending.push_back(test);
        while (!pending.empty()) {
            const TermId term = pending.back();
            pending.pop_back();
            if (seen[term]) {
                continue;
            }
            seen[term] = true;
            if (needs_tensor(terms[term].op)) {
                tensors.insert(terms.operands(term)[0]);
            }
            for (const TermId operand : terms.operands(term)) {
                if (reads_all_operands(terms[operand].op)) {
                    pending.push_back(operand);
                }
            }
        }
    }
    return tensors;
}

}  // namespace guardc::compiler
