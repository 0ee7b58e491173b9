#include <vector>

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
    for (const Family& family : kernels.families) names.append(family.name);
    return names;
}

void rate(const Kernels& kernels, const In& puzzles, int ceiling, Rating* ratings) {
    std::vector<std::int32_t> solutions(puzzles.shape(0));
    kernels.solve[Geometry9::shape](Geometry9::shape, puzzles.data(), rows(puzzles), 2, nullptr, solutions.data());
    kernels.rate(puzzles.data(), rows(puzzles), ceiling, solutions.data(), ratings);
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
    kernels.def_prop_ro("families", names_of_families);

    // Ratings and steps are arrays of records, as bytes.
    kernels.def("rate", [](const Kernels& kernels, In puzzles, int ceiling, Out<std::uint8_t> ratings) {
        nb::gil_scoped_release unlocked;
        rate(kernels, puzzles, ceiling, reinterpret_cast<Rating*>(ratings.data()));
    });
    kernels.def("path", [](const Kernels& kernels, In puzzle, Out<std::uint8_t> steps) {
        nb::gil_scoped_release unlocked;
        return kernels.path(puzzle.data(), reinterpret_cast<Record*>(steps.data()));
    });
    kernels.def("find_step", [](const Kernels& kernels, int family, In puzzle, Out<std::uint16_t> candidates,
                                Out<std::uint8_t> step) {
        nb::gil_scoped_release unlocked;
        return kernels.find_step(family, puzzle.data(), candidates.data(), reinterpret_cast<Record*>(step.data()));
    });
}

}  // namespace engine
