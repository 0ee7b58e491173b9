#include <nanobind/stl/pair.h>

#include <utility>

#include "bind/bind.hpp"

namespace engine {

namespace {

using namespace rating;

nb::list technique_facts() {
    nb::list facts;
    for (const TechniqueFacts& of : techniques)
        facts.append(nb::make_tuple(static_cast<int>(of.technique), of.name, of.rating, of.highest, of.meaning));
    return facts;
}

nb::list names_of_families(const Kernels& kernels) {
    nb::list names;
    for (const char* name : kernels.families) names.append(name);
    return names;
}

using BlockSize = std::pair<int, int>;

BlockShape shape_of(BlockSize block) { return {block.first, block.second}; }

// The kernels for 9x9 where there are some, else those for any shape.
const RatingKernels& at(const Kernels& kernels, BlockShape shape) {
    const bool is_9x9 = shape.rows == 3 && shape.columns == 3;
    return is_9x9 && kernels.rating9.rate ? kernels.rating9 : kernels.any_rating;
}

}  // namespace

void bind_rating(KernelsClass& kernels) {
    nb::list statuses;
    for (const char* name : status_names) statuses.append(name);
    kernels.attr("rating_version") = rating_version;
    kernels.attr("techniques") = technique_facts();
    kernels.attr("statuses") = statuses;
    kernels.attr("rating_layout") = layout_of(Rating{});
    kernels.attr("step_layout") = layout_of(Record{});
    kernels.attr("no_ceiling") = no_ceiling;
    kernels.attr("most_steps") = most_steps;
    kernels.attr("most_rated_size") = most_size;
    kernels.def_prop_ro("families", names_of_families);

    // Shapes are the rows and columns of a block; ratings and steps are arrays of records, as bytes.
    kernels.def("rate", [](const Kernels& kernels, BlockSize block, In puzzles, int ceiling,
                           Out<std::int32_t> solutions, Out<std::uint8_t> ratings) {
        nb::gil_scoped_release unlocked;
        const BlockShape shape = shape_of(block);
        at(kernels, shape)
            .rate(shape, puzzles.data(), rows(puzzles), ceiling, solutions.data(),
                  reinterpret_cast<Rating*>(ratings.data()));
    });
    kernels.def("path", [](const Kernels& kernels, BlockSize block, In puzzle, Out<std::uint8_t> steps) {
        nb::gil_scoped_release unlocked;
        const BlockShape shape = shape_of(block);
        return at(kernels, shape).path(shape, puzzle.data(), reinterpret_cast<Record*>(steps.data()));
    });
    kernels.def("find_step", [](const Kernels& kernels, BlockSize block, int family, In puzzle,
                                Out<std::uint16_t> candidates, Out<std::uint8_t> step) {
        nb::gil_scoped_release unlocked;
        const BlockShape shape = shape_of(block);
        return at(kernels, shape)
            .find_step(shape, family, puzzle.data(), candidates.data(), reinterpret_cast<Record*>(step.data()));
    });
}

}  // namespace engine
