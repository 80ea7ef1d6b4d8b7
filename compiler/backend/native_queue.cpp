#include "compiler/backend/native_queue.h"

#include <exception>
#include <utility>

namespace guardc::compiler {

NativeQueue::NativeQueue(NativeMode mode, native::Options options) : mode_(mode), options_(options) {}

NativeQueue::~NativeQueue() {
    {
        const std::scoped_lock lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    if (worker_.joinable()) worker_.join();
}

void NativeQueue::add(const std::shared_ptr<const EntryCode>& code, std::string entry,
                      native::Effort effort) {
    if (mode_ == NativeMode::never) return;
    Job job{code, std::move(entry), effort};
    if (mode_ == NativeMode::at_once) return compile(job);
    const std::scoped_lock lock(mutex_);
    jobs_.push_back(std::move(job));
    if (!worker_.joinable()) worker_ = std::thread([this] { work(); });
    changed_.notify_all();
}

void NativeQueue::wait_until_idle() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.empty() && !busy_; });
}

void NativeQueue::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return stop_ || !jobs_.empty(); });
        if (stop_) return;
        const Job job = std::move(jobs_.front());
        jobs_.pop_front();
        busy_ = true;
        lock.unlock();
        compile(job);
        lock.lock();
        busy_ = false;
        changed_.notify_all();
    }
}

native::Compiler* NativeQueue::engine() {
    const std::scoped_lock lock(engine_mutex_);
    if (engine_ == nullptr && load_failure_.empty()) {
        auto loaded = native::load_compiler(options_);
        if (loaded) {
            engine_ = std::move(*loaded);
        } else {
            load_failure_ = loaded.error().message;
        }
    }
    return engine_.get();
}

void NativeQueue::compile(const Job& job) noexcept {
    const auto code = job.code.lock();
    if (code == nullptr || code->is_native()) return;
    try {
        native::Compiler* const compiler = engine();
        if (compiler == nullptr) return failed(job.entry, load_failure_);
        auto check = compiler->compile(code->program(), job.effort);
        if (!check && job.effort != native::Effort::quick) check = compiler->compile(code->program());
        if (!check) return failed(job.entry, std::move(check.error().message));
        const CheckFunction function = (*check)->function();
        code->publish_native(function, std::move(*check));
    } catch (const std::exception& thrown) {
        failed(job.entry, thrown.what());
    }
}

void NativeQueue::failed(const std::string& entry, std::string message) {
    const std::scoped_lock lock(mutex_);
    ++failure_count_;
    failures_.push_back({entry, std::move(message)});
    if (failures_.size() > kFailuresKept) failures_.pop_front();
}

std::vector<NativeQueue::Failure> NativeQueue::failures() const {
    const std::scoped_lock lock(mutex_);
    return {failures_.begin(), failures_.end()};
}

std::uint64_t NativeQueue::failure_count() const {
    const std::scoped_lock lock(mutex_);
    return failure_count_;
}

}  // namespace guardc::compiler
