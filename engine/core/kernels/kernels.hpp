// What a level of processor offers: a table of functions, and the one name by which a library exports it.
//
// Each level is a shared library of its own (engine/CMakeLists.txt), so that no function compiled for a newer processor
// can be linked into what an older one runs. The Python module (bind/) is compiled once for any processor, opens the
// libraries that this processor can run, and calls the kernels through the table.
//
// A batch is `count` boards of size * size bytes, one after another. The kernels trust their arguments.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include "fewest/exhaustive.hpp"
#include "generation/method.hpp"
#include "rating/rating_kernels.hpp"
#include "search/metrics.hpp"
#include "stop/watch.hpp"
#include "symmetry/images.hpp"

namespace engine {

// A kernel for each size of board.
template <class Function>
struct BySize {
    Function* at_4 = nullptr;
    Function* at_9 = nullptr;
    Function* at_16 = nullptr;
    Function* at_25 = nullptr;

    Function& operator[](int size) const {
        switch (size) {
            case 4: return *at_4;
            case 9: return *at_9;
            case 16: return *at_16;
            case 25: return *at_25;
        }
        throw std::invalid_argument("no kernel for this size");
    }
};

struct Kernels {
    AskToStop* ask_to_stop = nullptr;  // given to a library before it adds its kernels

    int lanes = 0;  // 9x9 puzzles that are searched side by side

    // The first row that is no full board, every unit holding every digit; -1 when all are.
    BySize<std::int64_t(const std::uint8_t* boards, std::int64_t count)> first_incomplete;

    BySize<void(Method, std::int64_t count, std::uint64_t seed, std::uint64_t start, std::uint8_t* boards,
                std::int32_t* attempts)>
        generate;

    BySize<void(const std::uint8_t* boards, std::int64_t count, std::uint8_t* out)> canonical_d4, canonical_d4_relabel,
        canonical_full;
    // Puzzles, each with its only solution.
    BySize<void(const std::uint8_t* puzzles, const std::uint8_t* solutions, std::int64_t count, std::uint8_t* out)>
        canonical_puzzles_d4, canonical_puzzles_d4_relabel, canonical_puzzles_full;
    BySize<void(const std::uint8_t* boards, std::int64_t count, std::int64_t* counts)> automorphisms;
    BySize<void(const std::uint8_t* boards, std::int64_t count, std::uint8_t* keys)> pack;
    BySize<void(const std::uint8_t* keys, std::int64_t count, std::uint8_t* boards)> unpack;
    BySize<void(const std::uint8_t* puzzles, std::int64_t count, Images* out)> clue_symmetries;

    BySize<void(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, Images pattern,
                std::uint8_t* puzzles)>
        carve;
    // Which clues of each board's puzzle are proven necessary: without one of them it has another solution.
    BySize<void(const std::uint8_t* puzzles, const std::uint8_t* boards, std::int64_t count, bool* out)> necessary;

    // Of minimal puzzles that `carve` made with this seed, 4x4 and 9x9 only.
    BySize<void(const std::uint8_t* boards, const std::uint8_t* puzzles, std::int64_t count, std::uint64_t seed,
                double* weights)>
        weigh;
    // A fair sample of all minimal puzzles, 4x4 and 9x9 only.
    BySize<void(std::uint64_t seed, std::uint64_t start, std::int64_t count, std::uint8_t* boards,
                std::uint8_t* puzzles, double* weights, std::int32_t* attempts)>
        fair_puzzles;

    // 9x9 only, like what follows. A puzzle of `clues` clues on each board, or of more where `effort` exchanges of a clue
    // do not lead to one.
    void (*few_clues)(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues,
                      std::int64_t effort, std::uint8_t* puzzles) = nullptr;
    // For each puzzle 9 bytes a cell, in the order of the digits: 1 where that clue would leave exactly one solution.
    void (*completions)(const std::uint8_t* puzzles, std::int64_t count, std::uint8_t* out) = nullptr;
    // For a puzzle on the board with the clues `kept` and `clues` more.
    std::unique_ptr<Exhaustive> (*exhaustive)(const std::uint8_t* board, const std::uint8_t* kept, int clues) = nullptr;

    // `solutions` may be null; where a puzzle has none, its row stays as it was.
    BySize<void(const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
                std::int32_t* counts)>
        solve;

    // A search that has looked at `most_nodes` positions ends there; not at 9x9, where none takes long.
    BySize<void(const std::uint8_t* puzzles, std::int64_t count, std::int64_t most_nodes, Metrics* metrics)> measure;

    rating::RatingKernels rating9, any_rating;  // at 9x9, and at any shape up to rating::most_size
    std::span<const char* const> families;      // of techniques, in the order in which the rater tries them
};

// Fills in the kernels that a library has, one function for each family of kernels.
void add_lanes(Kernels& kernels);
void add_boards(Kernels& kernels);
void add_generation(Kernels& kernels);
void add_symmetry(Kernels& kernels);
void add_carving(Kernels& kernels);
void add_fair(Kernels& kernels);
void add_fewest(Kernels& kernels);
void add_solving(Kernels& kernels);
void add_measuring(Kernels& kernels);
void add_rating(Kernels& kernels);
void add_any_rating(Kernels& kernels);

}  // namespace engine
