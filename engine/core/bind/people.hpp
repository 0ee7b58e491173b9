// The steps of people under rules, as tuples for engine/people/path.py.
#pragma once

#include <vector>

#include "bind/arguments.hpp"
#include "people/step.hpp"

namespace engine::people {

template <class Items, class Of>
nb::list listed(const Items& items, Of of) {
    nb::list list;
    for (const auto& item : items) list.append(of(item));
    return list;
}

inline nb::dict facts_of(const TakenStep& taken, int cells) {
    const Step& step = taken.step;
    const auto number = [](int one) { return one; };
    nb::dict facts;
    facts["technique"] = step.technique;
    facts["machine"] = static_cast<int>(step.machine);
    facts["part"] = step.part;
    facts["units"] = listed(step.units, number);
    facts["others"] = listed(step.others, number);
    facts["cells"] = listed(step.cells, number);
    facts["minus"] = listed(step.minus, number);
    facts["digits"] = static_cast<int>(step.digits);
    facts["total"] = step.total;
    facts["placed"] = nb::make_tuple(step.cell, step.digit + 1);
    facts["lost"] =
        listed(step.lost, [](const Loss& loss) { return nb::make_tuple(loss.cell, static_cast<int>(loss.digits)); });
    facts["links"] = listed(step.links, [](const Link& link) {
        return nb::make_tuple(link.cell, static_cast<int>(link.digits), link.holds, static_cast<int>(link.reason),
                              link.number, nb::tuple(listed(link.after, [](int place) { return place; })));
    });
    const auto sight = [](const Sight& one) { return nb::make_tuple(one.cell, one.other, one.unit, one.part); };
    facts["apart"] = listed(step.apart, sight);
    facts["sights"] = listed(step.sights, sight);
    facts["ways"] = step.ways;
    facts["cost"] = step.cost;
    facts["weight"] = weight(step);
    nb::list masks, filled;
    for (int cell = 0; cell < cells; ++cell) {
        masks.append(static_cast<int>(taken.of[cell]));
        filled.append(static_cast<bool>(taken.filled[cell]));
    }
    facts["masks"] = masks;
    facts["filled"] = filled;
    return facts;
}

// `marks` has a mask for each cell, 0 for none.
inline nb::list path_of(const Kernels& kernels, Array<const std::int32_t> numbers, Array<const std::uint8_t> values,
                        Array<const std::uint16_t> marks, Array<const std::uint8_t> solution, int most) {
    std::vector<TakenStep> steps;
    {
        nb::gil_scoped_release unlocked;
        kernels.path_of(numbers.data(), values.data(), marks.data(), solution.data(), most, steps);
    }
    const int cells = static_cast<int>(values.shape(0));
    return listed(steps, [&](const TakenStep& taken) { return facts_of(taken, cells); });
}

inline nb::list possible_of(const Kernels& kernels, Array<const std::int32_t> numbers, Array<const std::uint8_t> values,
                            Array<const std::uint16_t> marks) {
    std::vector<TakenStep> steps;
    {
        nb::gil_scoped_release unlocked;
        kernels.possible_of(numbers.data(), values.data(), marks.data(), steps);
    }
    const int cells = static_cast<int>(values.shape(0));
    return listed(steps, [&](const TakenStep& taken) { return facts_of(taken, cells); });
}

}  // namespace engine::people
