// Sue de Coq: two or three cells where a line and a block cross, with so many candidates that cells of the line and cells
// of the block together lock all of them.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

class SueDeCoq {
public:
    SueDeCoq(const Grid& grid, Found& found) : grid_(grid), found_(found) {}

    bool find() {
        for (int line = 0; line < first_block; ++line)
            for (int block = first_block; block < unit_count; ++block) {
                line_ = line;
                block_ = block;
                in_line_ = units.set[line] & grid_.empty;
                in_block_ = units.set[block] & grid_.empty;
                const Cells crossing = in_line_ & in_block_;
                if (crossing.count() >= 2 && choose_crossing(crossing, {}, 0)) return true;
            }
        return false;
    }

private:
    // Pairs before the triples that hold them.
    bool choose_crossing(const Cells& from, const Cells& chosen, Mask digits) {
        Cells rest = from;
        for (const int cell : EachCell(from)) {
            rest.remove(cell);
            crossing_ = chosen;
            crossing_.add(cell);
            const Cells here = crossing_;
            const Mask with = digits | grid_.mask[cell];
            const int more = count(with) - here.count();
            if (here.count() >= 2 && more >= 2) {
                crossing_digits_ = with;
                surplus_ = more;
                if (choose_in_line(in_line_.without(here), {}, 0)) return true;
            }
            if (choose_crossing(rest, here, with)) return true;
        }
        return false;
    }

    bool choose_in_line(const Cells& from, const Cells& chosen, Mask digits) {
        Cells rest = from;
        for (const int cell : EachCell(from)) {
            rest.remove(cell);
            Cells cells = chosen;
            cells.add(cell);
            const Mask with = digits | grid_.mask[cell];
            const Mask extra = without(with, crossing_digits_);
            const int size = cells.count(), locks = size - count(extra);
            if ((with & crossing_digits_) && locks > 0 && locks < surplus_) {
                of_line_ = {cells, with};
                still_ = surplus_ - locks;
                allowed_ = without(all_digits, with & crossing_digits_);
                if (choose_in_block((in_block_).without(crossing_ | cells), {}, 0)) return true;
            }
            if (choose_in_line(rest, cells, with)) return true;
        }
        return false;
    }

    bool choose_in_block(const Cells& from, const Cells& chosen, Mask digits) {
        Cells rest = from;
        for (const int cell : EachCell(from)) {
            rest.remove(cell);
            Cells cells = chosen;
            cells.add(cell);
            const Mask with = digits | grid_.mask[cell];
            if (without(with, allowed_)) continue;  // all larger sets would be, too
            const Mask extra = without(with, crossing_digits_);
            if ((with & crossing_digits_) && cells.count() - count(extra) == still_ && take({cells, with})) return true;
            if (choose_in_block(rest, cells, with)) return true;
        }
        return false;
    }

    bool take(const LockedSet& of_block) {
        Step step;
        step.clear(Technique::sue_de_coq);
        const Mask both = of_block.digits & of_line_.digits;
        remove_in(step, in_block_.without(of_block.cells | crossing_),
                  without(crossing_digits_ | of_block.digits, of_line_.digits) | both);
        remove_in(step, in_line_.without(of_line_.cells | crossing_),
                  without(crossing_digits_ | of_line_.digits, of_block.digits) | both);
        if (step.removed.empty()) return false;
        step.add_cells(crossing_);
        step.add_digits(crossing_digits_);
        step.base = {static_cast<std::uint8_t>(line_), static_cast<std::uint8_t>(block_)};
        step.sets = {{crossing_, crossing_digits_}, of_line_, of_block};
        return found_.take(step);
    }

    void remove_in(Step& step, const Cells& cells, Mask digits) const {
        for (const int cell : EachCell(cells))
            for (const int digit : EachDigit(grid_.mask[cell] & digits)) step.remove(cell, digit);
    }

    const Grid& grid_;
    Found& found_;
    int line_ = 0, block_ = 0, surplus_ = 0, still_ = 0;
    Cells in_line_{}, in_block_{}, crossing_{};
    Mask crossing_digits_ = 0, allowed_ = 0;
    LockedSet of_line_{};
};

}  // namespace engine::scoring
