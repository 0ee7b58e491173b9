// Checks of full boards.
#pragma once

#include "board/geometry.hpp"
#include "stop/watch.hpp"

namespace engine {

template <class G>
bool complete(const G& geometry, const Units<G>& units, const std::uint8_t* board) {
    Digits row[G::max_size] = {}, column[G::max_size] = {}, block[G::max_size] = {};
    for (int cell = 0; cell < geometry.cells; ++cell) {
        const Digits digit = board[cell] ? digit_bit(board[cell]) : 0;
        row[units->row[cell]] |= digit;
        column[units->column[cell]] |= digit;
        block[units->block[cell]] |= digit;
    }
    for (int i = 0; i < geometry.size; ++i)
        if ((row[i] & column[i] & block[i]) != geometry.all_digits) return false;
    return true;
}

template <class G>
std::int64_t first_incomplete_batch(Shape shape, const std::uint8_t* boards, std::int64_t count) {
    const G geometry(shape);
    const Units<G> units(geometry);
    Watch<64> watch;
    for (std::int64_t i = 0; i < count; ++i) {
        if (!complete(geometry, units, boards + geometry.cells * i)) return i;
        watch.step();
    }
    return -1;
}

}  // namespace engine
