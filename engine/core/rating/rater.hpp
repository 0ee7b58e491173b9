// The rater: solves a puzzle step by step, always with the first technique in Sudoku Explainer's order that applies.
// The hardest step names the puzzle.
//
// The order is that of the least rating a family can give, so that a search with a ceiling can stop at the first family
// that lies wholly above it.
#pragma once

#include <utility>

#include "rating/aligned_exclusion.hpp"
#include "rating/chains/chains.hpp"
#include "rating/position.hpp"
#include "rating/record.hpp"
#include "rating/sets.hpp"
#include "rating/singles.hpp"
#include "rating/uniqueness.hpp"

namespace engine::rating {

// A family of techniques: those that one search looks for.
template <class Board>
struct Family {
    const char* name;
    int least;  // tenths: the lowest rating that it can give
    bool (*find)(Chains<Board>&, const Position<Board>&, const Changes<Board>&, Step<Board>&);
};

template <class Board, bool (*find)(const Position<Board>&, Step<Board>&)>
bool alone(Chains<Board>&, const Position<Board>& position, const Changes<Board>&, Step<Board>& step) {
    return find(position, step);
}

// One that looks only near what was changed since it found nothing.
template <class Board, bool (*find)(const Position<Board>&, const Changes<Board>&, Step<Board>&)>
bool near(Chains<Board>&, const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    return find(position, changes, step);
}

template <class Board, bool (Chains<Board>::*find)(const Position<Board>&, Step<Board>&)>
bool chained(Chains<Board>& chains, const Position<Board>& position, const Changes<Board>&, Step<Board>& step) {
    return (chains.*find)(position, step);
}

template <class Board>
bool nishio(Chains<Board>& chains, const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    return chains.find_nishio(position, changes, step);
}

template <class Board, int Level>
bool advanced(Chains<Board>& chains, const Position<Board>& position, const Changes<Board>&, Step<Board>& step) {
    return chains.find_advanced(position, Level, step);
}

template <class Board>
inline constexpr std::array families = {
    Family<Board>{"hidden-single", 10, alone<Board, find_hidden_single<Board>>},
    Family<Board>{"direct-locking", 17, near<Board, find_direct_locking<Board>>},
    Family<Board>{"direct-hidden-pair", 20, near<Board, find_direct_hidden_set<2, Board>>},
    Family<Board>{"naked-single", 23, alone<Board, find_naked_single<Board>>},
    Family<Board>{"direct-hidden-triplet", 25, near<Board, find_direct_hidden_set<3, Board>>},
    Family<Board>{"locking", 26, near<Board, find_locking<Board>>},
    Family<Board>{"naked-pair", 30, near<Board, find_naked_set<2, Board>>},
    Family<Board>{"x-wing", 32, near<Board, find_fish<2, Board>>},
    Family<Board>{"hidden-pair", 34, near<Board, find_hidden_set<2, Board>>},
    Family<Board>{"naked-triplet", 36, near<Board, find_naked_set<3, Board>>},
    Family<Board>{"swordfish", 38, near<Board, find_fish<3, Board>>},
    Family<Board>{"hidden-triplet", 40, near<Board, find_hidden_set<3, Board>>},
    Family<Board>{"xy-wing", 42, near<Board, find_wing<2, Board>>},
    Family<Board>{"xyz-wing", 44, near<Board, find_wing<3, Board>>},
    Family<Board>{"unique-loop", 45, near<Board, find_unique_loop<Board>>},
    Family<Board>{"naked-quad", 50, near<Board, find_naked_set<4, Board>>},
    Family<Board>{"jellyfish", 52, near<Board, find_fish<4, Board>>},
    Family<Board>{"hidden-quad", 54, near<Board, find_hidden_set<4, Board>>},
    Family<Board>{"bug", 56, alone<Board, find_bug<Board>>},
    Family<Board>{"aligned-pair-exclusion", 62, near<Board, find_aligned_pair<Board>>},
    Family<Board>{"chains", 65, chained<Board, &Chains<Board>::find_chains>},
    Family<Board>{"aligned-triplet-exclusion", 75, near<Board, find_aligned_triplet<Board>>},
    Family<Board>{"nishio", 75, nishio<Board>},
    Family<Board>{"multiple-chains", 80, chained<Board, &Chains<Board>::find_multiple>},
    Family<Board>{"dynamic-chains", 85, chained<Board, &Chains<Board>::find_dynamic>},
    Family<Board>{"dynamic-chains-plus", 90, advanced<Board, 1>},
    Family<Board>{"nested-chains", 95, advanced<Board, 2>},
    Family<Board>{"nested-multiple-chains", 100, advanced<Board, 3>},
    Family<Board>{"nested-dynamic-chains", 105, advanced<Board, 4>},
    Family<Board>{"twice-nested-chains", 110, advanced<Board, 5>},
};

constexpr bool is_single(Technique technique) {
    return technique == Technique::last_value || technique == Technique::hidden_single_block ||
           technique == Technique::hidden_single_line || technique == Technique::naked_single;
}

template <class Board>
class Rater {
public:
    // Where to say why chains hold, if anywhere.
    explicit Rater(typename Board::Handle board, Explanation* explanation = nullptr)
        : board(board), chains(explanation) {}

    // Goes through the steps of a puzzle with exactly one solution until it is solved (rated), a step would lie above
    // the ceiling (above) or no technique applies (beyond).
    template <class Visit>
    Status solve(const std::uint8_t* puzzle, int ceiling, Visit&& visit) {
        Position<Board> position = Position<Board>::of(board, puzzle);
        unseen.fill({});
        since.fill(Changes<Board>::everything());
        while (!position.solved()) {
            const Status found = next(position, ceiling);
            if (found != Status::rated) return found;
            visit(step);
            unseen[0].add(Changes<Board>::by(step, position));
            step.apply(position);
        }
        return Status::rated;
    }

    // The diamond is the rating of the first step, the pearl the highest up to the first placement.
    Rating rate(const std::uint8_t* puzzle, int ceiling) {
        Rating result;
        bool placed = false;
        const Status status = solve(puzzle, ceiling, [&](const Step<Board>& step) {
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
    const Step<Board>* find(int family, const Position<Board>& position) {
        return families<Board>[family].find(chains, position, Changes<Board>::everything(), step) ? &step : nullptr;
    }

private:
    [[no_unique_address]] typename Board::Handle board;
    Chains<Board> chains;
    Step<Board> step;

    // For each family, the changes of the position since it found nothing, and those since it was last looked for.
    std::array<Changes<Board>, families<Board>.size()> since;
    std::array<Changes<Board>, families<Board>.size() + 1> unseen;

    Status next(const Position<Board>& position, int ceiling) {
        for (std::size_t i = 0; i < families<Board>.size(); ++i) {
            const Family<Board>& family = families<Board>[i];
            if (family.least > ceiling) return Status::above;
            since[i].add(unseen[i]);
            unseen[i + 1].add(std::exchange(unseen[i], {}));
            if (family.find(chains, position, since[i], step))
                return step.rating > ceiling ? Status::above : Status::rated;
            since[i] = {};
        }
        return Status::beyond;
    }
};

}  // namespace engine::rating
