// What scores have besides their kernel of batches: facts about techniques, and steps, which are dictionaries for Python.
#pragma once

#include <span>
#include <vector>

#include "bind/arguments.hpp"
#include "scoring/scores.hpp"

namespace engine::scoring {

inline nb::list scoring_facts() {
    nb::list facts;
    for (const TechniqueFacts& of : techniques)
        facts.append(nb::make_tuple(static_cast<int>(of.technique), of.name, static_cast<int>(of.rule), of.score,
                                    static_cast<int>(of.level), of.enabled));
    return facts;
}

template <class Items, class Of>
nb::list each(const Items& items, Of of) {
    nb::list list;
    for (const auto& item : items) list.append(of(item));
    return list;
}

inline nb::list spots(const std::vector<Spot>& of) {
    return each(of, [](Spot spot) { return nb::make_tuple(spot.cell, spot.digit); });
}
inline nb::list numbers(const std::vector<std::uint8_t>& of) {
    return each(of, [](int number) { return number; });
}
inline nb::list cells(const Cells& of) {
    return each(EachCell(of), [](int cell) { return cell; });
}
inline nb::list sets(const std::vector<LockedSet>& of) {
    return each(of,
                [](const LockedSet& set) { return nb::make_tuple(cells(set.cells), static_cast<int>(set.digits)); });
}
inline nb::list chains(const Step& step) {
    return each(step.chains, [](const auto& chain) { return each(chain, [](int literal) { return literal; }); });
}

inline nb::dict facts(const Step& of) {
    nb::dict facts;
    facts["technique"] = static_cast<int>(of.technique);
    facts["placed"] = spots(of.placed);
    facts["removed"] = spots(of.removed);
    facts["cells"] = numbers(of.cells);
    facts["digits"] = numbers(of.digits);
    facts["fins"] = spots(of.fins);
    facts["endo_fins"] = spots(of.endo_fins);
    facts["base"] = numbers(of.base);
    facts["cover"] = numbers(of.cover);
    facts["sets"] = sets(of.sets);
    facts["common"] = spots(of.common);
    facts["chains"] = chains(of);
    facts["groups"] = sets(of.groups);
    facts["colors"] = each(of.colors, cells);
    return facts;
}

// A position as Python gives it: clues, filled cells, masks of candidates, and the solution.
using Values = Array<const std::uint8_t>;
using Masks = Array<const std::uint16_t>;

inline nb::list find_path(const Kernels& kernels, Values clues, Values filled, Masks kept, Values solution,
                          Array<const std::uint8_t> rules, int rule_count, int most) {
    std::vector<TakenStep> steps;
    {
        nb::gil_scoped_release unlocked;
        const std::span table(reinterpret_cast<const Rule*>(rules.data()), rule_count);
        kernels.solving_path({clues.data(), filled.data(), kept.data()}, solution.data(), table, most, steps);
    }
    return each(steps, [](const TakenStep& taken) {
        return nb::make_tuple(facts(taken.step), taken.rule.score, taken.rule.level);
    });
}

inline nb::list find_steps(const Kernels& kernels, Values clues, Values filled, Masks kept, Values solution, int rule,
                           bool wide) {
    std::vector<Step> steps;
    {
        nb::gil_scoped_release unlocked;
        kernels.find_solving_steps({clues.data(), filled.data(), kept.data()}, solution.data(),
                                   static_cast<Technique>(rule), wide, steps);
    }
    return each(steps, [](const Step& step) { return facts(step); });
}

}  // namespace engine::scoring
