// What is done with puzzles of 9x9 whose rules are houses and relations, one to a lane: solutions counted, boards carved.
#pragma once

#include <numeric>

#include "board/random.hpp"
#include "rules/guess_cells.hpp"
#include "rules/in_lanes.hpp"

namespace engine::rules {

// Candidates of a lane from clues: in a cell with a clue its digit, all in the others.
inline void load_clues(RuledLanes& state, int lane, const std::uint8_t* clues) {
    std::uint32_t clue[27] = {}, empty[bands] = {band_cells, band_cells, band_cells};
    for (int cell = 0; cell < 81; ++cell) {
        if (!clues[cell]) continue;
        const auto [word, bit] = RuledLanes::spot(cell);
        clue[bands * (clues[cell] - 1) + word] |= bit;
        empty[word] ^= bit;
    }
    for (int i = 0; i < 27; ++i) state.at(i, lane) = clue[i] | empty[i % bands];
}

// Counts the solutions of each puzzle up to a limit, and writes the first one where `solutions` is not null. The count
// is `not_counted` where guessing does not end soon.
class RuledTask {
public:
    static constexpr std::int64_t most_guesses = 100'000;

    RuledTask(RuledLanes::Rules& rules, const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
              std::int32_t* counts, std::int64_t* guesses)
        : rules_(rules),
          guess_(rules),
          puzzles_(puzzles),
          count_(count),
          limit_(limit),
          solutions_(solutions),
          counts_(counts),
          guesses_(guesses) {}

    bool load(int lane, RuledLanes& state) {
        if (next_ == count_) return false;
        state.rules = &rules_;
        const std::int64_t row = row_[lane] = next_++;
        counts_[row] = 0;
        guesses_[row] = 0;
        guess_.begin(lane, state);
        load_clues(state, lane, puzzles_ + 81 * row);
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
        const std::int64_t row = row_[lane];
        if (counts_[row] == not_counted) return false;
        if (counts_[row]++ == 0 && solutions_) write(lane, state, solutions_ + 81 * row);
        return counts_[row] < limit_;
    }

    void refuted(int lane, RuledLanes& state) { guess_.refuted(lane, state); }
    void exhausted(int) {}

private:
    static void write(int lane, RuledLanes& state, std::uint8_t* solution) {
        for (int d = 0; d < 9; ++d)
            for (int w = 0; w < bands; ++w)
                for (std::uint32_t rest = state.at(bands * d + w, lane); rest; rest &= rest - 1)
                    solution[RuledLanes::cell(w, std::countr_zero(rest))] = static_cast<std::uint8_t>(d + 1);
    }

    RuledLanes::Rules& rules_;
    GuessCells guess_;
    const std::uint8_t* puzzles_;
    std::int64_t count_, next_ = 0;
    int limit_;
    std::uint8_t* solutions_;
    std::int32_t* counts_;
    std::int64_t* guesses_;
    std::int64_t row_[RuledLanes::lanes];
};

// Removes clues in random order as long as the board is the only solution, as RuledPuzzle::carve does: a clue stays where
// the puzzle without it has a solution with another digit in its cell.
class RuledCarveTask {
public:
    RuledCarveTask(RuledLanes::Rules& rules, const std::uint8_t* boards, std::int64_t count, std::uint64_t seed,
                   const std::int64_t* positions, std::uint8_t* puzzles)
        : rules_(rules), guess_(rules), boards_(boards), count_(count), seed_(seed), positions_(positions), puzzles_(puzzles) {}

    bool load(int lane, RuledLanes& state) {
        state.rules = &rules_;
        Carving& carving = carving_[lane];
        if (carving.next == 81 && !begin(carving)) return false;
        const int cell = carving.order[carving.next++];
        std::uint8_t* puzzle = puzzles_ + 81 * carving.row;
        carving.clue = std::exchange(puzzle[cell], std::uint8_t{0});
        guess_.begin(lane, state);
        load_clues(state, lane, puzzle);
        const auto [word, bit] = RuledLanes::spot(cell);
        state.at(bands * (carving.clue - 1) + word, lane) &= ~bit;
        return true;
    }

    WordCells branch(int lane, RuledLanes& state) { return guess_.choose(lane, state); }

    bool solved(int lane, RuledLanes&) {
        const Carving& carving = carving_[lane];
        puzzles_[81 * carving.row + carving.order[carving.next - 1]] = carving.clue;
        return false;
    }

    void refuted(int lane, RuledLanes& state) { guess_.refuted(lane, state); }
    void exhausted(int) {}

private:
    struct Carving {
        std::int64_t row = 0;
        int next = 81;
        std::uint8_t clue = 0;
        std::uint8_t order[81];
    };

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
    Carving carving_[RuledLanes::lanes];
};

}  // namespace engine::rules
