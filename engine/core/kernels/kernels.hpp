// What a level of processor offers: a table of functions, and the one name by which a library exports it.
//
// Each level is a shared library of its own (engine/CMakeLists.txt), so that no function compiled for a newer processor
// can be linked into what an older one runs. The Python module (bind/) is compiled once for any processor, opens a
// library that this processor can run, and calls the kernels through the table.
//
// A family of kernels is a struct here, and a file of this folder has its constructor, which fills it in. A kernel takes
// the shape of the boards and their number, then arrays of a row for each board: size * size bytes for a board, unless
// it says otherwise. The kernels trust their arguments.
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "board/geometry.hpp"
#include "stop/watch.hpp"
#include "symmetry/patterns.hpp"

// Every unit reads this header, so the records of a family are only named here.
namespace engine {
struct Metrics;
struct TextbookCounts;
}  // namespace engine
namespace engine::people {
struct TakenStep;
}
namespace engine::rating {
struct Explanation;
struct Houses;
struct Rating;
struct Record;
}  // namespace engine::rating
namespace engine::scoring {
enum class Technique : std::uint8_t;
struct Position;
struct Rule;
struct Score;
struct Step;
struct TakenStep;
}  // namespace engine::scoring

namespace engine {

using Rows = const std::uint8_t*;  // the cells of boards or puzzles, row by row

using Geometry4 = Geometry<2, 2>;
using Geometry16 = Geometry<4, 4>;
using Geometry25 = Geometry<5, 5>;

// A kernel that is compiled for some shapes, with their numbers as constants, and once for all others (AnyGeometry).
template <class Function>
class ByShape {
public:
    // Null for a shape that has no such kernel.
    Function* operator[](Shape shape) const { return of_[place(shape)]; }

    template <class G>
    void set(Function* kernel) {
        if constexpr (!G::is_constant)
            of_[others] = kernel;
        else if (place(G::shape) != others)
            of_[place(G::shape)] = kernel;
    }

    // Sets the kernels of several geometries: `kernel_of.operator()<G>()` is that of geometry G.
    template <class... G, class KernelOf>
    void set_each(KernelOf kernel_of) {
        (set<G>(kernel_of.template operator()<G>()), ...);
    }

private:
#if defined(ENGINE_FEW_SHAPES)  // for browsers, which download what they run
    static constexpr Shape compiled[] = {Geometry9::shape};
#else
    static constexpr Shape compiled[] = {Geometry4::shape, Geometry6::shape, Geometry9::shape, Geometry16::shape,
                                         Geometry25::shape};
#endif
    static constexpr std::size_t others = std::size(compiled);

    static constexpr std::size_t place(Shape shape) {
        std::size_t at = 0;
        while (at < others && compiled[at] != shape) ++at;
        return at;
    }

    Function* of_[others + 1] = {};
};

struct BoardKernels {
    BoardKernels();

    // The first row that is no full board, every unit holding every digit; -1 when all are.
    ByShape<std::int64_t(Shape, std::int64_t count, Rows boards)> first_incomplete;
};

struct GenerationKernels {
    GenerationKernels();

    // `method` is a Method (generation/generate.hpp).
    ByShape<void(Shape, std::int64_t count, int method, std::uint64_t seed, std::uint64_t start, std::uint8_t* boards,
                 std::int32_t* attempts)>
        generate;
};

struct SymmetryKernels {
    SymmetryKernels();

    ByShape<void(Shape, std::int64_t count, Rows boards, std::uint8_t* out)> canonical_d4, canonical_d4_relabel,
        canonical_full;
    // Puzzles, each with its only solution; `ways` may be null (symmetry/full_symmetry.hpp).
    ByShape<void(Shape, std::int64_t count, Rows puzzles, Rows solutions, std::uint8_t* out, std::uint8_t* ways)>
        canonical_puzzles_d4, canonical_puzzles_d4_relabel, canonical_puzzles_full;
    ByShape<void(Shape, std::int64_t count, Rows boards, std::int64_t* counts)> automorphisms;
    ByShape<void(Shape, std::int64_t count, Rows boards, std::uint8_t* keys)> pack;
    ByShape<void(Shape, std::int64_t count, const std::uint8_t* keys, std::uint8_t* boards)> unpack;
    ByShape<void(Shape, std::int64_t count, Rows puzzles, Images* out)> clue_symmetries;
};

struct CarvingKernels {
    CarvingKernels();

    // `proofs` may be null; it gets how often it was asked whether a clue can go.
    ByShape<void(Shape, std::int64_t count, Rows boards, std::uint64_t seed, int clues, Images pattern,
                 std::uint8_t* puzzles, std::int64_t* proofs)>
        carve;
    // Which clues of each board's puzzle are proven necessary: without one of them it has another solution.
    ByShape<void(Shape, std::int64_t count, Rows puzzles, Rows boards, bool* out)> necessary;
};

// At 4x4 and 9x9 only.
struct FairKernels {
    FairKernels();

    // Of minimal puzzles that `carve` made with this seed.
    ByShape<void(Shape, std::int64_t count, Rows boards, Rows puzzles, std::uint64_t seed, double* weights)> weigh;
    // A fair sample of all minimal puzzles.
    ByShape<void(Shape, std::int64_t count, std::uint64_t seed, std::uint64_t start, std::uint8_t* boards,
                 std::uint8_t* puzzles, double* weights, std::int32_t* attempts)>
        fair_puzzles;
};

// An exhaustive search for a puzzle of few clues (fewest/exhaustive_search.hpp).
class alignas(64) Exhaustive {  // as aligned as its implementations, because Python deletes it by this class
public:
    virtual ~Exhaustive() = default;

    // The search is a list of parts. The same board, clues kept and number of clues always have the same parts.
    virtual std::int64_t parts() const = 0;

    // Searches the parts from `begin` to before `end`; writes the puzzle to `puzzle` and returns true if there is one.
    virtual bool run(std::int64_t begin, std::int64_t end, std::uint8_t* puzzle) = 0;
};

// At 9x9 only, but for `minimal_puzzles`.
struct FewestKernels {
    FewestKernels();

    // A puzzle of `clues` clues on each board, or of more if `effort` exchanges of a clue do not lead to one. `proofs`
    // may be null; it gets how many choices of clues were searched for other solutions.
    ByShape<void(Shape, std::int64_t count, Rows boards, std::uint64_t seed, int clues, std::int64_t effort,
                 std::uint8_t* puzzles, std::int64_t* proofs)>
        few_clues;
    // For each puzzle 9 bytes a cell, in the order of the digits: 1 if that clue would leave exactly one solution.
    ByShape<void(Shape, std::int64_t count, Rows puzzles, std::uint8_t* out)> completions;
    // Makes a search for a puzzle on the board with the clues `kept` and `clues` more. The caller deletes it.
    Exhaustive* (*exhaustive)(const std::uint8_t* board, const std::uint8_t* kept, int clues);
    // The clues of each minimal puzzle of a board with so many digits, as bits (fewest/minimal_puzzles.hpp). `peers` are
    // the cells that differ from each cell.
    std::vector<std::uint64_t> (*minimal_puzzles)(std::span<const std::uint64_t> peers,
                                                  std::span<const std::uint8_t> board, int digits);
};

struct RuledFewestKernels {
    RuledFewestKernels();

    // As `exhaustive`, for a board of up to 81 cells under rules, which are numbers as RulesKernels take them.
    Exhaustive* (*exhaustive_ruled)(const std::int32_t* numbers, const std::uint8_t* board, int clues);
};

// How many classes there are, by their first rows. The rows that can be the fourth of a band's least boards are in
// order, and so are those that can be the fifth after each. An entry counts the boards of several fifth rows, one after
// another.
struct ClassCounts {
    std::span<const std::uint16_t> fourth_rows;  // of each band: how many
    std::span<const std::uint16_t> fifth_rows;   // of each band: to an entry
    std::span<const std::uint8_t> entries;       // of each fourth row: how many
    std::span<const std::uint16_t> classes;      // of each entry: how many
};

class alignas(64) ClassNumbers {  // as aligned as its implementations, because Python deletes it by this class
public:
    virtual ~ClassNumbers() = default;

    virtual std::int64_t classes() const = 0;  // how many there are

    // The number of the class of each full 9x9 board.
    virtual void rank(const std::uint8_t* boards, std::int64_t count, std::int64_t* numbers) const = 0;

    // The least board of each class.
    virtual void unrank(const std::int64_t* numbers, std::int64_t count, std::uint8_t* boards) const = 0;
};

// What an array needs for the counts of one band.
inline constexpr int most_fourth_rows = 2048, most_fifth_rows = 512;

// At 9x9 only (classes/class_search.hpp).
struct ClassKernels {
    ClassKernels();

    // Counts the least boards of a band, by fourth and fifth row, for the table; returns how many have symmetries.
    std::int64_t (*count_least_boards)(int band, std::uint16_t* fifth_rows, std::uint16_t* counts);
    // Makes a search in the table of counts. The caller deletes it.
    ClassNumbers* (*class_numbers)(const ClassCounts& counts);
};

// For models that are trained on boards.
struct TrainingKernels {
    TrainingKernels();

    // For each answer: how many cells are as in the solution, and how many clues of the puzzle are not kept.
    void (*check)(Shape, std::int64_t count, Rows puzzles, Rows answers, Rows solutions, std::int32_t* right,
                  std::int32_t* broken);
    // Row k has the image under a symmetry that depends on `seed` and `start` + k alone.
    void (*random_images)(Shape, std::int64_t count, Rows boards, std::uint64_t seed, std::uint64_t start,
                          std::uint8_t* images);
};

struct SolvingKernels {
    SolvingKernels();

    int lanes;  // 9x9 puzzles that are searched side by side

    // `solutions` may be null; if a puzzle has none, its row stays as it was.
    ByShape<void(Shape, std::int64_t count, Rows puzzles, int limit, std::uint8_t* solutions, std::int32_t* counts)>
        solve;
    // The same by the search that learns, which `solve` turns to only if guessing fails.
    ByShape<void(Shape, std::int64_t count, Rows puzzles, int limit, std::uint8_t* solutions, std::int32_t* counts)>
        solve_by_learning;
};

struct MeasuringKernels {
    MeasuringKernels();

    // A search that has looked at `most_nodes` positions ends there; not at 9x9, because none takes long.
    ByShape<void(Shape, std::int64_t count, Rows puzzles, std::int64_t most_nodes, Metrics* metrics)> measure;
    // How deep trial and error has to look (search/trial.hpp); each puzzle has this one solution.
    void (*trial_depth)(Shape, std::int64_t count, Rows puzzles, Rows solutions, int most, std::int8_t* depths);
};

struct TextbookKernels {
    TextbookKernels();

    // A search that has made `most` comparisons ends there (search/singles_search.hpp).
    void (*textbook)(Shape, std::int64_t count, Rows puzzles, std::int64_t most, TextbookCounts* counts);
};

// What the rater offers at a class of boards.
struct RaterKernels {
    // `solutions` says how many solutions each puzzle has, two for more; only puzzles with one are rated. At 9x9 there
    // are the usual houses only.
    void (*rate)(Shape, std::int64_t count, Rows puzzles, rating::Houses, int ceiling, const std::int32_t* solutions,
                 rating::Rating* ratings);
    // Writes the steps of a puzzle with one solution, at most most_steps, and why each holds if it is a chain.
    void (*path)(Shape, rating::Houses, const std::uint8_t* puzzle, rating::Record* steps,
                 std::vector<rating::Explanation>& explanations);
    // What one family finds in a position, and why if it is a chain; false if it finds nothing.
    bool (*find_step)(Shape, rating::Houses, int family, const std::uint8_t* puzzle, const std::uint16_t* candidates,
                      rating::Record* step, rating::Explanation& explanation);
};

struct RatingKernels {
    RatingKernels();

    RaterKernels rating9, any_rating;       // at 9x9, and at any shape up to largest_rated_size
    std::span<const char* const> families;  // of techniques, in the order in which the rater tries them
};

// Puzzles under any rules (rules/solve.hpp). `numbers` says what the rules are, as rules/named/program.cpp writes it; those
// of puzzle i begin at `starts[i]`, or at `starts[0]` if they are `shared`.
struct RulesKernels {
    RulesKernels();

    // `solutions` may be null; if a puzzle has none, its row stays as it was. Its count is -1 if more than
    // `most_guesses` are needed; 0 sets no limit.
    void (*solve_ruled)(Shape, std::int64_t count, Rows puzzles, const std::int32_t* numbers,
                        const std::int64_t* starts, bool shared, int limit, std::int64_t most_guesses,
                        std::uint8_t* solutions, std::int32_t* counts, std::int64_t* guesses);
    // The same by the search that learns alone, without limits of time; for tests.
    void (*learn_ruled)(Shape, std::int64_t count, Rows puzzles, const std::int32_t* numbers,
                        const std::int64_t* starts, bool shared, int limit, std::uint8_t* solutions,
                        std::int32_t* counts);
    // For each cell the digits that it has in some solution, as bits.
    void (*true_candidates)(Shape, std::int64_t count, Rows puzzles, const std::int32_t* numbers,
                            const std::int64_t* starts, bool shared, std::uint16_t* candidates);
    // Solutions that are not these boards. If there is none, its row stays as it was.
    void (*other_ruled)(Shape, std::int64_t count, Rows boards, const std::int32_t* numbers, const std::int64_t* starts,
                        bool shared, std::uint8_t* out);
    // Full boards at random; if the rules allow none, its row stays as it was. A board depends on the seed and its
    // position alone.
    void (*draw_ruled)(Shape, std::int64_t count, std::uint8_t* boards, const std::int32_t* numbers,
                       const std::int64_t* starts, bool shared, std::uint64_t seed, const std::int64_t* positions);
    // Puzzles that have these boards as their only solutions, and do not have without one of their clues; or without
    // those of an orbit, if `first_of_orbit` is not null: for each cell the first one of its orbit. A clue stays, too,
    // if `most_guesses` do not prove that it can go; 0 sets no limit.
    void (*carve_ruled)(Shape, std::int64_t count, Rows boards, const std::int32_t* numbers, const std::int64_t* starts,
                        bool shared, std::uint64_t seed, const std::int64_t* positions,
                        const std::uint8_t* first_of_orbit, std::int64_t most_guesses, std::uint8_t* out);
    // What the reference search under rules counts (rules/solve.hpp).
    void (*measure_ruled)(Shape, std::int64_t count, Rows puzzles, const std::int32_t* numbers,
                          const std::int64_t* starts, bool shared, std::int64_t most_nodes, Metrics* metrics);
};

// Puzzles as people solve them under any rules (people/path.hpp). Rules are numbers as engine/paths/people.py writes
// them, found as those of RulesKernels are.
struct PeopleKernels {
    PeopleKernels();

    // For each puzzle with its solution the five numbers of an Effort, and the uses of 256 techniques. A path ends where
    // only steps that cost more than `most_cost` help; the digits that are left then count as unexplained.
    void (*effort_of)(Shape, std::int64_t count, Rows puzzles, Rows solutions, const std::int32_t* numbers,
                      const std::int64_t* starts, bool shared, int most_cost, std::int32_t* efforts,
                      std::uint16_t* uses);
    // At most so many steps from a position on; `marks` may be null.
    void (*path_of)(const std::int32_t* numbers, const std::uint8_t* values, const std::uint16_t* marks,
                    const std::uint8_t* solution, int most, std::vector<people::TakenStep>& steps);
    // The steps that a position allows, up to four of each technique.
    void (*possible_of)(const std::int32_t* numbers, const std::uint8_t* values, const std::uint16_t* marks,
                        std::vector<people::TakenStep>& steps);
};

// At 9x9 only.
struct ScoringKernels {
    ScoringKernels();

    // `solution_counts` says how many solutions each puzzle has, two for more; only puzzles with one are scored.
    // `highest` has the highest score of each level but the last.
    void (*score)(Shape, std::int64_t count, Rows puzzles, Rows solutions, const std::int32_t* solution_counts,
                  const std::int32_t* highest, const scoring::Rule* rules, int rule_count, scoring::Score* scores);
    // At most so many steps from a position on.
    void (*solving_path)(scoring::Position position, const std::uint8_t* solution, std::span<const scoring::Rule> rules,
                         int most, std::vector<scoring::TakenStep>& steps);
    // All steps that one rule finds in a position; with `wide` also those that HoDoKu leaves out by default.
    void (*find_solving_steps)(scoring::Position position, const std::uint8_t* solution, scoring::Technique rule,
                               bool wide, std::vector<scoring::Step>& steps);
};

struct Kernels : BoardKernels,
                 GenerationKernels,
                 SymmetryKernels,
                 CarvingKernels,
                 FairKernels,
                 FewestKernels,
                 RuledFewestKernels,
                 ClassKernels,
                 TrainingKernels,
                 SolvingKernels,
                 MeasuringKernels,
                 TextbookKernels,
                 RatingKernels,
                 RulesKernels,
                 PeopleKernels,
                 ScoringKernels {};

// What a library exports as `engine_kernels`: its table, or null if it was compiled from other headers, whose records
// have another layout (kernels/stamp.hpp).
using FindKernels = const Kernels*(std::uint64_t stamp, AskToStop* ask);

}  // namespace engine

extern "C" __attribute__((visibility("default"))) engine::FindKernels engine_kernels;
