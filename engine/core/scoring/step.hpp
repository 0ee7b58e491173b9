// One step: what it places or removes, and all that its picture and its sentence need.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "scoring/grid.hpp"
#include "scoring/technique.hpp"

namespace engine::scoring {

// Some cells of a unit with one digit more than cells: an almost locked set.
struct LockedSet {
    Cells cells;
    Mask digits = 0;
};

struct Step {
    Technique technique{};
    std::vector<Spot> placed{}, removed{};
    std::vector<std::uint8_t> cells{}, digits{};  // of the pattern
    std::vector<Spot> fins{}, endo_fins{};        // an endo fin lies in two base units
    std::vector<std::uint8_t> base{}, cover{};    // units of a fish, or of any other pattern
    std::vector<LockedSet> sets{};
    std::vector<Spot> common{};                       // restricted commons: the place of a set, shared with the next one
    std::vector<std::vector<std::int16_t>> chains{};  // literals: see literals.hpp
    std::vector<LockedSet> groups{};                  // those that the literals of groups name, each with its digit
    std::array<Cells, 4> colors{};
    int chain_length = 0;

    void clear(Technique of = {}) {
        technique = of;
        placed.clear();
        removed.clear();
        cells.clear();
        digits.clear();
        fins.clear();
        endo_fins.clear();
        base.clear();
        cover.clear();
        sets.clear();
        common.clear();
        chains.clear();
        groups.clear();
        colors = {};
        chain_length = 0;
    }

    void place(int cell, int digit) { placed.push_back(spot(cell, digit)); }
    void remove(int cell, int digit) { removed.push_back(spot(cell, digit)); }
    void remove_all(const Cells& of, int digit) {
        for (const int cell : EachCell(of)) remove(cell, digit);
    }
    void add_cell(int cell) { cells.push_back(static_cast<std::uint8_t>(cell)); }
    void add_cells(const Cells& of) {
        for (const int cell : EachCell(of)) add_cell(cell);
    }
    void add_digit(int digit) { digits.push_back(static_cast<std::uint8_t>(digit)); }
    void add_digits(Mask of) {
        for (const int digit : EachDigit(of)) add_digit(digit);
    }
    void add_fins(const Cells& of, int digit) {
        for (const int cell : EachCell(of)) fins.push_back(spot(cell, digit));
    }

    // By digit and cell, each once.
    void sort_removed() {
        std::sort(removed.begin(), removed.end());
        removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
    }
};

// Where a search leaves the steps that it finds: the first one ends it, or it gathers all.
class Found {
public:
    explicit Found(bool all = false) : all_(all) {}

    // True when the search ends.
    bool take(const Step& step) {
        steps.push_back(step);
        return !all_;
    }
    bool all() const { return all_; }

    std::vector<Step> steps{};

private:
    bool all_;
};

}  // namespace engine::scoring
