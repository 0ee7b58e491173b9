// All searches for chains with the memory they need: the first step of a family in Sudoku Explainer's order, which is
// the easiest, then the shortest, then by kind, then the first found.
#pragma once

#include "rating/chains/advanced.hpp"
#include "rating/chains/find_loops.hpp"

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

inline Technique technique_of(Rules rules, int level, Argument argument) {
    constexpr std::array of_level{Technique::dynamic_chains,        Technique::dynamic_chains_plus,
                                  Technique::nested_chains,         Technique::nested_multiple_chains,
                                  Technique::nested_dynamic_chains, Technique::twice_nested_chains};
    if (rules.one_digit) return Technique::nishio;
    if (rules.dynamic) return of_level[level];
    return argument == Argument::cell ? Technique::cell_chains : Technique::region_chains;
}

template <class Board>
bool Chains<Board>::find_chains(const Position<Board>& position, Step<Board>& step) {
    return loops_.find(position, step);
}

template <class Board>
bool Chains<Board>::find_nishio(const Position<Board>& position, Step<Board>& step) {
    return find(nishio_, nishio_rules, position, step);
}

template <class Board>
bool Chains<Board>::find_multiple(const Position<Board>& position, Step<Board>& step) {
    return find(multiple_, static_rules, position, step);
}

template <class Board>
bool Chains<Board>::find_dynamic(const Position<Board>& position, Step<Board>& step) {
    return find(dynamic_, dynamic_rules, position, step);
}

template <class Board>
bool Chains<Board>::find_advanced(const Position<Board>& position, int level, Step<Board>& step) {
    return find(advanced_[level - 1], advanced_rules, position, step);
}

template <class Board>
template <class Search>
bool Chains<Board>::find(Search& search, Rules rules, const Position<Board>& position, Step<Board>& step) {
    links_.set(position);
    int best = most_links, best_kind = 0;
    search.for_all(position, links_, [&](const Conclusion<Board>& conclusion) {
        const int kind = kind_of(conclusion.argument);
        const int most = best - (kind >= best_kind);
        int least = 0;
        for (int i = 0; i < conclusion.count; ++i) least += conclusion.end[i].least();
        if (least > most) return;
        const int length = search.links_of(conclusion);
        if (length > most) return;
        best = length;
        best_kind = kind;
        begin_chain(step, technique_of(rules, search.level(), conclusion.argument),
                    {difficulty_of(base_of(rules, search.level()), length), length, kind});
        describe(conclusion, step);
        if (explanation_) search.explain(conclusion, *explanation_ = {});
        const int settled = conclusion.candidate;
        conclude(position, step, links_.cell[settled], links_.digit[settled], conclusion.on);
    });
    return best < most_links;
}

// The pattern of the argument: the cell or region whose choices it goes through, or the candidate assumed.
template <class Board>
void Chains<Board>::describe(const Conclusion<Board>& conclusion, Step<Board>& step) const {
    const int cell = links_.cell[conclusion.source], digit = links_.digit[conclusion.source];
    step.digits = bit(digit);
    step.cells.add(cell);
    for (int i = 1; i < conclusion.count; ++i) {
        const Run<Board>& run = *conclusion.end[i].run;
        if (conclusion.argument == Argument::cell)
            step.digits = static_cast<Mask>(step.digits | bit(links_.digit[run.on[0].candidate]));
        else if (conclusion.argument == Argument::region)
            step.cells.add(links_.cell[run.on[0].candidate]);
    }
    if (conclusion.argument == Argument::region) step.regions = Board::region_bit(conclusion.region);
}

}  // namespace engine::rating
