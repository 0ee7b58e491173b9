// The kernels over whole batches of boards: what the Python side calls.
//
// A batch is `count` boards of `cells` bytes, one after another, checked before it comes here.
#pragma once

#include <memory>
#include <vector>

#include "carving/carve.hpp"
#include "carving/carve9.hpp"
#include "symmetry/full_symmetry.hpp"
#include "generation/generate.hpp"
#include "search/measure9.hpp"
#include "symmetry/packing.hpp"
#include "rating/record.hpp"
#include "search/singles_search.hpp"
#include "search/solve.hpp"
#include "search/solve9.hpp"
#include "symmetry/symmetry.hpp"

namespace engine {

template <int Box>
struct Batch {
    using Shape = Geometry<Box>;
    static constexpr int cells = Shape::cells;

    static void generate(Method method, std::int64_t count, std::uint64_t seed, std::uint64_t start,
                         std::uint8_t* boards, std::int32_t* attempts) {
        for (std::int64_t i = 0; i < count; ++i)
            attempts[i] = engine::generate<Box>(method, seed, start + i, boards + cells * i);
    }

    static void canonical_d4(const std::uint8_t* boards, std::int64_t count, std::uint8_t* out) {
        for (std::int64_t i = 0; i < count; ++i) engine::canonical_d4<Box>(boards + cells * i, out + cells * i);
    }

    static void canonical_d4_relabel(const std::uint8_t* boards, std::int64_t count, std::uint8_t* out) {
        for (std::int64_t i = 0; i < count; ++i) engine::canonical_d4_relabel<Box>(boards + cells * i, out + cells * i);
    }

    static void canonical_full(const std::uint8_t* boards, std::int64_t count, std::uint8_t* out) {
        for (std::int64_t i = 0; i < count; ++i) FullSymmetry<Box>(boards + cells * i).least_image(out + cells * i);
    }

    static void automorphisms(const std::uint8_t* boards, std::int64_t count, std::int64_t* counts) {
        for (std::int64_t i = 0; i < count; ++i) counts[i] = FullSymmetry<Box>(boards + cells * i).automorphisms();
    }

    static void pack(const std::uint8_t* boards, std::int64_t count, std::uint8_t* keys) {
        for (std::int64_t i = 0; i < count; ++i) Packing<Box>::pack(boards + cells * i, keys + Packing<Box>::bytes * i);
    }

    static void unpack(const std::uint8_t* keys, std::int64_t count, std::uint8_t* boards) {
        for (std::int64_t i = 0; i < count; ++i) Packing<Box>::unpack(keys + Packing<Box>::bytes * i, boards + cells * i);
    }

    static void carve(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, Images pattern,
                      std::uint8_t* out) {
        if constexpr (Box == 3) {
            const auto task = std::make_unique<CarveTask>(boards, count, seed, clues, pattern, out);
            search_in_lanes(*task);
        } else {
            CandidateSearch<Box> search;
            const Orbits<Box> orbits(pattern);
            for (std::int64_t i = 0; i < count; ++i)
                engine::carve<Box>(boards + cells * i, seed, clues, orbits, search, out + cells * i);
        }
    }

    static void clue_symmetries(const std::uint8_t* puzzles, std::int64_t count, Images* out) {
        for (std::int64_t i = 0; i < count; ++i) out[i] = engine::clue_symmetries<Box>(puzzles + cells * i);
    }

    // Which clues of each board's puzzle are proven necessary: without one of them it has another solution.
    static void necessary(const std::uint8_t* puzzles, const std::uint8_t* boards, std::int64_t count, bool* out) {
        CandidateSearch<Box> search;
        for (std::int64_t i = 0; i < cells * count; ++i) {
            const std::int64_t first = i / cells * cells;
            const int cell = static_cast<int>(i - first);
            out[i] = puzzles[i] && other_solution(puzzles + first, boards + first, cell, search) == Other::found;
        }
    }

    // `solutions` may be null; where a puzzle has none, its row stays as it was.
    static void solve(const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
                      std::int32_t* counts) {
        if constexpr (Box == 3) {
            SolveTask task(puzzles, count, limit, solutions, counts);
            search_in_lanes(task);
        } else {
            CandidateSearch<Box> search;
            for (std::int64_t i = 0; i < count; ++i)
                counts[i] = engine::solve<Box>(puzzles + cells * i, limit, search,
                                               solutions ? solutions + cells * i : nullptr);
        }
    }

    // A search that has looked at `most_nodes` positions ends there; not at 9x9, where none takes long.
    static void measure(const std::uint8_t* puzzles, std::int64_t count, std::int64_t most_nodes, Metrics* metrics) {
        if constexpr (Box == 3) {
            std::make_unique<MeasureLanes>(puzzles, count, metrics)->run();
        } else {
            SinglesSearch<Box> search;
            for (std::int64_t i = 0; i < count; ++i) metrics[i] = search.run(puzzles + cells * i, most_nodes);
        }
    }

    // 9x9 only; a puzzle without exactly one solution is told so and not rated.
    static void rate(const std::uint8_t* puzzles, std::int64_t count, int ceiling, rating::Rating* ratings) {
        static_assert(Box == 3);
        std::vector<std::int32_t> solutions(count);
        solve(puzzles, count, 2, nullptr, solutions.data());
        const auto rater = std::make_unique<rating::Rater>();
        for (std::int64_t i = 0; i < count; ++i) {
            ratings[i] = {};
            if (solutions[i] == 1)
                ratings[i] = rater->rate(puzzles + cells * i, ceiling);
            else
                ratings[i].status = solutions[i] ? rating::Status::several_solutions : rating::Status::no_solution;
        }
    }

    // The first row that is no full board, every unit holding every digit; -1 when all are.
    static std::int64_t first_incomplete(const std::uint8_t* boards, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i)
            if (!complete(boards + cells * i)) return i;
        return -1;
    }

private:
    static bool complete(const std::uint8_t* board) {
        Digits unit[Shape::units] = {};
        for (int cell = 0; cell < cells; ++cell) {
            const Digits digit = board[cell] ? digit_bit(board[cell]) : 0;
            unit[units_of<Box>.row[cell]] |= digit;
            unit[Shape::size + units_of<Box>.column[cell]] |= digit;
            unit[2 * Shape::size + units_of<Box>.block[cell]] |= digit;
        }
        for (const Digits digits : unit)
            if (digits != all_digits<Box>) return false;
        return true;
    }

    template <class Task>
    static void search_in_lanes(Task& task) {
        std::make_unique<LaneSearch<Task>>(task)->run();
    }
};

}  // namespace engine
