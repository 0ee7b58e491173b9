// All searches for chains with the memory they need: the first step of a family in Sudoku Explainer's order, which is
// the easiest, then the shortest, then by kind, then the first found.
#pragma once

#include "rating/chains/advanced.hpp"

namespace engine::rating {

template <class Board>
class Chains {
public:
    // Where to say why chains hold, if anywhere.
    explicit Chains(Explanation* explanation = nullptr) : explanation_(explanation), loops_(explanation) {}

    bool find_chains(const Position<Board>& position, Step<Board>& step);
    bool find_nishio(const Position<Board>& position, Step<Board>& step);
    bool find_multiple(const Position<Board>& position, Step<Board>& step);
    bool find_dynamic(const Position<Board>& position, Step<Board>& step);

    // Dynamic chains plus are level 1, and nested chains 2 to 5.
    bool find_advanced(const Position<Board>& position, int level, Step<Board>& step);

private:
    template <class Search>
    bool find(Search& search, Rules rules, const Position<Board>& position, Step<Board>& step);

    void describe(const Conclusion<Board>& conclusion, Step<Board>& step) const;

    Explanation* explanation_;
    Links<Board> links_;
    LoopSearch<Board> loops_;
    MultipleChains<Board, nishio_rules> nishio_;
    MultipleChains<Board, static_rules> multiple_;
    MultipleChains<Board, dynamic_rules> dynamic_;
    std::array<MultipleChains<Board, advanced_rules>, 5> advanced_{
        MultipleChains<Board, advanced_rules>(1), MultipleChains<Board, advanced_rules>(2),
        MultipleChains<Board, advanced_rules>(3), MultipleChains<Board, advanced_rules>(4),
        MultipleChains<Board, advanced_rules>(5)};
};

}  // namespace engine::rating
