// Local search for a given number of cells that meet every one of a growing list of cell sets.
//
// Cells are exchanged one by one: the chosen cell goes that is missed least, and from a set that no chosen cell meets,
// drawn at random, the cell comes that helps most. A set weighs one more for every exchange that leaves it unmet, which
// leads the search out of local optima (Gao, Weise, Li 2015, "An efficient local search heuristic with row weighting for
// the unicost set covering problem").
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "board/cell_set.hpp"
#include "board/random.hpp"
#include "stop/watch.hpp"

namespace engine {

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
            for (const std::uint16_t number : unmet_) {
                ++state_[number].weight;
                for_each_cell(number, [&](int cell) { ++score_[cell]; });
            }
        }
        return true;
    }

private:
    static constexpr int most_sets = 2048;
    static constexpr int weight_to_cells = 4;  // a set with one more in weight may have so many more cells

    struct State {
        std::uint8_t met;      // how many cells of the set are chosen
        std::uint8_t meeting;  // their numbers, combined by exclusive or: the number of the cell if it is only one
        std::uint32_t weight;
    };

    int sets() const { return static_cast<int>(state_.size()); }

    template <class Visit>
    void for_each_cell(int number, Visit visit) const {
        for (std::uint32_t i = first_[number]; i < first_[number + 1]; ++i) visit(cells_[i]);
    }

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

    int most_helpful(int number) const {
        int best = -1;
        for_each_cell(number, [&](int cell) {
            if (cell == last_removed_) return;
            if (best < 0 || score_[cell] > score_[best] ||
                (score_[cell] == score_[best] && changed_[cell] < changed_[best]))
                best = cell;
        });
        return best;
    }

    // The score of the cell itself is kept: what is missed without it is what it would help.
    void remove(int place) {
        const int cell = list_[place];
        list_[place] = list_[--count_];
        chosen_.remove(cell);
        changed_[cell] = step_;
        last_removed_ = cell;
        for (const std::uint16_t number : sets_of_[cell]) {
            State& state = state_[number];
            state.meeting ^= static_cast<std::uint8_t>(cell);
            if (--state.met == 0) {
                set_unmet(number);
                for_each_cell(number, [&](int other) { score_[other] += state.weight; });
                score_[cell] -= state.weight;
            } else if (state.met == 1) {
                score_[state.meeting] += state.weight;
            }
        }
    }

    void add(int cell) {
        list_[count_++] = static_cast<std::uint8_t>(cell);
        chosen_.add(cell);
        changed_[cell] = step_;
        last_added_ = cell;
        for (const std::uint16_t number : sets_of_[cell]) {
            State& state = state_[number];
            if (state.met++ == 0) {
                set_met(number);
                for_each_cell(number, [&](int other) { score_[other] -= state.weight; });
                score_[cell] += state.weight;
            } else if (state.met == 2) {
                score_[state.meeting] -= state.weight;
            }
            state.meeting ^= static_cast<std::uint8_t>(cell);
        }
    }

    void add_set(const Set& set, std::uint32_t weight) {
        const auto number = static_cast<std::uint16_t>(sets());
        set.for_each([&](int cell) {
            cells_.push_back(static_cast<std::uint8_t>(cell));
            sets_of_[cell].push_back(number);
        });
        first_.push_back(static_cast<std::uint32_t>(cells_.size()));
        const Set meeting = set & chosen_;
        State state{static_cast<std::uint8_t>(meeting.count()), 0, weight};
        meeting.for_each([&](int cell) { state.meeting ^= static_cast<std::uint8_t>(cell); });
        state_.push_back(state);
        unmet_place_.push_back(0);
        if (state.met == 0) {
            set_unmet(number);
            set.for_each([&](int cell) { score_[cell] += weight; });
        } else if (state.met == 1) {
            score_[state.meeting] += weight;
        }
    }

    void forget() {
        cells_.clear();
        first_.assign(1, 0);
        state_.clear();
        unmet_.clear();
        unmet_place_.clear();
        for (auto& list : sets_of_) list.clear();
        std::fill_n(score_, Cells, 0);
    }

    void forget_half() {
        struct Kept {
            Set set;
            std::uint32_t weight;
            std::int64_t value;
        };
        std::vector<Kept> all(sets());
        for (int number = 0; number < sets(); ++number) {
            for_each_cell(number, [&](int cell) { all[number].set.add(cell); });
            all[number].weight = state_[number].weight;
            all[number].value = std::int64_t{weight_to_cells} * all[number].weight - all[number].set.count();
        }
        std::stable_sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.value > b.value; });
        forget();
        for (int i = 0; i < most_sets / 2; ++i) add_set(all[i].set, all[i].weight);
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
    // Of a chosen cell, the weight of the sets that it alone meets; of any other, of the sets that it would meet.
    std::uint32_t score_[Cells];

    std::vector<std::uint16_t> sets_of_[Cells];
    std::vector<std::uint8_t> cells_;   // of all sets, one set after another
    std::vector<std::uint32_t> first_;  // place of each set in `cells_`
    std::vector<State> state_;
    std::vector<std::uint16_t> unmet_, unmet_place_;
};

}  // namespace engine
