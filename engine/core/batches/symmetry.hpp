// Canonical forms, automorphisms, keys and the symmetries of clue patterns.
#pragma once

#include "stop/watch.hpp"
#include "symmetry/full_symmetry.hpp"
#include "symmetry/packing.hpp"
#include "symmetry/patterns.hpp"
#include "symmetry/puzzle_symmetry.hpp"
#include "symmetry/symmetry.hpp"

namespace engine {

template <class G>
struct SymmetryBatches {
    static void canonical_d4(Shape shape, const std::uint8_t* boards, std::int64_t count, std::uint8_t* out) {
        const G geometry(shape);
        for_each_row(count, [&](std::int64_t row) {
            const std::int64_t i = geometry.cells * row;
            engine::canonical_d4(geometry, boards + i, out + i);
        });
    }

    static void canonical_d4_relabel(Shape shape, const std::uint8_t* boards, std::int64_t count, std::uint8_t* out) {
        const G geometry(shape);
        for_each_row(count, [&](std::int64_t row) {
            const std::int64_t i = geometry.cells * row;
            engine::canonical_d4_relabel(geometry, boards + i, out + i);
        });
    }

    static void canonical_full(Shape shape, const std::uint8_t* boards, std::int64_t count, std::uint8_t* out) {
        const G geometry(shape);
        for_each_row(count, [&](std::int64_t row) {
            const std::int64_t i = geometry.cells * row;
            FullSymmetry<G>(geometry, boards + i).least_image(out + i);
        });
    }

    // `ways` may be null.
    static void canonical_puzzles_d4(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* solutions,
                                     std::int64_t count, std::uint8_t* out, std::uint8_t* ways) {
        const G geometry(shape);
        for_each_row(count, [&](std::int64_t row) {
            const std::int64_t i = geometry.cells * row;
            canonical_puzzle_d4(geometry, puzzles + i, solutions + i, false, out + i, way_of(ways, geometry, row));
        });
    }

    static void canonical_puzzles_d4_relabel(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* solutions,
                                             std::int64_t count, std::uint8_t* out, std::uint8_t* ways) {
        const G geometry(shape);
        for_each_row(count, [&](std::int64_t row) {
            const std::int64_t i = geometry.cells * row;
            canonical_puzzle_d4(geometry, puzzles + i, solutions + i, true, out + i, way_of(ways, geometry, row));
        });
    }

    static void canonical_puzzles_full(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* solutions,
                                       std::int64_t count, std::uint8_t* out, std::uint8_t* ways) {
        const G geometry(shape);
        for_each_row(count, [&](std::int64_t row) {
            const std::int64_t i = geometry.cells * row;
            canonical_puzzle_full(geometry, puzzles + i, solutions + i, out + i, way_of(ways, geometry, row));
        });
    }

    static std::uint8_t* way_of(std::uint8_t* ways, const G& geometry, std::int64_t row) {
        return ways ? ways + way_bytes(geometry.size) * row : nullptr;
    }

    static void automorphisms(Shape shape, const std::uint8_t* boards, std::int64_t count, std::int64_t* counts) {
        const G geometry(shape);
        for_each_row(count, [&](std::int64_t i) {
            counts[i] = FullSymmetry<G>(geometry, boards + geometry.cells * i).automorphisms();
        });
    }

    static void pack(Shape shape, const std::uint8_t* boards, std::int64_t count, std::uint8_t* keys) {
        const G geometry(shape);
        const Packing<G> packing(geometry);
        for_each_row(count,
                     [&](std::int64_t i) { packing.pack(boards + geometry.cells * i, keys + packing.bytes() * i); });
    }

    static void unpack(Shape shape, const std::uint8_t* keys, std::int64_t count, std::uint8_t* boards) {
        const G geometry(shape);
        const Packing<G> packing(geometry);
        for_each_row(count,
                     [&](std::int64_t i) { packing.unpack(keys + packing.bytes() * i, boards + geometry.cells * i); });
    }

    static void clue_symmetries(Shape shape, const std::uint8_t* puzzles, std::int64_t count, Images* out) {
        const G geometry(shape);
        for_each_row(count,
                     [&](std::int64_t i) { out[i] = engine::clue_symmetries(geometry, puzzles + geometry.cells * i); });
    }
};

}  // namespace engine
