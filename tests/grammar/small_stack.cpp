#include "small_stack.h"

#include <catch2/catch.hpp>
#include <pthread.h>

namespace guardc::grammar {

void on_small_stack(const std::function<void()>& work) {
    pthread_attr_t attributes;
    REQUIRE(pthread_attr_init(&attributes) == 0);
    REQUIRE(pthread_attr_setstacksize(&attributes, 256UL << 10U) == 0);
    const auto run = [](void* what) -> void* {
        (*static_cast<const std::function<void()>*>(what))();
        return nullptr;
    };
    pthread_t thread{};
    REQUIRE(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)) == 0);
    REQUIRE(pthread_join(thread, nullptr) == 0);
    pthread_attr_destroy(&attributes);
}

}  // namespace guardc::grammar
