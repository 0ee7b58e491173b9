// What is done with puzzles whose rules say which cells differ, one to a lane: solutions counted, boards carved. `State` is
// HouseLanes or ExtraLanes.
#pragma once

#include <numeric>

#include "board/random.hpp"
#include "rules/extra_houses.hpp"

namespace engine::rules {

// Candidates of a lane from clues: in a cell with a clue its digit, all in the others.
template <class State>
void load_clues(State& state, int lane, const std::uint8_t* clues) {
    std::uint32_t clue[27] = {}, empty[bands] = {band_cells, band_cells, band_cells};
    for (int cell = 0; cell < 81; ++cell) {
        if (!clues[cell]) continue;
        const auto [word, bit] = State::spot(cell);
        clue[bands * (clues[cell] - 1) + word] |= bit;
        empty[word] ^= bit;
    }
    for (int i = 0; i < 27; ++i) state.at(i, lane) = clue[i] | empty[i % bands];
}

// A cell with two candidates, preferably one that sees the cell of the last guess, or else one with the fewest.
template <class State>
class NearCells {
public:
    explicit NearCells(const std::vector<Statement>& statements) {
        for (const Statement& one : statements)
            for (const int cell : one.cells)
                for (const int other : one.cells) {
                    const auto [word, bit] = State::spot(other);
                    if (other != cell) peers_[cell].of[word] |= bit;
                }
    }

    void forget(int lane) { near_[lane] = {}; }

    WordCells choose(int lane, State& state) {
        BandCells& near = near_[lane];
        for (const bool anywhere : {false, true})
            for (int w = 0; w < bands; ++w)
                if (const std::uint32_t pairs = state.pairs(w, lane) & (anywhere ? ~0u : near.of[w])) {
                    near = peers_[State::cell(w, std::countr_zero(pairs))];
                    return {w, lowest(pairs)};
                }
        WordCells best{};
        int fewest = 10;
        for (int w = 0; w < bands; ++w)
            for (std::uint32_t cell = 1; cell & band_cells; cell <<= 1) {
                int candidates = 0;
                for (int d = 0; d < 9; ++d) candidates += (state.at(bands * d + w, lane) & cell) != 0;
                if (candidates > 1 && candidates < fewest) {
                    fewest = candidates;
                    best = {w, cell};
                }
            }
        return best;
    }

private:
    BandCells peers_[81];
    BandCells near_[State::lanes];  // what the cell of the last guess sees
};

// Counts the solutions of each puzzle up to a limit, and writes the first one where `solutions` is not null. The count
// is `gave_up` where guessing does not end soon.
template <class State>
class HouseTask {
public:
    static constexpr int gave_up = -1, most_guesses = 20'000;

    HouseTask(const typename State::Rules& rules, const NearCells<State>& near, const std::uint8_t* puzzles,
              std::int64_t count, int limit, std::uint8_t* solutions, std::int32_t* counts, std::int64_t* guesses)
        : rules_(rules),
          near_(near),
          puzzles_(puzzles),
          count_(count),
          limit_(limit),
          solutions_(solutions),
          counts_(counts),
          guesses_(guesses) {}

    bool load(int lane, State& state) {
        if (next_ == count_) return false;
        state.rules = &rules_;
        const std::int64_t row = row_[lane] = next_++;
        counts_[row] = 0;
        guesses_[row] = 0;
        near_.forget(lane);
        load_clues(state, lane, puzzles_ + 81 * row);
        return true;
    }

    WordCells branch(int lane, State& state) {
        if (guesses_[row_[lane]]++ == most_guesses) {
            counts_[row_[lane]] = gave_up;
            return {};
        }
        return near_.choose(lane, state);
    }

    bool solved(int lane, State& state) {
        const std::int64_t row = row_[lane];
        if (counts_[row] == gave_up) return false;
        if (counts_[row]++ == 0 && solutions_) write(lane, state, solutions_ + 81 * row);
        return counts_[row] < limit_;
    }

    void exhausted(int) {}

private:
    static void write(int lane, State& state, std::uint8_t* solution) {
        for (int d = 0; d < 9; ++d)
            for (int w = 0; w < bands; ++w)
                for (std::uint32_t rest = state.at(bands * d + w, lane); rest; rest &= rest - 1)
                    solution[State::cell(w, std::countr_zero(rest))] = static_cast<std::uint8_t>(d + 1);
    }

    const typename State::Rules& rules_;
    NearCells<State> near_;
    const std::uint8_t* puzzles_;
    std::int64_t count_, next_ = 0;
    int limit_;
    std::uint8_t* solutions_;
    std::int32_t* counts_;
    std::int64_t* guesses_;
    std::int64_t row_[State::lanes];
};

// Removes clues in random order as long as the board is the only solution, as RuledPuzzle::carve does: a clue stays where
// the puzzle without it has a solution with another digit in its cell.
template <class State>
class HouseCarveTask {
public:
    HouseCarveTask(const typename State::Rules& rules, const NearCells<State>& near, const std::uint8_t* boards,
                   std::int64_t count, std::uint64_t seed, const std::int64_t* positions, std::uint8_t* puzzles)
        : rules_(rules), near_(near), boards_(boards), count_(count), seed_(seed), positions_(positions), puzzles_(puzzles) {}

    bool load(int lane, State& state) {
        state.rules = &rules_;
        Carving& carving = carving_[lane];
        if (carving.next == 81 && !begin(carving)) return false;
        const int cell = carving.order[carving.next++];
        std::uint8_t* puzzle = puzzles_ + 81 * carving.row;
        carving.clue = std::exchange(puzzle[cell], std::uint8_t{0});
        near_.forget(lane);
        load_clues(state, lane, puzzle);
        const auto [word, bit] = State::spot(cell);
        state.at(bands * (carving.clue - 1) + word, lane) &= ~bit;
        return true;
    }

    WordCells branch(int lane, State& state) { return near_.choose(lane, state); }

    bool solved(int lane, State&) {
        const Carving& carving = carving_[lane];
        puzzles_[81 * carving.row + carving.order[carving.next - 1]] = carving.clue;
        return false;
    }

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

    const typename State::Rules& rules_;
    NearCells<State> near_;
    const std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    const std::int64_t* positions_;
    std::uint8_t* puzzles_;
    Carving carving_[State::lanes];
};

// Calls `work` with the rules and the cells to guess in, where the rules of 9x9 puzzles only say which cells differ;
// false for other rules. `work` is a template of the state.
template <class Work>
bool where_cells_differ(const std::int32_t* numbers, Work work) {
    StatementReader reader(numbers);
    if (reader.number() != 9) return false;
    const std::vector<Statement> statements = reader.statements();
    if (ExtraHouses extra; extra.read(statements)) {
        work.template operator()<ExtraLanes>(extra, NearCells<ExtraLanes>(statements));
        return true;
    }
    HousesAlone houses;
    if (!houses.read(statements)) return false;
    work.template operator()<HouseLanes>(houses, NearCells<HouseLanes>(statements));
    return true;
}

}  // namespace engine::rules
