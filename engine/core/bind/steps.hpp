// What ratings, scores and people have besides kernels of batches: facts about techniques, and steps as tuples and
// dictionaries for engine/paths, engine/scoring and engine/people.
#pragma once

#include <span>
#include <vector>

#include "bind/arguments.hpp"
#include "people/step.hpp"
#include "rating/record.hpp"
#include "scoring/step.hpp"

namespace engine::rating {

inline nb::list facts_of_techniques() {
    int number = 0;
    return listed(techniques, [&](const TechniqueFacts& of) {
        return nb::make_tuple(number++, with_hyphens(of.name), of.rating, of.highest, of.meaning);
    });
}

inline nb::tuple facts(const Inference& of) {
    return nb::make_tuple(of.cell, of.digit, of.on, of.reason, of.nested, listed(of.parents));
}

inline nb::tuple facts(const Literal& of) { return nb::make_tuple(of.cell, of.digit, of.on); }

template <class T>
nb::list facts(const std::vector<std::vector<T>>& branches) {
    return listed(branches,
                  [](const std::vector<T>& branch) { return listed(branch, [](const T& of) { return facts(of); }); });
}

// The branches, then the chains nested in them.
inline nb::tuple facts(const Explanation& of) {
    const auto nested = [](const NestedExplanation& chain) {
        return nb::make_tuple(chain.kind, chain.links, facts(chain.branches));
    };
    return nb::make_tuple(facts(of.branches), listed(of.nested, nested));
}

// Steps are arrays of records, as bytes.
inline nb::list find_path(const RaterKernels& at, Shape shape, Array<const std::uint8_t> houses,
                          Array<const std::uint8_t> puzzle, Array<std::uint8_t> steps) {
    std::vector<Explanation> explanations;
    {
        nb::gil_scoped_release unlocked;
        at.path(shape, houses_of(houses), puzzle.data(), reinterpret_cast<Record*>(steps.data()), explanations);
    }
    return listed(explanations, [](const Explanation& of) { return facts(of); });
}

inline nb::object find_step(const RaterKernels& at, Shape shape, Array<const std::uint8_t> houses, int family,
                            Array<const std::uint8_t> puzzle, Array<const std::uint16_t> candidates,
                            Array<std::uint8_t> step) {
    Explanation explanation;
    bool found;
    {
        nb::gil_scoped_release unlocked;
        found = at.find_step(shape, houses_of(houses), family, puzzle.data(), candidates.data(),
                             reinterpret_cast<Record*>(step.data()), explanation);
    }
    return found ? nb::object(facts(explanation)) : nb::none();
}

}  // namespace engine::rating

namespace engine::scoring {

inline nb::list facts_of_techniques() {
    int number = 0;
    return listed(techniques, [&](const TechniqueFacts& of) {
        return nb::make_tuple(number++, with_hyphens(of.name), static_cast<int>(of.rule), of.score,
                              static_cast<int>(of.level), of.enabled);
    });
}

inline nb::list spots(const std::vector<Spot>& of) {
    return listed(of, [](Spot spot) { return nb::make_tuple(spot.cell, spot.digit); });
}
inline nb::list cells(const Cells& of) { return listed(EachCell(of)); }
inline nb::list sets(const std::vector<LockedSet>& of) {
    return listed(of,
                  [](const LockedSet& set) { return nb::make_tuple(cells(set.cells), static_cast<int>(set.digits)); });
}

inline nb::dict facts(const Step& of) {
    nb::dict facts;
    facts["technique"] = static_cast<int>(of.technique);
    facts["placed"] = spots(of.placed);
    facts["removed"] = spots(of.removed);
    facts["cells"] = listed(of.cells);
    facts["digits"] = listed(of.digits);
    facts["fins"] = spots(of.fins);
    facts["endo_fins"] = spots(of.endo_fins);
    facts["base"] = listed(of.base);
    facts["cover"] = listed(of.cover);
    facts["sets"] = sets(of.sets);
    facts["common"] = spots(of.common);
    facts["chains"] = listed(of.chains, [](const Chain& chain) { return listed(chain); });
    facts["groups"] = sets(of.groups);
    facts["colors"] = listed(of.colors, cells);
    return facts;
}

// A position as Python gives it: clues, filled cells, masks of candidates, and the solution. The browser has a table of fewer
// kernels.
using Values = Array<const std::uint8_t>;
using Masks = Array<const std::uint16_t>;

inline nb::list find_path(const auto& kernels, Values clues, Values filled, Masks kept, Values solution,
                          Array<const std::uint8_t> rules, int rule_count, int most) {
    std::vector<TakenStep> steps;
    {
        nb::gil_scoped_release unlocked;
        const std::span table(reinterpret_cast<const Rule*>(rules.data()), rule_count);
        kernels.solving_path({clues.data(), filled.data(), kept.data()}, solution.data(), table, most, steps);
    }
    return listed(steps, [](const TakenStep& taken) {
        return nb::make_tuple(facts(taken.step), taken.rule.score, taken.rule.level);
    });
}

inline nb::list find_steps(const auto& kernels, Values clues, Values filled, Masks kept, Values solution, int rule,
                           bool wide) {
    std::vector<Step> steps;
    {
        nb::gil_scoped_release unlocked;
        kernels.find_solving_steps({clues.data(), filled.data(), kept.data()}, solution.data(),
                                   static_cast<Technique>(rule), wide, steps);
    }
    return listed(steps, facts);
}

}  // namespace engine::scoring

namespace engine::people {

inline nb::dict facts_of(const TakenStep& taken, std::size_t cells) {
    const Step& step = taken.step;
    const auto sight = [](const Sight& one) { return nb::make_tuple(one.cell, one.other, one.unit, one.part); };
    nb::dict facts;
    facts["technique"] = step.technique;
    facts["machine"] = static_cast<int>(step.machine);
    facts["part"] = step.part;
    facts["units"] = listed(step.units);
    facts["others"] = listed(step.others);
    facts["cells"] = listed(step.cells);
    facts["minus"] = listed(step.minus);
    facts["digits"] = static_cast<int>(step.digits);
    facts["total"] = step.total;
    facts["placed"] = nb::make_tuple(step.cell, step.digit + 1);
    facts["lost"] =
        listed(step.lost, [](const Loss& loss) { return nb::make_tuple(loss.cell, static_cast<int>(loss.digits)); });
    facts["links"] = listed(step.links, [](const Link& link) {
        return nb::make_tuple(link.cell, static_cast<int>(link.digits), link.holds, static_cast<int>(link.reason),
                              link.number, nb::tuple(listed(link.after)));
    });
    facts["apart"] = listed(step.apart, sight);
    facts["sights"] = listed(step.sights, sight);
    facts["ways"] = step.ways;
    facts["cost"] = step.cost;
    facts["weight"] = weight(step);
    facts["masks"] = listed(std::span(taken.of).first(cells));
    nb::list filled;
    for (std::size_t cell = 0; cell < cells; ++cell) filled.append(static_cast<bool>(taken.filled[cell]));
    facts["filled"] = filled;
    return facts;
}

// Steps of a position of so many cells, which `find(steps)` gathers.
template <class Find>
nb::list listed_steps(std::size_t cells, Find find) {
    std::vector<TakenStep> steps;
    {
        nb::gil_scoped_release unlocked;
        find(steps);
    }
    return listed(steps, [&](const TakenStep& taken) { return facts_of(taken, cells); });
}

// `marks` has a mask for each cell, 0 for none.
inline nb::list path_of(const auto& kernels, Array<const std::int32_t> numbers, Array<const std::uint8_t> values,
                        Array<const std::uint16_t> marks, Array<const std::uint8_t> solution, int most) {
    return listed_steps(values.shape(0), [&](std::vector<TakenStep>& steps) {
        kernels.path_of(numbers.data(), values.data(), marks.data(), solution.data(), most, steps);
    });
}

inline nb::list possible_of(const auto& kernels, Array<const std::int32_t> numbers, Array<const std::uint8_t> values,
                            Array<const std::uint16_t> marks) {
    return listed_steps(values.shape(0), [&](std::vector<TakenStep>& steps) {
        kernels.possible_of(numbers.data(), values.data(), marks.data(), steps);
    });
}

}  // namespace engine::people
