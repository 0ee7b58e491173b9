// The number of a board's class, and the board of a number.
//
// Classes are numbered in the lexicographic order of their least boards. A table (ClassCounts) has their number for
// each band, fourth row and some fifth rows together. The boards of such an entry are found one fifth row after
// another, from its nearer end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "classes/class_numbers.hpp"
#include "classes/least_boards.hpp"
#include "stop/watch.hpp"
#include "symmetry/full_symmetry.hpp"

namespace engine::classes {

// A band, made when it is first asked for.
class LeastBoardsOfBands {
public:
    struct OfBand {
        explicit OfBand(int band) : boards(band) {
            boards.for_each_fourth_row([&](const Row& row) {
                fourth_rows.push_back(row);
                return true;
            });
        }
        LeastBoards boards;
        std::vector<Row> fourth_rows;
    };

    const OfBand& operator[](int band) const {
        std::call_once(made_[band], [&] { bands_[band] = std::make_unique<OfBand>(band); });
        return *bands_[band];
    }

private:
    mutable std::array<std::once_flag, BandClasses::count> made_;
    mutable std::array<std::unique_ptr<OfBand>, BandClasses::count> bands_;
};

class ClassSearch final : public ClassNumbers {
public:
    explicit ClassSearch(const ClassCounts& counts) {
        if (counts.fourth_rows.size() != BandClasses::count || counts.fifth_rows.size() != BandClasses::count) refuse();
        std::size_t fourth = 0, entry = 0;
        for (int band = 0; band < BandClasses::count; ++band) {
            Numbers& numbers = bands_[band];
            numbers.first = classes_;
            numbers.fifth_rows = counts.fifth_rows[band];
            std::uint32_t before = 0;
            for (int row = 0; row < counts.fourth_rows[band]; ++row, ++fourth) {
                if (fourth == counts.entries.size()) refuse();
                numbers.first_entry.push_back(static_cast<std::uint32_t>(numbers.before.size()));
                for (int i = 0; i < counts.entries[fourth]; ++i, ++entry) {
                    if (entry == counts.classes.size()) refuse();
                    numbers.before.push_back(before);
                    before += counts.classes[entry];
                }
            }
            numbers.before.push_back(before);
            classes_ += before;
        }
        if (fourth != counts.entries.size() || entry != counts.classes.size()) refuse();
    }

    std::int64_t classes() const override { return classes_; }

    void rank(const std::uint8_t* boards, std::int64_t count, std::int64_t* numbers) const override {
        for_each_row(count, [&](std::int64_t i) { numbers[i] = rank(least_rows(boards + 81 * i)); });
    }

    void unrank(const std::int64_t* numbers, std::int64_t count, std::uint8_t* boards) const override {
        for_each_row(count, [&](std::int64_t i) {
            const Rows rows = unrank(numbers[i]);
            for (int cell = 0; cell < 81; ++cell)
                boards[81 * i + cell] = static_cast<std::uint8_t>(rows[cell / 9][cell % 9] + 1);
        });
    }

private:
    // The table for a band.
    struct Numbers {
        std::int64_t first;                      // the number of its first class
        int fifth_rows;                          // to an entry
        std::vector<std::uint32_t> first_entry;  // of each fourth row
        std::vector<std::uint32_t> before;       // of each entry, the band's classes that come before; then all
    };

    // The fifth rows of an entry, and its classes.
    struct Entry {
        const LeastBoards& boards;
        const Row& fourth;
        std::vector<Row> fifth_rows;
        std::int64_t begin, end;
    };

    [[noreturn]] static void refuse() {
        throw std::invalid_argument("the table of classes is for another enumeration");
    }

    static Rows least_rows(const std::uint8_t* board) {
        std::array<std::uint8_t, 81> cells;
        FullSymmetry<Geometry9>(Geometry9(), board).least_image(cells.data());
        Rows rows;
        for (int cell = 0; cell < 81; ++cell) rows[cell / 9][cell % 9] = static_cast<std::uint8_t>(cells[cell] - 1);
        return rows;
    }

    static std::vector<Row> fifth_rows(const LeastBoards& boards, const Row& fourth) {
        std::vector<Row> found;
        found.reserve(most_fifth_rows);
        boards.for_each_fifth_row(fourth, [&](const Row& row) {
            found.push_back(row);
            return true;
        });
        return found;
    }

    // The entry at `place` among those of a fourth row.
    Entry entry(int band, std::size_t fourth, std::size_t place, std::vector<Row> fifth) const {
        const Numbers& numbers = bands_[band];
        const std::size_t size = numbers.fifth_rows, index = numbers.first_entry[fourth] + place;
        fifth.resize(std::min(fifth.size(), (place + 1) * size));
        fifth.erase(fifth.begin(), fifth.begin() + place * size);
        const auto& of_band = least_[band];
        return {of_band.boards, of_band.fourth_rows[fourth], std::move(fifth), numbers.first + numbers.before[index],
                numbers.first + numbers.before[index + 1]};
    }

    std::int64_t rank(const Rows& board) const {
        const int band = BandClasses::table().number_of_least({board[0], board[1], board[2]});
        const auto place = [](const std::vector<Row>& rows, const Row& row) {
            return static_cast<std::size_t>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
        };
        const std::size_t fourth = place(least_[band].fourth_rows, board[3]);
        std::vector<Row> fifth = fifth_rows(least_[band].boards, board[3]);
        const std::size_t size = bands_[band].fifth_rows, among = place(fifth, board[4]);
        const Entry found = entry(band, fourth, among / size, std::move(fifth));
        return rank_within(found, board, among % size);
    }

    // The number of a board of the entry, whose fifth row is at `place`.
    static std::int64_t rank_within(const Entry& entry, const Rows& board, std::size_t place) {
        std::int64_t before = 0, after = 0;
        LastRowsByDigits memory = entry.boards.memory();
        entry.boards.for_each_board(entry.fourth, board[4], memory, [&](const auto& other) {
            ++(other.rows() < board ? before : after);
            return true;
        });
        const std::size_t rows = entry.fifth_rows.size();
        if (place < rows / 2) return entry.begin + before + boards_of(entry, 0, place, memory);
        return entry.end - after - boards_of(entry, place + 1, rows, memory);
    }

    // How many boards some fifth rows of an entry have.
    static std::int64_t boards_of(const Entry& entry, std::size_t begin, std::size_t end, LastRowsByDigits& memory) {
        std::int64_t boards = 0;
        for (std::size_t row = begin; row < end; ++row)
            entry.boards.for_each_board(entry.fourth, entry.fifth_rows[row], memory, [&](const auto&) {
                ++boards;
                return true;
            });
        return boards;
    }

    Rows unrank(std::int64_t number) const {
        const auto last_up_to = [](auto begin, auto end, const auto& value, auto key) {
            return static_cast<std::size_t>(
                std::upper_bound(begin, end, value, [&](const auto& a, const auto& b) { return a < key(b); }) - begin -
                1);
        };
        const auto itself = [](auto value) { return value; };
        const int band = static_cast<int>(
            last_up_to(bands_.begin(), bands_.end(), number, [](const Numbers& of_band) { return of_band.first; }));
        const Numbers& numbers = bands_[band];
        const std::size_t index =
            last_up_to(numbers.before.begin(), numbers.before.end(), number - numbers.first, itself);
        const std::size_t fourth =
            last_up_to(numbers.first_entry.begin(), numbers.first_entry.end(), index, itself);
        const auto& of_band = least_[band];
        const Entry found = entry(band, fourth, index - numbers.first_entry[fourth],
                                  fifth_rows(of_band.boards, of_band.fourth_rows[fourth]));
        return unrank_within(found, number);
    }

    static Rows unrank_within(const Entry& entry, std::int64_t number) {
        const bool from_begin = number - entry.begin < entry.end - number;
        std::int64_t begin = entry.begin, end = entry.end;  // of the rows not yet looked at
        LastRowsByDigits memory = entry.boards.memory();
        std::vector<Rows> boards;
        for (std::size_t i = 0; i < entry.fifth_rows.size(); ++i) {
            boards.clear();
            const Row& fifth = from_begin ? entry.fifth_rows[i] : entry.fifth_rows.rbegin()[i];
            entry.boards.for_each_board(entry.fourth, fifth, memory, [&](const auto& found) {
                boards.push_back(found.rows());
                return true;
            });
            const auto found = static_cast<std::int64_t>(boards.size());
            if (from_begin && number < begin + found) return boards[number - begin];
            if (!from_begin && number >= end - found) return boards[number - (end - found)];
            begin += found;
            end -= found;
        }
        refuse();
    }

    std::array<Numbers, BandClasses::count> bands_;
    std::int64_t classes_ = 0;
    LeastBoardsOfBands least_;
};

}  // namespace engine::classes
