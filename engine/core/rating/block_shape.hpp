// The shape of a board, as the rater takes it.
#pragma once

namespace engine::rating {

inline constexpr int most_size = 12;  // of the boards that are rated

// The shape of a board: the rows and columns of a block. Blocks of one row or column are those of a Latin square.
struct BlockShape {
    int rows, columns;

    constexpr int size() const { return rows * columns; }
    constexpr bool has_blocks() const { return rows > 1 && columns > 1; }
};

}  // namespace engine::rating
