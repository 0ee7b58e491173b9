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

template <class T, class Of>
nb::list listed(const std::vector<T>& values, Of of) {
    nb::list list;
    for (const T& value : values) list.append(of(value));
    return list;
}

nb::tuple facts(const Inference& of) {
    return nb::make_tuple(of.cell, of.digit, of.on, of.reason, of.nested,
                          listed(of.parents, [](int place) { return nb::int_(place); }));
}

nb::tuple facts(const Literal& of) { return nb::make_tuple(of.cell, of.digit, of.on); }

template <class T>
nb::list facts(const std::vector<std::vector<T>>& branches) {
    return listed(branches,
                  [](const std::vector<T>& branch) { return listed(branch, [](const T& of) { return facts(of); }); });
}

// The branches, then the chains nested in them.
nb::tuple facts(const Explanation& of) {
    const auto nested = [](const NestedExplanation& chain) {
        return nb::make_tuple(chain.kind, chain.links, facts(chain.branches));
    };
    return nb::make_tuple(facts(of.branches), listed(of.nested, nested));
}

// Ratings and steps are arrays of records, as bytes; explanations are tuples.
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
                 std::vector<Explanation> explanations;
                 {
                     nb::gil_scoped_release unlocked;
                     at.path(shape, puzzle.data(), reinterpret_cast<Record*>(steps.data()), explanations);
                 }
                 return listed(explanations, [](const Explanation& of) { return facts(of); });
             })
        .def("find_step",
             [](const RatingKernels& at, Shape shape, int family, In puzzle, Out<std::uint16_t> candidates,
                Out<std::uint8_t> step) -> nb::object {
                 Explanation explanation;
                 bool found;
                 {
                     nb::gil_scoped_release unlocked;
                     found = at.find_step(shape, family, puzzle.data(), candidates.data(),
                                          reinterpret_cast<Record*>(step.data()), explanation);
                 }
                 return found ? nb::object(facts(explanation)) : nb::none();
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
