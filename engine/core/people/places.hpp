// Where each unit may still have each digit, read from a position once for all searches.
#pragma once

#include "people/board.hpp"

namespace engine::people {

class Places {
public:
    explicit Places(const Board& board)
        : board_(board), of_(board.units.size() * static_cast<std::size_t>(board.size)), open_(board.units.size()) {}

    void look(const Position& at) {
        std::ranges::fill(of_, std::uint16_t{0});
        for (CellSet& cells : of_digit_) cells.reset();
        for (int cell = 0; cell < board_.cells; ++cell)
            for (std::uint32_t rest = at.filled[cell] ? 0 : at.of[cell]; rest; rest &= rest - 1)
                of_digit_[std::countr_zero(rest)].set(static_cast<std::size_t>(cell));
        for (std::size_t u = 0; u < board_.units.size(); ++u) look_at(at, u);
    }

    // The places of a digit in a unit that has it nowhere yet, as a set of positions in the unit; none if it has the digit.
    std::uint32_t of(std::size_t unit, int digit) const {
        return of_[unit * static_cast<std::size_t>(board_.size) + static_cast<std::size_t>(digit)];
    }
    // The positions of a unit that are not filled.
    std::uint32_t open(std::size_t unit) const { return open_[unit]; }

    Cells cells(std::size_t unit, std::uint32_t places) const {
        Cells cells;
        cells.reserve(static_cast<std::size_t>(std::popcount(places)));
        for (; places; places &= places - 1) cells.push_back(board_.units[unit].cells[std::countr_zero(places)]);
        return cells;
    }

    // The cells that are not filled and have a digit.
    const CellSet& of_digit(int digit) const { return of_digit_[digit]; }

private:
    void look_at(const Position& at, std::size_t unit) {
        const Cells& cells = board_.units[unit].cells;
        std::uint16_t* const of = of_.data() + unit * static_cast<std::size_t>(board_.size);
        Candidates held = 0;
        open_[unit] = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (at.filled[cells[i]]) {
                held |= at.of[cells[i]];
                continue;
            }
            open_[unit] |= static_cast<std::uint16_t>(1u << i);
            for (std::uint32_t rest = at.of[cells[i]]; rest; rest &= rest - 1)
                of[std::countr_zero(rest)] |= static_cast<std::uint16_t>(1u << i);
        }
        for (std::uint32_t rest = held; rest; rest &= rest - 1) of[std::countr_zero(rest)] = 0;
    }

    const Board& board_;
    std::vector<std::uint16_t> of_, open_;
    CellSet of_digit_[most_size];
};

}  // namespace engine::people
