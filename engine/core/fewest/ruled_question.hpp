// What a puzzle on a known board of up to 81 cells leaves open under rules, as Question says it of plain 9x9 puzzles.
//
// A guess takes the digit of the board first, so that the first solutions have most digits in common with it. The cells
// in which one differs are opened again, until none of the first solutions there differs in fewer.
#pragma once

#include <cstdint>
#include <vector>

#include "fewest/question.hpp"
#include "rules/solve.hpp"

namespace engine {

class RuledQuestion {
public:
    static constexpr int most_cells = 30;  // of the sets to begin with: under rules those of few cells are few

    RuledQuestion(const std::int32_t* numbers, const std::uint8_t* board)
        : rules_(numbers), board_(board, board + rules_.cells()), clues_(board_.size()) {}

    // Some sets that a puzzle leaves open, `most` at most, none that shares a cell with another; none if it has one solution.
    const std::vector<Cells9>& ask(Cells9 puzzle, int most) {
        sets_.clear();
        while (static_cast<int>(sets_.size()) < most) {
            Cells9 set = smallest(puzzle);
            if (!set.any()) break;
            for (Cells9 smaller; (smaller = smallest(all_.without(set))).count() < set.count();) set = smaller;
            sets_.push_back(set);
            puzzle = puzzle | set;
        }
        return sets_;
    }

    // The first sets that each of some puzzles with few open cells leaves open.
    std::vector<Cells9> list(const std::vector<Cells9>& puzzles) {
        std::vector<Cells9> sets;
        for (const Cells9& puzzle : puzzles)
            each(puzzle, [&, found = 0](const Cells9& set) mutable {
                sets.push_back(set);
                return ++found < most_listed;
            });
        return sets;
    }

private:
    static constexpr int most_listed = 2'000, most_compared = 8;

    // The smallest of the first few; none if the board is the only solution.
    Cells9 smallest(const Cells9& puzzle) {
        Cells9 best;
        each(puzzle, [&, found = 0](const Cells9& set) mutable {
            if (!found++ || set.count() < best.count()) best = set;
            return found < most_compared;
        });
        return best;
    }

    template <class Found>
    void each(const Cells9& puzzle, Found found) {
        for (int cell = 0; cell < rules_.cells(); ++cell) clues_[cell] = puzzle.has(cell) ? board_[cell] : 0;
        rules_.others(clues_.data(), board_.data(), [&](const rules::Domains& other) {
            Cells9 set;
            for (int cell = 0; cell < rules_.cells(); ++cell)
                if (other.of[cell] != digit_bit(board_[cell])) set.add(cell);
            return found(set);
        });
    }

    rules::RuledPuzzle rules_;
    std::vector<std::uint8_t> board_, clues_;
    Cells9 all_ = Cells9::all(rules_.cells());
    std::vector<Cells9> sets_;
};

}  // namespace engine
