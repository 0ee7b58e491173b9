// Carving many 9x9 boards side by side in the lanes of the processor's registers.
//
// The cheapest questions come first. If the remaining clues force the digit of a clue as a single, the clue goes; if it is
// the last one of an unavoidable set, it stays: no search in either case. Otherwise its digit is forbidden there and any
// solution is looked for: one more solution means that the clue has to stay.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "board/geometry.hpp"
#include "carving/carving.hpp"
#include "search/lane_search.hpp"
#include "search/solve_lanes.hpp"
#include "simd/lanes.hpp"

namespace engine {

// Where a search in lanes for another solution guesses, and what it has found.
//
// That other solution need not be completed. Call an open cell astray when the board's own digit has left its
// candidates. Once inference has ended and no open cell is astray, the board's digits fit in all of them: among
// themselves they are part of a solution, and a known cell that forbade one would have removed it. So the search
// guesses in cells astray only, and ends when there are none.

// The cells of each digit on a full board, word by word as in a lane's state.
using BoardWords = std::uint32_t[digit_words];

inline void read_board_words(const std::uint8_t* board, BoardWords& words) {
    for (std::uint32_t& word : words) word = 0;
    for (int cell = 0; cell < 81; ++cell)
        words[diagonals * (board[cell] - 1) + spot_of(cell).word] |= spot_of(cell).bit;
}

// A cell astray, with two candidates if there is one; none if the search ends.
template <class State>
WordCells cell_astray(State& state, int lane, const typename State::Word* board) {
    constexpr int words = State::words_of_digit;
    WordCells astray{};
    for (int w = 0; w < words; ++w) {
        std::uint32_t one = 0, two = 0, own = 0;
        for (int d = 0; d < State::digits; ++d) {
            const std::uint32_t candidates = state.at(words * d + w, lane);
            two |= one & candidates;
            one |= candidates;
            own |= candidates & board[words * d + w];
        }
        const std::uint32_t open = two & ~own;
        if (const std::uint32_t pairs = open & state.pairs(w, lane)) return {w, lowest(pairs)};
        if (open) astray = {w, lowest(open)};
    }
    return astray;
}

// The cells where the solution that was found has another digit than the board: an unavoidable set of the board.
inline Diagonals<std::uint32_t> cells_that_differ(LaneState& state, int lane, const BoardWords& board) {
    Diagonals<std::uint32_t> differ;
    for (int w = 0; w < diagonals; ++w) {
        std::uint32_t own = 0;
        for (int d = 0; d < 9; ++d) own |= state.at(diagonals * d + w, lane) & board[diagonals * d + w];
        differ.word[w] = word_cells & ~own;
    }
    return differ;
}

// Where the digits of a 9x9 puzzle may be, kept up to date while clues come and go.
//
// Each digit occurs once in every row, column and block of a solution, so the units that its clues cover are all
// different, and a clue that goes uncovers exactly its own three: coming and going is the same flip of bits.
class DigitPlaces {
public:
    // Takes all cells of a full board for clues.
    void read(const std::uint8_t* board) {
        *this = {};
        for (int cell = 0; cell < 81; ++cell) clue_[spot_of(cell).word][board[cell] - 1] |= spot_of(cell).bit;
        for (ByDigit* covered : {&rows_, &columns_, &blocks_}) std::fill_n(*covered, 9, word_cells);
        for (Digits* seen : {row_digits_, column_digits_, block_digits_}) std::fill_n(seen, 9, Geometry9::all_digits);
    }

    // A clue goes, or comes back.
    void flip(int cell, int d) {
        const auto [word, bit] = spot_of(cell);
        clue_[word][d] ^= bit;
        empty_.word[word] ^= bit;
        const UnitBits units = unit_bits(cell);
        rows_[d] ^= units.row;
        columns_[d] ^= units.column;
        blocks_[d] ^= units.block;
        row_digits_[units9.row[cell]] ^= 1u << d;
        column_digits_[units9.column[cell]] ^= 1u << d;
        block_digits_[units9.block[cell]] ^= 1u << d;
    }

    // Is the digit the only one for an empty cell, or the cell the only one for the digit in some unit?
    bool forced(int cell, int d) const {
        const int row = units9.row[cell], column = units9.column[cell], block = units9.block[cell];
        const Digits seen = row_digits_[row] | column_digits_[column] | block_digits_[block];
        const Cells open = empty_.without(turned_back(columns_[d])).without(rows_[d] | blocks_[d]);
        const Cells elsewhere = open.without(cell_words(cell));
        const std::uint32_t any = elsewhere.any(), any_turned = elsewhere.turned().any();
        const UnitBits units = unit_bits(cell);
        // All four are computed: a branch would often be mispredicted, which costs more.
        return ((seen | 1u << d) == Geometry9::all_digits) | !(any & units.row) | !(any & units.block) |
               !(any_turned & units.column);
    }

    // Cells on a diagonal that hold the digit.
    std::uint32_t clues(int word, int d) const { return clue_[word][d]; }

    // The puzzle as the state of a lane, with a digit forbidden in an empty cell.
    void load(int cell, int d, LaneState& state, int lane) const {
        ByDigit places[diagonals];
        for (int other = 0; other < padded; ++other) {
            const Cells covered = turned_back(columns_[other]);
            for (int w = 0; w < diagonals; ++w)
                places[w][other] =
                    (empty_.word[w] & ~(covered.word[w] | rows_[other] | blocks_[other])) | clue_[w][other];
        }
        places[spot_of(cell).word][d] &= ~spot_of(cell).bit;
        for (int other = 0; other < 9; ++other)
            for (int w = 0; w < diagonals; ++w) state.at(diagonals * other + w, lane) = places[w][other];
    }

private:
    static constexpr int padded = 16;  // nine digits, and some to fill a register
    using ByDigit = std::uint32_t[padded];
    using Cells = Diagonals<std::uint32_t>;

    ByDigit clue_[diagonals];          // cells that hold the digit
    ByDigit rows_, columns_, blocks_;  // what its clues cover, as unit_bits has it
    Cells empty_;
    Digits row_digits_[9], column_digits_[9], block_digits_[9];
};

// Unavoidable sets of a full board: cells whose digits can be exchanged among themselves and leave it valid.
//
// A puzzle needs a clue in each of them, so the last clue of a set can never go: a search is spared. Two kinds are cheap to
// find, and nearly half of the clues that stay in a minimal puzzle are found by them:
//
// - sets of two digits, which change places. Each row has the two digits once, so a set is a set of rows: those that are
//   linked because one digit here and the other there are in the same column or the same block.
// - sets of two lines, rows of a band or columns of a stack, which change places cell by cell. What the one line loses in a
//   cell it must get back from another: a set is a set of places, those that are linked because they hold the same digit.
//
// Both are the connected parts of nine things, where a link leads from each to another.

// Nine things in parts: things in the same part have the same number.
using Parts = Bytes;

inline constexpr Bytes each_by_itself = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

template <class... Links>
inline Parts linked_parts(const Links&... links) {
    // Rounds go on until one changes nothing. Four at a time, because a check costs more than a round.
    Parts parts = each_by_itself;
    for (;;) {
        Parts before;
        for (int round = 0; round < 4; ++round) {
            before = parts;
            ((parts = least(parts, look_up(before, links))), ...);
            parts = least(parts, look_up(parts, parts));
        }
        if (same_bytes(before, parts)) return parts;
    }
}

class UnavoidableSets {
public:
    // Finds the sets of a board and takes all its cells for clues.
    void read(const std::uint8_t* board) {
        Nine column_of[9], block_of[9], row_in_column[9], row_in_block[9];  // by digit
        Nine in_row[9], in_column[9], place_in_row[9], place_in_column[9];  // digits, and places by digit
        for (int cell = 0; cell < 81; ++cell) {
            const auto row = units9.row[cell], column = units9.column[cell], block = units9.block[cell];
            const auto d = static_cast<std::uint8_t>(board[cell] - 1);
            column_of[d].at[row] = place_in_row[row].at[d] = column;
            block_of[d].at[row] = block;
            row_in_column[d].at[column] = row_in_block[d].at[block] = place_in_column[column].at[d] = row;
            in_row[row].at[column] = in_column[column].at[row] = d;
        }
        for (int a = 0; a < 9; ++a)
            for (int b = a + 1; b < 9; ++b)
                digits_.keep(a, b,
                             linked_parts(row_in_column[b][column_of[a]], row_in_column[a][column_of[b]],
                                          row_in_block[b][block_of[a]], row_in_block[a][block_of[b]]));
        for (int a = 0; a < 9; ++a)
            for (int b = a + 1; b < a / 3 * 3 + 3; ++b) {
                rows_.keep(a, b, linked_parts(place_in_row[a][in_row[b]], place_in_row[b][in_row[a]]));
                columns_.keep(a, b, linked_parts(place_in_column[a][in_column[b]], place_in_column[b][in_column[a]]));
            }
        for (PairSets* sets : {&digits_, &rows_, &columns_}) sets->all_clues();
    }

    // Is this clue the last one of some set?
    bool needs(int cell, int d) const {
        const int row = units9.row[cell], column = units9.column[cell];
        return digits_.last(d, row) | rows_.last(row, column) | columns_.last(column, row);
    }

    // A clue goes, or comes back.
    void flip(int cell, int d) {
        const int row = units9.row[cell], column = units9.column[cell];
        digits_.flip(d, row);
        rows_.flip(row, column);
        columns_.flip(column, row);
    }

private:
    // Nine small numbers, looked up by nine others.
    struct Nine {
        std::uint8_t at[16] = {};

        Bytes operator[](const Nine& places) const { return look_up(load_bytes(at), load_bytes(places.at)); }
    };

    // The sets of nine digits, rows or columns taken in pairs: digits have a clue in nine rows, lines in nine places.
    class PairSets {
    public:
        void keep(int a, int b, const Parts& parts) {
            for (int place = 0; place < 9; ++place)
                part_[a][place][b] = part_[b][place][a] = equal_bytes(parts, parts[place]) & all_nine;
        }

        void all_clues() {
            for (int a = 0; a < 9; ++a) clues_[a] = all_nine;
        }
        void flip(int a, int place) { clues_[a] ^= 1 << place; }

        // Of the clues of `a` and some other, is only the one at this place left in its part?
        bool last(int a, int place) const {
            const Places part = part_[a][place];
            const auto here = static_cast<std::uint16_t>(1 << place);
            const auto found = ((part & clues_[a]) == Places{} + here) & ((part & clues_) == 0);
            std::uint64_t words[4];
            std::memcpy(words, &found, sizeof found);
            return words[0] | words[1] | words[2] | words[3];
        }

    private:
        // A set of places for each of nine, and seven to fill a register: a bit for each place.
        typedef std::uint16_t Places __attribute__((vector_size(32)));

        static constexpr std::uint16_t all_nine = 0x1FF;

        Places part_[9][9] = {};  // the part that a place is in, for each other one; none if there is no such pair
        Places clues_ = {};       // places where a clue is left
    };

    PairSets digits_, rows_, columns_;
};

// What both sizes share: the boards that the lanes take one after another.
template <class G>
class CarvingTask {
public:
    CarvingTask(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, Images pattern,
                std::uint8_t* out, std::int64_t* proofs = nullptr)
        : boards_(boards), count_(count), seed_(seed), clues_(clues), orbits_(pattern), out_(out), proofs_(proofs) {}

protected:
    // Begins with the next board; null if there is none.
    const std::uint8_t* begin_next(Carving<G>& carving) {
        if (next_ == count_) return nullptr;
        const std::int64_t row = next_++, first = G::cells * row;
        carving.start(boards_ + first, seeds_.empty() ? seed_ : seeds_[row], clues_, orbits_, out_ + first,
                      proofs_ ? proofs_ + row : nullptr);
        return boards_ + first;
    }

    std::span<const std::uint64_t> seeds_;  // of each board, if there are any

private:
    const std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    int clues_;
    Orbits<G> orbits_;
    std::uint8_t* out_;
    std::int64_t* proofs_;
};

class CarveTask : public CarvingTask<Geometry9> {
public:
    using CarvingTask::CarvingTask;

    // Minimal puzzles, each board with a seed of its own.
    CarveTask(const std::uint8_t* boards, std::span<const std::uint64_t> seeds, std::uint8_t* out)
        : CarvingTask(boards, static_cast<std::int64_t>(seeds.size()), 0, 0, no_pattern, out) {
        seeds_ = seeds;
    }

    bool load(int lane, LaneState& state) {
        Work& work = work_[lane];
        for (;;) {
            if (!work.carving_board && !next_board(work)) return false;
            for (int cell; (cell = work.carving.cell()) >= 0;) {
                const int digit = work.carving.digit(cell) - 1;
                work.places.flip(cell, digit);
                if (work.places.forced(cell, digit)) {
                    remove(work, cell, digit);
                } else if (work.unavoidable.needs(cell, digit)) {
                    keep(work);
                } else {
                    work.places.load(cell, digit, state, lane);
                    return true;
                }
            }
            work.carving_board = work.carving.another_pass();
            if (work.carving_board) begin_pass(work);
        }
    }

    WordCells branch(int lane, LaneState& state) { return cell_astray(state, lane, work_[lane].board); }

    bool solved(int lane, LaneState&) {
        keep(work_[lane]);
        return false;
    }

    void exhausted(int lane) {
        Work& work = work_[lane];
        const int cell = work.carving.cell();
        remove(work, cell, work.carving.digit(cell) - 1);
    }

private:
    struct Work {
        bool carving_board = false;
        Carving<Geometry9> carving;
        DigitPlaces places;
        UnavoidableSets unavoidable;
        BoardWords board;
    };

    bool next_board(Work& work) {
        if (!begin_next(work.carving)) return false;
        begin_pass(work);
        for (int d = 0; d < 9; ++d)
            for (int w = 0; w < diagonals; ++w) work.board[diagonals * d + w] = work.places.clues(w, d);
        return work.carving_board = true;
    }

    // All clues are back.
    static void begin_pass(Work& work) {
        work.places.read(work.carving.puzzle());
        work.unavoidable.read(work.carving.puzzle());
    }

    static void remove(Work& work, int cell, int digit) {
        work.unavoidable.flip(cell, digit);
        work.carving.remove();
    }

    static void keep(Work& work) {
        const int cell = work.carving.cell();
        work.places.flip(cell, work.carving.digit(cell) - 1);
        work.carving.keep([&](int cell) {
            const int digit = work.carving.digit(cell) - 1;
            work.places.flip(cell, digit);
            work.unavoidable.flip(cell, digit);
        });
    }

    Work work_[lane_count];
};

// Carving many 6x6 boards side by side in the lanes of the processor's registers. Each question goes to the lanes: a sweep of
// all of them costs less than to find a clue that singles force, as those of 9x9 do.
class CarveTask6 : public CarvingTask<Geometry6> {
public:
    using CarvingTask::CarvingTask;

    bool load(int lane, LaneState6& state) {
        Work& work = work_[lane];
        for (;;) {
            if (!work.carving_board && !next_board(work)) return false;
            if (const int cell = work.carving.cell(); cell >= 0) {
                ask(work, cell, lane, state);
                return true;
            }
            work.carving_board = work.carving.another_pass();
        }
    }

    WordCells branch(int lane, LaneState6& state) { return cell_astray(state, lane, work_[lane].board); }

    bool solved(int lane, LaneState6&) {
        work_[lane].carving.keep([](int) {});
        return false;
    }

    void exhausted(int lane) { work_[lane].carving.remove(); }

private:
    struct Work {
        bool carving_board = false;
        Carving<Geometry6> carving;
        LaneState6::Word board[bands6 * digits6];  // the cells of each digit
    };

    bool next_board(Work& work) {
        const std::uint8_t* const board = begin_next(work.carving);
        if (!board) return false;
        std::memset(work.board, 0, sizeof work.board);
        for (int cell = 0; cell < 36; ++cell) work.board[word_of(cell, board[cell])] |= bit_of(cell);
        return work.carving_board = true;
    }

    // The clue is gone, and its digit is forbidden there.
    static void ask(const Work& work, int cell, int lane, LaneState6& state) {
        std::uint8_t puzzle[40] = {};
        std::memcpy(puzzle, work.carving.puzzle(), 36);
        puzzle[cell] = 0;
        load6(puzzle, lane, state);
        state.at(word_of(cell, work.carving.digit(cell)), lane) &= static_cast<LaneState6::Word>(~bit_of(cell));
    }

    static int word_of(int cell, int digit) { return bands6 * (digit - 1) + cell / 12; }
    static LaneState6::Word bit_of(int cell) { return static_cast<LaneState6::Word>(1 << cell % 12); }

    Work work_[LaneState6::lanes];
};

}  // namespace engine
