// Puzzles under rules: solved, counted, and the candidates that are part of some solution.
#pragma once

#include "rules/puzzles.hpp"
#include "rules/search.hpp"

namespace engine::rules {

class RuledPuzzle {
public:
    explicit RuledPuzzle(const std::int32_t* numbers) : network_(read(numbers)), search_(network_) {}
    RuledPuzzle(const RuledPuzzle&) = delete;

    std::int64_t guesses() const { return search_.guesses; }

    // The number of solutions up to a limit; writes the first where `solution` is not null.
    int count(const std::uint8_t* clues, int limit, std::uint8_t* solution) {
        int count = 0;
        if (!load(clues)) return 0;
        search_.guesses = 0;
        search_.run(start_, [&](const Domains& found) {
            if (count++ == 0 && solution) write(found, solution);
            return count < limit;
        });
        return count;
    }

    // For each cell the digits that it has in some solution.
    void true_candidates(const std::uint8_t* clues, std::uint16_t* out) {
        std::fill_n(out, network_.cells(), 0);
        search_.guesses = 0;
        if (!load(clues) || !network_.propagate(start_)) return;
        const Domains open = start_;
        for (int cell = 0; cell < network_.cells(); ++cell)
            for (Candidates left; (left = open.of[cell] & ~out[cell] & ~gone_[cell]);) {
                const Candidates digit = left & -left;
                start_ = open;
                for (int other = 0; other < network_.cells(); ++other) start_.of[other] &= ~gone_[other];
                network_.start_again(start_);
                start_.keep(cell, digit);
                if (!find(out)) gone_[cell] |= digit;
            }
    }

private:
    static Network read(const std::int32_t* numbers) {
        StatementReader reader(numbers);
        const int size = reader.number();
        return Network(size, reader.statements());
    }

    bool load(const std::uint8_t* clues) {
        network_.start(start_);
        std::fill_n(gone_, most_cells, Candidates{0});
        for (int cell = 0; cell < network_.cells(); ++cell)
            if (clues[cell] && !start_.keep(cell, static_cast<Candidates>(1u << (clues[cell] - 1)))) return false;
        return true;
    }

    bool find(std::uint16_t* out) {
        return !search_.run(start_, [&](const Domains& found) {
            for (int i = 0; i < network_.cells(); ++i) out[i] |= found.of[i];
            return false;
        });
    }

    void write(const Domains& found, std::uint8_t* solution) const {
        for (int cell = 0; cell < network_.cells(); ++cell)
            solution[cell] = static_cast<std::uint8_t>(std::countr_zero(found.of[cell]) + 1);
    }

    Network network_;
    Search search_;
    Domains start_;
    Candidates gone_[most_cells];
};

// Calls `work(puzzle, row)` for each, with the rules of the row.
template <class Work>
void for_each_puzzle(const Puzzles& puzzles, Work work) {
    std::unique_ptr<RuledPuzzle> puzzle;
    for (std::int64_t row = 0; row < puzzles.count; ++row) {
        if (!puzzle || !puzzles.shared)
            puzzle = std::make_unique<RuledPuzzle>(puzzles.numbers + puzzles.starts[puzzles.shared ? 0 : row]);
        work(*puzzle, row);
    }
}

}  // namespace engine::rules
