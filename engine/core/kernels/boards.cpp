// Checks of full boards.
#include "board/geometry.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

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
std::int64_t first_incomplete(Shape shape, std::int64_t count, const std::uint8_t* boards) {
    const G geometry(shape);
    const Units<G> units(geometry);
    Watch<64> watch;
    for (std::int64_t i = 0; i < count; ++i) {
        if (!complete(geometry, units, boards + geometry.cells * i)) return i;
        watch.step();
    }
    return -1;
}

}  // namespace

BoardKernels::BoardKernels() {
    first_incomplete.set_each<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25, AnyGeometry>(
        []<class G>() { return engine::first_incomplete<G>; });
}

}  // namespace engine
