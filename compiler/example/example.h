// Frames on either side of guards: one that a set of guards accepts, and for each guard one that it rejects.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/guards/guard.h"
#include "compiler/json/frame_json.h"

namespace guardc::compiler {

// The guards of an entry as they are kept, and what its check hands out besides. Everything is referred to
// and must outlive what is made of it; the pool must not grow meanwhile.
struct ExampleGuards {
    const TermPool& terms;
    const FrameShape& shape;
    std::span<const Guard> guards;
    std::span<const TermId> lifted = {};  // values that must be defined
};

// Why there is no frame. The search is bounded, so that as a rule none was found rather than there is none.
struct NoExample {
    std::string message;                    // one line
    std::optional<std::size_t> guard = {};  // the first that no attempt could make hold
    std::optional<std::size_t> taken = {};  // by this one of the sets of guards that were to miss
    bool certain = false;                   // no frame at all can do it
};

// A frame that differs from the example in as little as was found, and that one guard rejects.
struct Mutant {
    FrameDocument frame;
    std::string changed;  // "x.size(0): 8 -> 9"
    bool only = false;    // all other guards still hold
};

// A frame that all guards of a set accept, and what becomes of it when one of them must fail. Every frame
// that it gives was judged by the reference evaluator. For one thread.
class Example {
  public:
    // `avoid`: sets of guards over the same terms, none of which may accept the frame.
    static std::expected<std::unique_ptr<Example>, NoExample> find(
        const ExampleGuards& guards, std::span<const std::span<const Guard>> avoid = {});
    ~Example();
    Example(const Example&) = delete;
    Example& operator=(const Example&) = delete;

    const FrameDocument& frame() const;

    // Nothing when no change was found that makes this guard fail.
    std::optional<Mutant> violate(std::size_t guard);

  private:
    Example();
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

// A frame that all of `kept` accept and where `violated` does not hold: what is let in by taking that guard
// away. `certain` of the error means that the kept guards accept nothing at all, or that `violated` reads
// nothing.
std::expected<FrameDocument, NoExample> find_difference(const ExampleGuards& kept, TermId violated);

}  // namespace guardc::compiler
