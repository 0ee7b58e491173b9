// Puzzles of size 9 whose rules are houses alone, one puzzle to a lane of the registers, all under the same rules.
//
// The state of a puzzle is 27 words: for each digit and each band of three rows, the cells where the digit may still be.
// Unlike the plain 9x9 search (search/lane_search.hpp) the inference knows nothing of rows and blocks: it goes through a
// list of houses, each three sets of cells, and finds naked singles and what they clear, hidden singles of houses with nine
// cells, and digits that are locked where two houses cross.
#pragma once

#include <vector>

#include "rules/statements.hpp"
#include "search/lane_search.hpp"

namespace engine::rules {

inline constexpr int bands = 3;
inline constexpr std::uint32_t band_cells = (1u << 27) - 1;

// Cells in each band.
struct BandCells {
    std::uint32_t of[bands] = {};

    int count() const { return std::popcount(of[0]) + std::popcount(of[1]) + std::popcount(of[2]); }
    BandCells operator&(const BandCells& other) const {
        return {{of[0] & other.of[0], of[1] & other.of[1], of[2] & other.of[2]}};
    }
    BandCells without(const BandCells& other) const {
        return {{of[0] & ~other.of[0], of[1] & ~other.of[1], of[2] & ~other.of[2]}};
    }
};

// A full house has every digit.
struct HouseCells {
    BandCells cells;
    bool full = false;
};

// A digit that has no place in the rest of a full house is where the house crosses another, and not in the rest of that.
struct Crossing {
    BandCells rest, cleared;
};

struct HousesAlone {
    std::vector<HouseCells> list;
    std::vector<Crossing> crossings;
    BandCells peers[81];

    void add(const Cells& cells) {
        HouseCells house;
        for (const int cell : cells) house.cells.of[cell / 27] |= 1u << cell % 27;
        house.full = cells.size() == 9;
        for (const HouseCells& other : list) {
            if ((house.cells & other.cells).count() < 2) continue;
            if (house.full) crossings.push_back({house.cells.without(other.cells), other.cells.without(house.cells)});
            if (other.full) crossings.push_back({other.cells.without(house.cells), house.cells.without(other.cells)});
        }
        for (const int cell : cells)
            for (int b = 0; b < bands; ++b) peers[cell].of[b] |= house.cells.of[b];
        list.push_back(house);
    }
};

// The houses of rules of size 9 that say nothing else; none for other rules.
inline HousesAlone houses_alone(const std::int32_t* numbers) {
    StatementReader reader(numbers);
    if (reader.number() != 9) return {};
    HousesAlone houses;
    for (const Statement& one : reader.statements()) {
        if (one.kind != Kind::house) return {};
        houses.add(one.cells);
    }
    return houses;
}

struct HouseLanes {
    using Word = std::uint32_t;
    static constexpr int lanes = lane_count, digits = 9, words_of_digit = bands, cells = 81;

    Lanes word[digits * bands];
    Lanes pair[bands];  // cells with exactly two candidates before the last sweep
    const HousesAlone* houses;

    Word& at(int index, int lane) { return reinterpret_cast<Word*>(&word[index])[lane]; }
    Word pairs(int band, int lane) const { return pair[band][lane]; }
};

// All bits of the lanes that hold anything.
inline Lanes filled(const Lanes& word) { return (Lanes)(word != 0); }

// All bits of the lanes in which the three words have two bits or more together.
inline Lanes several_bits(const Lanes& a, const Lanes& b, const Lanes& c) {
    const Lanes in_a = filled(a), in_b = filled(b), in_c = filled(c);
    return filled((a & (a - 1)) | (b & (b - 1)) | (c & (c - 1))) | (in_a & in_b) | (in_c & (in_a | in_b));
}

inline Verdict sweep(HouseLanes& state) {
    Lanes single[bands], missing = {}, open = {}, changed = {};
    for (int b = 0; b < bands; ++b) {
        Lanes one = {}, two = {}, three = {};
        for (int d = 0; d < 9; ++d) {
            const Lanes& candidates = state.word[bands * d + b];
            three |= two & candidates;
            two |= one & candidates;
            one |= candidates;
        }
        single[b] = one & ~two;
        state.pair[b] = two & ~three;
        missing |= ~one & band_cells;
        open |= two;
    }
    Lanes kept[9 * bands], hidden[9 * bands], placed[bands] = {};
    for (int d = 0; d < 9; ++d) {
        const Lanes* const here = state.word + bands * d;
        const Lanes known[bands] = {here[0] & single[0], here[1] & single[1], here[2] & single[2]};
        Lanes cleared[bands] = {}, alone[bands] = {};
        for (const HouseCells& house : state.houses->list) {
            const Lanes a = here[0] & house.cells.of[0], b = here[1] & house.cells.of[1], c = here[2] & house.cells.of[2];
            const Lanes known_here = (known[0] & house.cells.of[0]) | (known[1] & house.cells.of[1]) |
                                     (known[2] & house.cells.of[2]);
            const Lanes taken = filled(known_here);
            cleared[0] |= taken & house.cells.of[0];
            cleared[1] |= taken & house.cells.of[1];
            cleared[2] |= taken & house.cells.of[2];
            if (!house.full) {  // in a full one that holds a digit twice, another digit has no place in the end
                missing |= several_bits(known[0] & house.cells.of[0], known[1] & house.cells.of[1], known[2] & house.cells.of[2]);
                continue;
            }
            const Lanes last = ~several_bits(a, b, c);
            missing |= ~filled(a | b | c);
            alone[0] |= a & last;
            alone[1] |= b & last;
            alone[2] |= c & last;
        }
        Lanes locked[bands] = {};
        for (const Crossing& crossing : state.houses->crossings) {
            const auto& [a, b, c] = crossing.rest.of;
            const Lanes crosses = (Lanes)(((here[0] & a) | (here[1] & b) | (here[2] & c)) == 0);
            locked[0] |= crosses & crossing.cleared.of[0];
            locked[1] |= crosses & crossing.cleared.of[1];
            locked[2] |= crosses & crossing.cleared.of[2];
        }
        for (int w = 0; w < bands; ++w) {
            const int i = bands * d + w;
            kept[i] = here[w] & (~cleared[w] | known[w]) & ~locked[w];
            hidden[i] = alone[w];
            placed[w] |= alone[w];
        }
    }
    for (int i = 0; i < 9 * bands; ++i) {
        const Lanes next = kept[i] & (~placed[i % bands] | hidden[i]);
        changed |= next ^ state.word[i];
        state.word[i] = next;
    }
    return {nonzero(missing), nonzero(changed), nonzero(open)};
}

// Counts the solutions of each puzzle up to a limit, and writes the first one where `solutions` is not null. The count
// is `gave_up` where guessing does not end soon.
class HouseTask {
public:
    static constexpr int gave_up = -1, most_guesses = 2000;

    HouseTask(const HousesAlone& houses, const std::uint8_t* puzzles, std::int64_t count, int limit,
              std::uint8_t* solutions, std::int32_t* counts, std::int64_t* guesses)
        : houses_(houses),
          puzzles_(puzzles),
          count_(count),
          limit_(limit),
          solutions_(solutions),
          counts_(counts),
          guesses_(guesses) {}

    bool load(int lane, HouseLanes& state) {
        if (next_ == count_) return false;
        state.houses = &houses_;
        const std::int64_t row = row_[lane] = next_++;
        counts_[row] = 0;
        guesses_[row] = 0;
        near_[lane] = {};
        std::uint32_t clue[9 * bands] = {}, empty[bands] = {band_cells, band_cells, band_cells};
        const std::uint8_t* puzzle = puzzles_ + 81 * row;
        for (int cell = 0; cell < 81; ++cell) {
            if (!puzzle[cell]) continue;
            clue[bands * (puzzle[cell] - 1) + cell / 27] |= 1u << cell % 27;
            empty[cell / 27] ^= 1u << cell % 27;
        }
        for (int i = 0; i < 9 * bands; ++i) state.at(i, lane) = clue[i] | empty[i % bands];
        return true;
    }

    // A cell with two candidates, preferably one that sees the cell of the last guess, or else one with the fewest.
    WordCells branch(int lane, HouseLanes& state) {
        if (guesses_[row_[lane]]++ == most_guesses) {
            counts_[row_[lane]] = gave_up;
            return {};
        }
        BandCells& near = near_[lane];
        for (const bool anywhere : {false, true})
            for (int b = 0; b < bands; ++b)
                if (const std::uint32_t pairs = state.pairs(b, lane) & (anywhere ? ~0u : near.of[b])) {
                    near = houses_.peers[27 * b + std::countr_zero(pairs)];
                    return {b, lowest(pairs)};
                }
        WordCells best{};
        int fewest = 10;
        for (int b = 0; b < bands; ++b)
            for (std::uint32_t cell = 1; cell & band_cells; cell <<= 1) {
                int candidates = 0;
                for (int d = 0; d < 9; ++d) candidates += (state.at(bands * d + b, lane) & cell) != 0;
                if (candidates > 1 && candidates < fewest) {
                    fewest = candidates;
                    best = {b, cell};
                }
            }
        return best;
    }

    bool solved(int lane, HouseLanes& state) {
        const std::int64_t row = row_[lane];
        if (counts_[row] == gave_up) return false;
        if (counts_[row]++ == 0 && solutions_) write(lane, state, solutions_ + 81 * row);
        return counts_[row] < limit_;
    }

    void exhausted(int) {}

private:
    static void write(int lane, HouseLanes& state, std::uint8_t* solution) {
        for (int d = 0; d < 9; ++d)
            for (int b = 0; b < bands; ++b)
                for (std::uint32_t rest = state.at(bands * d + b, lane); rest; rest &= rest - 1)
                    solution[27 * b + std::countr_zero(rest)] = static_cast<std::uint8_t>(d + 1);
    }

    const HousesAlone& houses_;
    const std::uint8_t* puzzles_;
    std::int64_t count_, next_ = 0;
    int limit_;
    std::uint8_t* solutions_;
    std::int32_t* counts_;
    std::int64_t* guesses_;
    std::int64_t row_[HouseLanes::lanes];
    BandCells near_[HouseLanes::lanes];  // what the cell of the last guess sees
};

}  // namespace engine::rules
