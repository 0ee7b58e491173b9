// How many minimal puzzles a carved one counts for, which corrects the bias of carving.
//
// Look at a puzzle together with the order in which the m other clues were removed. After t of them, let r(t) be the
// number of clues of which any one could be removed without a second solution. Carving removes each of these with the
// same probability, because a clue that it tries in vain is necessary from then on. So the probability of this order
// is
//
//     1 / (r(0) * r(1) * ... * r(m-1)).
//
// Every order of the m clues leads to the puzzle: with more clues than the puzzle there is one solution too. Give
// each of the m! orders an equal share of the puzzle, 1 / m!. A puzzle and an order then have the weight
//
//     r(0) * r(1) * ... * r(m-1) / m!
//
// and the mean of any figure times the weight, over all that carving makes, is the sum of the figure over all minimal
// puzzles of the board: an importance sample (Horvitz and Thompson 1952; of the leaves of a tree, Knuth 1975,
// "Estimating the efficiency of backtrack programs"). The mean weight itself is the number of minimal puzzles of the
// board.
//
// A necessary clue stays necessary. Let its time be how many clues are gone when it becomes necessary. Then r(t) is the
// number of clues left, less the clues of the puzzle with a time up to t. So the times are all that is needed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "board/random.hpp"
#include "carving/carve_lanes.hpp"
#include "carving/carving.hpp"
#include "generation/generate.hpp"

namespace engine {

// An order in which the clues of a board went. Times are counted in clues that have gone.
template <class G>
struct Removal {
    static constexpr int cells = G::cells;

    const std::uint8_t* board;
    int gone = 0;              // cells without a clue
    std::uint8_t cell[cells];  // in the order they went
    std::uint8_t time[cells];  // by cell: after how many others it went; of a clue, when it is necessary at the latest

    explicit Removal(const std::uint8_t* board) : board(board) {}

    bool is_clue(int which) const { return time[which] == gone || cell[time[which]] != which; }

    // The order in which the first pass of carving took clues off.
    static Removal of_carving(const std::uint8_t* board, const std::uint8_t* puzzle, std::uint64_t seed) {
        Removal removal(board);
        std::uint16_t order[cells];
        draw_order(seed, board_hash(board, G::size), 0, cells, order);
        for (const std::uint16_t cell : order) removal.next(cell, puzzle[cell] == 0);
        return removal;
    }

    // Any order, all being equally likely.
    static Removal at_random(const std::uint8_t* board, const std::uint8_t* puzzle, Random& random) {
        Removal removal(board);
        std::uint8_t order[cells];
        int count = 0;
        for (int cell = 0; cell < cells; ++cell)
            if (!puzzle[cell]) order[count++] = static_cast<std::uint8_t>(cell);
        random.shuffle(order, count);
        for (int i = 0; i < count; ++i) removal.next(order[i], true);
        for (int cell = 0; cell < cells; ++cell)
            if (puzzle[cell]) removal.next(cell, false);
        return removal;
    }

private:
    void next(int which, bool goes) {
        time[which] = static_cast<std::uint8_t>(gone);
        if (goes) cell[gone++] = static_cast<std::uint8_t>(which);
    }
};

// The weight, kept up to date while the times of the clues are found out. It only goes down.
template <class G>
class Weight {
public:
    Weight() = default;
    explicit Weight(const Removal<G>& removal) : weight_(1), gone_(removal.gone) {
        int necessary[Removal<G>::cells + 1] = {};
        for (int cell = 0; cell < Removal<G>::cells; ++cell) necessary[removal.time[cell]] += removal.is_clue(cell);
        for (int t = 0, clues = Removal<G>::cells; t < gone_; ++t, --clues) {
            clues -= necessary[t];
            removable_[t] = clues;
            weight_ *= static_cast<double>(clues) / (t + 1);
        }
    }

    double value() const { return weight_; }

    // A clue is necessary from an earlier time on.
    void advance(int from, int to) {
        for (int t = to; t < std::min(from, gone_); ++t) {
            weight_ *= static_cast<double>(removable_[t] - 1) / removable_[t];
            --removable_[t];
        }
    }

private:
    double weight_ = 0;
    int gone_ = 0;
    int removable_[Removal<G>::cells];  // r(t)
};

// Weights of puzzles at any size, a search for each question; below is the fast way for 9x9.
template <class G>
double weigh(const Removal<G>& removal, CandidateSearch<G>& search) {
    Weight<G> weight(removal);
    for (int cell = 0; cell < Removal<G>::cells; ++cell) {
        if (!removal.is_clue(cell)) continue;
        std::uint8_t puzzle[Removal<G>::cells];
        std::memcpy(puzzle, removal.board, sizeof puzzle);
        int time = 0;
        for (; time < removal.time[cell]; ++time) {
            if (other_solution(G(), puzzle, removal.board, cell, search) == Other::found) break;
            puzzle[removal.cell[time]] = 0;
        }
        weight.advance(removal.time[cell], time);
    }
    return weight.value();
}

// Weights of 9x9 puzzles, many side by side in the lanes of the processor's registers.
//
// When does a clue become necessary? Let all that go up to some time be gone, and the clue as well, and look for
// another solution. If there is none the time comes later. If there is one, the cells where it differs from the board
// are an unavoidable set of which this clue is the last: the clue is necessary from when the others of the set have
// gone.
class WeighTask {
public:
    // Each weight is written in the place of its floor. Once it is clear that it is below that, it is not followed up:
    // what is written then is some number below the floor.
    WeighTask(const Removal<Geometry9>* removals, std::int64_t count, double* weights)
        : removals_(removals), count_(count), weights_(weights) {}

    bool load(int lane, LaneState& state) {
        Work& work = work_[lane];
        for (;;) {
            if (!work.at_work && !next_removal(work)) return false;
            for (; work.cell < 81 && work.weight.value() >= weights_[work.number]; next_clue(work)) {
                if (!work.removal->is_clue(work.cell)) continue;
                const int digit = work.removal->board[work.cell] - 1;
                while (work.earliest < work.latest) {
                    go_to(work, asked(work));
                    work.places.flip(work.cell, digit);
                    const bool forced = work.places.forced(work.cell, digit);
                    if (!forced) work.places.load(work.cell, digit, state, lane);
                    work.places.flip(work.cell, digit);
                    if (!forced) return true;
                    work.earliest = asked(work) + 1;
                }
            }
            weights_[work.number] = work.weight.value();
            work.at_work = false;
        }
    }

    WordCells branch(int lane, LaneState& state) { return cell_astray(state, lane, work_[lane].board); }

    bool solved(int lane, LaneState& state) {
        Work& work = work_[lane];
        const Diagonals<std::uint32_t> set = cells_that_differ(state, lane, work.board);
        int time = 0;
        for (int w = 0; w < diagonals; ++w)
            for (std::uint32_t rest = set.word[w]; rest; rest &= rest - 1) {
                const int cell = cell_of(w, std::countr_zero(rest));
                if (cell != work.cell) time = std::max(time, work.removal->time[cell] + 1);
            }
        work.weight.advance(work.latest, time);
        work.latest = time;
        return false;
    }

    void exhausted(int lane) {
        Work& work = work_[lane];
        work.earliest = asked(work) + 1;
    }

private:
    // No unavoidable set has fewer than four cells, so nothing is necessary before three have gone.
    static constexpr int first_time = 3;

    struct Work {
        bool at_work = false;
        std::int64_t number;
        const Removal<Geometry9>* removal;
        Weight<Geometry9> weight;
        BoardWords board;
        DigitPlaces places;  // when this many have gone:
        int gone;
        int cell;              // of the clue whose time is looked for
        int earliest, latest;  // what its time can be
    };

    bool next_removal(Work& work) {
        if (next_ == count_) return false;
        work.number = next_++;
        work.removal = &removals_[work.number];
        work.weight = Weight<Geometry9>(*work.removal);
        read_board_words(work.removal->board, work.board);
        work.places.read(work.removal->board);
        work.gone = 0;
        work.cell = -1;
        next_clue(work);
        return work.at_work = true;
    }

    static void next_clue(Work& work) {
        if (++work.cell == 81) return;
        work.earliest = first_time;
        work.latest = work.removal->time[work.cell];
    }

    // The time that is asked about next.
    static int asked(const Work& work) { return work.latest - 1 - (work.latest - 1 - work.earliest) / 4; }

    static void go_to(Work& work, int time) {
        for (; work.gone < time; ++work.gone) flip_next(work);
        while (work.gone > time) {
            --work.gone;
            flip_next(work);
        }
    }
    static void flip_next(Work& work) {
        const int cell = work.removal->cell[work.gone];
        work.places.flip(cell, work.removal->board[cell] - 1);
    }

    const Removal<Geometry9>* removals_;
    std::int64_t count_, next_ = 0;
    double* weights_;
    Work work_[lane_count];
};

// Each weight is written in the place of its floor.
template <class G>
void weigh_all(const std::vector<Removal<G>>& removals, double* weights, CandidateSearch<G>& search) {
    if constexpr (G::size == 9) {
        const auto count = static_cast<std::int64_t>(removals.size());
        search_in_lanes(*on_heap<WeighTask>(removals.data(), count, weights));
    } else {
        for (std::size_t i = 0; i < removals.size(); ++i) weights[i] = weigh(removals[i], search);
    }
}

// Fair samples: of all minimal puzzles there are, any one is as likely as any other.
//
// An attempt takes a uniform random board and carves it in random order. Its puzzle counts for its weight
// (as above), but a few puzzles have most of the weight. So a puzzle is accepted with a probability in proportion
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
        weigh_all(removals, weights.data(), search_);
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
        weigh_all(removals, weights.data(), search_);
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

    std::uint64_t seed_;
    UniformBoards<G> uniform_;
    CandidateSearch<G> search_;
    std::vector<std::uint8_t> boards_, puzzles_;
    std::vector<std::uint64_t> seeds_;
};

}  // namespace engine
