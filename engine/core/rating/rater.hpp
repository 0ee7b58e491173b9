// The rater: solves a puzzle step by step, always with the first technique in Sudoku Explainer's order that applies.
// The hardest step names the puzzle.
//
// The order is that of the least rating a family can give, so that a search with a ceiling can stop at the first family
// that lies wholly above it.
#pragma once

#include "rating/aligned_exclusion.hpp"
#include "rating/bug.hpp"
#include "rating/chains/chains.hpp"
#include "rating/family.hpp"
#include "rating/fish.hpp"
#include "rating/hidden_set.hpp"
#include "rating/hidden_single.hpp"
#include "rating/locking.hpp"
#include "rating/naked_set.hpp"
#include "rating/naked_single.hpp"
#include "rating/record.hpp"
#include "rating/unique_loop.hpp"
#include "rating/wing.hpp"

namespace engine::rating {

template <bool (*find)(const Position&, Step&)>
bool alone(Chains&, const Position& position, Step& step) {
    return find(position, step);
}

template <bool (Chains::*find)(const Position&, Step&)>
bool chained(Chains& chains, const Position& position, Step& step) {
    return (chains.*find)(position, step);
}

template <int Level>
bool advanced(Chains& chains, const Position& position, Step& step) {
    return chains.find_advanced(position, Level, step);
}

inline constexpr std::array families = {
    Family{"hidden-single", 10, alone<find_hidden_single>},
    Family{"direct-locking", 17, alone<find_direct_locking>},
    Family{"direct-hidden-pair", 20, alone<find_direct_hidden_set<2>>},
    Family{"naked-single", 23, alone<find_naked_single>},
    Family{"direct-hidden-triplet", 25, alone<find_direct_hidden_set<3>>},
    Family{"locking", 26, alone<find_locking>},
    Family{"naked-pair", 30, alone<find_naked_set<2>>},
    Family{"x-wing", 32, alone<find_fish<2>>},
    Family{"hidden-pair", 34, alone<find_hidden_set<2>>},
    Family{"naked-triplet", 36, alone<find_naked_set<3>>},
    Family{"swordfish", 38, alone<find_fish<3>>},
    Family{"hidden-triplet", 40, alone<find_hidden_set<3>>},
    Family{"xy-wing", 42, alone<find_wing<2>>},
    Family{"xyz-wing", 44, alone<find_wing<3>>},
    Family{"unique-loop", 45, alone<find_unique_loop>},
    Family{"naked-quad", 50, alone<find_naked_set<4>>},
    Family{"jellyfish", 52, alone<find_fish<4>>},
    Family{"hidden-quad", 54, alone<find_hidden_set<4>>},
    Family{"bug", 56, alone<find_bug>},
    Family{"aligned-pair-exclusion", 62, alone<find_aligned_pair>},
    Family{"chains", 65, chained<&Chains::find_chains>},
    Family{"aligned-triplet-exclusion", 75, alone<find_aligned_triplet>},
    Family{"nishio", 75, chained<&Chains::find_nishio>},
    Family{"multiple-chains", 80, chained<&Chains::find_multiple>},
    Family{"dynamic-chains", 85, chained<&Chains::find_dynamic>},
    Family{"dynamic-chains-plus", 90, advanced<1>},
    Family{"nested-chains", 95, advanced<2>},
    Family{"nested-multiple-chains", 100, advanced<3>},
    Family{"nested-dynamic-chains", 105, advanced<4>},
    Family{"twice-nested-chains", 110, advanced<5>},
};

constexpr bool is_single(Technique technique) {
    return technique == Technique::last_value || technique == Technique::hidden_single_block ||
           technique == Technique::hidden_single_line || technique == Technique::naked_single;
}

class Rater {
public:
    // Goes through the steps of a puzzle with exactly one solution until it is solved (rated), a step would lie above
    // the ceiling (above) or no technique applies (beyond).
    template <class Visit>
    Status solve(const std::uint8_t* puzzle, int ceiling, Visit&& visit) {
        Position position = Position::of(puzzle);
        while (!position.solved()) {
            const Status found = next(position, ceiling);
            if (found != Status::rated) return found;
            visit(step);
            step.apply(position);
        }
        return Status::rated;
    }

    // The diamond is the rating of the first step, the pearl the highest up to the first placement.
    Rating rate(const std::uint8_t* puzzle, int ceiling) {
        Rating result;
        bool placed = false;
        const Status status = solve(puzzle, ceiling, [&](const Step& step) {
            ++result.counts[static_cast<int>(step.technique)];
            if (step.rating > result.rating) {
                result.rating = static_cast<std::int16_t>(step.rating);
                result.hardest = static_cast<std::int8_t>(step.technique);
            }
            result.more_than_singles |= !is_single(step.technique);
            if (!result.diamond) result.diamond = result.rating;
            if (!placed) result.pearl = result.rating;
            placed |= step.cell >= 0;
        });
        if (status != Status::rated) result = {};
        result.status = status;
        return result;
    }

    // One family alone, on any position.
    const Step* find(int family, const Position& position) {
        return families[family].find(chains, position, step) ? &step : nullptr;
    }

private:
    Chains chains;
    Step step;

    Status next(const Position& position, int ceiling) {
        for (const Family& family : families) {
            if (family.least > ceiling) return Status::above;
            if (family.find(chains, position, step)) return step.rating > ceiling ? Status::above : Status::rated;
        }
        return Status::beyond;
    }
};

}  // namespace engine::rating
