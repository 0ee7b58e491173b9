// How many least boards begin with a band, by fourth and fifth row: what the table of classes is made of.
#pragma once

#include <algorithm>
#include <cstdint>

#include "classes/class_numbers.hpp"
#include "classes/least_boards.hpp"
#include "stop/watch.hpp"

namespace engine::classes {

// `counts` has most_fifth_rows numbers for each fourth row, and `fifth_rows` says how many of them count. Returns how
// many boards have symmetries.
inline std::int64_t count_least_boards(int band, std::uint16_t* fifth_rows, std::uint16_t* counts) {
    Watch<16> watch;
    const LeastBoards boards(band);
    LastRowsByDigits memory = boards.memory();
    std::int64_t symmetric = 0, fourth = 0;
    boards.for_each_fourth_row([&](const Row& fourth_row) {
        int fifth = 0;
        boards.for_each_fifth_row(fourth_row, [&](const Row& fifth_row) {
            watch.step();
            std::uint16_t& count = counts[most_fifth_rows * fourth + fifth++];
            count = 0;
            boards.for_each_board(fourth_row, fifth_row, memory, [&](const auto& found) {
                ++count;
                symmetric += found.has_symmetries;
                return true;
            });
            return true;
        });
        fifth_rows[fourth++] = static_cast<std::uint16_t>(fifth);
        return true;
    });
    std::fill(fifth_rows + fourth, fifth_rows + most_fourth_rows, std::uint16_t{0});
    return symmetric;
}

}  // namespace engine::classes
