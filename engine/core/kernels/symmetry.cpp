// Canonical forms, automorphisms, keys and the symmetries of clue patterns, at every size.
#include "symmetry/symmetry.hpp"
#include "kernels/kernels.hpp"
#include "symmetry/full_symmetry.hpp"
#include "symmetry/packing.hpp"
#include "symmetry/patterns.hpp"
#include "symmetry/puzzle_symmetry.hpp"

namespace engine {

namespace {

template <int Box>
struct Batch {
    static constexpr int cells = Geometry<Box>::cells;

    static void canonical_d4(const std::uint8_t* boards, std::int64_t count, std::uint8_t* out) {
        for_each_row(count, [&](std::int64_t i) { engine::canonical_d4<Box>(boards + cells * i, out + cells * i); });
    }

    static void canonical_d4_relabel(const std::uint8_t* boards, std::int64_t count, std::uint8_t* out) {
        for_each_row(count,
                     [&](std::int64_t i) { engine::canonical_d4_relabel<Box>(boards + cells * i, out + cells * i); });
    }

    static void canonical_full(const std::uint8_t* boards, std::int64_t count, std::uint8_t* out) {
        for_each_row(count,
                     [&](std::int64_t i) { FullSymmetry<Box>(boards + cells * i).least_image(out + cells * i); });
    }

    static void canonical_puzzles_d4(const std::uint8_t* puzzles, const std::uint8_t* solutions, std::int64_t count,
                                     std::uint8_t* out) {
        for_each_row(count, [&](std::int64_t row) {
            const std::int64_t i = cells * row;
            canonical_puzzle_d4<Box>(puzzles + i, solutions + i, false, out + i);
        });
    }

    static void canonical_puzzles_d4_relabel(const std::uint8_t* puzzles, const std::uint8_t* solutions,
                                             std::int64_t count, std::uint8_t* out) {
        for_each_row(count, [&](std::int64_t row) {
            const std::int64_t i = cells * row;
            canonical_puzzle_d4<Box>(puzzles + i, solutions + i, true, out + i);
        });
    }

    static void canonical_puzzles_full(const std::uint8_t* puzzles, const std::uint8_t* solutions, std::int64_t count,
                                       std::uint8_t* out) {
        for_each_row(count, [&](std::int64_t row) {
            const std::int64_t i = cells * row;
            canonical_puzzle_full<Box>(puzzles + i, solutions + i, out + i);
        });
    }

    static void automorphisms(const std::uint8_t* boards, std::int64_t count, std::int64_t* counts) {
        for_each_row(count, [&](std::int64_t i) { counts[i] = FullSymmetry<Box>(boards + cells * i).automorphisms(); });
    }

    static void pack(const std::uint8_t* boards, std::int64_t count, std::uint8_t* keys) {
        for_each_row(count,
                     [&](std::int64_t i) { Packing<Box>::pack(boards + cells * i, keys + Packing<Box>::bytes * i); });
    }

    static void unpack(const std::uint8_t* keys, std::int64_t count, std::uint8_t* boards) {
        for_each_row(count,
                     [&](std::int64_t i) { Packing<Box>::unpack(keys + Packing<Box>::bytes * i, boards + cells * i); });
    }

    static void clue_symmetries(const std::uint8_t* puzzles, std::int64_t count, Images* out) {
        for_each_row(count, [&](std::int64_t i) { out[i] = engine::clue_symmetries<Box>(puzzles + cells * i); });
    }
};

}  // namespace

#define AT_EVERY_SIZE(kernel) {Batch<2>::kernel, Batch<3>::kernel, Batch<4>::kernel, Batch<5>::kernel}

void add_symmetry(Kernels& kernels) {
    kernels.canonical_d4 = AT_EVERY_SIZE(canonical_d4);
    kernels.canonical_d4_relabel = AT_EVERY_SIZE(canonical_d4_relabel);
    kernels.canonical_full = AT_EVERY_SIZE(canonical_full);
    kernels.canonical_puzzles_d4 = AT_EVERY_SIZE(canonical_puzzles_d4);
    kernels.canonical_puzzles_d4_relabel = AT_EVERY_SIZE(canonical_puzzles_d4_relabel);
    kernels.canonical_puzzles_full = AT_EVERY_SIZE(canonical_puzzles_full);
    kernels.automorphisms = AT_EVERY_SIZE(automorphisms);
    kernels.pack = AT_EVERY_SIZE(pack);
    kernels.unpack = AT_EVERY_SIZE(unpack);
    kernels.clue_symmetries = AT_EVERY_SIZE(clue_symmetries);
}

}  // namespace engine
