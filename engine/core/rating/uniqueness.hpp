// Cells that form a rectangle or a longer loop and hold only the same two digits could be filled in two ways, which a
// puzzle with one solution forbids; so one of the loop's cells that have further candidates must take one of these.
//
// Type 1: one such cell, which loses the two digits. Type 2: all have the same further digit, which goes from what sees
// them all. Type 3: two such cells in a unit, whose further digits form a naked or hidden set with other cells there.
// Type 4: two such cells, and one of the two digits has no other place in a unit, so that the other one goes.
#pragma once

#include <algorithm>

#include "rating/basics.hpp"
#include "rating/position.hpp"

namespace engine::rating {

template <class Board>
class UniqueLoops {
    using UnitSet = typename Board::UnitSet;

public:
    UniqueLoops(const Position<Board>& position, const Changes<Board>& changes)
        : position(position), board(position.board), changes(changes) {}

    // The easiest: by rating, then type, then the order in which they are met.
    bool find(Step<Board>& step) {
        for (int cell = 0; cell < board->cell_count; ++cell) {
            if (size_of(position.candidates[cell]) != 2) continue;
            pair = position.candidates[cell];
            wearing = position.with[lowest(pair)] & position.with[lowest(pair & (pair - 1))];
            if (is_as_before() || is_alone(cell)) continue;
            viable = able_to_loop(wearing);
            if (!viable.has(cell)) continue;
            bare = {};
            for_cells(viable, [&](int other) {
                if (position.candidates[other] == pair) bare.add(other);
            });
            length = 0;
            inside = {};
            even = odd = 0;
            follow(cell, 2, 0, -1);
        }
        if (best_type) step = best;
        return best_type != 0;
    }

private:
    const Position<Board>& position;
    [[no_unique_address]] typename Board::Handle board;
    const Changes<Board>& changes;
    Mask pair = 0;
    Cells<Board> wearing{};                                 // the cells that have both digits of the pair
    Cells<Board> viable{};                                  // ... of which a loop may consist
    std::array<std::uint8_t, 2 * Board::most_size> loop{};  // a unit holds two cells of a loop at most
    Cells<Board> bare{};                                    // ... and which have no other candidate
    int length = 0;
    Cells<Board> inside{};
    UnitSet even = 0, odd = 0;  // the units that the loop's cells visited, by the cell's number in the loop

    std::array<Cells<Board>, 16> known;  // loops already judged; room for most of them
    int known_count = 0;

    Step<Board> best, candidate;
    double best_value = 0, candidate_value = 0;  // in Explainer's own floating point, by which it sorts
    int best_type = 0, candidate_type = 0;

    // Whether nothing has changed in the units of a loop: each has two of its cells.
    bool is_as_before() const {
        if (changes.all) return false;
        bool same = true;
        for_bits(changes.units, [&](int unit) { same &= (wearing & board->cells[unit]).count() < 2; });
        return same;
    }

    // Whether no other cell of a unit of this one has both digits.
    bool is_alone(int cell) const {
        Cells<Board> others = wearing;
        others.remove(cell);
        for (const Kind kind : board->kinds) {
            const Cells<Board>& here = board->cells[board->unit[kind][cell]];
            if (here.has(cell) && !(others & here).any()) return true;
        }
        return false;
    }

    // A loop has two cells or none in every unit, so a cell that is alone in one of its units is on none.
    Cells<Board> able_to_loop(Cells<Board> cells) const {
        for (bool settled = false; !settled;) {
            UnitSet once = 0, twice = 0;
            for_cells(cells, [&](int cell) {
                twice |= once & board->bits[cell];
                once |= board->bits[cell];
            });
            settled = true;
            for_cells(cells, [&](int cell) {
                if (!(board->bits[cell] & ~twice)) return;
                cells.remove(cell);
                settled = false;
            });
        }
        return cells;
    }

    // Adds the cell to the loop and goes on to every cell that may follow. At most `spare` further cells may have extra
    // candidates, unless these are one and the same digit. `extras` grows with every neighbour looked at, whether the
    // loop goes there or not, as it does in Sudoku Explainer.
    void follow(int cell, int spare, Mask extras, int last_kind) {
        UnitSet& visited = length % 2 ? odd : even;
        visited |= board->bits[cell];
        if (size_of(extras) > 1 && out_of_reach(spare, cell)) {
            visited &= ~board->bits[cell];
            return;
        }
        inside.add(cell);
        loop[length++] = static_cast<std::uint8_t>(cell);
        for (const Kind kind : board->kinds) {
            if (kind == last_kind) continue;
            const int unit = board->unit[kind][cell];
            for_cells(wearing & board->cells[unit], [&](int next) {
                if (next == loop[0] && length >= 4) {
                    if (even == odd) judge();
                } else if (!inside.has(next)) {
                    const Mask digits = position.candidates[next];
                    extras = static_cast<Mask>((extras | digits) & ~pair);
                    const bool bare = digits == pair;
                    // No unit may be visited twice by cells of one colour.
                    if (viable.has(next) && !((length % 2 ? odd : even) & board->bits[next]) &&
                        (bare || is_single(extras) || spare > 0))
                        follow(next, spare - !bare, extras, kind);
                }
            });
        }
        --length;
        inside.remove(cell);
        visited &= ~board->bits[cell];
    }

    // Whether more units have only one cell of the loop than `spare` cells with extra candidates could
    // complete, one of each kind, beside the cells without.
    bool out_of_reach(int spare, int cell) const {
        UnitSet wanting = even ^ odd;
        Cells<Board> left = bare.without(inside);
        left.remove(cell);
        for_cells(left, [&](int other) { wanting &= ~board->bits[other]; });
        return size_of(wanting) > static_cast<int>(board->kinds.size()) * std::max(spare, 0);
    }

    // The same loop is met from each of its cells and both ways round.
    bool judged() {
        const auto end = known.begin() + known_count;
        if (std::find(known.begin(), end, inside) != end) return true;
        if (known_count < static_cast<int>(known.size())) known[known_count++] = inside;
        return false;
    }

    void judge() {
        if (judged()) return;
        std::array<std::uint8_t, 2 * Board::most_size> extra_cells;
        int count = 0;
        for (int i = 0; i < length; ++i)
            if (position.candidates[loop[i]] != pair) extra_cells[count++] = loop[i];
        if (!count) return;  // the puzzle has two solutions: nothing follows
        if (count == 1) return type_1(extra_cells[0]);
        Mask extras = 0;
        Cells<Board> together = Cells<Board>::all();
        for (int i = 0; i < count; ++i) {
            extras |= (position.candidates[extra_cells[i]] & ~pair);
            together = together & board->peers[extra_cells[i]];
        }
        if (count > 2 || is_single(extras)) type_2(together, lowest(position.candidates[extra_cells[0]] & ~pair));
        if (count > 2) return;
        if (!is_single(extras)) type_3(extra_cells[0], extra_cells[1], extras);
        type_4(extra_cells[0], extra_cells[1]);
    }

    // Begins a step for the loop, or says that it could not become the best.
    bool begin(int type, int above) {
        double value = 4.5;
        if (length >= 10) value += 0.3;
        if (length >= 8)
            value += 0.2;
        else if (length >= 6)
            value += 0.1;
        value += above * 0.1;
        if (best_type && (value > best_value || (value == best_value && type >= best_type))) return false;
        candidate.begin(length == 4 ? Technique::unique_rectangle : Technique::unique_loop);
        candidate.cells = inside;
        candidate.digits = pair;
        candidate.rating = static_cast<int>((value + 0.05) * 10);
        candidate_value = value;
        candidate_type = type;
        return true;
    }

    void end() {
        if (!candidate.removals) return;
        best = candidate;
        best_value = candidate_value;
        best_type = candidate_type;
    }

    void type_1(int cell) {
        if (!begin(1, 0)) return;
        candidate.take(position, cell, pair);
        end();
    }

    void type_2(const Cells<Board>& seen_by_all, int digit) {
        if (!begin(2, 0)) return;
        for_cells(seen_by_all & position.with[digit], [&](int cell) { candidate.take(position, cell, bit(digit)); });
        end();
    }

    void type_3(int one, int two, Mask extras) {
        for (int degree = size_of(extras); degree <= 7; ++degree)
            for (const Kind kind : board->kinds) {
                const int unit = board->unit[kind][one];
                if (!board->share(kind, one, two)) continue;
                const int open = size_of(position.open[unit]);
                const Mask both = bit(board->place[kind][one]) | bit(board->place[kind][two]);
                if (2 * degree <= open) type_3_naked(unit, degree, extras, both, one, two);
                if (2 * degree < open) type_3_hidden(unit, degree, extras, both);
            }
    }

    // The two cells count as one cell that holds the extra digits; it and degree - 1 others hold only degree digits.
    void type_3_naked(int unit, int degree, Mask extras, Mask both, int one, int two) {
        if (!begin(3, degree - 1)) return;
        const Mask common = extras & position.candidates[one] & position.candidates[two];
        const Mask others = position.open[unit] & ~both;
        for_subsets(others, degree - 1, [&](Mask places) {
            Mask digits = extras, covered = common;
            bool fits = true;
            for_bits(places, [&](int place) {
                const Mask here = position.candidates[board->cell[unit][place]];
                fits &= size_of(here) > 1;
                digits |= here;
                covered |= here;
            });
            if (!fits || size_of(digits) != degree || covered != digits || !begin(3, degree - 1)) return;
            candidate.units = board->unit_bit(unit);
            for_bits(others & ~places, [&](int place) { candidate.take(position, board->cell[unit][place], digits); });
            end();
        });
    }

    // The pair and degree - 2 other digits have only degree places, if the two cells count as one.
    void type_3_hidden(int unit, int degree, Mask extras, Mask both) {
        if (!begin(3, degree - 2)) return;
        for_subsets(board->full_mask & ~pair & ~extras, degree - 2, [&](Mask more) {
            const Mask digits = more | pair;
            Mask places = 0;
            bool fits = true;
            for_bits(digits, [&](int digit) {
                // The second cell is left out, but it has no digit that the first has not: none of them is an extra.
                const Mask here = position.places[digit][unit] & ~(both & (both - 1));
                fits &= here != 0;
                places |= here;
            });
            if (!fits || size_of(places) != degree || !begin(3, degree - 2)) return;
            candidate.units = board->unit_bit(unit);
            for_bits(places & ~both, [&](int place) {
                candidate.take(position, board->cell[unit][place], board->full_mask & ~digits);
            });
            end();
        });
    }

    void type_4(int one, int two) {
        int first_unit = -1, second_unit = -1;
        const int first = lowest(pair), second = lowest(pair & (pair - 1));
        for (const Kind kind : board->kinds) {
            const int unit = board->unit[kind][one];
            if (!board->share(kind, one, two)) continue;
            if (size_of(position.places[first][unit]) == 2) first_unit = unit;
            if (size_of(position.places[second][unit]) == 2) second_unit = unit;
        }
        if ((first_unit < 0 && second_unit < 0) || !begin(4, 0)) return;
        candidate.units = board->unit_bit(first_unit >= 0 ? first_unit : second_unit);
        for (const int cell : {one, two}) candidate.take(position, cell, bit(first_unit >= 0 ? second : first));
        end();
    }

    // Every subset of `size` members of the mask, in the order of their numbers.
    template <class Visit>
    static void for_subsets(Mask of, int size, Visit&& visit) {
        unsigned subset = 0;
        do {
            if (size_of(subset) == size) visit(static_cast<Mask>(subset));
            subset = (subset - of) & of;
        } while (subset);
    }
};

// A bivalue universal grave: were it not for a few further candidates, every cell would have two and every digit two
// places in every unit. Such a position never has exactly one solution, so one of the further candidates must hold.
template <class Board>
class Bug {
public:
    explicit Bug(const Position<Board>& position) : position(position), board(position.board) {}

    bool find(Step<Board>& step) {
        if (!find_extras() || !is_grave_without_extras()) return false;
        if (count == 1) return type_1(step);
        if (is_single(all_extras)) return type_2(step) || (count == 2 && type_4(step));
        return common.any() && ((count == 2 && type_4(step)) || type_3(step));
    }

private:
    const Position<Board>& position;
    [[no_unique_address]] typename Board::Handle board;
    std::array<std::uint8_t, Board::most_cells> extra_cell;  // as found
    int count = 0;
    Cells<Board> extra_cells{};
    std::array<Mask, Board::most_cells> extras{};  // the further candidates of each cell
    Mask all_extras = 0;
    Cells<Board> common{};  // what all extra cells see, without themselves

    // If a digit has neither none nor two places in a unit, the one cell there with three or more candidates is an
    // extra cell. False when the position cannot be a grave, or nothing could come of it.
    bool find_extras() {
        for (int unit = 0; unit < board->unit_count; ++unit)
            for (int digit = 0; digit < board->size; ++digit) {
                const Mask places = position.places[digit][unit];
                if (!places || size_of(places) == 2) continue;
                int blamed = -1, others = 0;
                for_bits(places, [&](int place) {
                    const int cell = board->cell[unit][place];
                    if (size_of(position.candidates[cell]) < 3) return;
                    others += blamed >= 0;
                    blamed = cell;
                });
                if (blamed < 0) return false;
                if (others) continue;
                note(blamed, digit);
                if (count > 1 && !is_single(all_extras) && !common.any()) return false;
            }
        return true;
    }

    void note(int cell, int digit) {
        if (!extra_cells.has(cell)) extra_cell[count++] = static_cast<std::uint8_t>(cell);
        common = (extra_cells.any() ? common & board->peers[cell] : board->peers[cell]);
        extra_cells.add(cell);
        common = common.without(extra_cells);
        extras[cell] |= bit(digit);
        all_extras |= bit(digit);
    }

    bool is_grave_without_extras() const {
        for (int cell = 0; cell < board->cell_count; ++cell)
            if (position.empty.has(cell) && size_of(position.candidates[cell] & ~extras[cell]) != 2) return false;
        for (int unit = 0; unit < board->unit_count; ++unit) {
            UpToFour<unsigned> with;
            for (const int cell : board->cells_of(unit)) with.add(position.candidates[cell] & ~extras[cell]);
            if (with.three || with.one != with.two) return false;
        }
        return true;
    }

    void begin(Step<Board>& step, Technique type) const {
        step.begin(type);
        step.cells = extra_cells;
        step.digits = all_extras;
    }

    bool type_1(Step<Board>& step) const {
        begin(step, Technique::bug_1);
        step.take(position, extra_cell[0], board->full_mask & ~all_extras);
        return step.removals > 0;
    }

    bool type_2(Step<Board>& step) const {
        begin(step, Technique::bug_2);
        for_cells(common, [&](int cell) { step.take(position, cell, all_extras); });
        return step.removals > 0;
    }

    // One of the extra cells counts as a cell that holds the extra digits, and forms a naked set with others.
    bool type_3(Step<Board>& step) const {
        for (const Kind kind : board->kinds) {
            const int unit = board->unit[kind][extra_cell[0]];
            if ((extra_cells.without(board->cells[unit])).any()) continue;
            std::array<std::uint8_t, Board::most_peers> cells;  // in the order of the first extra cell's house
            int size = 0;
            for (const std::uint8_t cell : board->house_of(extra_cell[0]))
                if (common.has(cell) && board->unit[kind][cell] == unit) cells[size++] = cell;
            for (int degree = 2; degree <= 6 && degree <= size; ++degree)
                for (unsigned chosen = 0; chosen < 1u << size; ++chosen) {
                    if (size_of(chosen) != degree - 1) continue;
                    Mask digits = 0;
                    bool fits = true;
                    for_bits(chosen, [&](int i) {
                        fits &= size_of(position.candidates[cells[i]]) > 1;
                        digits |= position.candidates[cells[i]];
                    });
                    if (!fits || size_of(digits) != degree || all_extras & ~digits) continue;
                    begin(step, Technique::bug_3);
                    step.rating = 57 + degree - 1;
                    step.units = board->unit_bit(unit);
                    for (int i = 0; i < size; ++i)
                        if (!(chosen >> i & 1)) step.take(position, cells[i], digits);
                    if (step.removals) return true;
                }
        }
        return false;
    }

    // The two extra cells share one more digit, which has to be in one of them; each keeps only that and its extras.
    bool type_4(Step<Board>& step) const {
        const int one = extra_cell[0], two = extra_cell[1];
        const Mask shared = position.candidates[one] & position.candidates[two] & ~all_extras;
        if (!is_single(shared)) return false;
        for (const Kind kind : board->kinds) {
            const int unit = board->unit[kind][one];
            if (!board->share(kind, one, two)) continue;
            begin(step, Technique::bug_4);
            step.units = board->unit_bit(unit);
            for (const int cell : {one, two}) step.take(position, cell, board->full_mask & ~(extras[cell] | shared));
            return true;
        }
        return false;
    }
};

}  // namespace engine::rating
