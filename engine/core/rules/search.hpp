// Search under any rules: candidates removed by inference, then a guess in the cell that takes part in most contradictions for
// its number of candidates (Boussemart et al. 2004, "Boosting systematic search by weighting constraints"). Until a solution is
// found, it starts again after ever more contradictions, with what it has learned about the cells.
#pragma once

#include "rules/network.hpp"
#include "stop/watch.hpp"

namespace engine::rules {

class Search {
public:
    explicit Search(Network& network) : network_(network), cells_(network.cells()) {}

    std::int64_t guesses = 0;

    // Calls `found(domains)` with each solution, until it returns false. False where that ended the search.
    template <class Found>
    bool run(const Domains& from, Found found) {
        network_.forget_weights();
        bool any = false;
        const auto note = [&](const Domains& domains) {
            any = true;
            return found(domains);
        };
        for (std::int64_t patience = 30;; patience += patience / 2) {
            const End end = descend(from, patience, any, note);
            if (end != End::impatient) return end == End::exhausted;
        }
    }

private:
    enum class End { exhausted, stopped, impatient };

    template <class Found>
    End descend(const Domains& from, std::int64_t patience, const bool& any, Found found) {
        domains_ = from;
        depth_ = 0;
        bool alive = network_.propagate(domains_);
        for (;;) {
            watch_.step();
            const int cell = alive ? choose() : -1;
            if (cell >= 0) {
                guess(cell);
            } else {
                if (alive && !found(domains_)) return End::stopped;
                if (!alive && --patience < 0 && !any && depth_) return End::impatient;
                if (!depth_) return End::exhausted;
                resume();
            }
            alive = network_.propagate(domains_);
        }
    }

    // The cell to guess in; -1 where all are known.
    int choose() const {
        int best = -1;
        double most = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            const int digits = std::popcount(domains_.of[cell]);
            if (digits < 2) continue;
            const double worth = network_.weight[cell] / digits;
            if (worth > most) most = worth, best = cell;
        }
        return best;
    }

    void guess(int cell) {
        ++guesses;
        if (depth_ == frames_.size()) frames_.push_back({std::vector<Candidates>(static_cast<std::size_t>(cells_)), 0});
        Kept& kept = frames_[depth_++];
        std::copy_n(domains_.of, cells_, kept.of.data());
        const Candidates digit = domains_.of[cell] & -domains_.of[cell];
        kept.of[cell] ^= digit;
        kept.cell = cell;
        domains_.keep(cell, digit);
    }

    // Back to the last guess, without the digit that was tried.
    void resume() {
        const Kept& kept = frames_[--depth_];
        std::copy_n(kept.of.data(), cells_, domains_.of);
        network_.wake(domains_, kept.cell);
    }

    struct Kept {
        std::vector<Candidates> of;
        int cell;
    };

    Network& network_;
    int cells_;
    Domains domains_;
    std::size_t depth_ = 0;
    std::vector<Kept> frames_;
    Watch<256> watch_;
};

}  // namespace engine::rules
