// Every kernel for boards of any shape, compiled once: for the shapes that have none of their own.
#include "batches/boards.hpp"
#include "batches/carving.hpp"
#include "batches/generation.hpp"
#include "batches/measuring.hpp"
#include "batches/solving.hpp"
#include "batches/symmetry.hpp"
#include "board/any_geometry.hpp"
#include "kernels/kernels.hpp"

namespace engine {

void add_other_shapes(Kernels& kernels) {
    using G = AnyGeometry;
    kernels.first_incomplete.set_others(first_incomplete_batch<G>);
    kernels.generate.set_others(generate_batch<G>);
    kernels.carve.set_others(carve_batch<G>);
    kernels.necessary.set_others(necessary_batch<G>);
    kernels.solve.set_others(solve_batch<G>);
    kernels.measure.set_others(measure_batch<G>);
    using Symmetry = SymmetryBatches<G>;
    kernels.canonical_d4.set_others(Symmetry::canonical_d4);
    kernels.canonical_d4_relabel.set_others(Symmetry::canonical_d4_relabel);
    kernels.canonical_full.set_others(Symmetry::canonical_full);
    kernels.canonical_puzzles_d4.set_others(Symmetry::canonical_puzzles_d4);
    kernels.canonical_puzzles_d4_relabel.set_others(Symmetry::canonical_puzzles_d4_relabel);
    kernels.canonical_puzzles_full.set_others(Symmetry::canonical_puzzles_full);
    kernels.automorphisms.set_others(Symmetry::automorphisms);
    kernels.pack.set_others(Symmetry::pack);
    kernels.unpack.set_others(Symmetry::unpack);
    kernels.clue_symmetries.set_others(Symmetry::clue_symmetries);
}

}  // namespace engine
