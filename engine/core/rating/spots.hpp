// Candidates as *spots*, a digit in a cell, and sets of them.
#pragma once

#include "rating/units.hpp"

namespace engine::rating {

struct Spot {
    std::uint8_t cell, digit;

    friend bool operator==(const Spot&, const Spot&) = default;
};

constexpr Spot spot_of(int cell, int digit) {
    return {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit)};
}

// By cell, then by digit: the order in which chains are looked for.
template <class Board>
constexpr int index_of(Spot spot) {
    return spot.cell * Board::most_size + spot.digit;
}

// Whether a register has any bit.
typedef std::uint64_t Part __attribute__((vector_size(32), may_alias));

inline bool any_of(const Part& part) {
#if defined(__AVX__)
    // Without the builtin the compiler takes the register apart.
    typedef long long Signed __attribute__((vector_size(32)));
    return !__builtin_ia32_ptestz256((Signed)part, (Signed)part);
#else
    return part[0] | part[1] | part[2] | part[3];
#endif
}

// A set of spots: the cells of each digit, and at 9x9 an unused tenth, so that whole registers are combined.
template <class Board>
class SpotSet {
public:
    Cells<Board>& operator[](int digit) { return cells_[digit]; }
    const Cells<Board>& operator[](int digit) const { return cells_[digit]; }

    bool has(Spot spot) const { return cells_[spot.digit].has(spot.cell); }
    void add(Spot spot) { cells_[spot.digit].add(spot.cell); }

    SpotSet& operator|=(const SpotSet& other) {
        for (std::size_t i = 0; i < parts; ++i) part(i) |= other.part(i);
        return *this;
    }
    SpotSet& operator&=(const SpotSet& other) {
        for (std::size_t i = 0; i < parts; ++i) part(i) &= other.part(i);
        return *this;
    }
    friend SpotSet operator|(SpotSet one, const SpotSet& other) { return one |= other; }
    friend SpotSet operator&(SpotSet one, const SpotSet& other) { return one &= other; }

    bool any() const {
        Part all{};
        for (std::size_t i = 0; i < parts; ++i) all |= part(i);
        return any_of(all);
    }
    bool meets(const SpotSet& other) const {
        Part all{};
        for (std::size_t i = 0; i < parts; ++i) all |= part(i) & other.part(i);
        return any_of(all);
    }

    // Calls `visit(spot)` with each spot, by digit.
    template <class Visit>
    void for_each(Visit visit) const {
        for (int digit = 0; digit < Board::most_size; ++digit)
            cells_[digit].for_each([&](int cell) { visit(spot_of(cell, digit)); });
    }

    // The cells that have a spot of the set.
    Cells<Board> cells() const {
        Cells<Board> all;
        for (const Cells<Board>& of_digit : cells_) all = all | of_digit;
        return all;
    }

private:
    static constexpr std::size_t part_words = sizeof(Part) / sizeof(std::uint64_t);
    static constexpr std::size_t parts = (Board::most_size * Cells<Board>::words + part_words - 1) / part_words;

    Part& part(std::size_t i) { return reinterpret_cast<Part*>(&cells_)[i]; }
    const Part& part(std::size_t i) const { return reinterpret_cast<const Part*>(&cells_)[i]; }

    alignas(32) std::array<Cells<Board>, parts * part_words / Cells<Board>::words> cells_{};
};

}  // namespace engine::rating
