// How deep trial and error has to look, after Berthier, "Pattern-Based Constraint Satisfaction" (2012): with singles
// alone, T&E(0); removing each candidate that singles lead to a contradiction, T&E(1); or that T&E(1) does; and so on.
//
// What is removed does not depend on the order: with fewer candidates, singles and trials find all that they found before.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "board/geometry.hpp"
#include "stop/watch.hpp"

namespace engine {

class TrialAndError {
public:
    explicit TrialAndError(Shape shape)
        : size_(shape.size()), cells_(shape.cells()), units_of_(3 * cells_), members_(3 * cells_), peers_(cells_) {
        std::vector<int> filled(3 * size_, 0);
        for (int cell = 0; cell < cells_; ++cell) {
            const int units[] = {shape.row(cell), size_ + shape.column(cell), 2 * size_ + shape.block(cell)};
            for (int kind = 0; kind < 3; ++kind) {
                units_of_[3 * cell + kind] = units[kind];
                members_[units[kind] * size_ + filled[units[kind]]++] = cell;
            }
            for (int other = 0; other < cells_; ++other)
                if (shape.see(cell, other)) peers_[cell].push_back(other);
        }
    }

    // The depth that solves a puzzle with this one solution, -1 if none up to `most` does.
    int depth(const std::uint8_t* puzzle, const std::uint8_t* solution, int most) {
        levels_.resize(static_cast<std::size_t>(most) + 2, State(*this));
        State& state = levels_[0] = State(*this);
        for (int cell = 0; cell < cells_; ++cell)
            if (puzzle[cell]) keep(state, cell, digit_bit(puzzle[cell]));
        solution_ = solution;
        for (int depth = 0; depth <= most; ++depth)
            if (search(0, depth), levels_[0].left == 0) return depth;
        return -1;
    }

private:
    struct State {
        explicit State(const TrialAndError& of)
            : candidates(of.cells_, digit_bit(of.size_ + 1) - 1),
              places(3 * of.size_ * of.size_, static_cast<std::uint8_t>(of.size_)),
              left(of.cells_ * (of.size_ - 1)) {}

        std::vector<Digits> candidates;    // of each cell
        std::vector<std::uint8_t> places;  // cells of each unit that a digit may be in
        int left;                          // candidates too many
        bool dead = false;
    };

    // Removes candidates of a cell; what becomes single waits in `singles_`.
    void remove(State& state, int cell, Digits digits) {
        digits &= state.candidates[cell];
        if (!digits) return;
        Digits& rest = state.candidates[cell];
        rest &= ~digits;
        state.left -= std::popcount(digits);
        if (!rest) state.dead = true;
        if (std::has_single_bit(rest)) singles_.push_back({cell, rest});
        for (; digits; digits &= digits - 1) {
            const int digit = std::countr_zero(digits);
            for (int kind = 0; kind < 3; ++kind) {
                const int unit = units_of_[3 * cell + kind];
                const int places = --state.places[unit * size_ + digit];
                if (places == 0) state.dead = true;
                if (places != 1) continue;
                const int* member = &members_[unit * size_];
                while (!(state.candidates[*member] >> digit & 1)) ++member;
                singles_.push_back({*member, Digits{1} << digit});
            }
        }
    }

    // Gives a cell its digit, and fills all singles.
    void keep(State& state, int cell, Digits digit) {
        if (!(state.candidates[cell] & digit)) state.dead = true;
        singles_.assign(1, {cell, digit});
        remove(state, cell, ~digit);
        fill(state);
    }

    void fill(State& state) {
        while (!state.dead && !singles_.empty()) {
            const auto [cell, digit] = singles_.back();
            singles_.pop_back();
            if (!(state.candidates[cell] & digit)) state.dead = true;
            if (state.dead) break;
            remove(state, cell, ~digit);
            for (const int peer : peers_[cell]) {
                if (state.dead) break;
                remove(state, peer, digit);
            }
        }
        singles_.clear();
    }

    // Removes all that trials of a depth contradict, in the state of a level. Returns whether the state contradicts itself.
    bool search(int level, int depth) {
        State& state = levels_[level];
        // Cells are tried in turn until none has lost a candidate for a whole turn.
        for (int cell = 0, since = 0; depth && !state.dead && since < cells_; cell = (cell + 1) % cells_, ++since) {
            if (std::has_single_bit(state.candidates[cell])) continue;
            for (Digits rest = state.candidates[cell]; rest && !state.dead; rest &= rest - 1) {
                const Digits digit = rest & -rest;
                // The digit of the solution is never contradicted; in a trial nothing is known of that.
                if (!(state.candidates[cell] & digit) || (level == 0 && digit == digit_bit(solution_[cell]))) continue;
                watch_.step();
                levels_[level + 1] = state;
                keep(levels_[level + 1], cell, digit);
                if (!search(level + 1, depth - 1)) continue;
                since = -1;
                remove(state, cell, digit);
                fill(state);
            }
        }
        return state.dead;
    }

    int size_, cells_;
    std::vector<int> units_of_, members_;
    std::vector<std::vector<int>> peers_;
    std::vector<State> levels_;
    std::vector<std::pair<int, Digits>> singles_;
    const std::uint8_t* solution_ = nullptr;
    Watch<256> watch_;
};

}  // namespace engine
