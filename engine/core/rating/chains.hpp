// All searches for chains with the memory they need: the first step of a family in Sudoku Explainer's order, which is
// the easiest, then the shortest, then by kind, then the first found.
#pragma once

#include "rating/chain_advanced.hpp"

namespace engine::rating {

class Chains {
public:
    bool find_chains(const Position& position, Step& step) {
        links_.set(position);
        return loops_.find(position, links_, step);
    }

    bool find_nishio(const Position& position, Step& step) { return find(nishio_, nishio_rules, position, step); }
    bool find_multiple(const Position& position, Step& step) { return find(multiple_, static_rules, position, step); }
    bool find_dynamic(const Position& position, Step& step) { return find(dynamic_, dynamic_rules, position, step); }

    // Dynamic chains plus are level 1, and nested chains 2 to 5.
    bool find_advanced(const Position& position, int level, Step& step) {
        return find(advanced_[level - 1], advanced_rules, position, step);
    }

private:
    static Technique technique_of(Rules rules, int level, Argument argument) {
        constexpr std::array of_level{Technique::dynamic_chains,         Technique::dynamic_chains_plus,
                                      Technique::nested_chains,          Technique::nested_multiple_chains,
                                      Technique::nested_dynamic_chains, Technique::twice_nested_chains};
        if (rules.one_digit) return Technique::nishio;
        if (rules.dynamic) return of_level[level];
        return argument == Argument::cell ? Technique::cell_chains : Technique::region_chains;
    }

    template <class Search>
    bool find(Search& search, Rules rules, const Position& position, Step& step) {
        links_.set(position);
        int best = most_links, best_kind = 0;
        search.for_all(position, links_, [&](const Conclusion& conclusion) {
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
            const int settled = conclusion.candidate;
            conclude(position, step, links_.cell[settled], links_.digit[settled], conclusion.on);
        });
        return best < most_links;
    }

    // The pattern of the argument: the cell or region whose choices it goes through, or the candidate assumed.
    void describe(const Conclusion& conclusion, Step& step) const {
        const int cell = links_.cell[conclusion.source], digit = links_.digit[conclusion.source];
        step.digits = bit(digit);
        step.cells.add(cell);
        for (int i = 1; i < conclusion.count; ++i) {
            const Run& run = *conclusion.end[i].run;
            if (conclusion.argument == Argument::cell)
                step.digits = static_cast<Mask>(step.digits | bit(links_.digit[run.on[0].candidate]));
            else if (conclusion.argument == Argument::region)
                step.cells.add(links_.cell[run.on[0].candidate]);
        }
        if (conclusion.argument == Argument::region) step.regions = 1u << conclusion.region;
    }

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
