// What every player knows: singles in the order in which they appeared; locked candidates, from a block to a line (pointing)
// and from a line to a block (claiming); naked and hidden sets of two to four, of which naked ones that also lock
// a block are locked pairs and triples.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

// --- Singles -------------------------------------------------------------------------------------------------------

inline bool place_single(Step& step, Technique technique, Spot single) {
    step.begin(technique);
    step.placed.push_back(single);
    return true;
}

// A naked single that is the last empty cell of a unit. The queue keeps it.
inline bool find_full_house(const Grid& grid, Step& step) {
    for (int place = grid.naked.begin(); place < grid.naked.end(); ++place) {
        const Spot single = grid.naked[place];
        if (grid.value[single.cell]) continue;
        for (const int unit : units.of_cell[single.cell])
            if (grid.open[unit] == 1) return place_single(step, Technique::full_house, single);
    }
    return false;
}

inline bool find_naked_single(Grid& grid, Step& step) {
    while (!grid.naked.empty()) {
        const Spot single = grid.naked.take();
        if (!grid.value[single.cell]) return place_single(step, Technique::naked_single, single);
    }
    return false;
}

// Only the first of an empty cell is looked at: if it is no single any more, another technique has its turn.
inline bool find_hidden_single(Grid& grid, Step& step) {
    while (!grid.hidden.empty()) {
        const Spot single = grid.hidden.take();
        if (grid.value[single.cell]) continue;
        for (const int unit : units.of_cell[single.cell])
            if (grid.free[unit][single.digit] == 1) return place_single(step, Technique::hidden_single, single);
        return false;
    }
    return false;
}

// The singles of one kind that a position has; the queues keep them.
inline void find_singles(const Grid& grid, Found& found, Technique technique) {
    const bool hidden = technique == Technique::hidden_single;
    const SinglesQueue& queue = hidden ? grid.hidden : grid.naked;
    Cells seen;
    for (int place = queue.begin(); place < queue.end(); ++place) {
        const Spot single = queue[place];
        if (grid.value[single.cell] || seen.has(single.cell)) continue;
        const auto& of_cell = units.of_cell[single.cell];
        const bool holds =
            technique == Technique::naked_single || std::any_of(of_cell.begin(), of_cell.end(), [&](int unit) {
                return hidden ? grid.free[unit][single.digit] == 1 : grid.open[unit] == 1;
            });
        if (!holds) continue;
        seen.add(single.cell);
        Step step;
        place_single(step, technique, single);
        if (found.take(step)) return;
    }
}

// --- Locked candidates ---------------------------------------------------------------------------------------------

// The places of a digit in `unit` are all in `other` too, where it has more.
inline bool take_locked(const Grid& grid, Found& found, Technique technique, int digit, int unit, int other) {
    const Cells places = grid.with[digit] & units.set[unit];
    Step step;
    step.begin(technique, {digit});
    step.add_cells(places);
    step.base.push_back(unit);
    step.cover.push_back(other);
    step.remove_all((grid.with[digit] & units.set[other]).without(places), digit);
    return found.take(step);
}

inline bool find_locked(const Grid& grid, Found& found, Technique technique) {
    const bool pointing = technique == Technique::pointing;
    for (int unit = pointing ? first_block : 0; unit < (pointing ? unit_count : first_block); ++unit)
        for (int digit = 1; digit <= 9; ++digit) {
            const int free = grid.free[unit][digit];
            if (free != 2 && free != 3) continue;
            const Cells places = grid.with[digit] & units.set[unit];
            const auto& of_first = units.of_cell[places.first()];
            for (int kind = pointing ? 0 : 2; kind < (pointing ? 2 : 3); ++kind) {
                const int other = of_first[kind];
                if (grid.free[other][digit] > free && within(places, units.set[other])) {
                    if (take_locked(grid, found, technique, digit, unit, other)) return true;
                    break;
                }
            }
        }
    return false;
}

// --- Subsets -------------------------------------------------------------------------------------------------------

// What a naked set removes in the units that it lies in; true if it does so in a block and outside of it.
inline bool remove_around(const Grid& grid, const Cells& cells, Mask digits, Step& step) {
    const auto& of_first = units.of_cell[cells.first()];
    bool in[3], removes[3] = {};
    for (int kind = 0; kind < 3; ++kind) {
        in[kind] = within(cells, units.set[of_first[kind]]);
        if (!in[kind]) continue;
        for (const int cell : EachCell((units.set[of_first[kind]] & grid.empty).without(cells)))
            for (const int digit : EachDigit(grid.mask[cell] & digits)) {
                step.remove(cell, digit);
                removes[kind] |= kind == 2 || units.of_cell[cell][2] != of_first[2];
            }
    }
    return removes[0] + removes[1] + removes[2] > 1 && in[2] && (in[0] || in[1]);
}

// The naked sets of a size: those that are locked, or those that are not.
inline bool find_naked(const Grid& grid, Found& found, int size, bool locked) {
    std::array<int, 9> place;
    std::array<Mask, 9> mask;
    Step step;
    for (int order = 0; order < (locked ? 9 : unit_count); ++order) {
        const int unit = (order + first_block) % unit_count;  // blocks, rows, columns
        int total = 0;
        for (const int cell : units.cell[unit])
            if (grid.mask[cell] && grid.candidates(cell) <= size) place[total] = cell, mask[total++] = grid.mask[cell];
        const auto visit = [&](std::span<const int> chosen, Mask digits) {
            Cells cells;
            for (const int i : chosen) cells.add(place[i]);
            step.begin(naked_sets[size - 2]);
            const bool locks = remove_around(grid, cells, digits, step) && size < 4;
            if (step.removed.empty() || locks != locked) return false;
            if (locks) step.technique = size == 2 ? Technique::locked_pair : Technique::locked_triple;
            step.add_cells(cells);
            step.add_digits(digits);
            step.base.push_back(unit);
            return found.take(step);
        };
        if (each_choice(mask.data(), total, size, visit)) return true;
    }
    return false;
}

inline bool find_hidden(const Grid& grid, Found& found, int size) {
    std::array<int, 9> digit_at;
    std::array<Cells, 9> places;
    Step step;
    for (int order = 0; order < unit_count; ++order) {
        const int unit = (order + first_block) % unit_count;
        if (grid.open[unit] <= size) continue;
        int total = 0;
        for (int digit = 1; digit <= 9; ++digit)
            if (grid.free[unit][digit] > 0 && grid.free[unit][digit] <= size) {
                digit_at[total] = digit;
                places[total++] = grid.with[digit] & units.set[unit];
            }
        const auto visit = [&](std::span<const int> chosen, const Cells& cells) {
            Mask digits = 0;
            for (const int i : chosen) digits |= bit(digit_at[i]);
            step.begin(hidden_sets[size - 2]);
            step.remove_all(grid, cells, without(all_digits, digits));
            if (step.removed.empty()) return false;
            step.add_cells(cells);
            step.add_digits(digits);
            step.base.push_back(unit);
            return found.take(step);
        };
        if (each_choice(places.data(), total, size, visit)) return true;
    }
    return false;
}

// Patterns of one digit with two strong links: skyscraper, two-string kite, empty rectangle.

// Two lines with two places of the digit each; one end of each lies on a common crossing line.
inline bool find_skyscraper(const Grid& grid, Found& found) {
    std::array<std::array<int, 2>, 9> pair;
    Step step;
    for (const int first : {0, first_column})
        for (int digit = 1; digit <= 9; ++digit) {
            const auto across = [&](int cell) { return units.of_cell[cell][first ? 0 : 1]; };
            int pairs = 0;
            for (int unit = first; unit < first + 9; ++unit)
                if (grid.free[unit][digit] == 2) {
                    const Cells places = grid.with[digit] & units.set[unit];
                    pair[pairs++] = {places.nth(0), places.nth(1)};
                }
            for (int i = 0; i < pairs; ++i)
                for (int j = i + 1; j < pairs; ++j) {
                    const bool first_ends = across(pair[i][0]) == across(pair[j][0]);
                    const bool second_ends = across(pair[i][1]) == across(pair[j][1]);
                    if (first_ends == second_ends) continue;
                    const int tip = first_ends ? 1 : 0;
                    const Cells seen = grid.with[digit] & units.peers[pair[i][tip]] & units.peers[pair[j][tip]];
                    if (!seen.any()) continue;
                    step.begin(Technique::skyscraper, {digit},
                               {pair[i][tip], pair[j][tip], pair[i][1 - tip], pair[j][1 - tip]});
                    step.base = {units.of_cell[pair[i][0]][first ? 1 : 0], units.of_cell[pair[j][0]][first ? 1 : 0]};
                    step.cover = {across(pair[i][1 - tip])};
                    step.remove_all(seen, digit);
                    if (found.take(step)) return true;
                }
        }
    return false;
}

// A row and a column with two places of the digit each; one end of each lies in a common block.
inline bool find_two_string_kite(const Grid& grid, Found& found) {
    std::array<std::array<int, 2>, 18> pair;
    Step step;
    for (int digit = 1; digit <= 9; ++digit) {
        int rows = 0, pairs = 0;
        for (int unit = 0; unit < first_block; ++unit) {
            if (unit == first_column) rows = pairs;
            if (grid.free[unit][digit] == 2) {
                const Cells places = grid.with[digit] & units.set[unit];
                pair[pairs++] = {places.nth(0), places.nth(1)};
            }
        }
        for (int i = 0; i < rows; ++i)
            for (int j = rows; j < pairs; ++j) {
                auto &row = pair[i], &column = pair[j];
                // The pairs stay as they are turned here for the pairs that follow: that decides which kite comes first.
                const auto meet = [&](int a, int b) { return block_of(row[a]) == block_of(column[b]); };
                if (!meet(0, 0)) {
                    if (meet(0, 1)) {
                        std::swap(column[0], column[1]);
                    } else if (meet(1, 0)) {
                        std::swap(row[0], row[1]);
                    } else if (meet(1, 1)) {
                        std::swap(column[0], column[1]);
                        std::swap(row[0], row[1]);
                    } else {
                        continue;
                    }
                }
                if (row[0] == column[0] || row[0] == column[1] || row[1] == column[0] || row[1] == column[1]) continue;
                const int corner = 9 * row_of(column[1]) + column_of(row[1]);
                if (!grid.has(corner, digit)) continue;
                step.begin(Technique::two_string_kite, {digit}, {row[1], column[1], row[0], column[0]});
                step.base = {units.of_cell[row[0]][0], units.of_cell[column[0]][1]};
                step.cover = {units.of_cell[row[0]][2]};
                step.remove(corner, digit);
                if (found.take(step)) return true;
            }
    }
    return false;
}

// The places of a digit in a block lie on `row` and `column`: a strong link on a line that crosses one of the two leads to
// a place on the other.
inline bool take_empty_rectangles(const Grid& grid, Found& found, int digit, int block, int line, int cross) {
    const bool by_rows = line < first_column;  // the strong link starts on this line
    const auto line_of = [&](int cell) { return units.of_cell[cell][by_rows ? 0 : 1]; };
    const auto cross_of = [&](int cell) { return units.of_cell[cell][by_rows ? 1 : 0]; };
    Step step;
    for (const int start : units.cell[line]) {
        if (!grid.has(start, digit) || block_of(start) == block) continue;
        const int link = cross_of(start);
        if (grid.free[link][digit] != 2) continue;
        Cells other = grid.with[digit] & units.set[link];
        other.remove(start);
        const int end = other.first();
        for (const int target : EachCell(grid.with[digit] & units.set[line_of(end)])) {
            if (block_of(target) == block || cross_of(target) != cross) continue;
            step.begin(Technique::empty_rectangle, {digit}, {start, end});
            step.add_fins(grid.with[digit] & units.set[first_block + block], digit);
            step.base = {static_cast<std::uint8_t>(first_block + block)};
            step.cover = {static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(cross),
                          static_cast<std::uint8_t>(link)};
            step.remove(target, digit);
            if (found.take(step)) return true;
            break;
        }
    }
    return false;
}

// `of_two` allows blocks with two places only, which HoDoKu's defaults leave to other techniques.
inline bool find_empty_rectangle(const Grid& grid, Found& found, bool of_two = false) {
    for (int digit = 1; digit <= 9; ++digit)
        for (int block = 0; block < 9; ++block) {
            const int free = grid.free[first_block + block][digit];
            if (free < 2 || free > 5) continue;
            const Cells places = grid.with[digit] & units.set[first_block + block];
            for (int at = 8; at >= 0; --at) {  // the cell where row and column cross, from the last
                const int row = block / 3 * 3 + at / 3, column = first_column + block % 3 * 3 + at % 3;
                const Cells on_row = places & units.set[row], on_column = places & units.set[column];
                if (!within(places, units.set[row] | units.set[column])) continue;
                if (!on_row.without(units.set[column]).any() || !on_column.without(units.set[row]).any()) continue;
                if (!of_two && on_row.count() < 2 && on_column.count() < 2) continue;
                if (take_empty_rectangles(grid, found, digit, block, row, column) ||
                    take_empty_rectangles(grid, found, digit, block, column, row))
                    return true;
            }
        }
    return false;
}

// Colours: the places of a digit that strong links join alternate between two colours, and one of the two is true.
class Coloring {
public:
    Coloring(const Grid& grid, Found& found) : grid_(grid), found_(found) {}

    bool find_simple() {
        for (digit_ = 1; digit_ <= 9; ++digit_) {
            color();
            for (const auto& [a, b] : pairs_) {
                step_.begin(Technique::simple_colors_wrap);
                if (clashes(a)) step_.remove_all(a, digit_);
                if (clashes(b)) step_.remove_all(b, digit_);
                if (take({a, b})) return true;
                step_.begin(Technique::simple_colors_trap);
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
        step_.begin(Technique::multi_colors_2);
        for (const Cells& color : one)
            if (sees_both(color, other)) step_.remove_all(color, digit_);
        if (take({one[0], one[1], other[0], other[1]})) return true;
        step_.begin(Technique::multi_colors_1);
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

// XY-wings, XYZ-wings and W-wings.
inline bool take_wing(const Grid& grid, Found& found, bool xyz, int pivot, int a, int b) {
    if (!see(pivot, a) || !see(pivot, b)) return false;
    const Mask common = grid.mask[a] & grid.mask[b];
    if (count(common) != 1) return false;
    const int digit = lowest(common);
    Cells seen = units.peers[a] & units.peers[b] & grid.with[digit];
    if (xyz) seen &= units.peers[pivot];
    if (!seen.any()) return false;
    Step step;
    step.begin(xyz ? Technique::xyz_wing : Technique::xy_wing, {digit}, {pivot, a, b});
    step.add_digits(without(grid.mask[pivot], bit(digit)));
    step.remove_all(seen, digit);
    return found.take(step);
}

inline bool find_wing(const Grid& grid, Found& found, bool xyz) {
    std::array<int, cell_count> two, three;
    int twos = 0, threes = 0;
    for (const int cell : EachCell(grid.empty)) {
        if (grid.candidates(cell) == 2) two[twos++] = cell;
        if (grid.candidates(cell) == 3) three[threes++] = cell;
    }
    const auto& first = xyz ? three : two;
    for (int i = 0; i < (xyz ? threes : twos); ++i)
        for (int j = xyz ? 0 : i + 1; j < twos; ++j) {
            const Mask of_i = grid.mask[first[i]], of_j = grid.mask[two[j]];
            if (count(of_i | of_j) != 3) continue;
            for (int k = j + 1; k < twos; ++k) {
                const Mask of_k = grid.mask[two[k]];
                if (count(of_i | of_j | of_k) != 3 || of_i == of_j || of_j == of_k || of_k == of_i) continue;
                const int a = first[i], b = two[j], c = two[k];
                if (take_wing(grid, found, xyz, a, b, c)) return true;
                if (!xyz && (take_wing(grid, found, xyz, b, a, c) || take_wing(grid, found, xyz, c, b, a))) return true;
            }
        }
    return false;
}

// Two equal cells of two candidates, joined by a strong link of one digit: one of them holds the other digit.
inline bool take_w_wings(const Grid& grid, Found& found, int a, int b, int digit, int linked) {
    const Cells seen = units.peers[a] & units.peers[b] & grid.with[digit];
    if (!seen.any()) return false;
    Step step;
    for (int unit = 0; unit < unit_count; ++unit) {
        if (grid.free[unit][linked] != 2) continue;
        int by_a = -1, by_b = -1;
        for (const int cell : EachCell(grid.with[linked] & units.set[unit])) {
            if (cell == a || cell == b) continue;
            if (see(cell, a))
                by_a = cell;
            else if (see(cell, b))
                by_b = cell;
        }
        if (by_a < 0 || by_b < 0) continue;
        step.begin(Technique::w_wing, {digit, linked}, {a, b, by_a, by_b});
        step.base = {static_cast<std::uint8_t>(unit)};
        step.remove_all(seen, digit);
        if (found.take(step)) return true;
    }
    return false;
}

inline bool find_w_wing(const Grid& grid, Found& found) {
    for (const int a : EachCell(grid.empty)) {
        if (grid.candidates(a) != 2) continue;
        const int low = lowest(grid.mask[a]), high = lowest(without(grid.mask[a], bit(low)));
        for (int b = a + 1; b < cell_count; ++b)
            if (grid.mask[b] == grid.mask[a] &&
                (take_w_wings(grid, found, a, b, low, high) || take_w_wings(grid, found, a, b, high, low)))
                return true;
    }
    return false;
}

}  // namespace engine::scoring
