// The path of a person: always the cheapest step that helps, until the puzzle is solved.
#pragma once

#include "people/basics.hpp"
#include "people/chains.hpp"
#include "people/few_rules.hpp"
#include "people/sum_parity.hpp"
#include "people/together.hpp"
#include "people/unit_sums.hpp"

namespace engine::people {

// What a path adds up to, as five numbers, and how often each technique is used.
struct Effort {
    std::int32_t score = 0, steps = 0, unexplained = 0;  // the last: digits by all rules
    std::int32_t hardest = 0, technique = -1;  // the greatest cost of a step, and the technique of the first such step
};

class Solver {
public:
    explicit Solver(const std::int32_t* numbers) : board_(numbers) { order_machines(); }
    Solver(const Solver&) = delete;

    const Board& board() const { return board_; }

    // A position with these digits, 0 for none, and these candidates, if any are given for a cell.
    Position position(const std::uint8_t* values, const std::uint16_t* marks) const {
        Position at;
        for (int cell = 0; cell < board_.cells; ++cell) {
            at.of[cell] = board_.all();
            if (marks && marks[cell] && !values[cell]) at.of[cell] &= marks[cell];
        }
        for (int cell = 0; cell < board_.cells; ++cell)
            if (values[cell]) at.place(board_, cell, values[cell] - 1);
        return at;
    }

    // Calls `take(step, position before it)` for each step until that is false, or until only steps that cost more help;
    // the solution is for digits that no step leads to.
    template <class Take>
    void solve(Position at, const std::uint8_t* solution, int most_cost, Take take) {
        forget();
        while (static_cast<int>(at.filled.count()) < board_.cells) {
            watch_.step();
            Step step = next(at, solution, most_cost);
            if (step.cost > most_cost) return;
            if (step.cell >= 0 && step.digit < 0) return;  // several solutions: no step leads on
            if (!take(step, at)) return;
            at.take(board_, step);
        }
    }

    // The steps that each search finds in a position, up to the first contradiction if nothing else helps.
    std::vector<Step> possible(const Position& at) {
        forget();
        look(at);
        std::vector<Step> all;
        for (const Search& search : searches_) {
            if (search.cost >= last && !all.empty()) break;
            Found found;
            run(search, at, found);
            for (Step& step : found.steps) all.push_back(priced(std::move(step), search, found.steps.size()));
        }
        return all;
    }

private:
    // Reads a position for all searches.
    void look(const Position& at) {
        places_.look(at);
        chains_.forget();
    }

    // What machines left in another puzzle does not count.
    void forget() {
        for (const std::unique_ptr<Part>& part : board_.parts)
            for (Part::Look& look : part->looks) look.settled.clear();
        sums_.forget();
        finned_.forget();
        ways_.forget();
        together_.forget();
        contradictions_.forget();
        few_rules_.forget();
    }

    struct Search {
        int cost;   // which says the order
        int least;  // of its steps
        Machine machine;
        int units = 0;  // of a rule of 45
        std::vector<Part*> parts;
    };

    static constexpr int last = 1 << 20;  // a contradiction is looked for after all else

    void order_machines() {
        for (int i = 0; i < machine_count; ++i) {
            const auto machine = static_cast<Machine>(i);
            switch (machine) {
                case Machine::rule:
                case Machine::rule_in_units:
                case Machine::needed: add_parts(machine); break;
                case Machine::unit_sums:
                    for (int units = 1; units <= UnitSums::most_units; ++units) {
                        const int cost = board_.costs[i] + 20 * (units - 1);
                        searches_.push_back({cost, cost, machine, units, {}});
                    }
                    break;
                case Machine::rules_together: searches_.push_back({last, board_.costs[i], machine, 0, {}}); break;
                case Machine::contradiction:
                case Machine::contradiction_net:
                    searches_.push_back({last + 1 + i, board_.costs[i], machine, 0, {}});
                    break;
                case Machine::few_rules:
                    searches_.push_back({last + machine_count + 1, board_.costs[i], machine, 0, {}});
                    break;
                case Machine::all_rules: break;  // no search: the solution says it
                default: searches_.push_back({board_.costs[i], board_.costs[i], machine, 0, {}});
            }
        }
        std::ranges::stable_sort(searches_, {}, &Search::cost);
    }

    // Parts of one cost are searched together.
    void add_parts(Machine machine) {
        std::map<int, std::vector<Part*>> by_cost;
        for (const std::unique_ptr<Part>& part : board_.parts)
            if (const int cost = part->look(machine).cost) by_cost[cost].push_back(part.get());
        for (auto& [of, parts] : by_cost) searches_.push_back({of, of, machine, 0, std::move(parts)});
    }

    Step next(const Position& at, const std::uint8_t* solution, int most_cost) {
        look(at);
        for (const Search& search : searches_) {
            if (search.least > most_cost) continue;
            Found found;
            run(search, at, found);
            if (found.steps.empty()) continue;
            const std::size_t ways = found.steps.size();
            return priced(best(found.steps), search, ways);
        }
        return by_all_rules(at, solution);
    }

    Step priced(Step step, const Search& search, std::size_t ways) const {
        step.ways = static_cast<int>(ways);
        if (!step.cost) step.cost = search.cost;
        step.technique = technique_of(step);
        return step;
    }

    // Techniques of machines have their numbers, those of parts come after.
    int technique_of(const Step& step) const {
        if (!Part::has_look(step.machine)) return people::technique_of(step.machine);
        return board_.parts[step.part]->look(step.machine).technique;
    }

    // The step that removes most.
    static Step best(std::vector<Step>& steps) {
        std::size_t most = 0, place = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            std::size_t removes = 0;
            for (const Loss& loss : steps[i].lost) removes += static_cast<std::size_t>(std::popcount(loss.digits));
            if (removes > most) most = removes, place = i;
        }
        return std::move(steps[place]);
    }

    void run(const Search& search, const Position& at, Found& found) {
        const Machine machine = search.machine;
        switch (machine) {
            case Machine::full_house: return find_full_houses(board_, at, places_, found);
            case Machine::naked_single: return find_naked_singles(board_, at, found);
            case Machine::hidden_single: return find_hidden_singles(board_, places_, found);
            case Machine::locked: return find_locked(board_, places_, found);
            case Machine::seen_by_all: return find_seen_by_all(board_, at, places_, found);
            case Machine::naked_pair: return Subsets(board_, at, places_, found).find_naked(machine, 2);
            case Machine::naked_triple: return Subsets(board_, at, places_, found).find_naked(machine, 3);
            case Machine::naked_quad: return Subsets(board_, at, places_, found).find_naked(machine, 4);
            case Machine::hidden_pair: return Subsets(board_, at, places_, found).find_hidden(machine, 2);
            case Machine::hidden_triple: return Subsets(board_, at, places_, found).find_hidden(machine, 3);
            case Machine::hidden_quad: return Subsets(board_, at, places_, found).find_hidden(machine, 4);
            case Machine::rule:
            case Machine::rule_in_units: return find_by_rules(board_, at, search.parts, machine, found);
            case Machine::needed: return find_needed(board_, at, places_, search.parts, found);
            case Machine::unit_sums: return sums_.find(at, search.units, found);
            case Machine::two_lines: return find_fish(board_, places_, machine, 2, found);
            case Machine::three_lines: return find_fish(board_, places_, machine, 3, found);
            case Machine::four_lines: return find_fish(board_, places_, machine, 4, found);
            case Machine::turbot: return chains_.find(at, places_, machine, LinksOf::one_digit, 2, 2, found);
            case Machine::x_chain: return chains_.find(at, places_, machine, LinksOf::one_digit, 3, 6, found);
            case Machine::xy_wing: return chains_.find(at, places_, machine, LinksOf::pairs, 3, 3, found);
            case Machine::xy_chain: return chains_.find(at, places_, machine, LinksOf::pairs, 2, 7, found);
            case Machine::alternating_chain: return chains_.find(at, places_, machine, LinksOf::any, 2, 7, found);
            case Machine::unit_ways: return ways_.find(at, found);
            case Machine::leftovers: return leftovers_.find(at, found);
            case Machine::finned_fish: return finned_.find(places_, found);
            case Machine::rule_ways: return together_.find_alone(at, found);
            case Machine::rules_together: return together_.find_joined(at, found);
            case Machine::contradiction:
            case Machine::contradiction_net: return contradictions_.find(at, machine, found);
            case Machine::few_rules: return few_rules_.find(at, found);
            case Machine::sum_parity: return parity_.find(at, found);
            case Machine::all_rules:
            case Machine::count: return;
        }
    }

    // The digit of the cell with the fewest candidates.
    Step by_all_rules(const Position& at, const std::uint8_t* solution) const {
        int chosen = -1;
        for (int cell = 0; cell < board_.cells; ++cell)
            if (!at.filled[cell] && (chosen < 0 || std::popcount(at.of[cell]) < std::popcount(at.of[chosen])))
                chosen = cell;
        Step step = placing(Machine::all_rules, chosen, solution[chosen] - 1);
        step.cost = board_.costs[static_cast<int>(Machine::all_rules)];
        step.technique = people::technique_of(Machine::all_rules);
        return step;
    }

    Board board_;
    Places places_{board_};
    Chains chains_{board_};
    UnitSums sums_{board_};
    Leftovers leftovers_{board_};
    FinnedFish finned_{board_};
    UnitWays ways_{board_};
    Contradictions contradictions_{board_, ways_};
    Together together_{board_, contradictions_};
    FewRules few_rules_{board_};
    SumParity parity_{board_};
    std::vector<Search> searches_;
    Watch<16> watch_;
};

}  // namespace engine::people
