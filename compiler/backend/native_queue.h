// Machine code for entries, made off the call path.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "compiler/native/native.h"
#include "runtime/dispatch/entry_code.h"

namespace guardc::compiler {

enum class NativeMode : std::uint8_t {
    never,       // entries stay on the table
    background,  // each entry runs on the table until one worker thread has its code
    at_once      // code is there when a compile returns
};

// The native engine is loaded when the first entry comes. An entry whose compile fails, or for which there is
// no engine, stays on the table, and the failure is kept as text.
class NativeQueue {
  public:
    NativeQueue(NativeMode mode, native::Options options);
    ~NativeQueue();  // joins; entries that still wait stay on the table
    NativeQueue(const NativeQueue&) = delete;
    NativeQueue& operator=(const NativeQueue&) = delete;

    void add(const std::shared_ptr<const EntryCode>& code, std::string entry,
             native::Effort effort = native::Effort::quick);
    void wait_until_idle();

    struct Failure {
        std::string entry;
        std::string message;
    };
    std::vector<Failure> failures() const;  // the last kFailuresKept
    std::uint64_t failure_count() const;

  private:
    static constexpr std::size_t kFailuresKept = 16;
    struct Job {
        std::weak_ptr<const EntryCode> code;  // what has died meanwhile needs no code
        std::string entry;
        native::Effort effort;
    };
    void work();
    void compile(const Job& job) noexcept;
    void failed(const std::string& entry, std::string message);
    native::Compiler* engine();

    const NativeMode mode_;
    const native::Options options_;
    std::mutex engine_mutex_;
    std::unique_ptr<native::Compiler> engine_;
    std::string load_failure_;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    bool busy_ = false;
    bool stop_ = false;
    std::deque<Failure> failures_;
    std::uint64_t failure_count_ = 0;
    std::thread worker_;  // started by the first job
};

}  // namespace guardc::compiler
