// Checks of full boards.
#include "board/geometry.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

template <int Box>
bool complete(const std::uint8_t* board) {
    using Shape = Geometry<Box>;
    Digits unit[Shape::units] = {};
    for (int cell = 0; cell < Shape::cells; ++cell) {
        const Digits digit = board[cell] ? digit_bit(board[cell]) : 0;
        unit[units_of<Box>.row[cell]] |= digit;
        unit[Shape::size + units_of<Box>.column[cell]] |= digit;
        unit[2 * Shape::size + units_of<Box>.block[cell]] |= digit;
    }
    for (const Digits digits : unit)
        if (digits != all_digits<Box>) return false;
    return true;
}

template <int Box>
std::int64_t first_incomplete(const std::uint8_t* boards, std::int64_t count) {
    Watch<64> watch;
    for (std::int64_t i = 0; i < count; ++i) {
        if (!complete<Box>(boards + Geometry<Box>::cells * i)) return i;
        watch.step();
    }
    return -1;
}

}  // namespace

void add_boards(Kernels& kernels) {
    kernels.first_incomplete = {first_incomplete<2>, first_incomplete<3>, first_incomplete<4>, first_incomplete<5>};
}

}  // namespace engine
