// Where to guess in a puzzle of a lane.
//
// In most puzzles a cell with two candidates, preferably one of a further house, or one that sees the cell of the last guess.
// After many guesses the cell that takes part in most contradictions for its number of candidates (Boussemart et al. 2004, as
// in rules/search.hpp).
#pragma once

#include <numeric>

#include "board/random.hpp"
#include "rules/lanes/ruled_lanes.hpp"
#include "rules/statements.hpp"
#include "simd/lanes.hpp"

namespace engine::rules {

class GuessCells {
public:
    explicit GuessCells(const RuledLanes::Rules& rules) {
        for (const Cells& house : rules.all_houses())
            for (const int cell : house)
                for (const int other : house)
                    if (other != cell) peers_[cell] = peers_[cell] | cell_words(other);
        for (const auto& house : rules.houses()) further_ = further_ | house.cells;
        if (!further_.any()) further_ = everywhere;
    }

    // A new puzzle.
    void begin(int lane, RuledLanes& state) {
        guesses_[lane] = 0;
        near_[lane] = {};
        state.thorough &= ~(LaneSet{1} << lane);
    }

    // A lane goes on with a part of the search of another.
    void split(int from, int to, RuledLanes& state) {
        guesses_[to] = guesses_[from];
        near_[to] = near_[from];
        weights_[to] = weights_[from];
        state.looked &= ~(LaneSet{1} << to);
        state.thorough &= ~(LaneSet{1} << to);
        state.thorough |= (state.thorough >> from & 1) << to;
    }

    WordCells choose(int lane, RuledLanes& state) {
        const std::int64_t guess = ++guesses_[lane];
        if (guess == few && state.rules->relations()) state.thorough |= LaneSet{1} << lane;
        if (guess == many) weigh(lane);
        if (guess >= many) return weightiest(lane, state);
        const BandCells pairs{{state.pairs(0, lane), state.pairs(1, lane), state.pairs(2, lane)}};
        if (!pairs.any()) return with_fewest(state, lane);
        BandCells& near = near_[lane];
        const auto& [a, b, c] = some_in(near, some_in(further_, pairs)).word;
        const int w = a ? 0 : b ? 1 : 2;
        const std::uint32_t cells = a ? a : b ? b : c;
        near = peers_[RuledLanes::cell(w, std::countr_zero(cells))];
        return {w, lowest(cells)};
    }

    // The last guess contradicts the puzzle: blames the cells left without candidates, or else the one guessed in.
    void refuted(int lane, RuledLanes& state) {
        if (guesses_[lane] < many) return;
        Weights& weights = weights_[lane];
        bool any = false;
        for (int w = 0; w < bands; ++w) {
            std::uint32_t some = 0;
            for (int d = 0; d < 9; ++d) some |= state.at(bands * d + w, lane);
            for (std::uint32_t none = word_cells & ~some; none; none &= none - 1, any = true)
                weights.of[w][std::countr_zero(none)] += weights.more;
        }
        if (!any) weights.of[weights.word][weights.bit] += weights.more;
        if ((weights.more *= growth) > most) scale(weights);
    }

private:
    static constexpr int few = 2, many = 100;  // guesses
    static constexpr float growth = 1.002f, most = 1e20f;

    // How often each cell had part in a contradiction, later ones counting more.
    struct Weights {
        float of[bands][27];
        float more;
        int word, bit;  // of the last guess
    };

    void weigh(int lane) {
        Weights& weights = weights_[lane];
        for (auto& word : weights.of) std::fill_n(word, 27, 1.0f);
        weights.more = 1.0f;
    }

    static void scale(Weights& weights) {
        for (auto& word : weights.of)
            for (float& weight : word) weight /= most;
        weights.more /= most;
    }

    // Without branches, which would be mispredicted: weights are positive, and as numbers their bits are in the same order.
    WordCells weightiest(int lane, RuledLanes& state) {
        Weights& weights = weights_[lane];
        std::uint64_t best = 0;
        const auto look = [&](int word, std::uint32_t cells, float share) {
            for (; cells; cells &= cells - 1) {
                const int bit = std::countr_zero(cells);
                const auto worth = std::bit_cast<std::uint32_t>(weights.of[word][bit] * share);
                best = std::max(best, std::uint64_t{worth} << 8 | static_cast<unsigned>(27 * word + bit));
            }
        };
        for (int w = 0; w < bands; ++w) {
            look(w, state.pairs(w, lane), 1.0f);
            look(w, state.threes(w, lane), 0.5f);
        }
        if (best == 0) return with_fewest(state, lane);
        weights.word = static_cast<int>(best & 0xFF) / 27;
        weights.bit = static_cast<int>(best & 0xFF) % 27;
        return {weights.word, 1u << weights.bit};
    }

    static constexpr BandCells everywhere{{word_cells, word_cells, word_cells}};

    BandCells peers_[81], further_;
    std::int64_t guesses_[RuledLanes::lanes] = {};
    BandCells near_[RuledLanes::lanes];  // what the cell of the last guess sees
    Weights weights_[RuledLanes::lanes] = {};
};

// What is done with puzzles of 9x9 whose rules are houses and relations, one to a lane: solutions counted, boards carved.

// Counts the solutions of each puzzle up to a limit, and writes the first one unless `solutions` is null. The count
// is `not_counted` if guessing does not end soon.
class RuledTask : public SolvingTask<RuledLanes> {
public:
    static constexpr std::int64_t most_guesses = 100'000;

    RuledTask(RuledLanes::Rules& rules, const std::uint8_t* puzzles, std::int64_t count, int limit,
              std::uint8_t* solutions, std::int32_t* counts, std::int64_t* guesses)
        : SolvingTask(puzzles, count, limit, solutions, counts), rules_(rules), guess_(rules), guesses_(guesses) {}

    bool load(int lane, RuledLanes& state) {
        const std::uint8_t* const puzzle = next(lane);
        if (!puzzle) return false;
        state.rules = &rules_;
        guesses_[row_[lane]] = 0;
        guess_.begin(lane, state);
        LaneClues clues(puzzle);
        if (rules_.clash(clues.of)) std::ranges::fill(clues.empty, 0);
        clues.load(state, lane);
        return true;
    }

    WordCells branch(int lane, RuledLanes& state) {
        if (guesses_[row_[lane]]++ == most_guesses) {
            counts_[row_[lane]] = not_counted;
            return {};
        }
        return guess_.choose(lane, state);
    }

    bool solved(int lane, RuledLanes& state) {
        return counts_[row_[lane]] != not_counted && SolvingTask::solved(lane, state);
    }

    void refuted(int lane, RuledLanes& state) { guess_.refuted(lane, state); }

private:
    RuledLanes::Rules& rules_;
    GuessCells guess_;
    std::int64_t* guesses_;
};

// Removes clues in random order as long as the board is the only solution, as RuledPuzzle::carve does: a clue stays if
// the puzzle without it has a solution with another digit in its cell. A lane without a board helps another: only whether there
// is a solution counts, not who finds it.
class RuledCarveTask {
public:
    RuledCarveTask(RuledLanes::Rules& rules, const std::uint8_t* boards, std::int64_t count, std::uint64_t seed,
                   const std::int64_t* positions, std::uint8_t* puzzles)
        : rules_(rules),
          guess_(rules),
          boards_(boards),
          count_(count),
          seed_(seed),
          positions_(positions),
          puzzles_(puzzles) {
        std::iota(carving_of_, carving_of_ + RuledLanes::lanes, 0);
    }

    bool load(int lane, RuledLanes& state) {
        state.rules = &rules_;
        Carving& carving = of(lane);
        if (carving.searching) return false;  // others
        if (carving.next == 81 && !begin(carving)) return false;
        carving.searching = LaneSet{1} << lane;
        const int cell = carving.order[carving.next++];
        std::uint8_t* puzzle = puzzles_ + 81 * carving.row;
        carving.clue = std::exchange(puzzle[cell], std::uint8_t{0});
        guess_.begin(lane, state);
        LaneClues(puzzle).load(state, lane);
        const auto [word, bit] = RuledLanes::spot(cell);
        state.at(bands * (carving.clue - 1) + word, lane) &= ~bit;
        return true;
    }

    WordCells branch(int lane, RuledLanes& state) { return guess_.choose(lane, state); }

    // That of the board: other solutions have much in common with it, and are found sooner.
    int digit(int lane, RuledLanes& state, WordCells cell) {
        const int place = RuledLanes::cell(cell.word, std::countr_zero(cell.cells));
        const int here = boards_[81 * of(lane).row + place] - 1;
        if (state.at(bands * here + cell.word, lane) & cell.cells) return here;
        for (int d = 0;; ++d)
            if (state.at(bands * d + cell.word, lane) & cell.cells) return d;
    }

    bool solved(int lane, RuledLanes&) {
        Carving& carving = of(lane);
        puzzles_[81 * carving.row + carving.order[carving.next - 1]] = carving.clue;
        dropped_ = carving.searching & ~(LaneSet{1} << lane);
        carving.searching = 0;
        return false;
    }

    LaneSet dropped() { return std::exchange(dropped_, 0); }
    void refuted(int lane, RuledLanes& state) { guess_.refuted(lane, state); }
    void exhausted(int lane) { of(lane).searching &= ~(LaneSet{1} << lane); }

    void split(int from, int to, RuledLanes& state) {
        carving_of_[to] = carving_of_[from];
        of(to).searching |= LaneSet{1} << to;
        guess_.split(from, to, state);
    }

private:
    struct Carving {
        std::int64_t row = 0;
        int next = 81;
        std::uint8_t clue = 0;
        std::uint8_t order[81];
        LaneSet searching = 0;  // lanes that look for another solution
    };

    Carving& of(int lane) { return carvings_[carving_of_[lane]]; }

    bool begin(Carving& carving) {
        if (next_ == count_) return false;
        carving.row = next_++;
        carving.next = 0;
        std::copy_n(boards_ + 81 * carving.row, 81, puzzles_ + 81 * carving.row);
        std::iota(carving.order, carving.order + 81, std::uint8_t{0});
        Random(seed_, static_cast<std::uint64_t>(positions_[carving.row])).shuffle(carving.order, 81);
        return true;
    }

    RuledLanes::Rules& rules_;
    GuessCells guess_;
    const std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    const std::int64_t* positions_;
    std::uint8_t* puzzles_;
    Carving carvings_[RuledLanes::lanes];
    int carving_of_[RuledLanes::lanes];
    LaneSet dropped_ = 0;
};

// Full boards under rules drawn at random, one to a lane: a random one of the cells with the fewest candidates gets one of them
// at random, with all inference between; after some dead ends it starts again. Boards are not equally likely: those with few
// other choices on the way are likelier.
class RuledDrawTask {
public:
    RuledDrawTask(RuledLanes::Rules& rules, std::uint8_t* boards, std::int64_t count, std::uint64_t seed,
                  const std::int64_t* positions)
        : rules_(rules), boards_(boards), count_(count), seed_(seed), positions_(positions) {}

    bool load(int lane, RuledLanes& state) {
        Drawing& drawing = drawing_[lane];
        if (!drawing.again && !begin(drawing)) return false;
        drawing.again = false;
        drawing.dead_ends = 0;
        state.rules = &rules_;
        state.thorough |= LaneSet{1} << lane;
        for (int i = 0; i < digit_words; ++i) state.at(i, lane) = word_cells;
        return true;
    }

    // None if it is better to start again.
    WordCells branch(int lane, RuledLanes& state) {
        Drawing& drawing = drawing_[lane];
        drawing.again = drawing.dead_ends > drawing.patience;
        if (drawing.again) {
            drawing.patience += drawing.patience / 30;
            return {};
        }
        return any_of(lane, state, drawing.random);
    }

    int digit(int lane, RuledLanes& state, WordCells cell) {
        int digits[9], count = 0;
        for (int d = 0; d < 9; ++d)
            if (state.at(bands * d + cell.word, lane) & cell.cells) digits[count++] = d;
        return digits[drawing_[lane].random.below(static_cast<std::uint32_t>(count))];
    }

    bool solved(int lane, RuledLanes& state) {
        if (!drawing_[lane].again) write(lane, state, boards_ + 81 * drawing_[lane].row);
        return false;
    }

    void refuted(int lane, RuledLanes&) { ++drawing_[lane].dead_ends; }
    void exhausted(int) {}

private:
    struct Drawing {
        Random random{0, 0};
        std::int64_t row = 0;
        int dead_ends = 0, patience = 0;
        bool again = false;
    };

    bool begin(Drawing& drawing) {
        if (next_ == count_) return false;
        drawing.row = next_++;
        drawing.random = Random(seed_, static_cast<std::uint64_t>(positions_[drawing.row]));
        drawing.patience = 30;
        return true;
    }

    // One of the cells with the fewest candidates.
    static WordCells any_of(int lane, RuledLanes& state, Random& random) {
        std::uint32_t with[10][bands] = {};  // cells with at least so many candidates
        for (int w = 0; w < bands; ++w) {
            with[0][w] = word_cells;
            for (int d = 0; d < 9; ++d)
                for (int count = d + 1; count; --count)
                    with[count][w] |= with[count - 1][w] & state.at(bands * d + w, lane);
        }
        for (int count = 2; count <= 9; ++count) {
            BandCells cells;
            for (int w = 0; w < bands; ++w) cells.word[w] = with[count][w] & ~(count < 9 ? with[count + 1][w] : 0);
            if (!cells.any()) continue;
            auto skipped = static_cast<int>(random.below(static_cast<std::uint32_t>(cells.count())));
            int word = 0;
            for (; skipped >= std::popcount(cells.word[word]); ++word) skipped -= std::popcount(cells.word[word]);
            for (; skipped; --skipped) cells.word[word] &= cells.word[word] - 1;
            return {word, lowest(cells.word[word])};
        }
        return {};
    }

    RuledLanes::Rules& rules_;
    std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    const std::int64_t* positions_;
    Drawing drawing_[RuledLanes::lanes];
};

}  // namespace engine::rules
