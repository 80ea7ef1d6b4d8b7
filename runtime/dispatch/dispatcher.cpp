#include "runtime/dispatch/dispatcher.h"

#include <deque>
#include <mutex>
#include <utility>
#include <vector>

namespace guardc {

class Dispatcher::Frames : public RuleListener {
  public:
    explicit Frames(std::shared_ptr<RuleCompiler> rule_compiler) : compiler(std::move(rule_compiler)) {}

    void rules_narrowed(std::string_view frame) override {
        for (FrameCache* const cache : all()) {
            if (cache->name() == frame) cache->rules_narrowed();
        }
    }

    std::vector<FrameCache*> all() const {
        const std::scoped_lock lock(mutex);
        std::vector<FrameCache*> found;
        for (const auto& cache : caches)
            found.push_back(cache.get());
        return found;
    }

    const std::shared_ptr<RuleCompiler> compiler;
    const std::shared_ptr<BackendNames> backends = std::make_shared<BackendNames>();
    const std::shared_ptr<StanceBoard> stances = std::make_shared<StanceBoard>();
    mutable std::mutex mutex;
    std::deque<std::unique_ptr<FrameCache>> caches;
};

Dispatcher::Dispatcher(std::shared_ptr<RuleCompiler> compiler)
    : frames_(std::make_shared<Frames>(std::move(compiler))) {
    if (frames_->compiler != nullptr) frames_->compiler->attach(frames_);
}

Dispatcher::~Dispatcher() = default;

BackendKey Dispatcher::backend(std::string_view name) {
    return frames_->backends->key(name);
}

FrameCache& Dispatcher::add_frame(FrameOptions options) {
    auto cache = std::make_unique<FrameCache>(std::move(options), frames_->compiler, frames_->backends,
                                              frames_->stances);
    const std::scoped_lock lock(frames_->mutex);
    return *frames_->caches.emplace_back(std::move(cache));
}

FrameCache* Dispatcher::find_frame(std::string_view name) const {
    for (FrameCache* const cache : frames_->all()) {
        if (cache->name() == name) return cache;
    }
    return nullptr;
}

std::vector<FrameCache*> Dispatcher::frames() const {
    return frames_->all();
}

void Dispatcher::lock(WhenLocked then) {
    frames_->stances->lock(then);
}

void Dispatcher::unlock() {
    frames_->stances->unlock();
}

const std::shared_ptr<StanceBoard>& Dispatcher::stances() const {
    return frames_->stances;
}

std::size_t Dispatcher::object_died(std::uint64_t identity) {
    std::size_t gone = 0;
    for (FrameCache* const frame : frames_->all())
        gone += frame->object_died(identity);
    return gone;
}

// The mark comes first: an entry that goes in after it sees it, one that went in before is in the sweep.
std::size_t Dispatcher::declare_stale(Dependency& dependency) {
    dependency.stale_.store(true, std::memory_order_seq_cst);
    std::size_t gone = 0;
    for (FrameCache* const frame : frames_->all())
        gone += frame->drop_stale(dependency);
    return gone;
}

std::size_t Dispatcher::invalidate(const std::string& reason,
                                   const std::function<bool(const Entry&)>& condemned) {
    std::size_t gone = 0;
    for (FrameCache* const frame : frames_->all())
        gone += frame->invalidate(reason, condemned);
    return gone;
}

std::size_t Dispatcher::cancel_compiles() {
    std::size_t asked = 0;
    for (FrameCache* const frame : frames_->all())
        asked += frame->cancel_compile() ? 1 : 0;
    return asked;
}

}  // namespace guardc
