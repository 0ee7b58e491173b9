// What a level of processor offers: a table of functions, and the one name by which a library exports it.
//
// Each level is a shared library of its own (engine/CMakeLists.txt), so that no function compiled for a newer processor
// can be linked into what an older one runs. The Python module (bind/) is compiled once for any processor, opens the
// libraries that this processor can run, and calls the kernels through the table.
//
// A kernel for boards of every shape takes the shape first. A batch is `count` boards of size * size bytes, one after another. The kernels trust their arguments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>

#include "board/geometry.hpp"
#include "fewest/exhaustive.hpp"
#include "generation/method.hpp"
#include "rating/rating_kernels.hpp"
#include "scoring/scoring_kernels.hpp"
#include "search/metrics.hpp"
#include "stop/watch.hpp"
#include "symmetry/images.hpp"

namespace engine {

using Geometry4 = Geometry<2, 2>;
using Geometry6 = Geometry<2, 3>;
using Geometry16 = Geometry<4, 4>;
using Geometry25 = Geometry<5, 5>;

// Throws std::invalid_argument. Only those who ask for kernels link it (bind/refuse_shape.cpp), so the kernels themselves need
// not read the header of exceptions.
[[noreturn]] void refuse_shape();

// A kernel that is compiled for some shapes, with their numbers as constants, and once for all others.
template <class Function>
class ByShape {
public:
    Function& operator[](Shape shape) const {
        Function* const kernel = of_[place(shape)];
        if (!kernel) refuse_shape();
        return *kernel;
    }

    template <class G>
    void set(Function* kernel) {
        of_[place(G::shape)] = kernel;
    }
    void set_others(Function* kernel) { of_[others] = kernel; }

    // Sets the kernels of several geometries: `kernel_of(G())` is that of geometry G.
    template <class... G, class KernelOf>
    void set_each(KernelOf kernel_of) {
        (set<G>(kernel_of(G())), ...);
    }

private:
    static constexpr Shape compiled[] = {Geometry4::shape, Geometry6::shape, Geometry9::shape, Geometry16::shape,
                                         Geometry25::shape};
    static constexpr std::size_t others = std::size(compiled);

    static constexpr std::size_t place(Shape shape) {
        return static_cast<std::size_t>(std::find(std::begin(compiled), std::end(compiled), shape) - compiled);
    }

    Function* of_[others + 1] = {};
};

struct Kernels {
    AskToStop* ask_to_stop = nullptr;  // given to a library before it adds its kernels

    int lanes = 0;  // 9x9 puzzles that are searched side by side

    // The first row that is no full board, every unit holding every digit; -1 when all are.
    ByShape<std::int64_t(Shape shape, const std::uint8_t* boards, std::int64_t count)> first_incomplete;

    ByShape<void(Shape shape, Method method, std::int64_t count, std::uint64_t seed, std::uint64_t start,
                 std::uint8_t* boards, std::int32_t* attempts)>
        generate;

    ByShape<void(Shape shape, const std::uint8_t* boards, std::int64_t count, std::uint8_t* out)> canonical_d4,
        canonical_d4_relabel, canonical_full;
    // Puzzles, each with its only solution; `ways` may be null (symmetry/puzzle_symmetry.hpp).
    ByShape<void(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* solutions, std::int64_t count,
                 std::uint8_t* out, std::uint8_t* ways)>
        canonical_puzzles_d4, canonical_puzzles_d4_relabel, canonical_puzzles_full;
    ByShape<void(Shape shape, const std::uint8_t* boards, std::int64_t count, std::int64_t* counts)> automorphisms;
    ByShape<void(Shape shape, const std::uint8_t* boards, std::int64_t count, std::uint8_t* keys)> pack;
    ByShape<void(Shape shape, const std::uint8_t* keys, std::int64_t count, std::uint8_t* boards)> unpack;
    ByShape<void(Shape shape, const std::uint8_t* puzzles, std::int64_t count, Images* out)> clue_symmetries;

    ByShape<void(Shape shape, const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues,
                 Images pattern, std::uint8_t* puzzles)>
        carve;
    // Which clues of each board's puzzle are proven necessary: without one of them it has another solution.
    ByShape<void(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* boards, std::int64_t count, bool* out)>
        necessary;

    // Of minimal puzzles that `carve` made with this seed, at 4x4 and 9x9 only.
    ByShape<void(Shape shape, const std::uint8_t* boards, const std::uint8_t* puzzles, std::int64_t count,
                 std::uint64_t seed, double* weights)>
        weigh;
    // A fair sample of all minimal puzzles, at 4x4 and 9x9 only.
    ByShape<void(Shape shape, std::uint64_t seed, std::uint64_t start, std::int64_t count, std::uint8_t* boards,
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
    ByShape<void(Shape shape, const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
                 std::int32_t* counts)>
        solve;
    // The same for boards of any shape, from the start with the search that `solve` ends with where guessing does not do.
    void (*solve_by_learning)(Shape shape, const std::uint8_t* puzzles, std::int64_t count, int limit,
                              std::uint8_t* solutions, std::int32_t* counts) = nullptr;

    // A search that has looked at `most_nodes` positions ends there; not at 9x9, where none takes long.
    ByShape<void(Shape shape, const std::uint8_t* puzzles, std::int64_t count, std::int64_t most_nodes,
                 Metrics* metrics)>
        measure;

    rating::RatingKernels rating9, any_rating;  // at 9x9, and at any shape up to rating::most_size
    scoring::ScoringKernels scoring9;
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
void add_scoring(Kernels& kernels);
void add_any_rating(Kernels& kernels);
void add_other_shapes(Kernels& kernels);  // every kernel, for the shapes that have none of their own

}  // namespace engine
