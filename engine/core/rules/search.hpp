// How much each cell has taken part in contradictions, later ones counting more: where to guess next (Boussemart et al. 2004,
// "Boosting systematic search by weighting constraints").
#pragma once

#include "board/random.hpp"
#include "rules/network.hpp"
#include "stop/watch.hpp"

namespace engine::rules {

class CellWeights {
public:
    double operator[](int cell) const { return weight_[cell]; }

    // From the number of its constraints.
    void begin(const Network& network) {
        for (int cell = 0; cell < network.cells(); ++cell)
            weight_[cell] = at_first * (1 + network.constraints_of(cell));
        share_ = 1.0;
        contradictions_ = 0;
    }

    // The same to all cells of a contradiction, and half as much to the cell guessed in: ever less in long searches if only two
    // cells contradict each other.
    void blame(std::span<const std::uint8_t> cells, int guessed) {
        double half = share_ / 2;
        // Divides last: some levels of processor add a product without rounding it, and would guess in other cells.
        if (cells.size() == 2) half = half * half_after / (half_after + contradictions_);
        ++contradictions_;
        weight_[guessed] += half;
        for (const int cell : cells) weight_[cell] += share_ / static_cast<double>(cells.size());
        share_ *= growth;
        if (share_ < 1e100) return;
        for (double& weight : weight_) weight *= 1e-100;
        share_ *= 1e-100;
    }

private:
    static constexpr double at_first = 4, growth = 1.001, half_after = 1000;

    double weight_[most_cells] = {}, share_ = 1.0, contradictions_ = 0;
};

// Search under any rules: candidates removed by inference, then a guess in the cell that takes part in most contradictions for
// its number of candidates. A search for boards at random starts again after ever more contradictions, with what it has learned
// about the cells.
class Search {
public:
    explicit Search(Network& network) : network_(network), cells_(network.cells()) {}

    std::int64_t guesses = 0;

    // Guesses digits at random from here on, until it is called with null.
    void draw_from(Random* random) { random_ = random; }

    // Guesses after which inference is to be thorough: few pay if many puzzles are under the same rules.
    void expect(std::int64_t guesses) { easy_ = guesses; }

    // Ends a search after so many guesses; until it is called with 0.
    void give_up_after(std::int64_t guesses) { most_ = guesses ? guesses : no_limit; }
    bool gave_up() const { return guesses_here_ >= most_; }

    // Guesses first what is not among these sets of digits, one for each cell; until it is called with null.
    void prefer_others_than(const std::uint16_t* seen) { seen_ = seen; }

    // Forgets what it has learned about the cells.
    void begin() {
        weights_.begin(network_);
        network_.be_thorough(false);
        guesses_here_ = 0;
    }

    // Calls `found(domains)` with each solution, until it returns false. False if that ended the search, or if it gave up.
    template <class Found>
    bool run(const Domains& from, Found found) {
        for (std::int64_t patience = 1000;; patience += patience / 2) {
            domains_ = from;
            depth_ = 0;
            const End end = descend(patience, found);
            if (end != End::impatient) return end == End::exhausted;
        }
    }

    // Goes on where it gave up.
    template <class Found>
    bool go_on(Found found) {
        return descend(0, found) == End::exhausted;
    }

private:
    enum class End { exhausted, stopped, impatient };
    static constexpr std::int64_t no_limit = INT64_MAX;

    template <class Found>
    End descend(std::int64_t patience, Found found) {
        bool alive = network_.propagate(domains_);
        for (;;) {
            watch_.step();
            const Choice choice = alive ? choose() : Choice{};
            if (choice.cell >= 0) {
                if (gave_up()) return End::stopped;
                guess(choice);
            } else {
                if (alive && !found(domains_)) return End::stopped;
                if (!depth_) return End::exhausted;
                if (!alive) weights_.blame(network_.conflict(), tried_);
                if (!alive && --patience < 0 && random_) return End::impatient;
                resume();
            }
            alive = network_.propagate(domains_);
        }
    }

    Candidates first_of(int cell) {
        Candidates digits = domains_.of[cell];
        if (seen_ && digits & ~seen_[cell]) digits &= ~seen_[cell];
        if (random_)
            for (std::uint32_t skipped = random_->below(static_cast<std::uint32_t>(std::popcount(digits))); skipped;
                 --skipped)
                digits &= digits - 1;
        return digits & -digits;
    }

    struct Choice {
        int cell = -1;
        Candidates digit = 0;
    };

    // The cell to guess in and its digit; no cell if all are known.
    Choice choose() {
        Choice best;
        double most = -1;
        int fewest = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            const int digits = std::popcount(domains_.of[cell]);
            if (digits < 2) continue;
            const double worth = weights_[cell] / digits;
            if (worth > most) most = worth, best.cell = cell, fewest = digits;
        }
        if (best.cell < 0) return best;
        best.digit = first_of(best.cell);
        if (random_) return best;
        if (fewest > 2) choose_place(best, most);
        return best;
    }

    // One of the two places that a digit has in a house instead, if that is worth more.
    void choose_place(Choice& best, double most) const {
        for (const Cells& house : network_.houses().list()) {
            if (static_cast<int>(house.size()) != network_.size()) continue;
            Candidates once = 0, twice = 0, thrice = 0;
            for (const int cell : house) {
                const Candidates here = domains_.of[cell];
                thrice |= twice & here;
                twice |= once & here;
                once |= here;
            }
            for (std::uint32_t rest = twice & ~thrice; rest; rest &= rest - 1) {
                const auto digit = static_cast<Candidates>(rest & -rest);
                int places[2] = {}, count = 0;
                for (const int cell : house)
                    if (domains_.of[cell] & digit) places[count++ & 1] = cell;
                const double worth = (weights_[places[0]] + weights_[places[1]]) / 4;
                if (worth <= most) continue;
                most = worth;
                best = {weights_[places[0]] >= weights_[places[1]] ? places[0] : places[1], digit};
            }
        }
    }

    void guess(Choice choice) {
        ++guesses;
        if (++guesses_here_ == easy_) network_.be_thorough(true);
        if (depth_ == frames_.size()) frames_.push_back({std::vector<Candidates>(static_cast<std::size_t>(cells_)), 0});
        Kept& kept = frames_[depth_++];
        std::copy_n(domains_.of, cells_, kept.of.data());
        kept.of[choice.cell] ^= choice.digit;
        kept.guessed = tried_ = choice.cell;
        domains_.keep(choice.cell, choice.digit);
    }

    // Back to the last guess, without the digit that was tried.
    void resume() {
        const Kept& kept = frames_[--depth_];
        std::copy_n(kept.of.data(), cells_, domains_.of);
        tried_ = kept.guessed;
        network_.wake(domains_, kept.guessed);
    }

    struct Kept {
        std::vector<Candidates> of;
        int guessed;
    };

    Network& network_;
    CellWeights weights_;
    std::int64_t guesses_here_ = 0, easy_ = 400, most_ = no_limit;
    int cells_, tried_ = 0;  // the cell where the last guess was made or taken back
    Domains domains_;
    std::size_t depth_ = 0;
    std::vector<Kept> frames_;
    Random* random_ = nullptr;
    const std::uint16_t* seen_ = nullptr;
    Watch<256> watch_;
};

}  // namespace engine::rules
