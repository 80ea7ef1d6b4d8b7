#include "compiler/passes/deduplicate.h"

#include <unordered_map>
#include <utility>

namespace guardc::compiler {

void deduplicate(EntryGuards& entry) {
    std::unordered_map<TermId, std::size_t> first;
    std::vector<Guard> once;
    for (Guard& guard : entry.guards) {
        if (first.try_emplace(guard.term, once.size()).second) once.push_back(std::move(guard));
    }
    entry.guards = std::move(once);

    first.clear();
    Ledger rows;
    for (LedgerRow& row : entry.ledger) {
        if (row.state == GuardState::kept) {
            const auto [found, is_first] = first.try_emplace(row.guard.term, rows.size());
            if (!is_first) {
                rows[found->second].repeated.push_back(row.guard.provenance);
                continue;
            }
        }
        rows.push_back(std::move(row));
    }
    entry.ledger = std::move(rows);
}

}  // namespace guardc::compiler
