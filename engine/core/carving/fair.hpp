// Fair samples: of all minimal puzzles there are, any one is as likely as any other.
//
// An attempt takes a uniform random board and carves it in random order. Its puzzle counts for its weight
// (removal.hpp), but a few puzzles have most of the weight. So a puzzle is accepted with a probability in proportion
// to its weight, and all accepted ones count the same: rejection sampling. A bound that no weight exceeds would be
// far too large, so heavier puzzles are always accepted, and count for their weight over the bound (rejection
// control: Liu, Chen and Wong 1998, "Rejection control and sequential importance sampling").
//
// The weight of a puzzle depends on the order in which its clues were removed, which explains much of the
// differences. So there are two rounds:
//
// 1. An attempt with weight w survives with probability min(1, w / first), and counts for max(w, first) then.
// 2. For a survivor more orders are drawn, all orders of the same puzzle being equally likely, and weighed. Its
//    weight is the harmonic mean of max(w, first) over all of its orders. It is accepted with probability min(1,
//    weight / second), and counts for max(1, weight / second).
//
// Why the harmonic mean is right: let q(o) be the probability that an attempt carves order o of a puzzle and
// survives. Then 1 / max(w, first) is m! q(o), and drawing o has probability 1 / m!. Take some orders of a puzzle,
// one of them, no matter which, carved and the others drawn. Their probability is that of drawing all of them, times
// the mean of m! q(o). So they have to count for 1 / that mean.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "carving/carve_lanes.hpp"
#include "carving/removal.hpp"
#include "generation/generate.hpp"

namespace engine {

// How the rounds are made. The bounds are near the mean weight of an attempt, which is the number of minimal puzzles
// of a board, and well above it: they decide how long it takes, and how much the puzzles that are accepted differ in
// weight.
template <class G>
struct FairPlan {
    static constexpr double first = 100, second = 600;
    static constexpr int orders = 4;  // of each survivor
    static constexpr int share = 2;   // attempts for a puzzle that are made together, the later ones maybe in vain
};
template <>
struct FairPlan<Geometry9> {
    static constexpr double first = 3e16, second = 1e18;
    static constexpr int orders = 16, share = 16;
};

// A puzzle of a fair sample.
struct FairRow {
    std::uint8_t *board, *puzzle;
    double* weight;
    std::int32_t* attempts;
};

template <class G>
class FairSampling {
    using Plan = FairPlan<G>;
    static constexpr int cells = G::cells;

public:
    explicit FairSampling(std::uint64_t seed) : seed_(seed) {}

    // Finds the puzzles number `start`, `start` + 1, ... of the seed; `row(i)` is where number `start` + i goes.
    template <class Row>
    void run(std::uint64_t start, std::int64_t count, Row row) {
        std::int64_t next = 0;
        for (std::vector<Search> open;;) {
            for (; next < count && open.size() < most_open; ++next) open.push_back({start + next, row(next)});
            if (open.empty()) return;
            attempt_all(open);
            std::erase_if(open, [](const Search& search) { return search.found; });
        }
    }

private:
    static constexpr std::size_t most_open = 16;  // puzzles that are searched for side by side: all lanes have work

    struct Search {
        std::uint64_t number;
        FairRow row;
        std::uint64_t attempts = 0;
        bool found = false;
    };

    struct Attempt {
        Search* search;
        std::uint64_t index, seed;  // of the attempts for the puzzle, and for carving
        const std::uint8_t *board, *puzzle;
        Random random;
        double weight;
    };

    void attempt_all(std::vector<Search>& open) {
        const std::size_t count = open.size() * Plan::share;
        boards_.resize(count * cells);
        puzzles_.resize(count * cells);
        seeds_.resize(count);
        std::vector<Attempt> attempts;
        for (std::size_t i = 0; i < count; ++i) {
            Search& search = open[i / Plan::share];
            const std::uint64_t stream = mix(mix(seed_) + search.number), index = search.attempts + i % Plan::share;
            uniform_.generate(stream, index, &boards_[i * cells]);
            seeds_[i] = mix(stream + mix(index));
            Random random(~stream, index);
            attempts.push_back({&search, index, seeds_[i], &boards_[i * cells], &puzzles_[i * cells], random, 0});
        }
        carve();
        pass_first_round(attempts);
        weigh_more_orders(attempts);
        for (Attempt& attempt : attempts) pass_second_round(attempt);
        for (Search& search : open) search.attempts += Plan::share;
    }

    // Drops the attempts that do not survive.
    void pass_first_round(std::vector<Attempt>& attempts) {
        std::vector<Removal<G>> removals;
        std::vector<double> weights;
        for (Attempt& attempt : attempts) {
            removals.push_back(Removal<G>::of_carving(attempt.board, attempt.puzzle, attempt.seed));
            weights.push_back(Plan::first * attempt.random.fraction());
        }
        const std::vector<double> least = weights;
        weigh(removals, weights);
        std::vector<Attempt> survivors;
        for (std::size_t i = 0; i < attempts.size(); ++i)
            if (weights[i] >= least[i]) {
                attempts[i].weight = weights[i];
                survivors.push_back(attempts[i]);
            }
        attempts.swap(survivors);
    }

    void weigh_more_orders(std::vector<Attempt>& attempts) {
        std::vector<Removal<G>> removals;
        for (Attempt& attempt : attempts)
            for (int order = 1; order < Plan::orders; ++order)
                removals.push_back(Removal<G>::at_random(attempt.board, attempt.puzzle, attempt.random));
        std::vector<double> weights(removals.size(), Plan::first);  // what is below that counts for that
        weigh(removals, weights);
        const double* weight = weights.data();
        for (Attempt& attempt : attempts) {
            double inverses = 1 / std::max(attempt.weight, Plan::first);
            for (int order = 1; order < Plan::orders; ++order) inverses += 1 / std::max(*weight++, Plan::first);
            attempt.weight = Plan::orders / inverses;
        }
    }

    // Takes the first attempt that is accepted for the puzzle searched for.
    static void pass_second_round(Attempt& attempt) {
        Search& search = *attempt.search;
        if (search.found || attempt.weight < Plan::second * attempt.random.fraction()) return;
        search.found = true;
        *search.row.attempts = static_cast<std::int32_t>(attempt.index + 1);
        std::memcpy(search.row.board, attempt.board, cells);
        std::memcpy(search.row.puzzle, attempt.puzzle, cells);
        *search.row.weight = std::max(1.0, attempt.weight / Plan::second);
    }

    void carve() {
        if constexpr (G::size == 9) {
            search_in_lanes(*on_heap<CarveTask>(boards_.data(), seeds_, puzzles_.data()));
        } else {
            const Orbits<G> orbits(no_pattern);
            for (std::size_t i = 0; i < seeds_.size(); ++i)
                engine::carve(G(), &boards_[i * cells], seeds_[i], 0, orbits, search_, &puzzles_[i * cells]);
        }
    }

    // Each weight is written in the place of its floor.
    void weigh(const std::vector<Removal<G>>& removals, std::vector<double>& weights) {
        if constexpr (G::size == 9) {
            const auto count = static_cast<std::int64_t>(removals.size());
            search_in_lanes(*on_heap<WeighTask>(removals.data(), count, weights.data()));
        } else {
            for (std::size_t i = 0; i < removals.size(); ++i) weights[i] = engine::weigh(removals[i], search_);
        }
    }

    std::uint64_t seed_;
    UniformBoards<G> uniform_;
    CandidateSearch<G> search_;
    std::vector<std::uint8_t> boards_, puzzles_;
    std::vector<std::uint64_t> seeds_;
};

}  // namespace engine
