// What runs when an entry is checked: its program, its constants, and machine code once that exists.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/dispatch/value_hash.h"
#include "runtime/program/check.h"
#include "runtime/program/program.h"

namespace guardc {

// What a rule compiler keeps of an entry's rules, to narrow them later and to give reasons. Opaque here.
class EntryRules {
  public:
    EntryRules() = default;
    virtual ~EntryRules() = default;
    EntryRules(const EntryRules&) = delete;
    EntryRules& operator=(const EntryRules&) = delete;
};

class EntryCode;

// Whatever passes the check has, at what `value` lifts, a value with the hash `constant`. Facts are about the
// same value when they share `value`, which is a check without guards.
struct EqualityFact {
    std::shared_ptr<const EntryCode> value;
    HashBy by = HashBy::value;
    std::uint64_t constant = 0;
};

// An object whose identity a guard compares with a number that was recorded.
struct RecordedObject {
    std::uint64_t identity = 0;
    std::string path;       // where the guard looks for it
    bool demanded = false;  // whatever passes the check has this object there
};

// Immutable and shared by threads, save one field that is written once: the native check, which swaps in off
// the call path. New rules are a new EntryCode.
class EntryCode {
  public:
    struct Parts {
        Program program = {};  // has passed verify_program
        std::vector<std::uint64_t> literals = {};
        std::vector<std::shared_ptr<const void>> owners = {};  // of what the literals point to
        std::vector<std::string> lifted = {};          // canonical path of each cell of the argument block
        std::shared_ptr<const EntryRules> rules = {};  // may be null
        std::vector<EqualityFact> facts = {};          // that an index may tell entries apart by
        std::vector<RecordedObject> objects = {};      // whose death ends the entry
    };
    explicit EntryCode(Parts parts);

    const Program& program() const { return parts_.program; }
    const std::vector<std::uint64_t>& literals() const { return parts_.literals; }
    const std::vector<std::string>& lifted() const { return parts_.lifted; }
    const std::shared_ptr<const EntryRules>& rules() const { return parts_.rules; }
    const std::vector<EqualityFact>& facts() const { return parts_.facts; }
    const std::vector<RecordedObject>& objects() const { return parts_.objects; }
    bool is_native() const { return native_.load(std::memory_order_acquire) != nullptr; }

    // Same contract as CheckFunction. `slots` has at least Program::slots references.
    [[gnu::always_inline]] Status check(const Ref* slots, const Cell* ambient, Cell* scratch, Memo* memo,
                                        Cell* out) const noexcept {
        if (const CheckFunction native = native_.load(std::memory_order_acquire)) {
            return native(slots, ambient, parts_.literals.data(), scratch, memo, out);
        }
        return check_by_table(slots, ambient, scratch, memo, out);
    }

    // Publishes machine code for exactly this program; `holder` keeps it alive as long as this object. False,
    // and nothing changes, when there is some already. Any thread, while checks run.
    bool publish_native(CheckFunction function, std::shared_ptr<const void> holder) const noexcept;

  private:
    Status check_by_table(const Ref* slots, const Cell* ambient, Cell* scratch, Memo* memo,
                          Cell* out) const noexcept;

    Parts parts_;
    mutable std::atomic<CheckFunction> native_{nullptr};
    mutable std::atomic<bool> native_claimed_{false};
    mutable std::shared_ptr<const void> native_holder_;  // written by the claimant, before native_
};

}  // namespace guardc
