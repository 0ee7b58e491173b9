// All minimal puzzles of a small board, as the minimal sets of cells that meet each unavoidable set.
//
// A set of cells is unavoidable if another board differs from this one in these cells alone. Clues have one solution
// if and only if they meet each of them, and no clue can be removed if each is alone in one of them: a minimal
// transversal. Those are enumerated as by Murakami and Uno (2014, "Efficient algorithms for dualizing large-scale
// hypergraphs"), with a bit for each unavoidable set.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "stop/watch.hpp"

namespace engine {

// The minimal unavoidable sets of a board of up to 64 cells, each a set of bits, small ones first. `peers` are the
// cells that differ from a cell, `digits` how many digits there are.
class Unavoidable {
public:
    Unavoidable(std::span<const std::uint64_t> peers, std::span<const std::uint8_t> board, int digits)
        : peers_(peers), board_(board), digits_(digits), cells_of_(digits) {}

    std::vector<std::uint64_t> find() {
        ending_.resize(board_.size());
        place(0, 0);
        std::vector<std::uint64_t> all, minimal;
        for (const auto& some : ending_) all.insert(all.end(), some.begin(), some.end());
        std::ranges::sort(all, {}, [](std::uint64_t set) { return std::pair(std::popcount(set), set); });
        for (const std::uint64_t set : all)
            if (!has_one_of(minimal, set)) minimal.push_back(set);
        return minimal;
    }

private:
    static bool has_one_of(std::span<const std::uint64_t> sets, std::uint64_t cells) {
        return std::ranges::any_of(sets, [&](std::uint64_t set) { return !(set & ~cells); });
    }

    // The digit of the board comes first, so that small sets are found early: what has one of them is not minimal.
    void place(std::size_t cell, std::uint64_t differs) {
        if (cell == board_.size()) {
            if (differs) ending_[std::bit_width(differs) - 1].push_back(differs);
            return;
        }
        watch_.step();
        for (int turn = 0; turn < digits_; ++turn) {
            std::uint64_t& held = cells_of_[(board_[cell] - 1 + turn) % digits_];
            if (held & peers_[cell]) continue;
            const std::uint64_t here = std::uint64_t{1} << cell, now = turn ? differs | here : differs;
            if (turn && has_one_of(ending_[cell], now)) continue;
            held |= here;
            place(cell + 1, now);
            held &= ~here;
        }
    }

    std::span<const std::uint64_t> peers_;
    std::span<const std::uint8_t> board_;
    int digits_;
    std::vector<std::uint64_t> cells_of_;             // of each digit that is placed
    std::vector<std::vector<std::uint64_t>> ending_;  // unavoidable sets by their last cell
    Watch<1024> watch_;
};

// Calls `take(clues)` for each minimal transversal of sets.
template <class Take>
class Transversals {
public:
    Transversals(std::span<const std::uint64_t> sets, std::size_t cells, Take take)
        : sets_(sets),
          cells_(cells),
          words_((sets.size() + 63) / 64),
          with_(cells * words_),
          rows_((cells + 2) * (cells + 2) * words_),
          take_(take) {
        for (std::size_t i = 0; i < sets.size(); ++i)
            for (std::uint64_t rest = sets[i]; rest; rest &= rest - 1)
                with_[std::countr_zero(rest) * words_ + i / 64] |= std::uint64_t{1} << i % 64;
    }

    void find() {
        std::uint64_t* unmet = row(0, 0);
        std::fill_n(unmet, words_, ~std::uint64_t{0});
        if (sets_.size() % 64) unmet[words_ - 1] = (std::uint64_t{1} << sets_.size() % 64) - 1;
        std::uint64_t allowed = ~std::uint64_t{0};
        extend(0, 0, allowed);
    }

private:
    // Row 0 of a depth has the sets that no clue meets, row i those that clue i alone meets.
    std::uint64_t* row(std::size_t depth, std::size_t i) { return rows_.data() + (depth * (cells_ + 2) + i) * words_; }

    void extend(std::size_t depth, std::uint64_t clues, std::uint64_t& allowed) {
        const std::uint64_t* unmet = row(depth, 0);
        std::size_t at = 0;
        while (at < words_ && !unmet[at]) ++at;
        if (at == words_) return take_(clues);
        watch_.step();
        const std::uint64_t tried = sets_[at * 64 + static_cast<std::size_t>(std::countr_zero(unmet[at]))] & allowed;
        allowed &= ~tried;
        for (std::uint64_t rest = tried; rest; rest &= rest - 1) {
            const std::uint64_t cell = rest & -rest;
            if (!add(depth, std::countr_zero(rest))) continue;
            std::uint64_t below = allowed;
            extend(depth + 1, clues | cell, below);
            allowed |= cell;
        }
        allowed |= tried;
    }

    // Writes the rows of the next depth, and returns whether each clue is still alone in a set.
    bool add(std::size_t depth, std::size_t cell) {
        const std::uint64_t* with = with_.data() + cell * words_;
        for (std::size_t i = 1; i <= depth; ++i) {
            const std::uint64_t* before = row(depth, i);
            std::uint64_t *after = row(depth + 1, i), any = 0;
            for (std::size_t k = 0; k < words_; ++k) any |= after[k] = before[k] & ~with[k];
            if (!any) return false;
        }
        const std::uint64_t* before = row(depth, 0);
        std::uint64_t *unmet = row(depth + 1, 0), *alone = row(depth + 1, depth + 1);
        for (std::size_t k = 0; k < words_; ++k) alone[k] = before[k] & with[k], unmet[k] = before[k] & ~with[k];
        return true;
    }

    std::span<const std::uint64_t> sets_;
    std::size_t cells_, words_;
    std::vector<std::uint64_t> with_, rows_;
    Take take_;
    Watch<1024> watch_;
};

}  // namespace engine
