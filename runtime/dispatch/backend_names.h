// Numbers for the names of backends, so that a look-up compares words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>

#include "runtime/dispatch/entry.h"

namespace guardc {

// Equal names have equal keys, whoever asks; keys and names stay good for the life of this object. The empty
// name is BackendKey::none.
class BackendNames {
  public:
    BackendKey key(std::string_view name) {
        if (name.empty()) return BackendKey::none;
        const std::scoped_lock lock(mutex_);
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (names_[i] == name) return static_cast<BackendKey>(i + 1);
        }
        names_.emplace_back(name);
        return static_cast<BackendKey>(names_.size());
    }

    // Empty for `none`, `any`, and keys of another dispatcher.
    std::string_view name(BackendKey key) const {
        const std::scoped_lock lock(mutex_);
        const auto index = static_cast<std::size_t>(key);
        return index >= 1 && index <= names_.size() ? std::string_view(names_[index - 1])
                                                    : std::string_view();
    }

  private:
    mutable std::mutex mutex_;
    std::deque<std::string> names_;  // a deque: names never move
};

}  // namespace guardc
