// Where an imported entry rejects a frame that the peer accepts: the one table of these, with the reason of
// each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace guardc {

// One guard that failed on a frame of the peer's.
struct Failed {
    std::string guard, expected, actual;
    bool bound =
        false;  // the text does not hold it: it was read off the frame that the entry is known to accept
};

struct StricterClass {
    std::string_view name;
    std::string_view reason;  // stands in docs/language.md, word by word
    bool (*holds)(const Failed& failed);
};

const std::vector<StricterClass>& stricter_classes();

}  // namespace guardc
