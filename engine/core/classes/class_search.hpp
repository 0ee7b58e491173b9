// The table of how many classes begin with some first rows: which entry a board or a number belongs to.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "classes/band_classes.hpp"
#include "classes/least_boards.hpp"
#include "kernels/kernels.hpp"
#include "stop/watch.hpp"
#include "symmetry/full_symmetry.hpp"

namespace engine::classes {

class ClassTable {
public:
    struct Entry {
        int band;
        std::size_t fourth_row;              // its place among those of the band
        std::size_t fifth_begin, fifth_end;  // places among those of the fourth row
        std::int64_t begin, end;             // class numbers
    };

    explicit ClassTable(const ClassCounts& counts) {
        if (counts.fourth_rows.size() != BandClasses::count || counts.fifth_rows.size() != BandClasses::count) refuse();
        std::size_t fourth = 0, entry = 0;
        for (int number = 0; number < BandClasses::count; ++number) {
            OfBand& band = bands_[number];
            band.first_class = classes_;
            band.fifth_rows = counts.fifth_rows[number];
            if (fourth + counts.fourth_rows[number] > counts.entries.size()) refuse();
            const auto entries = counts.entries.subspan(fourth, counts.fourth_rows[number]);
            band.first_entry.reserve(entries.size());
            band.before.reserve(std::accumulate(entries.begin(), entries.end(), std::size_t{1}));
            std::uint32_t before = 0;
            for (const int in_row : entries) {
                if (entry + in_row > counts.classes.size()) refuse();
                band.first_entry.push_back(static_cast<std::uint32_t>(band.before.size()));
                for (const int classes : counts.classes.subspan(entry, in_row)) {
                    band.before.push_back(before);
                    before += classes;
                }
                entry += in_row;
            }
            fourth += entries.size();
            band.before.push_back(before);
            classes_ += before;
        }
        if (fourth != counts.entries.size() || entry != counts.classes.size()) refuse();
    }

    [[noreturn]] static void refuse() {
        throw std::invalid_argument("the table of classes is for another enumeration");
    }

    std::int64_t classes() const { return classes_; }

    // The entry of the boards that begin so.
    Entry entry_of_rows(int band, std::size_t fourth_row, std::size_t fifth_row) const {
        return entry(band, fourth_row, bands_[band].first_entry[fourth_row] + fifth_row / bands_[band].fifth_rows);
    }

    // The entry of a class. Entries without classes have the same numbers as the one that follows, which is found.
    Entry entry_of_class(std::int64_t number) const {
        const auto last_up_to = [](const auto& items, auto value, auto key) {
            const auto is_less = [&](auto a, const auto& b) { return a < key(b); };
            return static_cast<std::size_t>(std::upper_bound(items.begin(), items.end(), value, is_less) -
                                            items.begin() - 1);
        };
        const auto itself = [](auto value) { return value; };
        const std::size_t band = last_up_to(bands_, number, [](const OfBand& band) { return band.first_class; });
        const OfBand& found = bands_[band];
        const std::size_t index = last_up_to(found.before, number - found.first_class, itself);
        return entry(static_cast<int>(band), last_up_to(found.first_entry, index, itself), index);
    }

private:
    struct OfBand {
        std::int64_t first_class;
        int fifth_rows;                          // to an entry
        std::vector<std::uint32_t> first_entry;  // of each fourth row
        std::vector<std::uint32_t> before;  // of each entry, the band's classes that come before it; at the end, all
    };

    Entry entry(int number, std::size_t fourth_row, std::size_t index) const {
        const OfBand& band = bands_[number];
        if (index + 1 >= band.before.size()) refuse();
        const std::size_t fifth = (index - band.first_entry[fourth_row]) * band.fifth_rows;
        return {number,
                fourth_row,
                fifth,
                fifth + band.fifth_rows,
                band.first_class + band.before[index],
                band.first_class + band.before[index + 1]};
    }

    std::array<OfBand, BandClasses::count> bands_;
    std::int64_t classes_ = 0;
};

// The number of a board's class, and the board of a number.
//
// Classes are numbered in the lexicographic order of their least boards. A table has their number for each band, fourth
// row and some fifth rows together. The boards of such an entry are found one fifth row after another, from its nearer
// end. Those of the last fifth row are kept, so consecutive numbers cost little.

// Bands and their fourth rows, made when they are first asked for.
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
    explicit ClassSearch(const ClassCounts& counts) : table_(counts) {}

    std::int64_t classes() const override { return table_.classes(); }

    void rank(const std::uint8_t* boards, std::int64_t count, std::int64_t* numbers) const override {
        Run run;
        for_each_row(count, [&](std::int64_t i) {
            const Rows board = least_rows(boards + 81 * i);
            if (!run.may_have(board)) run = run_of(board);
            const auto found = std::lower_bound(run.boards.begin(), run.boards.end(), board);
            numbers[i] = run.begin + (found - run.boards.begin());
        });
    }

    void unrank(const std::int64_t* numbers, std::int64_t count, std::uint8_t* boards) const override {
        Run run;
        for_each_row(count, [&](std::int64_t i) {
            if (!run.has(numbers[i])) run = run_of(numbers[i]);
            const Rows& board = run.boards[numbers[i] - run.begin];
            for (int cell = 0; cell < 81; ++cell)
                boards[81 * i + cell] = static_cast<std::uint8_t>(board[cell / 9][cell % 9] + 1);
        });
    }

private:
    // The least boards that begin with the same five rows, and the number of the first.
    struct Run {
        std::int64_t begin = 0;
        std::vector<Rows> boards;

        std::int64_t end() const { return begin + static_cast<std::int64_t>(boards.size()); }
        bool has(std::int64_t number) const { return begin <= number && number < end(); }
        bool may_have(const Rows& board) const {
            return !boards.empty() && std::equal(board.begin(), board.begin() + 5, boards.front().begin());
        }
    };

    static Rows least_rows(const std::uint8_t* board) {
        std::array<std::uint8_t, 81> cells;
        FullSymmetry<Geometry9>(Geometry9(), board).least_image(cells.data());
        Rows rows;
        for (int cell = 0; cell < 81; ++cell) rows[cell / 9][cell % 9] = static_cast<std::uint8_t>(cells[cell] - 1);
        return rows;
    }

    // The fifth rows of an entry, one after another.
    class Walk {
    public:
        Walk(const LeastBoards& boards, const Row& fourth, const ClassTable::Entry& entry)
            : boards_(boards), fourth_(fourth), memory_(boards.memory()) {
            std::size_t place = 0;
            boards.for_each_fifth_row(fourth, [&](const Row& row) {
                if (place >= entry.fifth_begin) fifth_rows_.push_back(row);
                return ++place < entry.fifth_end;
            });
        }

        std::size_t size() const { return fifth_rows_.size(); }

        std::int64_t count(std::size_t begin, std::size_t end) {
            std::int64_t boards = 0;
            for (std::size_t row = begin; row < end; ++row) for_each_board(row, [&](const auto&) { ++boards; });
            return boards;
        }

        std::vector<Rows> boards(std::size_t row) {
            std::vector<Rows> boards;
            for_each_board(row, [&](const auto& found) { boards.push_back(found.rows()); });
            return boards;
        }

    private:
        template <class Visit>
        void for_each_board(std::size_t row, Visit visit) {
            boards_.for_each_board(fourth_, fifth_rows_[row], memory_, [&](const auto& found) {
                visit(found);
                return true;
            });
        }

        const LeastBoards& boards_;
        const Row& fourth_;
        LastRowsByDigits memory_;
        std::vector<Row> fifth_rows_;
    };

    Run run_of(const Rows& board) const {
        const int band = BandClasses::table().number_of_least({board[0], board[1], board[2]});
        const auto& [boards, fourth_rows] = least_[band];
        const std::size_t fourth =
            std::lower_bound(fourth_rows.begin(), fourth_rows.end(), board[3]) - fourth_rows.begin();
        std::size_t fifth = 0;
        boards.for_each_fifth_row(board[3], [&](const Row& row) { return row < board[4] && ++fifth; });
        const auto entry = table_.entry_of_rows(band, fourth, fifth);
        Walk walk(boards, board[3], entry);
        const std::size_t place = fifth - entry.fifth_begin;
        Run run{entry.begin, walk.boards(place)};
        if (place < walk.size() / 2)
            run.begin += walk.count(0, place);
        else
            run.begin = entry.end - walk.count(place + 1, walk.size()) - static_cast<std::int64_t>(run.boards.size());
        return run;
    }

    Run run_of(std::int64_t number) const {
        const auto entry = table_.entry_of_class(number);
        const auto& [boards, fourth_rows] = least_[entry.band];
        Walk walk(boards, fourth_rows[entry.fourth_row], entry);
        const bool forward = number - entry.begin < entry.end - number;
        std::int64_t begin = entry.begin, end = entry.end;  // of what is left
        for (std::size_t i = 0; i < walk.size(); ++i) {
            Run run{begin, walk.boards(forward ? i : walk.size() - 1 - i)};
            if (!forward) run.begin = end - static_cast<std::int64_t>(run.boards.size());
            if (run.has(number)) return run;
            (forward ? begin : end) = forward ? run.end() : run.begin;
        }
        ClassTable::refuse();
    }

    ClassTable table_;
    LeastBoardsOfBands least_;
};

}  // namespace engine::classes
