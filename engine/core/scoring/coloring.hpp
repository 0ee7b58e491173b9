// Colours: the places of a digit that strong links join alternate between two colours, and one of the two is true.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

class Coloring {
public:
    Coloring(const Grid& grid, Found& found) : grid_(grid), found_(found) {}

    bool find_simple() {
        for (digit_ = 1; digit_ <= 9; ++digit_) {
            color();
            for (const auto& [a, b] : pairs_) {
                step_.clear(Technique::simple_colors_wrap);
                if (clashes(a)) step_.remove_all(a, digit_);
                if (clashes(b)) step_.remove_all(b, digit_);
                if (take({a, b})) return true;
                step_.clear(Technique::simple_colors_trap);
                remove_seen(a, b);
                if (take({a, b})) return true;
            }
        }
        return false;
    }

    bool find_multi() {
        for (digit_ = 1; digit_ <= 9; ++digit_) {
            color();
            for (std::size_t i = 0; i < pairs_.size(); ++i)
                for (std::size_t j = 0; j < pairs_.size(); ++j)
                    if (i != j && check_two(pairs_[i], pairs_[j])) return true;
        }
        return false;
    }

private:
    using Pair = std::array<Cells, 2>;

    bool take(std::initializer_list<Cells> colors) {
        if (step_.removed.empty()) return false;
        step_.add_digit(digit_);
        std::copy(colors.begin(), colors.end(), step_.colors.begin());
        return found_.take(step_);
    }

    bool check_two(const Pair& one, const Pair& other) {
        step_.clear(Technique::multi_colors_2);
        for (const Cells& color : one)
            if (sees_both(color, other)) step_.remove_all(color, digit_);
        if (take({one[0], one[1], other[0], other[1]})) return true;
        step_.clear(Technique::multi_colors_1);
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j)
                if (any_see(one[i], other[j])) remove_seen(one[1 - i], other[1 - j]);
        return take({one[0], one[1], other[0], other[1]});
    }

    // Two cells of one colour see each other, so it is false.
    static bool clashes(const Cells& color) { return any_see(color, color); }

    static bool any_see(const Cells& a, const Cells& b) {
        for (const int cell : EachCell(a))
            if (!disjoint(units.peers[cell], b)) return true;
        return false;
    }

    static bool sees_both(const Cells& color, const Pair& other) {
        return any_see(color, other[0]) && any_see(color, other[1]);
    }

    // Removes the digit from the cells that see a cell of each colour.
    void remove_seen(const Cells& a, const Cells& b) {
        Cells by_a, by_b;
        for (const int cell : EachCell(a)) by_a |= units.peers[cell];
        for (const int cell : EachCell(b)) by_b |= units.peers[cell];
        step_.remove_all(by_a & by_b & grid_.with[digit_], digit_);
    }

    void color() {
        pairs_.clear();
        rest_ = {};
        for (int unit = 0; unit < unit_count; ++unit)
            if (grid_.free[unit][digit_] == 2) rest_ |= grid_.with[digit_] & units.set[unit];
        while (rest_.any()) {
            Pair pair{};
            spread(rest_.first(), 0, pair);
            if (pair[1].any()) pairs_.push_back(pair);
        }
    }

    void spread(int cell, int color, Pair& pair) {
        if (!rest_.has(cell)) return;
        pair[color].add(cell);
        rest_.remove(cell);
        for (const int unit : units.of_cell[cell])
            if (grid_.free[unit][digit_] == 2) {
                Cells other = grid_.with[digit_] & units.set[unit];
                other.remove(cell);
                spread(other.first(), 1 - color, pair);
            }
    }

    const Grid& grid_;
    Found& found_;
    int digit_ = 0;
    Cells rest_{};
    std::vector<Pair> pairs_{};
    Step step_{};
};

}  // namespace engine::scoring
