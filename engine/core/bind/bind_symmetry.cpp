#include "bind/bind.hpp"
#include "symmetry/packing.hpp"
#include "symmetry/patterns.hpp"

namespace engine {

namespace {

// A kernel that reads boards, or keys, and writes one answer of type T for each, or an array of them.
template <class T>
using Reader = ByShape<void(Shape, const std::uint8_t*, std::int64_t, T*)> Kernels::*;

template <class T>
void bind_reader(KernelsClass& kernels, const char* name, Reader<T> member) {
    kernels.def(name, [member](const Kernels& kernels, Shape shape, In given, Out<T> out) {
        const auto& kernel = (kernels.*member)[shape];
        nb::gil_scoped_release unlocked;
        kernel(shape, given.data(), rows(given), out.data());
    });
}

// A kernel that reads puzzles and their solutions and writes an image of each puzzle, and how it is reached unless `ways`
// is empty.
using PuzzleReader =
    ByShape<void(Shape, const std::uint8_t*, const std::uint8_t*, std::int64_t, std::uint8_t*, std::uint8_t*)>
        Kernels::*;

void bind_puzzle_reader(KernelsClass& kernels, const char* name, PuzzleReader member) {
    kernels.def(name, [member](const Kernels& kernels, Shape shape, In puzzles, In solutions, Out<std::uint8_t> out,
                               Out<std::uint8_t> ways) {
        const auto& kernel = (kernels.*member)[shape];
        nb::gil_scoped_release unlocked;
        kernel(shape, puzzles.data(), solutions.data(), rows(puzzles), out.data(), ways.size() ? ways.data() : nullptr);
    });
}

}  // namespace

void bind_symmetry(KernelsClass& kernels) {
    nb::dict key_bytes;
    for (int size = 1; size <= largest_size; ++size) key_bytes[nb::int_(size)] = packed_bytes(size);
    kernels.attr("key_bytes") = key_bytes;

    nb::dict images;
    for (const Pattern& pattern : patterns) images[pattern.name] = pattern.images;
    kernels.attr("patterns") = images;

    bind_reader<std::uint8_t>(kernels, "canonical_d4", &Kernels::canonical_d4);
    bind_reader<std::uint8_t>(kernels, "canonical_d4_relabel", &Kernels::canonical_d4_relabel);
    bind_reader<std::uint8_t>(kernels, "canonical_full", &Kernels::canonical_full);
    bind_puzzle_reader(kernels, "canonical_puzzles_d4", &Kernels::canonical_puzzles_d4);
    bind_puzzle_reader(kernels, "canonical_puzzles_d4_relabel", &Kernels::canonical_puzzles_d4_relabel);
    bind_puzzle_reader(kernels, "canonical_puzzles_full", &Kernels::canonical_puzzles_full);
    bind_reader<std::int64_t>(kernels, "automorphisms", &Kernels::automorphisms);
    bind_reader<std::uint8_t>(kernels, "pack", &Kernels::pack);
    bind_reader<std::uint8_t>(kernels, "unpack", &Kernels::unpack);
    bind_reader<Images>(kernels, "clue_symmetries", &Kernels::clue_symmetries);
}

}  // namespace engine
