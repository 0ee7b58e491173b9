// The course of carving a puzzle out of a full board: which clue to try next, and when to stop.
//
// Clues are tried in random order; each goes if the solution stays unique without it. A clue once found necessary stays
// so, because fewer clues only allow more solutions; so one pass through all cells ends at a minimal puzzle. When a
// clue count is asked for, the pass stops there; a pass that ends above it is followed by another in a new order,
// `most_passes` at most, and the fewest clues got are kept.
//
// The orders depend on (seed, board) alone: the same board carves alike in any batch and on any thread.
#pragma once

#include <cstdint>
#include <cstring>

#include "geometry.hpp"
#include "random.hpp"

namespace engine {

inline constexpr int most_passes = 100;

// A number that stands for the board in the draw of its orders.
template <int Box>
std::uint64_t board_hash(const std::uint8_t* board) {
    constexpr int size = Geometry<Box>::size;
    std::uint64_t number = 0;
    for (int row = 0; row < size; ++row) {
        std::uint64_t digits = 0;
        for (int column = 0; column < size; ++column) digits = digits * 31 + board[row * size + column];
        number = mix(number + digits);
    }
    return number;
}

template <int Box>
class Carving {
public:
    using Shape = Geometry<Box>;

    // `clues` 0 asks for a minimal puzzle. The puzzle is written to `out`.
    void start(const std::uint8_t* board, std::uint64_t seed, int clues, std::uint8_t* out) {
        board_ = board;
        out_ = out;
        seed_ = seed;
        hash_ = board_hash<Box>(board);
        target_ = clues;
        fewest_ = Shape::cells + 1;
        pass_ = 0;
        begin_pass();
    }

    // The clue to try next, or -1 when there is none left in this pass.
    int cell() const { return tried_ < Shape::cells && clues_ > target_ ? order_[tried_] : -1; }

    void remove() {
        puzzle_[order_[tried_++]] = 0;
        --clues_;
    }
    void keep() { ++tried_; }

    // Ends a pass; false when the puzzle is settled and written.
    bool another_pass() {
        if (clues_ < fewest_) {
            fewest_ = clues_;
            std::memcpy(out_, puzzle_, Shape::cells);
        }
        if (fewest_ <= target_ || target_ == 0 || ++pass_ == most_passes) return false;
        begin_pass();
        return true;
    }

    const std::uint8_t* puzzle() const { return puzzle_; }
    int digit(int cell) const { return board_[cell]; }

private:
    void begin_pass() {
        Random random(seed_, hash_ + pass_);
        for (int cell = 0; cell < Shape::cells; ++cell) order_[cell] = static_cast<std::uint16_t>(cell);
        random.shuffle(order_, Shape::cells);
        std::memcpy(puzzle_, board_, Shape::cells);
        clues_ = Shape::cells;
        tried_ = 0;
    }

    const std::uint8_t* board_;
    std::uint8_t* out_;
    std::uint64_t seed_, hash_;
    int target_, fewest_, pass_, clues_, tried_;
    std::uint16_t order_[Shape::cells];
    std::uint8_t puzzle_[Shape::cells];
};

}  // namespace engine
