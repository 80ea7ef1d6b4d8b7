#include "runtime/dispatch/object_key.h"

#include <bit>

#include "runtime/dispatch/checking.h"
#include "runtime/dispatch/thread_record.h"
#include "runtime/program/object_identity.h"

namespace guardc {

static_assert(static_cast<std::uint8_t>(ObjectIdentity::Domain::object) == ObjectKey::kObject);

ObjectKey object_at(const EntryCode* path, const Call& call) noexcept {
    if (path == nullptr) return {};
    const Program& program = path->program();
    const CheckBlock block(this_thread().scratch, call, program.registers, program.lifted, program.slots);
    if (block.empty() || program.lifted == 0 || block.check(*path) != Status::hit) return {};
    const auto* const model = std::bit_cast<const Model*>(path->literals()[0]);
    ObjectIdentity identity;
    if (read_identity(*model, block.lifted()[0], identity) != Truth::yes) return {};
    return {static_cast<std::uint8_t>(identity.domain), identity.number};
}

}  // namespace guardc
