// Canonical forms, automorphisms, keys and the symmetries of clue patterns.
#include "batches/symmetry.hpp"

#include "kernels/kernels.hpp"

namespace engine {

namespace {

template <class G>
void add_symmetry_of(Kernels& kernels) {
    using Batches = SymmetryBatches<G>;
    kernels.canonical_d4.set<G>(Batches::canonical_d4);
    kernels.canonical_d4_relabel.set<G>(Batches::canonical_d4_relabel);
    kernels.canonical_full.set<G>(Batches::canonical_full);
    kernels.canonical_puzzles_d4.set<G>(Batches::canonical_puzzles_d4);
    kernels.canonical_puzzles_d4_relabel.set<G>(Batches::canonical_puzzles_d4_relabel);
    kernels.canonical_puzzles_full.set<G>(Batches::canonical_puzzles_full);
    kernels.automorphisms.set<G>(Batches::automorphisms);
    kernels.pack.set<G>(Batches::pack);
    kernels.unpack.set<G>(Batches::unpack);
    kernels.clue_symmetries.set<G>(Batches::clue_symmetries);
}

}  // namespace

void add_symmetry(Kernels& kernels) {
    add_symmetry_of<Geometry4>(kernels);
    add_symmetry_of<Geometry6>(kernels);
    add_symmetry_of<Geometry9>(kernels);
    add_symmetry_of<Geometry16>(kernels);
    add_symmetry_of<Geometry25>(kernels);
}

}  // namespace engine
