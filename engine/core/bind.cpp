// The kernels as a Python module. The same source is compiled once for every level of processor, each under its own
// module name, so that no code of one level can end up in another.
//
// The functions here trust their arguments: engine/*.py checks them and is the only caller.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <stdexcept>

#include "batch.hpp"

namespace nb = nanobind;

namespace {

using namespace engine;

using In = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

std::int64_t rows(const In& boards) { return static_cast<std::int64_t>(boards.shape(0)); }

// Calls `work` with the batch kernels of the board size, without the interpreter lock.
template <class Work>
auto at_size(int size, Work work) {
    nb::gil_scoped_release unlocked;
    switch (size) {
        case 4: return work(Batch<2>{});
        case 9: return work(Batch<3>{});
        case 16: return work(Batch<4>{});
        case 25: return work(Batch<5>{});
    }
    throw std::invalid_argument("no kernel for this size");
}

// The families of techniques, by the number that `find_step` takes, and the table of techniques.
nb::list family_names() {
    nb::list names;
    for (const auto& family : rating::families) names.append(family.name);
    return names;
}

nb::list technique_facts() {
    nb::list facts;
    for (const auto& of : rating::techniques) facts.append(nb::make_tuple(of.name, of.rating, of.highest, of.meaning));
    return facts;
}

}  // namespace

#define ENGINE_MODULE_NAMED(name) NB_MODULE(name, module)

ENGINE_MODULE_NAMED(ENGINE_MODULE) {
    module.attr("lanes") = lane_count;
    module.attr("key_bytes") = nb::dict();
    module.attr("key_bytes")[nb::int_(4)] = Packing<2>::bytes;
    module.attr("key_bytes")[nb::int_(9)] = Packing<3>::bytes;
    module.attr("key_bytes")[nb::int_(16)] = Packing<4>::bytes;
    module.attr("key_bytes")[nb::int_(25)] = Packing<5>::bytes;

    module.attr("patterns") = nb::dict();
    for (const Pattern& pattern : patterns) module.attr("patterns")[pattern.name] = pattern.images;

    module.def("generate", [](int size, int method, std::uint64_t seed, std::uint64_t start, Out<std::uint8_t> boards,
                              Out<std::int32_t> attempts) {
        at_size(size, [&](auto batch) {
            batch.generate(static_cast<Method>(method), static_cast<std::int64_t>(attempts.size()), seed, start,
                           boards.data(), attempts.data());
        });
    });
    module.def("canonical_d4", [](int size, In boards, Out<std::uint8_t> out) {
        at_size(size, [&](auto batch) { batch.canonical_d4(boards.data(), rows(boards), out.data()); });
    });
    module.def("canonical_d4_relabel", [](int size, In boards, Out<std::uint8_t> out) {
        at_size(size, [&](auto batch) { batch.canonical_d4_relabel(boards.data(), rows(boards), out.data()); });
    });
    module.def("canonical_full", [](int size, In boards, Out<std::uint8_t> out) {
        at_size(size, [&](auto batch) { batch.canonical_full(boards.data(), rows(boards), out.data()); });
    });
    module.def("automorphisms", [](int size, In boards, Out<std::int64_t> counts) {
        at_size(size, [&](auto batch) { batch.automorphisms(boards.data(), rows(boards), counts.data()); });
    });
    module.def("pack", [](int size, In boards, Out<std::uint8_t> keys) {
        at_size(size, [&](auto batch) { batch.pack(boards.data(), rows(boards), keys.data()); });
    });
    module.def("unpack", [](int size, In keys, Out<std::uint8_t> boards) {
        at_size(size, [&](auto batch) { batch.unpack(keys.data(), rows(keys), boards.data()); });
    });
    module.def("carve", [](int size, In boards, std::uint64_t seed, int clues, Images pattern,
                           Out<std::uint8_t> puzzles) {
        at_size(size, [&](auto batch) { batch.carve(boards.data(), rows(boards), seed, clues, pattern, puzzles.data()); });
    });
    module.def("clue_symmetries", [](int size, In puzzles, Out<Images> found) {
        at_size(size, [&](auto batch) { batch.clue_symmetries(puzzles.data(), rows(puzzles), found.data()); });
    });
    module.def("solve", [](int size, In puzzles, Out<std::uint8_t> solutions, Out<std::int32_t> counts) {
        at_size(size, [&](auto batch) { batch.solve(puzzles.data(), rows(puzzles), 1, solutions.data(), counts.data()); });
    });
    module.def("count_solutions", [](int size, In puzzles, int limit, Out<std::int32_t> counts) {
        at_size(size, [&](auto batch) { batch.solve(puzzles.data(), rows(puzzles), limit, nullptr, counts.data()); });
    });
    module.def("necessary", [](int size, In puzzles, In boards, Out<bool> necessary) {
        at_size(size, [&](auto batch) {
            batch.necessary(puzzles.data(), boards.data(), rows(puzzles), necessary.data());
        });
    });
    module.def("measure", [](int size, In puzzles, std::int64_t most_nodes, Out<std::int64_t> metrics) {
        at_size(size, [&](auto batch) {
            static_assert(sizeof(Metrics) == 6 * sizeof(std::int64_t));
            batch.measure(puzzles.data(), rows(puzzles), most_nodes, reinterpret_cast<Metrics*>(metrics.data()));
        });
    });
    module.attr("families") = family_names();
    module.attr("techniques") = technique_facts();
    module.attr("rating_bytes") = sizeof(rating::Rating);
    module.attr("step_bytes") = sizeof(rating::Record);
    module.def("rate", [](In puzzles, int ceiling, Out<std::uint8_t> ratings) {
        nb::gil_scoped_release unlocked;
        Batch<3>::rate(puzzles.data(), rows(puzzles), ceiling, reinterpret_cast<rating::Rating*>(ratings.data()));
    });
    module.def("path", [](In puzzle, Out<std::uint8_t> steps) {
        nb::gil_scoped_release unlocked;
        return rating::record_path(puzzle.data(), reinterpret_cast<rating::Record*>(steps.data()));
    });
    module.def("find_step", [](int family, In puzzle, Out<std::uint16_t> candidates, Out<std::uint8_t> step) {
        nb::gil_scoped_release unlocked;
        return rating::record_step(family, puzzle.data(), candidates.data(),
                                   reinterpret_cast<rating::Record*>(step.data()));
    });
    module.def("first_incomplete", [](int size, In boards) {
        return at_size(size, [&](auto batch) { return batch.first_incomplete(boards.data(), rows(boards)); });
    });
}
