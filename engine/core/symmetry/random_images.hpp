// An image of each board under a symmetry drawn at random, each of the shape's symmetries as likely as any other.
//
// Bands and stacks, the rows of a band, the columns of a stack and the digits are shuffled, and the board is transposed
// in half of the cases if blocks keep their shape. The draw depends on the seed and the row's number alone.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "board/geometry.hpp"
#include "board/random.hpp"

namespace engine {

class RandomSymmetry {
public:
    RandomSymmetry(Shape shape, std::uint64_t seed, std::uint64_t index) : shape_(shape), random_(seed, index) {
        transposed_ = shape.transposable() && random_.evenly_below(2) == 1;
        shuffle_lines(rows_, shape.bands(), shape.rows);
        shuffle_lines(columns_, shape.stacks(), shape.columns);
        for (int digit = 0; digit <= shape.size(); ++digit) names_[digit] = static_cast<std::uint8_t>(digit);
        shuffle(names_.data() + 1, shape.size());
    }

    void apply(const std::uint8_t* board, std::uint8_t* image) const {
        const int size = shape_.size();
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const int from_row = rows_[row], from_column = columns_[column];
                const int cell = transposed_ ? from_column * size + from_row : from_row * size + from_column;
                image[row * size + column] = names_[board[cell]];
            }
    }

private:
    using Lines = std::array<std::uint8_t, largest_size>;

    void shuffle(std::uint8_t* items, int count) {
        for (std::uint32_t left = count; left > 1; --left)
            std::swap(items[left - 1], items[random_.evenly_below(left)]);
    }

    // Groups of lines, such as bands of rows: the groups and the lines of each.
    void shuffle_lines(Lines& lines, int groups, int of_each) {
        Lines order;
        for (int group = 0; group < groups; ++group) order[group] = static_cast<std::uint8_t>(group);
        shuffle(order.data(), groups);
        for (int group = 0; group < groups; ++group) {
            std::uint8_t* const begin = lines.data() + group * of_each;
            for (int i = 0; i < of_each; ++i) begin[i] = static_cast<std::uint8_t>(order[group] * of_each + i);
            shuffle(begin, of_each);
        }
    }

    Shape shape_;
    Random random_;
    bool transposed_;
    Lines rows_{}, columns_{};  // where the lines of the image come from
    std::array<std::uint8_t, largest_size + 1> names_{};
};

}  // namespace engine
