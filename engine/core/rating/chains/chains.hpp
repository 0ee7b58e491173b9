// All searches for chains with the memory they need: the first step of a family in Sudoku Explainer's order, which is
// the easiest, then the shortest, then by kind, then the first found.
#pragma once

#include "rating/chains/advanced.hpp"

namespace engine::rating {

class Chains {
public:
    bool find_chains(const Position& position, Step& step);
    bool find_nishio(const Position& position, Step& step);
    bool find_multiple(const Position& position, Step& step);
    bool find_dynamic(const Position& position, Step& step);

    // Dynamic chains plus are level 1, and nested chains 2 to 5.
    bool find_advanced(const Position& position, int level, Step& step);

private:
    template <class Search>
    bool find(Search& search, Rules rules, const Position& position, Step& step);

    void describe(const Conclusion& conclusion, Step& step) const;

    Links links_;
    LoopSearch loops_;
    MultipleChains<nishio_rules> nishio_;
    MultipleChains<static_rules> multiple_;
    MultipleChains<dynamic_rules> dynamic_;
    std::array<MultipleChains<advanced_rules>, 5> advanced_{
        MultipleChains<advanced_rules>(1), MultipleChains<advanced_rules>(2), MultipleChains<advanced_rules>(3),
        MultipleChains<advanced_rules>(4), MultipleChains<advanced_rules>(5)};
};

}  // namespace engine::rating
