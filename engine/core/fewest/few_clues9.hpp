// Puzzles of few clues on 9x9 boards, and the clues that complete a puzzle, in the lanes of a register.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "board/cell_set.hpp"
#include "board/random.hpp"
#include "carving/carving.hpp"
#include "fewest/question.hpp"
#include "search/lane_search.hpp"
#include "stop/watch.hpp"

namespace engine {

// Which single clues complete a 9x9 puzzle with several solutions: those that leave just one of them.
//
// Such a clue is a candidate that one solution has and no other. The puzzle itself comes first, and what inference leaves
// of its candidates is tried, one after another. Each solution found on the way counts for all its digits: a candidate that
// two are known to have needs no search.

class CompletionsTask {
public:
    // `out` gets nine bytes for each cell, in the order of the digits: 1 if that clue leaves one solution.
    CompletionsTask(const std::uint8_t* puzzles, std::int64_t count, std::uint8_t* out)
        : puzzles_(puzzles), count_(count), out_(out) {
        std::memset(out, 0, 729 * count);
    }

    bool load(int lane, LaneState& state) {
        Work& work = work_[lane];
        if (!next_candidate(work) && !next_puzzle(work)) return false;
        work.found = 0;
        for (int i = 0; i < digit_words; ++i) state.at(i, lane) = work.candidates[i];
        for (int d = 0; d < 9; ++d)
            if (d != work.digit) state.at(diagonals * d + work.diagonal, lane) &= ~work.bit;
        return true;
    }

    WordCells branch(int lane, LaneState& state) {
        if (!work_[lane].inferred) keep_inferred(work_[lane], lane, state);
        return pair_or_fewest(state, lane);
    }

    bool solved(int lane, LaneState& state) {
        Work& work = work_[lane];
        if (!work.inferred) keep_inferred(work, lane, state);
        count_digits(work, lane, state);
        return ++work.found < 2;
    }

    void exhausted(int lane) {
        Work& work = work_[lane];
        if (!work.bit) {
            if (work.found == 0) std::fill_n(work.untried, digit_words, 0);
            return;
        }
        const int cell = cell_of(work.diagonal, std::countr_zero(work.bit));
        if (work.found == 1) out_[729 * work.row + 9 * cell + work.digit] = 1;
    }

private:
    struct Work {
        std::int64_t row;
        std::uint32_t candidates[digit_words], untried[digit_words] = {};
        std::uint32_t once[digit_words], twice[digit_words];  // known solutions that have each candidate
        std::vector<std::uint64_t> known;                     // a number for each of these solutions
        int diagonal = 0, digit = 0, found;
        std::uint32_t bit;  // the cell of the candidate; 0 for the puzzle itself
        bool inferred;      // whether inference from the puzzle itself is done
    };

    bool next_candidate(Work& work) {
        for (int i = 0; i < digit_words; ++i) {
            const std::uint32_t open = work.untried[i] & ~work.twice[i];
            if (!open) continue;
            work.diagonal = i % diagonals;
            work.digit = i / diagonals;
            work.bit = lowest(open);
            work.untried[i] = open ^ work.bit;
            return true;
        }
        return false;
    }

    bool next_puzzle(Work& work) {
        if (next_ == count_) return false;
        work.row = next_++;
        const std::uint8_t* puzzle = puzzles_ + 81 * work.row;
        std::uint32_t empty[diagonals] = {word_cells, word_cells, word_cells};
        std::fill_n(work.candidates, digit_words, word_cells);
        for (int cell = 0; cell < 81; ++cell) {
            if (!puzzle[cell]) continue;
            const auto [w, bit] = spot_of(cell);
            empty[w] ^= bit;
            for (int d = 0; d < 9; ++d) work.candidates[diagonals * d + w] &= ~bit;
            for (int other = 0; other < diagonals; ++other)
                work.candidates[diagonals * (puzzle[cell] - 1) + other] &= ~word_peers[cell].word[other];
        }
        for (int cell = 0; cell < 81; ++cell)
            if (puzzle[cell]) work.candidates[diagonals * (puzzle[cell] - 1) + spot_of(cell).word] |= spot_of(cell).bit;
        for (int i = 0; i < digit_words; ++i) {
            work.untried[i] = work.candidates[i] & empty[i % diagonals];
            work.once[i] = work.twice[i] = 0;
        }
        work.known.clear();
        work.bit = 0;
        work.inferred = false;
        return true;
    }

    static void keep_inferred(Work& work, int lane, LaneState& state) {
        for (int i = 0; i < digit_words; ++i) {
            work.candidates[i] = state.at(i, lane);
            work.untried[i] &= work.candidates[i];
        }
        work.inferred = true;
    }

    // Two solutions with the same number count as one; that only leaves more to try.
    static void count_digits(Work& work, int lane, LaneState& state) {
        std::uint64_t number = 0;
        for (int i = 0; i < digit_words; ++i) number = number * golden_gamma + state.at(i, lane);
        if (std::find(work.known.begin(), work.known.end(), number) != work.known.end()) return;
        work.known.push_back(number);
        for (int i = 0; i < digit_words; ++i) {
            const std::uint32_t here = state.at(i, lane);
            work.twice[i] |= work.once[i] & here;
            work.once[i] |= here;
        }
    }

    const std::uint8_t* puzzles_;
    std::int64_t count_, next_ = 0;
    std::uint8_t* out_;
    Work work_[lane_count];
};

// Local search for a given number of cells that meet every one of a growing list of cell sets.
//
// Cells are exchanged one by one: the chosen cell goes that is missed least, and from a set that no chosen cell meets,
// drawn at random, the cell comes that helps most. A set weighs one more for every exchange that leaves it unmet, which
// leads the search out of local optima (Gao, Weise, Li 2015, "An efficient local search heuristic with row weighting for
// the unicost set covering problem").

template <int Cells>
class HittingSearch {
public:
    using Set = CellSet<Cells>;

    // Begins with `count` random cells and no sets.
    void start(const Random& random, int count) {
        random_ = random;
        std::uint8_t order[Cells];
        for (int cell = 0; cell < Cells; ++cell) order[cell] = static_cast<std::uint8_t>(cell);
        random_.shuffle(order, Cells);
        std::copy_n(order, count, list_);
        count_ = count;
        chosen_ = {};
        for (int i = 0; i < count; ++i) chosen_.add(list_[i]);
        std::fill_n(changed_, Cells, 0);
        last_added_ = last_removed_ = -1;
        step_ = first_step_ = 0;
        forget();
    }

    // Goes on with one cell more, for as many steps again.
    void widen() {
        count_met();
        add(most_helpful(random_unmet()));
        first_step_ = step_;
    }

    const Set& chosen() const { return chosen_; }

    // When there are too many, half of the sets go: the large ones that have always been easy to meet.
    void add_set(const Set& set) {
        if (sets() == most_sets) forget_half();
        add_set(set, 1);
    }

    // Exchanges cells until every set is met; false when that would take more than `most_steps`.
    bool run(std::int64_t most_steps) {
        while (!unmet_.empty()) {
            if (step_ - first_step_ >= most_steps) return false;
            ++step_;
            watch_.step();
            remove(least_missed());
            add(most_helpful(random_unmet()));
            for (const std::uint16_t number : unmet_) ++weight_[number];
        }
        return true;
    }

private:
    static constexpr int most_sets = 2048;
    static constexpr int weight_to_cells = 4;  // a set with one more in weight may have so many more cells
    static constexpr std::int64_t largest_value = std::int64_t{weight_to_cells} << 32;

    // A bit for each set, 512 of them in a register.
    typedef std::uint64_t Bits __attribute__((vector_size(64)));
    static constexpr int parts = most_sets / 512;
    using Row = std::array<Bits, parts>;

    int sets() const { return static_cast<int>(set_.size()); }

    std::uint16_t random_unmet() { return unmet_[random_.below(static_cast<std::uint32_t>(unmet_.size()))]; }

    // Its place in the list; ties go to the cell that has been there longest.
    int least_missed() const {
        int best = -1;
        for (int i = 0; i < count_; ++i) {
            const int cell = list_[i];
            if (cell == last_added_) continue;
            if (best < 0 || score_[cell] < score_[list_[best]] ||
                (score_[cell] == score_[list_[best]] && changed_[cell] < changed_[list_[best]]))
                best = i;
        }
        return best;
    }

    // Ties go as above. What its cells would help is added up here, because few sets are unmet, and most of them come and
    // go without being asked for.
    int most_helpful(int number) {
        const Set cells = set_[number];
        cells.for_each([&](int cell) { score_[cell] = 0; });
        for (const std::uint16_t other : unmet_)
            (cells & set_[other]).for_each([&](int cell) { score_[cell] += weight_[other]; });
        int best = -1;
        cells.for_each([&](int cell) {
            if (cell == last_removed_) return;
            if (best < 0 || score_[cell] > score_[best] ||
                (score_[cell] == score_[best] && changed_[cell] < changed_[best]))
                best = cell;
        });
        return best;
    }

    // Which sets the chosen cells meet, and which of these twice.
    void count_met() {
        for (int i = 0; i < parts; ++i) {
            UpToFour<Bits> met;
            for (int place = 0; place < count_; ++place) met.add(of_[list_[place]][i]);
            once_[i] = met.one;
            twice_[i] = met.two;
        }
    }

    // Visits the sets of a cell that the others chosen do not meet, or that exactly one of them does, in their order.
    template <class Visit>
    void for_each_unmet(int cell, Visit visit) const {
        for (int i = 0; i < parts; ++i) for_bits(of_[cell][i] & ~once_[i], 512 * i, visit);
    }
    template <class Visit>
    void for_each_met_once(int cell, Visit visit) const {
        for (int i = 0; i < parts; ++i) for_bits(of_[cell][i] & once_[i] & ~twice_[i], 512 * i, visit);
    }
    template <class Visit>
    static void for_bits(const Bits& bits, int first, Visit visit) {
        for (int word = 0; word < 8; ++word)
            for (std::uint64_t rest = bits[word]; rest; rest &= rest - 1)
                visit(static_cast<std::uint16_t>(first + 64 * word + std::countr_zero(rest)));
    }

    // The chosen cell of a set that has one, found without a branch that would be as good as random.
    int only_chosen(int number) const {
        int cell = 0;
        for (int i = 0; i < Set::words; ++i) {
            const std::uint64_t here = set_[number].word[i] & chosen_.word[i];
            cell = here ? 64 * i + std::countr_zero(here) : cell;
        }
        return cell;
    }

    void remove(int place) {
        const int cell = list_[place];
        list_[place] = list_[--count_];
        chosen_.remove(cell);
        changed_[cell] = step_;
        last_removed_ = cell;
        count_met();
        for_each_unmet(cell, [&](std::uint16_t number) { set_unmet(number); });
        for_each_met_once(cell, [&](int number) { score_[only_chosen(number)] += weight_[number]; });
    }

    // Where the sets that are met have been counted.
    void add(int cell) {
        score_[cell] = 0;
        for_each_unmet(cell, [&](std::uint16_t number) {
            set_met(number);
            score_[cell] += weight_[number];
        });
        for_each_met_once(cell, [&](int number) { score_[only_chosen(number)] -= weight_[number]; });
        list_[count_++] = static_cast<std::uint8_t>(cell);
        chosen_.add(cell);
        changed_[cell] = step_;
        last_added_ = cell;
    }

    void add_set(const Set& set, std::uint32_t weight) {
        const auto number = static_cast<std::uint16_t>(sets());
        set.for_each([&](int cell) { of_[cell][number / 512][number / 64 % 8] |= std::uint64_t{1} << (number % 64); });
        set_.push_back(set);
        weight_.push_back(weight);
        unmet_place_.push_back(0);
        const Set meeting = set & chosen_;
        const int met = meeting.count();
        if (met == 0)
            set_unmet(number);
        else if (met == 1)
            score_[meeting.first()] += weight;
    }

    void forget() {
        set_.clear();
        weight_.clear();
        unmet_.clear();
        unmet_place_.clear();
        for (Row& row : of_) row = {};
        std::fill_n(score_, Cells, 0);
    }

    void forget_half() {
        const std::vector<Set> set = set_;
        const std::vector<std::uint32_t> weight = weight_;
        // A number for each set, the less the better; below its value its place, because ties go to the earlier one.
        std::vector<std::uint64_t> order(set.size());
        for (std::size_t number = 0; number < set.size(); ++number) {
            const std::int64_t value = std::int64_t{weight_to_cells} * weight[number] - set[number].count();
            order[number] = static_cast<std::uint64_t>(largest_value - value) * most_sets + number;
        }
        std::nth_element(order.begin(), order.begin() + most_sets / 2, order.end());
        std::sort(order.begin(), order.begin() + most_sets / 2);
        forget();
        for (int i = 0; i < most_sets / 2; ++i) add_set(set[order[i] % most_sets], weight[order[i] % most_sets]);
    }

    void set_unmet(std::uint16_t number) {
        unmet_place_[number] = static_cast<std::uint16_t>(unmet_.size());
        unmet_.push_back(number);
    }

    void set_met(std::uint16_t number) {
        const std::uint16_t last = unmet_.back(), place = unmet_place_[number];
        unmet_[place] = last;
        unmet_place_[last] = place;
        unmet_.pop_back();
    }

    Watch<1024> watch_;
    Random random_{0, 0};
    std::int64_t step_ = 0, first_step_ = 0;
    Set chosen_;
    int count_ = 0;
    std::uint8_t list_[Cells];     // the chosen cells
    std::int64_t changed_[Cells];  // the step in which each cell came or went last
    int last_added_ = -1, last_removed_ = -1;
    // Of a chosen cell, the weight of the sets that it alone meets; of cells to choose from, of the sets that they would.
    std::uint32_t score_[Cells];

    Row of_[Cells];     // the sets of each cell
    Row once_, twice_;  // the sets that the chosen cells met when this was counted
    std::vector<Set> set_;
    std::vector<std::uint32_t> weight_;
    std::vector<std::uint16_t> unmet_, unmet_place_;
};

// Puzzles of few clues on given 9x9 boards, many boards side by side in the lanes of the processor's registers.
//
// A puzzle has a clue in every unavoidable set of its board (carving/carve_lanes.hpp). For each board, local search chooses clues
// that meet all sets known so far, and the lane looks for other solutions: what they differ in are further sets to meet.
class FewCluesTask {
public:
    // At most `effort` exchanges of a clue for each number of clues: `clues`, and one more while that is not reached.
    // `proofs`, which may be null, gets how many choices of clues were searched for other solutions.
    FewCluesTask(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, std::int64_t effort,
                 std::uint8_t* out, std::int64_t* proofs)
        : boards_(boards), count_(count), seed_(seed), clues_(clues), effort_(effort), out_(out), proofs_(proofs) {}

    bool load(int lane, LaneState& state) {
        Work& work = work_[lane];
        if (!work.busy && !next_board(work)) return false;
        while (!work.search.run(effort_)) work.search.widen();
        work.found = 0;
        if (proofs_) ++proofs_[work.row];
        work.words.load(work.search.chosen(), lane, state);
        return true;
    }

    WordCells branch(int lane, LaneState& state) { return work_[lane].words.branch(lane, state); }
    int digit(int lane, LaneState& state, WordCells cell) { return work_[lane].words.digit(lane, state, cell); }

    bool solved(int lane, LaneState& state) {
        Work& work = work_[lane];
        const Cells9 set = work.words.difference(lane, state);
        if (!set.any()) return true;
        work.search.add_set(set);
        return ++work.found < most_found;
    }

    void exhausted(int lane) {
        if (!work_[lane].found) finish(work_[lane]);
    }

private:
    static constexpr int most_found = 4;  // sets that one search for other solutions may add

    struct Work {
        bool busy = false;
        std::int64_t row;
        int found;
        BoardWords words;
        HittingSearch<81> search;
    };

    bool next_board(Work& work) {
        if (next_ == count_) return false;
        work.row = next_++;
        if (proofs_) proofs_[work.row] = 0;
        const std::uint8_t* board = boards_ + 81 * work.row;
        work.words.read(board);
        work.search.start(Random(seed_, board_hash(board, 9)), clues_);
        return work.busy = true;
    }

    void finish(Work& work) {
        const std::uint8_t* board = boards_ + 81 * work.row;
        std::uint8_t* out = out_ + 81 * work.row;
        std::memset(out, 0, 81);
        work.search.chosen().for_each([&](int cell) { out[cell] = board[cell]; });
        work.busy = false;
    }

    const std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    int clues_;
    std::int64_t effort_;
    std::uint8_t* out_;
    std::int64_t* proofs_;
    Work work_[lane_count];
};

}  // namespace engine
