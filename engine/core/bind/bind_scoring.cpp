#include "bind/bind.hpp"
#include "scoring/literals.hpp"

namespace engine {

namespace scoring {

namespace {

nb::list scoring_facts() {
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

nb::list spots(const std::vector<Spot>& of) {
    return each(of, [](Spot spot) { return nb::make_tuple(spot.cell, spot.digit); });
}
nb::list numbers(const std::vector<std::uint8_t>& of) {
    return each(of, [](int number) { return number; });
}
nb::list cells(const Cells& of) {
    return each(EachCell(of), [](int cell) { return cell; });
}
nb::list sets(const std::vector<LockedSet>& of) {
    return each(of, [](const LockedSet& set) { return nb::make_tuple(cells(set.cells), static_cast<int>(set.digits)); });
}
nb::list chains(const Step& step) {
    return each(step.chains, [](const auto& chain) { return each(chain, [](int literal) { return literal; }); });
}

nb::dict facts(const Step& of) {
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

std::span<const Rule> rules_of(const Out<std::int32_t>& rules) {
    return {reinterpret_cast<const Rule*>(rules.data()), rules.shape(0)};
}

Position position_of(const In& clues, const In& filled, const Out<std::uint16_t>& kept) {
    return {clues.data(), filled.data(), kept.data()};
}

void bind_kernels(KernelsClass& kernels) {
    nb::class_<ScoringKernels>(kernels, "ScoringKernels")
        .def("score",
             [](const ScoringKernels& at, In puzzles, In solutions, Out<std::int32_t> counts, Out<std::int32_t> rules,
                Out<std::int32_t> highest, Out<std::uint8_t> scores) {
                 nb::gil_scoped_release unlocked;
                 at.score(puzzles.data(), solutions.data(), counts.data(), rows(puzzles), rules_of(rules),
                          highest.data(), reinterpret_cast<Score*>(scores.data()));
             })
        .def("path",
             [](const ScoringKernels& at, In clues, In filled, Out<std::uint16_t> kept, In solution,
                Out<std::int32_t> rules, int most) {
                 std::vector<TakenStep> steps;
                 {
                     nb::gil_scoped_release unlocked;
                     at.path(position_of(clues, filled, kept), solution.data(), rules_of(rules), most, steps);
                 }
                 return each(steps, [](const TakenStep& taken) {
                     return nb::make_tuple(facts(taken.step), taken.rule.score, taken.rule.level);
                 });
             })
        .def("find", [](const ScoringKernels& at, In clues, In filled, Out<std::uint16_t> kept, In solution, int rule,
                        bool wide) {
            std::vector<Step> steps;
            {
                nb::gil_scoped_release unlocked;
                at.find(position_of(clues, filled, kept), solution.data(), static_cast<Technique>(rule), wide, steps);
            }
            return each(steps, [](const Step& step) { return facts(step); });
        });
    kernels.def_ro("scoring9", &Kernels::scoring9);
}

}  // namespace

}  // namespace scoring

void bind_scoring(KernelsClass& kernels) {
    nb::list levels, statuses, highest;
    for (const char* name : scoring::level_names) levels.append(name);
    for (const char* name : scoring::status_names) statuses.append(name);
    for (const int score : scoring::highest_scores) highest.append(score);
    kernels.attr("scoring_techniques") = scoring::scoring_facts();
    kernels.attr("scoring_levels") = levels;
    kernels.attr("scoring_statuses") = statuses;
    kernels.attr("highest_scores") = highest;
    kernels.attr("score_layout") = layout_of(scoring::Score{});
    kernels.attr("scoring_first_group") = scoring::first_group;
    kernels.attr("scoring_first_set") = scoring::first_set;
    scoring::bind_kernels(kernels);
}

}  // namespace engine
