// A 9x9 board and the puzzles on it as words of lanes, and the cells in which another solution differs from the board.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "board/cell_set.hpp"
#include "search/lane_search.hpp"

namespace engine {

using Cells9 = CellSet<81>;

// Looks for solutions of a puzzle other than the board that it was made from, those near the board first.
//
// While every cell can still be the board's digit, the search guesses that digit. So it goes straight to the board, and
// what it finds on the way back differs from it in few cells: it shares all digits guessed before. Once some cell has lost
// the board's digit, the search guesses in such cells only, and ends when they are settled: the board's digits fit in
// all cells that are open then (carving/carve_lanes.hpp says why).
class BoardWords {
public:
    void read(const std::uint8_t* board) {
        for (std::uint32_t& word : own_) word = 0;
        for (int cell = 0; cell < 81; ++cell) {
            const auto [w, bit] = spot_of(cell);
            own_[diagonals * (board[cell] - 1) + w] |= bit;
            digit_[w][std::countr_zero(bit)] = static_cast<std::uint8_t>(board[cell] - 1);
        }
    }

    void load(const Cells9& clues, int lane, LaneState& state) const {
        std::uint32_t empty[diagonals] = {word_cells, word_cells, word_cells};
        clues.for_each([&](int cell) { empty[spot_of(cell).word] ^= spot_of(cell).bit; });
        for (int i = 0; i < digit_words; ++i) state.at(i, lane) = own_[i] | empty[i % diagonals];
    }

    // The cell to guess in; none if what is open can be filled as the board is.
    WordCells branch(int lane, LaneState& state) const {
        std::uint32_t astray[diagonals], any_astray = 0;
        for (int w = 0; w < diagonals; ++w) {
            any_astray |= astray[w] = word_cells & ~own_cells(w, lane, state);
            if (const std::uint32_t pairs = state.pairs(w, lane) & astray[w]) return {w, lowest(pairs)};
        }
        for (int w = diagonals - 1; !any_astray && w >= 0; --w)
            if (const std::uint32_t pairs = state.pairs(w, lane)) return {w, lowest(pairs)};
        for (int w = diagonals - 1; w >= 0; --w) {
            const std::uint32_t open = open_cells(w, lane, state);
            if (const std::uint32_t here = any_astray ? open & astray[w] : open) return {w, lowest(here)};
        }
        return {};
    }

    // The board's digit if the cell can have it, or else the lowest candidate.
    int digit(int lane, LaneState& state, WordCells cell) const {
        const int own = digit_[cell.word][std::countr_zero(cell.cells)];
        if (state.at(diagonals * own + cell.word, lane) & cell.cells) return own;
        int d = 0;
        while (!(state.at(diagonals * d + cell.word, lane) & cell.cells)) ++d;
        return d;
    }

    // The cells in which the solution that was found is not the board: none if it is the board itself.
    Cells9 difference(int lane, LaneState& state) const {
        Cells9 cells;
        for (int w = 0; w < diagonals; ++w) {
            for (std::uint32_t rest = word_cells & ~own_cells(w, lane, state); rest; rest &= rest - 1)
                cells.add(cell_of(w, std::countr_zero(rest)));
        }
        return cells;
    }

private:
    // The cells that can have the board's digit.
    std::uint32_t own_cells(int w, int lane, LaneState& state) const {
        std::uint32_t own = 0;
        for (int d = 0; d < 9; ++d) own |= state.at(diagonals * d + w, lane) & own_[diagonals * d + w];
        return own;
    }

    static std::uint32_t open_cells(int w, int lane, LaneState& state) {
        UpToFour<std::uint32_t> with;
        for (int d = 0; d < 9; ++d) with.add(state.at(diagonals * d + w, lane));
        return with.two;
    }

    std::uint32_t own_[digit_words];
    std::uint8_t digit_[diagonals][27];  // of each cell, by word and bit
};

// What a puzzle on a known 9x9 board leaves open: other solutions, as the cells in which they differ from the board.
//
// Each such set is unavoidable (carving/carve_lanes.hpp), and the puzzle has no clue in it.
class Question {
public:
    static constexpr int most_cells = 14;  // of the sets to begin with

    explicit Question(const std::uint8_t* board) : search_(*this) { words_.read(board); }

    // For every puzzle `most` sets at most, those of all puzzles together.
    const std::vector<Cells9>& ask(const std::vector<Cells9>& puzzles, int most) {
        puzzles_ = &puzzles;
        next_ = 0;
        most_ = most;
        sets_.clear();
        search_.run();
        return sets_;
    }

    const std::vector<Cells9>& ask(const Cells9& puzzle, int most) { return ask(std::vector{puzzle}, most); }

    // All sets that puzzles with few open cells leave open.
    std::vector<Cells9> list(const std::vector<Cells9>& puzzles) {
        return ask(puzzles, 100'000);  // more solutions than any such puzzle is known to have
    }

    // What the lanes call (lane_search.hpp).

    bool load(int lane, LaneState& state) {
        if (next_ == puzzles_->size()) return false;
        found_[lane] = 0;
        words_.load((*puzzles_)[next_++], lane, state);
        return true;
    }
    WordCells branch(int lane, LaneState& state) { return words_.branch(lane, state); }
    int digit(int lane, LaneState& state, WordCells cell) { return words_.digit(lane, state, cell); }
    bool solved(int lane, LaneState& state) {
        const Cells9 set = words_.difference(lane, state);
        if (!set.any()) return true;
        sets_.push_back(set);
        return ++found_[lane] < most_;
    }
    void exhausted(int) {}

private:
    BoardWords words_;
    const std::vector<Cells9>* puzzles_ = nullptr;
    std::size_t next_ = 0;
    int most_ = 0, found_[lane_count];
    std::vector<Cells9> sets_;
    LaneSearch<Question> search_;
};

// The minimal ones of some sets, the smallest first.
inline std::vector<Cells9> minimal_sets(std::vector<Cells9> sets) {
    const auto before = [](const Cells9& a, const Cells9& b) {
        return a.count() != b.count() ? a.count() < b.count() : a.word < b.word;
    };
    std::sort(sets.begin(), sets.end(), before);
    std::vector<Cells9> minimal;
    for (const Cells9& set : sets)
        if (std::none_of(minimal.begin(), minimal.end(),
                         [&](const Cells9& other) { return !other.without(set).any(); }))
            minimal.push_back(set);
    return minimal;
}

// Unavoidable sets of few cells: those of four digits, of a band or stack, and of two blocks, which are thirds of the
// lines and where they cross.
template <class Question>
std::vector<Cells9> small_unavoidable_sets(int size, const std::uint8_t* board, Question& question) {
    std::vector<Cells9> puzzles;
    const auto open = [&](auto inside) {
        Cells9 puzzle;
        for (int cell = 0; cell < size * size; ++cell)
            if (!inside(cell)) puzzle.add(cell);
        puzzles.push_back(puzzle);
    };
    const auto band = [&](int cell) { return cell / size * 3 / size; };
    const auto stack = [&](int cell) { return cell % size * 3 / size; };
    const auto block = [&](int cell) { return 3 * band(cell) + stack(cell); };
    for (Digits digits = 0; digits >> size == 0; ++digits)
        if (std::popcount(digits) == 4) open([&](int cell) { return digits & digit_bit(board[cell]); });
    for (int three = 0; three < 3; ++three) {
        open([&](int cell) { return band(cell) == three; });
        open([&](int cell) { return stack(cell) == three; });
    }
    for (int a = 0; a < 9; ++a)
        for (int b = a + 1; b < 9; ++b) open([&](int cell) { return block(cell) == a || block(cell) == b; });
    std::vector<Cells9> sets = question.list(puzzles);
    std::erase_if(sets, [](const Cells9& set) { return set.count() > Question::most_cells; });
    return minimal_sets(std::move(sets));
}

// Cell sets as a table of bits: for every cell a register that says which sets it meets, of up to 512 or of up to 128.

// One bit for each set, of many or of few.
typedef std::uint64_t ManySets __attribute__((vector_size(64)));
typedef std::uint64_t FewSets __attribute__((vector_size(16)));

// Few as one number: the next set is found sooner than in a register of words.
__extension__ typedef unsigned __int128 FewSetsNumber;

inline unsigned nonzero_words(const ManySets& bits) {
#if defined(__AVX512DQ__)
    std::uint8_t words;
    asm("vptestmq %1, %1, %0" : "=k"(words) : "v"(bits));
    return words;
#else
    unsigned words = 0;
    for (int i = 0; i < 8; ++i) words |= unsigned{bits[i] != 0} << i;
    return words;
#endif
}

inline bool any(const ManySets& bits) { return nonzero_words(bits) != 0; }
inline bool any(const FewSets& bits) { return (bits[0] | bits[1]) != 0; }
inline bool any(FewSetsNumber bits) { return bits != 0; }

inline int first(const ManySets& bits) {
    const int word = std::countr_zero(nonzero_words(bits));
    std::uint64_t words[8];
    std::memcpy(words, &bits, sizeof words);
    return 64 * word + std::countr_zero(words[word]);
}

inline int first(std::uint64_t low, std::uint64_t high) {
    return low ? std::countr_zero(low) : 64 + std::countr_zero(high);
}
inline int first(const FewSets& bits) { return first(bits[0], bits[1]); }
inline int first(FewSetsNumber bits) {
    return first(static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64));
}

template <class Bits>
inline int count(const Bits& bits) {
    int sum = 0;
    for (unsigned i = 0; i < sizeof bits / 8; ++i) sum += std::popcount(static_cast<std::uint64_t>(bits[i]));
    return sum;
}

// The bits of a word that a mask picks, side by side.
inline std::uint64_t picked(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__)
    return __builtin_ia32_pext_di(word, mask);
#else
    std::uint64_t bits = 0;
    for (int i = 0; mask; ++i, mask &= mask - 1) bits |= (word >> std::countr_zero(mask) & 1) << i;
    return bits;
#endif
}

template <class Bits_>
class SetTable {
public:
    using Set = CellSet<81>;
    using Bits = Bits_;
    using Walk = std::conditional_t<std::is_same_v<Bits, FewSets>, FewSetsNumber, Bits>;  // to go from set to set

    static constexpr int most_sets = 8 * sizeof(Bits);

    void clear() {
        std::memset(of_, 0, sizeof of_);
        count_ = 0;
    }

    int size() const { return count_; }
    const Set& set(int number) const { return set_[number]; }

    // The sets that a cell meets.
    const Bits& of(int cell) const { return of_[cell]; }

    static Walk walk(const Bits& bits) {
        Walk same;
        std::memcpy(&same, &bits, sizeof same);
        return same;
    }

    static void mark(Bits& bits, int number) { bits[number / 64] |= std::uint64_t{1} << (number % 64); }

    static void clear(Bits& bits, int number) { bits[number / 64] &= ~(std::uint64_t{1} << (number % 64)); }
    static void clear(FewSetsNumber& bits, int number) { bits &= ~(FewSetsNumber{1} << number); }

    Bits all() const {
        Bits bits = {};
        for (int number = 0; number < count_; ++number) mark(bits, number);
        return bits;
    }

    void add(const Set& set) { put(count_++, set); }

    // Puts a set in the place of another.
    void replace(int number, const Set& set) {
        set_[number].for_each([&](int cell) { clear(of_[cell], number); });
        put(number, set);
    }

    // Becomes the first `most` of some sets of a larger table, as the cells alive meet them.
    template <class Larger>
    void copy(const Larger& larger, const typename Larger::Bits& sets, const Set& alive, int most) {
        constexpr int words = Larger::most_sets / 64;
        std::uint64_t taken[words];
        int before[words];
        count_ = 0;
        for (int w = 0; w < words; ++w) {
            taken[w] = sets[w];
            before[w] = count_;
            if (std::popcount(taken[w]) > most - count_)
                taken[w] &= (std::uint64_t{1} << nth_bit(taken[w], most - count_)) - 1;
            for (std::uint64_t rest = taken[w]; rest; rest &= rest - 1)
                set_[count_++] = larger.set(64 * w + std::countr_zero(rest)) & alive;
        }
        alive.for_each([&](int cell) {
            std::uint64_t from[words];
            std::memcpy(from, &larger.of(cell), sizeof from);
            Walk bits = 0;
            for (int w = 0; w < words; ++w) bits |= Walk{picked(from[w], taken[w])} << before[w];
            std::memcpy(&of_[cell], &bits, sizeof bits);
        });
    }

private:
    void put(int number, const Set& set) {
        set_[number] = set;
        set.for_each([&](int cell) { mark(of_[cell], number); });
    }

    Bits of_[81] = {};
    Set set_[most_sets];
    int count_ = 0;
};

}  // namespace engine
