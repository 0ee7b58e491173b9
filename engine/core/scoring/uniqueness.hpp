// Uniqueness: a rectangle of two digits in two rows, two columns and two blocks could be filled in two ways, so a puzzle
// with one solution has something else there.
//
// One search finds the rectangles of all kinds, in the order of their first cell. It looks at each rectangle once.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

// All steps of a position that rest on rectangles, in the order of the search.
class Rectangles {
public:
    explicit Rectangles(const Grid& grid) : grid_(grid) {}

    // Tests 1 to 6 and hidden rectangles.
    std::vector<Step> unique() {
        start_search();
        for (const int cell : EachCell(grid_.empty))
            if (grid_.candidates(cell) == 2) {
                low_ = lowest(grid_.mask[cell]);
                high_ = lowest(without(grid_.mask[cell], bit(low_)));
                search(cell, false);
            }
        return std::move(steps_);
    }

    // Rectangles of cells that are filled, but no clues.
    std::vector<Step> avoidable() {
        start_search();
        for (int cell = 0; cell < cell_count; ++cell)
            if (filled(cell)) {
                low_ = grid_.value[cell];
                search(cell, true);
            }
        return std::move(steps_);
    }

private:
    void start_search() {
        seen_.clear();
        steps_.clear();
        for (int digit = 1; digit <= 9; ++digit) allowed_[digit] = grid_.allowed(digit);
    }

    bool filled(int cell) const { return grid_.value[cell] && !grid_.clues.has(cell); }

    void search(int first, bool avoidable) {
        for (const int second : units.cell[units.of_cell[first][2]]) {
            const bool same_row = row_of(first) == row_of(second);
            if (second == first || (!same_row && column_of(first) != column_of(second))) continue;
            if (!(avoidable ? filled(second) : may_be_second(second))) continue;
            if (avoidable) high_ = grid_.value[second];
            const int kind = same_row ? 1 : 0;
            const auto &of_first = units.cell[units.of_cell[first][kind]],
                       &of_second = units.cell[units.of_cell[second][kind]];
            for (int at = 0; at < 9; ++at) {
                const int third = of_first[at], fourth = of_second[at];
                if (block_of(third) == block_of(first)) continue;
                if (!(avoidable ? may_be_avoidable(third, fourth) : may_be_unique(third, fourth))) continue;
                if (!is_new({first, second, third, fourth})) continue;
                corner_ = {first, second, third, fourth};
                if (avoidable)
                    check_avoidable(third, fourth);
                else
                    check_unique();
            }
        }
    }

    // Cells that lost a candidate to an earlier step may be part of a rectangle too.
    bool may_be_second(int cell) const {
        return !grid_.value[cell] && allowed_[low_].has(cell) && allowed_[high_].has(cell);
    }

    // HoDoKu does not check whether the third cell allows the higher digit.
    bool may_be_unique(int third, int fourth) const {
        return allowed_[low_].has(third) && allowed_[low_].has(fourth) && allowed_[high_].has(fourth);
    }

    bool may_be_avoidable(int third, int fourth) const {
        const auto open = [&](int cell, int digit) {
            return !grid_.value[cell] && grid_.has(cell, digit) && grid_.candidates(cell) == 2;
        };
        const auto is = [&](int cell, int digit) { return grid_.value[cell] == digit && !grid_.clues.has(cell); };
        return (is(third, high_) && open(fourth, low_)) || (is(fourth, low_) && open(third, high_)) ||
               (open(third, high_) && open(fourth, low_));
    }

    // Rectangles go by a number that some different ones share, as in HoDoKu, which misses the later one.
    bool is_new(std::array<int, 4> cells) {
        std::sort(cells.begin(), cells.end());
        const int number = ((cells[0] * 10 + cells[1]) * 10 + cells[2]) * 10 + cells[3];
        if (std::find(seen_.begin(), seen_.end(), number) != seen_.end()) return false;
        seen_.push_back(number);
        return true;
    }

    Mask pair() const { return bit(low_) | bit(high_); }

    Mask further_digits() const {
        Mask digits = 0;
        for (const int cell : EachCell(further_)) digits |= without(grid_.mask[cell], pair());
        return digits;
    }

    Step& start(Technique technique) {
        step_.begin(technique, {low_, high_}, {corner_[0], corner_[1], corner_[2], corner_[3]});
        return step_;
    }
    void take() {
        if (!step_.removed.empty()) steps_.push_back(step_);
    }

    void check_unique() {
        plain_ = further_ = {};
        for (const int cell : corner_) (without(grid_.mask[cell], pair()) ? further_ : plain_).add(cell);
        const int plain = plain_.count();
        if (plain == 3) check_one_further();
        if (plain == 2 || plain == 1) check_shared_further();
        if (plain == 2) {
            const int a = further_.first(), b = further_.nth(1);
            for (const int kind : {0, 1, 2})
                if (units.of_cell[a][kind] == units.of_cell[b][kind]) check_subset(units.of_cell[a][kind]);
            if (row_of(a) == row_of(b) || column_of(a) == column_of(b))
                check_strong_side(a, b);
            else
                check_strong_diagonal(a, b);
        }
        if (plain == 1 || plain == 2) check_hidden();
    }

    // Takes a step that removes these candidates, if there are any.
    void take(Technique technique, std::initializer_list<Spot> gone) {
        start(technique);
        for (const Spot& spot : gone)
            if (grid_.has(spot.cell, spot.digit)) step_.removed.push_back(spot);
        take();
    }

    // Test 1: only one cell has further candidates.
    void check_one_further() {
        const int cell = further_.first();
        take(Technique::uniqueness_1, {spot(cell, low_), spot(cell, high_)});
    }

    // Tests 2 and 5: the further candidates are all the same digit.
    void check_shared_further() {
        if (count(further_digits()) != 1) return;
        const int digit = lowest(further_digits());
        const Cells seen = peers_of_all(further_) & grid_.with[digit];
        if (!seen.any()) return;
        const int a = further_.first(), b = further_.nth(1);
        const bool diagonal = row_of(a) != row_of(b) && column_of(a) != column_of(b);
        start(further_.count() == 3 || diagonal ? Technique::uniqueness_5 : Technique::uniqueness_2);
        step_.add_fins(further_, digit);
        step_.remove_all(seen, digit);
        take();
    }

    // Test 3: the further candidates form a naked set with other cells of the unit.
    void check_subset(int unit) {
        Cells others;
        for (const int cell : EachCell((units.set[unit] & grid_.empty).without(plain_ | further_)))
            if (!(grid_.mask[cell] & pair())) others.add(cell);
        each_subset(
            grid_, others,
            [&](const Cells& cells, Mask digits) {
                if ((unit < first_block || !on_one_line(cells)) && count(digits) == cells.count() - 1)
                    take_subset(unit, digits, cells);
                return Subset::extend;
            },
            further_, further_digits());
    }

    static bool on_one_line(const Cells& cells) {
        const auto& of_first = units.of_cell[cells.first()];
        return within(cells, units.set[of_first[0]]) || within(cells, units.set[of_first[1]]);
    }

    void take_subset(int unit, Mask digits, const Cells& cells) {
        start(Technique::uniqueness_3);
        remove_in(unit, digits, cells);
        if (step_.removed.empty()) return;
        step_.base.push_back(unit);
        step_.sets.push_back({cells, digits});
        const int block = units.of_cell[cells.first()][2];
        if (unit < first_block && within(cells, units.set[block])) remove_in(block, digits, cells);
        take();
    }

    void remove_in(int unit, Mask digits, const Cells& cells) {
        step_.remove_all(grid_, (units.set[unit] & grid_.empty).without(cells), digits);
    }

    // Test 4: one of the digits has its places in a unit in the two cells with further candidates, so the other goes.
    void check_strong_side(int a, int b) {
        const Cells common = units.peers[a] & units.peers[b];
        const int gone = disjoint(common, grid_.with[low_]) ? high_ : disjoint(common, grid_.with[high_]) ? low_ : 0;
        if (!gone) return;
        take(Technique::uniqueness_4, {spot(a, gone), spot(b, gone)});
    }

    // Test 6: one of the digits has all its places in these rows and columns in the rectangle.
    void check_strong_diagonal(int a, int b) {
        Cells lines;
        for (const int cell : {a, b}) lines |= units.set[units.of_cell[cell][0]] | units.set[units.of_cell[cell][1]];
        lines = lines.without(plain_ | further_);
        const int gone = disjoint(lines, grid_.with[low_]) ? low_ : disjoint(lines, grid_.with[high_]) ? high_ : 0;
        if (!gone) return;
        take(Technique::uniqueness_6, {spot(a, gone), spot(b, gone)});
    }

    // Seen from a cell without further candidates, one digit has strong links from the opposite corner both ways, so the
    // other digit goes there.
    void check_hidden() {
        const int a = plain_.first(), b = plain_.count() == 2 ? plain_.nth(1) : -1;
        if (b >= 0 && (row_of(a) == row_of(b) || column_of(a) == column_of(b))) return;
        check_hidden_from(a);
        if (b >= 0) check_hidden_from(b);
    }

    void check_hidden_from(int corner) {
        const int a = further_.first(), b = further_.nth(1);
        const int row = row_of(a) == row_of(corner) ? row_of(b) : row_of(a);
        const int column = column_of(a) == column_of(corner) ? column_of(b) : column_of(a);
        check_hidden_digit(row, column, low_, high_);
        check_hidden_digit(row, column, high_, low_);
    }

    void check_hidden_digit(int row, int column, int strong, int gone) {
        const Cells lines = units.set[row] | units.set[first_column + column];
        if ((grid_.with[strong] & lines).without(plain_ | further_).any()) return;
        take(Technique::hidden_rectangle, {spot(9 * row + column, gone)});
    }

    void check_avoidable(int third, int fourth) {
        if (grid_.value[third] || grid_.value[fourth])
            return take(Technique::avoidable_rectangle_1,
                        {grid_.value[third] ? spot(fourth, low_) : spot(third, high_)});
        Mask further = grid_.mask[third];
        const int digit = lowest(further) == high_ ? lowest(without(further, bit(high_))) : lowest(further);
        if (!grid_.has(fourth, digit)) return;
        const Cells seen = units.peers[third] & units.peers[fourth] & grid_.with[digit];
        if (!seen.any()) return;
        start(Technique::avoidable_rectangle_2);
        step_.fins = {spot(third, digit), spot(fourth, digit)};
        step_.remove_all(seen, digit);
        take();
    }

    const Grid& grid_;
    int low_ = 0, high_ = 0;
    std::array<int, 4> corner_{};
    Cells plain_{}, further_{};
    std::array<Cells, 10> allowed_{};
    std::vector<int> seen_{};
    std::vector<Step> steps_{};
    Step step_{};
};

// The bivalue universal grave plus one: without one candidate every cell and every unit would have two choices.
inline bool find_bug_plus_1(const Grid& grid, Found& found) {
    int odd = -1;
    for (const int cell : EachCell(grid.empty)) {
        if (grid.candidates(cell) > 3 || (grid.candidates(cell) == 3 && odd >= 0)) return false;
        if (grid.candidates(cell) == 3) odd = cell;
    }
    if (odd < 0) return false;
    int extra = 0;
    std::array<int, 3> at = {-1, -1, -1};
    for (int unit = 0; unit < unit_count; ++unit)
        for (int digit = 1; digit <= 9; ++digit) {
            const int free = grid.free[unit][digit];
            if (free > 3) return false;
            if (free < 3) continue;
            if (at[unit / 9] >= 0 || (extra && extra != digit)) return false;
            extra = digit;
            at[unit / 9] = unit;
        }
    if (!extra || !grid.has(odd, extra)) return false;
    for (int kind = 0; kind < 3; ++kind)
        if (units.of_cell[odd][kind] != at[kind]) return false;
    Step step;
    step.begin(Technique::bug_plus_1, {extra}, {odd});
    for (const int digit : EachDigit(without(grid.mask[odd], bit(extra)))) step.remove(odd, digit);
    return found.take(step);
}

}  // namespace engine::scoring
