// The numbers of the classes of boards, as seen from outside the kernels (class_search.hpp has the search).
#pragma once

#include <cstdint>
#include <span>

namespace engine {

// How many classes there are, by their first rows. The rows that can be the fourth of a band's least boards are in
// order, and so are those that can be the fifth after each. An entry counts the boards of several fifth rows, one after
// another.
struct ClassCounts {
    std::span<const std::uint16_t> fourth_rows;  // of each band: how many
    std::span<const std::uint16_t> fifth_rows;   // of each band: to an entry
    std::span<const std::uint8_t> entries;       // of each fourth row: how many
    std::span<const std::uint16_t> classes;      // of each entry: how many
};

class alignas(64) ClassNumbers {  // as aligned as its implementations, because Python deletes it by this class
public:
    virtual ~ClassNumbers() = default;

    virtual std::int64_t classes() const = 0;  // how many there are

    // The number of the class of each full 9x9 board.
    virtual void rank(const std::uint8_t* boards, std::int64_t count, std::int64_t* numbers) const = 0;

    // The least board of each class.
    virtual void unrank(const std::int64_t* numbers, std::int64_t count, std::uint8_t* boards) const = 0;
};

// What an array needs for the counts of one band.
inline constexpr int most_fourth_rows = 2048, most_fifth_rows = 512;

}  // namespace engine
