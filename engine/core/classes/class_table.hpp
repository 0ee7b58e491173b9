// The table of how many classes begin with some first rows: which entry a board or a number belongs to.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "classes/band_classes.hpp"
#include "classes/class_numbers.hpp"

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

}  // namespace engine::classes
