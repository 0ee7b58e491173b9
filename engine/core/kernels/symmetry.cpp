// Canonical forms, automorphisms, keys and the symmetries of clue patterns.
#include "board/geometry.hpp"
#include "kernels/kernels.hpp"
#include "symmetry/full_symmetry.hpp"
#include "symmetry/packing.hpp"
#include "symmetry/patterns.hpp"

namespace engine {

namespace {

// The kernels of a geometry, by their names in the table.
template <class G>
struct SymmetryOf {
    template <auto write_image>
    static void canonical(Shape shape, std::int64_t count, Rows boards, std::uint8_t* out) {
        for_each_board(shape, count, [&](const G& geometry, std::int64_t, std::int64_t first) {
            write_image(geometry, boards + first, out + first);
        });
    }

    template <auto write_image>
    static void canonical_puzzles(Shape shape, std::int64_t count, Rows puzzles, Rows solutions, std::uint8_t* out,
                                  std::uint8_t* ways) {
        for_each_board(shape, count, [&](const G& geometry, std::int64_t row, std::int64_t first) {
            std::uint8_t* const way = ways ? ways + way_bytes(geometry.size) * row : nullptr;
            write_image(geometry, puzzles + first, solutions + first, out + first, way);
        });
    }

    static void automorphisms(Shape shape, std::int64_t count, Rows boards, std::int64_t* counts) {
        for_each_board(shape, count, [&](const G& geometry, std::int64_t row, std::int64_t first) {
            counts[row] = FullSymmetry<G>(geometry, boards + first).automorphisms();
        });
    }

    static void pack(Shape shape, std::int64_t count, Rows boards, std::uint8_t* keys) {
        const Packing<G> packing{G(shape)};
        for_each_board(shape, count, [&](const G&, std::int64_t row, std::int64_t first) {
            packing.pack(boards + first, keys + packing.bytes() * row);
        });
    }

    static void unpack(Shape shape, std::int64_t count, const std::uint8_t* keys, std::uint8_t* boards) {
        const Packing<G> packing{G(shape)};
        for_each_board(shape, count, [&](const G&, std::int64_t row, std::int64_t first) {
            packing.unpack(keys + packing.bytes() * row, boards + first);
        });
    }

    static void clue_symmetries(Shape shape, std::int64_t count, Rows puzzles, Images* out) {
        for_each_board(shape, count, [&](const G& geometry, std::int64_t row, std::int64_t first) {
            out[row] = engine::clue_symmetries(geometry, puzzles + first);
        });
    }

private:
    // Calls work(geometry, row, where the board of that row begins).
    template <class Work>
    static void for_each_board(Shape shape, std::int64_t count, Work work) {
        const G geometry(shape);
        for_each_row(count, [&](std::int64_t row) { work(geometry, row, geometry.cells * row); });
    }
};

template <class G>
void set_kernels(SymmetryKernels& kernels) {
    using Of = SymmetryOf<G>;
    kernels.canonical_d4.set<G>(Of::template canonical<canonical_d4<G>>);
    kernels.canonical_d4_relabel.set<G>(Of::template canonical<canonical_d4_relabel<G>>);
    kernels.canonical_full.set<G>(Of::template canonical<canonical_full<G>>);
    kernels.canonical_puzzles_d4.set<G>(Of::template canonical_puzzles<canonical_puzzle_d4<false, G>>);
    kernels.canonical_puzzles_d4_relabel.set<G>(Of::template canonical_puzzles<canonical_puzzle_d4<true, G>>);
    kernels.canonical_puzzles_full.set<G>(Of::template canonical_puzzles<canonical_puzzle_full<G>>);
    kernels.automorphisms.set<G>(Of::automorphisms);
    kernels.pack.set<G>(Of::pack);
    kernels.unpack.set<G>(Of::unpack);
    kernels.clue_symmetries.set<G>(Of::clue_symmetries);
}

}  // namespace

SymmetryKernels::SymmetryKernels() {
    [&]<class... G>() {
        (set_kernels<G>(*this), ...);
    }.template operator()<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25, AnyGeometry>();
}

}  // namespace engine
