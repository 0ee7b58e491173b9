// What ratings have besides kernels of batches: facts about techniques, and explanations, which are tuples for Python.
#pragma once

#include <vector>

#include "bind/arguments.hpp"
#include "rating/record.hpp"

namespace engine {

inline nb::list facts_of_techniques() {
    nb::list facts;
    for (const rating::TechniqueFacts& of : rating::techniques)
        facts.append(nb::make_tuple(static_cast<int>(of.technique), of.name, of.rating, of.highest, of.meaning));
    return facts;
}

inline nb::list names_of_families(const Kernels& kernels) {
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

inline nb::tuple facts(const rating::Inference& of) {
    return nb::make_tuple(of.cell, of.digit, of.on, of.reason, of.nested,
                          listed(of.parents, [](int place) { return nb::int_(place); }));
}

inline nb::tuple facts(const rating::Literal& of) { return nb::make_tuple(of.cell, of.digit, of.on); }

template <class T>
nb::list facts(const std::vector<std::vector<T>>& branches) {
    return listed(branches,
                  [](const std::vector<T>& branch) { return listed(branch, [](const T& of) { return facts(of); }); });
}

// The branches, then the chains nested in them.
inline nb::tuple facts(const rating::Explanation& of) {
    const auto nested = [](const rating::NestedExplanation& chain) {
        return nb::make_tuple(chain.kind, chain.links, facts(chain.branches));
    };
    return nb::make_tuple(facts(of.branches), listed(of.nested, nested));
}

// Steps are arrays of records, as bytes.
inline nb::list find_path(const RaterKernels& at, Shape shape, Array<const std::uint8_t> houses,
                          Array<const std::uint8_t> puzzle, Array<std::uint8_t> steps) {
    std::vector<rating::Explanation> explanations;
    {
        nb::gil_scoped_release unlocked;
        at.path(shape, houses_of(houses), puzzle.data(), reinterpret_cast<rating::Record*>(steps.data()), explanations);
    }
    return listed(explanations, [](const rating::Explanation& of) { return facts(of); });
}

inline nb::object find_step(const RaterKernels& at, Shape shape, Array<const std::uint8_t> houses, int family,
                            Array<const std::uint8_t> puzzle, Array<const std::uint16_t> candidates,
                            Array<std::uint8_t> step) {
    rating::Explanation explanation;
    bool found;
    {
        nb::gil_scoped_release unlocked;
        found = at.find_step(shape, houses_of(houses), family, puzzle.data(), candidates.data(),
                             reinterpret_cast<rating::Record*>(step.data()), explanation);
    }
    return found ? nb::object(facts(explanation)) : nb::none();
}

}  // namespace engine
