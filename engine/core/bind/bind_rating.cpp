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

// Ratings and steps are arrays of records, as bytes.
void bind_rating_kernels(KernelsClass& kernels) {
    nb::class_<RatingKernels>(kernels, "RatingKernels")
        .def("rate",
             [](const RatingKernels& at, Shape shape, In puzzles, int ceiling, Out<std::int32_t> solutions,
                Out<std::uint8_t> ratings) {
                 nb::gil_scoped_release unlocked;
                 at.rate(shape, puzzles.data(), rows(puzzles), ceiling, solutions.data(),
                         reinterpret_cast<Rating*>(ratings.data()));
             })
        .def("path",
             [](const RatingKernels& at, Shape shape, In puzzle, Out<std::uint8_t> steps) {
                 nb::gil_scoped_release unlocked;
                 return at.path(shape, puzzle.data(), reinterpret_cast<Record*>(steps.data()));
             })
        .def("find_step", [](const RatingKernels& at, Shape shape, int family, In puzzle, Out<std::uint16_t> candidates,
                             Out<std::uint8_t> step) {
            nb::gil_scoped_release unlocked;
            return at.find_step(shape, family, puzzle.data(), candidates.data(),
                                reinterpret_cast<Record*>(step.data()));
        });
    kernels.def_ro("rating9", &Kernels::rating9);
    kernels.def_ro("any_rating", &Kernels::any_rating);
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
    kernels.attr("most_rated_size") = largest_rated_size;
    kernels.def_prop_ro("families", names_of_families);

    bind_rating_kernels(kernels);
}

}  // namespace engine
