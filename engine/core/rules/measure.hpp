// The reference search under rules: what a puzzle's stored metrics count. Unlike search.hpp it learns nothing, so that its counts
// say something about the puzzle: inference, then a guess in the cell with the fewest candidates, the lowest first, digits
// ascending, until a second solution is found or excluded.
#pragma once

#include "rules/network.hpp"
#include "search/metrics.hpp"
#include "stop/watch.hpp"

namespace engine::rules {

class MeasuringSearch {
public:
    MeasuringSearch(Network& network, std::int64_t most_nodes) : network_(network), most_nodes_(most_nodes) {}

    Metrics run(const Domains& from) {
        network_.looks = network_.house_looks = 0;
        explore(from, 0);
        counts_.comparisons = network_.looks;
        if (cut_short_) counts_.solutions = -1;
        return counts_;
    }

private:
    void explore(const Domains& from, std::int64_t depth) {
        if (counts_.nodes == most_nodes_) {
            cut_short_ = true;
            return;
        }
        watch_.step();
        ++counts_.nodes;
        counts_.max_depth = std::max(counts_.max_depth, depth);
        Domains domains = from;
        const int open_before = depth ? 0 : open_cells(from);
        const bool alive = network_.propagate(domains);
        if (!depth) {
            counts_.filled = alive ? open_before - open_cells(domains) : 0;
            counts_.hidden_rounds = network_.house_looks;
        }
        if (!alive) {
            ++counts_.backtracks;
            return;
        }
        const int cell = fewest_candidates(domains);
        if (cell < 0) {
            ++counts_.solutions;
            return;
        }
        ++counts_.guesses;
        for (std::uint32_t rest = domains.of[cell]; rest && counts_.solutions < 2 && !cut_short_; rest &= rest - 1) {
            Domains guessed = domains;
            guessed.keep(cell, static_cast<Candidates>(rest & -rest));
            explore(guessed, depth + 1);
        }
    }

    int open_cells(const Domains& domains) const {
        int open = 0;
        for (int cell = 0; cell < network_.cells(); ++cell) open += !single(domains.of[cell]);
        return open;
    }

    // -1 where all cells are known.
    int fewest_candidates(const Domains& domains) const {
        int best = -1, fewest = 17;
        for (int cell = 0; cell < network_.cells(); ++cell) {
            const int digits = std::popcount(domains.of[cell]);
            if (digits > 1 && digits < fewest) best = cell, fewest = digits;
        }
        return best;
    }

    Network& network_;
    std::int64_t most_nodes_;
    Metrics counts_;
    bool cut_short_ = false;
    Watch<256> watch_;
};

}  // namespace engine::rules
