// The exhaustive search for a puzzle of few clues, as seen from outside the kernels (exhaustive_search.hpp has it).
#pragma once

#include <cstdint>

namespace engine {

class Exhaustive {
public:
    virtual ~Exhaustive() = default;

    // The search is a list of parts. The same board, clues kept and number of clues always have the same parts.
    virtual std::int64_t parts() const = 0;

    // Searches the parts from `begin` to before `end`; writes the puzzle to `puzzle` and returns true where there is one.
    virtual bool run(std::int64_t begin, std::int64_t end, std::uint8_t* puzzle) = 0;
};

}  // namespace engine
