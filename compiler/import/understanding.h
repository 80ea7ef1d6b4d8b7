// What the texts of clauses mean, through grammar and sema, each text once.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/guards/guard.h"

namespace guardc::compiler {

struct Understood {
    bool read = false;
    std::vector<TermId> conditions;  // may be none: a line that says nothing of its own
    std::string problem;             // why it was not read
    std::string warning;             // what of it is not tested
};

// Not thread-safe. Texts that it is asked for must outlive it.
class Understanding {
  public:
    Understanding();
    ~Understanding();
    Understanding(const Understanding&) = delete;
    Understanding& operator=(const Understanding&) = delete;

    // `kind` empty: a guard in guardc's own form. The answer stays where it is.
    const Understood& of(std::string_view kind, std::string_view text);

    // The same of a text that need not outlive the call.
    Understood read_once(std::string_view kind, std::string_view text);

    // Grows with every text. Its shape is open, so a slot may be any name.
    FrameRules& rules() { return rules_; }
    const TermPool& terms() const { return *rules_.terms; }

  private:
    struct Key {
        std::string_view kind;
        std::string_view text;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return std::hash<std::string_view>()(key.text) * 31 + std::hash<std::string_view>()(key.kind);
        }
    };
    struct Sema;

    FrameRules rules_;
    std::unique_ptr<Sema> sema_;
    std::unordered_map<Key, std::unique_ptr<Understood>, Hash> known_;
};

}  // namespace guardc::compiler
