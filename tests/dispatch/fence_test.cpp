// The read side without a fence where the kernel takes part, and with one where it refuses. The refusal is a
// real one: this program runs itself again behind a filter that lets no `membarrier` through.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <thread>

#include <catch2/catch.hpp>
#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/dispatch/toy_frame.h"

using namespace guardc;
using namespace guardc::tests;

namespace {

constexpr const char* kInside = "GUARDC_TEST_MEMBARRIER_REFUSED";

bool refuse_membarrier() {
    const sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{static_cast<unsigned short>(std::size(code)), const_cast<sock_filter*>(code)};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

// Runs the test case of this name again, in a process of its own, where the kernel refuses. Its exit status.
int run_refused(const char* test) {
    const pid_t child = fork();
    if (child == 0) {
        if (!refuse_membarrier()) _exit(77);
        setenv(kInside, "1", 1);
        execl("/proc/self/exe", "test_dispatch", test, static_cast<char*>(nullptr));
        _exit(78);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Poisoned {
    std::atomic<int> alive{1};
    ~Poisoned() { alive = 0; }
};

// Readers walk to an object that a writer replaces and frees all the time; none may see a freed one.
void replace_under_readers(std::chrono::milliseconds time) {
    std::atomic<Poisoned*> current{nullptr};
    auto owner = std::make_shared<Poisoned>();
    current = owner.get();
    std::atomic<bool> stop{false};
    std::atomic<int> dead{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i) {
        readers.emplace_back([&] {
            ThreadRecord& thread = this_thread();
            while (!stop) {
                const ReadSection section(thread);
                const Poisoned* const seen = current.load(std::memory_order_acquire);
                for (int look = 0; look < 20; ++look)
                    dead += seen->alive.load(std::memory_order_relaxed) != 1;
            }
        });
    }
    const auto end = std::chrono::steady_clock::now() + time;
    int replaced = 0;
    for (; std::chrono::steady_clock::now() < end; ++replaced) {
        auto next = std::make_shared<Poisoned>();
        current.store(next.get(), std::memory_order_seq_cst);
        Reclaimer::process().retire(std::exchange(owner, std::move(next)));
        Reclaimer::process().collect();
    }
    stop = true;
    for (std::thread& reader : readers)
        reader.join();
    CHECK(dead == 0);
    CHECK(replaced > 100);
    Reclaimer::process().collect();
    CHECK(Reclaimer::process().pending() == 0);
}

}  // namespace

TEST_CASE("readers and frees with the fence of this kernel") {
    if (std::getenv(kInside) != nullptr) {
        CHECK_FALSE(ReadFence::by_kernel());
    } else {
        INFO("without membarrier this only tests the other half");
        CHECK(ReadFence::heavy());
    }
    replace_under_readers(std::chrono::milliseconds(200));
    ToyFrame toy({.limit = {2, AtLimit::evict}});
    CHECK(toy.run("1 2 1 3 1") == "compile:1 compile:2 hit:1 compile:3 hit:1");
    CHECK(Reclaimer::process().pending() == 0);
}

TEST_CASE("where the kernel refuses membarrier, readers fence") {
    if (std::getenv(kInside) != nullptr) return;
    CHECK(run_refused("readers and frees with the fence of this kernel") == 0);
}

TEST_CASE("a kernel that refuses later is believed") {
    if (std::getenv(kInside) == nullptr) {
        const pid_t child = fork();  // the filter stays with the process, so it gets one of its own
        if (child == 0) {
            if (!ReadFence::by_kernel()) _exit(0);
            if (!refuse_membarrier()) _exit(77);
            auto object = std::make_shared<int>(1);
            Reclaimer::process().retire(object);
            Reclaimer::process().collect();
            if (ReadFence::by_kernel() || object.use_count() != 2) _exit(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(1100));
            Reclaimer::process().collect();
            _exit(object.use_count() == 1 ? 0 : 2);
        }
        int status = 0;
        REQUIRE(waitpid(child, &status, 0) == child);
        CHECK(status == 0);
    }
}
