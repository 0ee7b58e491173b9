// What cells of a unit may hold because their digits differ.
#pragma once

#include "people/step.hpp"

namespace engine::people {

// Leaves each cell of a unit the digits that it has in some way to fill the unit with different digits, as many as cells;
// false if there is no way. One way is found first; a cell can have the digit of another one if the cells can pass digits
// on in a circle (Régin 1994). Where more than `most_open` cells have no digit yet, they lose only the digits
// that other cells have.
class Different {
public:
    static constexpr int most_open = 12;

    static bool keep(std::vector<Candidates>& now) {
        Different some;
        if (!some.read(now)) return false;
        if (some.count_ > most_open) return true;
        for (int i = 0; i < some.count_; ++i) {
            Candidates tried = 0;
            if (!some.place(i, tried)) return false;
        }
        some.leave(now);
        return true;
    }

private:
    // The cells without a digit, and what the others leave them.
    bool read(std::vector<Candidates>& now) {
        Candidates held = 0;
        for (int i = 0; i < std::ssize(now); ++i) {
            if (!rules::single(now[i])) {
                cells_[count_++] = i;
                continue;
            }
            if (now[i] & held) return false;
            held |= now[i];
        }
        for (int i = 0; i < count_; ++i)
            if (!(of_[i] = now[cells_[i]] &= static_cast<Candidates>(~held))) return false;
        return true;
    }

    // Gives a cell a digit; another cell may have to take a new one. Digits that were tried are not tried again.
    bool place(int i, Candidates& tried) {
        Candidates open = of_[i] & static_cast<Candidates>(~(used_ | tried));
        if (!open) {
            while (const Candidates rest = of_[i] & static_cast<Candidates>(~tried)) {
                const Candidates digit = rest & static_cast<Candidates>(-rest);
                tried |= digit;
                if (place(cell_of_[std::countr_zero(digit)], tried)) {
                    open = digit;
                    break;
                }
            }
            if (!open) return false;
        }
        digit_[i] = open & static_cast<Candidates>(-open);
        used_ |= digit_[i];
        cell_of_[std::countr_zero(digit_[i])] = i;
        return true;
    }

    void leave(std::vector<Candidates>& now) {
        std::uint32_t reach[most_open];  // the cells to which a cell can pass its digit on, step by step
        for (int i = 0; i < count_; ++i) {
            reach[i] = 1u << i;
            for (std::uint32_t rest = of_[i]; rest; rest &= rest - 1)
                reach[i] |= 1u << cell_of_[std::countr_zero(rest)];
        }
        for (int k = 0; k < count_; ++k)
            for (int i = 0; i < count_; ++i)
                if (reach[i] >> k & 1) reach[i] |= reach[k];
        for (int i = 0; i < count_; ++i)
            for (std::uint32_t rest = reach[i]; rest; rest &= rest - 1)
                if (const int j = std::countr_zero(rest); !(reach[j] >> i & 1))
                    now[cells_[i]] &= static_cast<Candidates>(~digit_[j]);
    }

    int count_ = 0;
    int cells_[most_size], cell_of_[most_size];
    Candidates of_[most_size], digit_[most_size];
    Candidates used_ = 0;
};

}  // namespace engine::people
