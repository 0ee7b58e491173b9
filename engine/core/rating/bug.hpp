// A bivalue universal grave: were it not for a few further candidates, every cell would have two and every digit two
// places in every unit. Such a position never has exactly one solution, so one of the further candidates must hold.
#pragma once

#include "rating/position.hpp"
#include "rating/sets.hpp"

namespace engine::rating {

template <class Board>
class Bug {
public:
    explicit Bug(const Position<Board>& position) : position(position), board(position.board) {}

    bool find(Step<Board>& step) {
        if (!find_extras() || !is_grave_without_extras()) return false;
        if (count == 1) return type_1(step);
        if (is_single(all_extras)) return type_2(step) || (count == 2 && type_4(step));
        return !common.empty_list() && ((count == 2 && type_4(step)) || type_3(step));
    }

private:
    // Cells in the order of the first extra cell's house.
    struct Common {
        std::array<std::uint8_t, Board::most_peers> cell;
        int count = -1;  // no extra cell yet

        bool empty_list() const { return count <= 0; }
        template <class Keep>
        void retain(Keep keep) {
            int kept = 0;
            for (int i = 0; i < count; ++i)
                if (keep(cell[i])) cell[kept++] = cell[i];
            count = kept;
        }
    };

    const Position<Board>& position;
    [[no_unique_address]] typename Board::Handle board;
    std::array<std::uint8_t, Board::most_cells> extra_cell;  // as found
    int count = 0;
    Cells<Board> extra_cells{};
    std::array<Mask, Board::most_cells> extras{};  // the further candidates of each cell
    Mask all_extras = 0;
    Common common;  // what all extra cells see, without themselves

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
                if (count > 1 && !is_single(all_extras) && common.empty_list()) return false;
            }
        return true;
    }

    void note(int cell, int digit) {
        if (!extra_cells.has(cell)) extra_cell[count++] = static_cast<std::uint8_t>(cell);
        extra_cells.add(cell);
        extras[cell] = static_cast<Mask>(extras[cell] | bit(digit));
        all_extras = static_cast<Mask>(all_extras | bit(digit));
        if (common.count < 0) {
            common.cell = board->house[cell];
            common.count = static_cast<int>(board->peers[cell].count());
        }
        common.retain([&](int other) { return board->see(cell, other) && !extra_cells.has(other); });
    }

    bool is_grave_without_extras() const {
        for (int cell = 0; cell < board->cell_count; ++cell)
            if (position.empty.has(cell) && size_of(position.candidates[cell] & ~extras[cell]) != 2) return false;
        for (int unit = 0; unit < board->unit_count; ++unit) {
            unsigned once = 0, twice = 0, more = 0;
            for (const int cell : board->cells_of(unit)) {
                const unsigned digits = position.candidates[cell] & ~extras[cell];
                more |= twice & digits;
                twice |= once & digits;
                once |= digits;
            }
            if (more || once != twice) return false;
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
        for (int i = 0; i < common.count; ++i) step.take(position, common.cell[i], all_extras);
        return step.removals > 0;
    }

    // One of the extra cells counts as a cell that holds the extra digits, and forms a naked set with others.
    bool type_3(Step<Board>& step) const {
        for (const Kind kind : board->kinds) {
            const int unit = board->unit[kind][extra_cell[0]];
            if ((extra_cells.without(board->cells[unit])).any()) continue;
            std::array<std::uint8_t, Board::most_peers> cells;
            int size = 0;
            for (int i = 0; i < common.count; ++i)
                if (board->unit[kind][common.cell[i]] == unit) cells[size++] = common.cell[i];
            for (int degree = 2; degree <= 6 && degree <= size; ++degree)
                for (unsigned chosen = 0; chosen < 1u << size; ++chosen) {
                    if (size_of(chosen) != degree - 1) continue;
                    Mask digits = 0;
                    bool fits = true;
                    for_bits(chosen, [&](int i) {
                        fits &= size_of(position.candidates[cells[i]]) > 1;
                        digits = static_cast<Mask>(digits | position.candidates[cells[i]]);
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
        const Mask shared = static_cast<Mask>(position.candidates[one] & position.candidates[two] & ~all_extras);
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

template <class Board>
bool find_bug(const Position<Board>& position, Step<Board>& step) {
    return Bug(position).find(step);
}

}  // namespace engine::rating
