// Kraken fish: the fins of a fish do not see the place that it would remove, but chains lead from each of them there.
#pragma once

#include <map>

#include "scoring/fish.hpp"
#include "scoring/step_order.hpp"
#include "scoring/table_chains.hpp"

namespace engine::scoring {

class KrakenSearch : public FishSearch {
public:
    KrakenSearch(const Grid& grid, Tables& tables, Found& found)
        : FishSearch(grid, found, {FishKind::franken, 2, 4, true, true, 2, 0}), tables_(tables), chains_(tables_) {
        seeks_further_ = true;
        tables.fill(Literals::groups);
        tables.expand();
    }

private:
    bool take_further(const FinnedFish& fish) override { return find_by_fins(fish) || find_by_cover(fish); }

    const Table& if_on(int cell, int digit) const { return tables_.of(literal(cell, digit, true)); }

    // The candidates of a digit that are off whichever of the cells holds the fish's digit.
    Cells off_in_all(const Cells& cells, int digit, int other) const {
        Cells off = grid_.with[other];
        for (const int cell : EachCell(cells)) off &= if_on(cell, digit).off[other];
        return off;
    }

    // Type 1: a place of the cover goes, because the fish removes it unless a fin is true.
    bool find_by_fins(const FinnedFish& fish) {
        const Cells places = fish.cover.without(fish.base) | fish.twice_covered;
        for (const int cell : EachCell(places & off_in_all(fish.fins, fish.digit, fish.digit)))
            if (take_kraken(fish, Technique::kraken_fish_1, fish.fins, cell, fish.digit)) return true;
        return false;
    }

    // Type 2: a cover unit holds a place of the base unless a fin is true, and each of these leads to the same.
    bool find_by_cover(const FinnedFish& fish) {
        for (const Cells& cover : fish.covers) {
            const Cells own = (cover & fish.base).without(fish.twice_covered);
            if (own == cover) continue;
            const Cells starts = own | fish.fins;
            for (int digit = 1; digit <= 9; ++digit)
                for (const int cell : EachCell(off_in_all(starts, fish.digit, digit).without(starts)))
                    if (take_kraken(fish, Technique::kraken_fish_2, starts, cell, digit)) return true;
        }
        return false;
    }

    bool take_kraken(const FinnedFish& fish, Technique technique, const Cells& starts, int cell, int digit) {
        Step step = step_of(fish.fins, false);
        step.technique = technique;
        step.remove(cell, digit);
        for (const int start : EachCell(starts)) {
            if (!chains_.build(if_on(start, fish.digit), literal(cell, digit, false))) return false;
            step.chains.push_back(chains_.chain());
            step.chain_length += static_cast<int>(step.chains.back().size());
        }
        tables_.describe(step.groups, step.sets);
        return found_.take(step);
    }

    const Tables& tables_;
    TableChains chains_;
};

// Forcing chains and nets: what follows from an assumption contradicts itself, or the same follows from every choice.
class Forcing {
public:
    // A net also follows singles that rest on several links, and then finds only steps that need such a single.
    Forcing(const Grid& grid, Tables& tables, bool nets) : grid_(grid), nets_(nets), tables_(tables), chains_(tables_) {
        if (nets) {
            NetLinks links(grid, tables);
            tables.fill([&](int cell, int digit) { links.link(cell, digit); });
        } else {
            tables.fill(Literals::groups);
        }
        tables.find_cells();
        for (int digit = 1; digit <= 9; ++digit) allowed_[digit] = grid.allowed(digit);
    }

    // All steps, the best first.
    std::vector<Step> find() {
        for (const Spot& spot : tables_.candidates())
            for (const bool on : {true, false}) find_contradictions(table_of(spot, on));
        for (const Spot& spot : tables_.candidates())
            find_in_both(table_of(spot, true), table_of(spot, false), spot.cell);
        for (const int cell : EachCell(grid_.empty)) {
            choices_.clear();
            for (const int digit : EachDigit(grid_.mask[cell])) choices_.push_back(&table_of(spot(cell, digit), true));
            find_in_all();
        }
        for (int unit = 0; unit < unit_count; ++unit)
            for (int digit = 1; digit <= 9; ++digit) {
                choices_.clear();
                for (const int cell : EachCell(grid_.with[digit] & units.set[unit]))
                    choices_.push_back(&table_of(spot(cell, digit), true));
                if (!choices_.empty()) find_in_all();
            }
        sort_steps(steps_, compare_forcing);
        for (Step& step : steps_) tables_.describe(step.groups, step.sets);
        return std::move(steps_);
    }

private:
    const Table& table_of(Spot spot, bool on) const { return tables_.of(literal(spot.cell, spot.digit, on)); }

    void find_contradictions(const Table& table) {
        const Literal start = table.literal[0];
        const int cell = cell_of(start), digit = digit_of(start);
        if ((is_on(start) ? table.off : table.on)[digit].has(cell))
            contradict(table, [&](auto add) { add(literal(cell, digit, !is_on(start))); });
        const auto clash = [&](const Cells& both, int of, bool on, int other) {
            if (both.any())
                contradict(table, [&](auto add) {
                    add(literal(both.first(), of, on));
                    add(literal(both.first(), other, true));
                });
        };
        for (int of = 1; of <= 9; ++of) clash(table.on[of] & table.off[of], of, false, of);
        for (int of = 1; of <= 9; ++of)
            for (int other = of + 1; other <= 9; ++other) clash(table.on[of] & table.on[other], of, true, other);
        find_twice_in_units(table);
        find_empty_cells(table);
        find_units_without(table);
    }

    // The cells of each digit in each unit of a kind that contradict each other, where `clash(cells)` says so.
    template <class Clash>
    void find_in_units(const Table& table, const std::array<Cells, 10>& with, bool on, Clash clash) {
        for (const int first : {0, first_column, first_block})
            for (int of = 1; of <= 9; ++of)
                for (int unit = first; unit < first + 9; ++unit) {
                    const Cells cells = with[of] & units.set[unit];
                    if (clash(cells, of))
                        contradict(table, [&](auto add) {
                            for (const int cell : EachCell(cells)) add(literal(cell, of, on));
                        });
                }
    }

    void find_twice_in_units(const Table& table) {
        find_in_units(table, table.on, true, [](const Cells& cells, int) { return cells.count() > 1; });
    }

    void find_empty_cells(const Table& table) {
        Cells left;
        for (int of = 1; of <= 9; ++of) left |= grid_.with[of].without(table.off[of]) | table.on[of];
        for (const int cell : EachCell(grid_.empty.without(left)))
            contradict(table, [&](auto add) {
                for (const int of : EachDigit(grid_.mask[cell])) add(literal(cell, of, false));
            });
    }

    // HoDoKu asks this of all cells that no value rules out, so it overlooks units that lost candidates to earlier steps.
    void find_units_without(const Table& table) {
        find_in_units(table, allowed_, false,
                      [&](const Cells& places, int of) { return places.any() && within(places, table.off[of]); });
    }

    // The opposite of the table's literal follows; `each(add)` adds the literals that contradict each other.
    template <class Each>
    void contradict(const Table& table, Each each) {
        const Literal start = table.literal[0];
        step_.begin(Technique::forcing_chain_contradiction);
        if (is_on(start))
            step_.remove(cell_of(start), digit_of(start));
        else
            step_.place(cell_of(start), digit_of(start));
        each([&](Literal to) { add_chain(table, to); });
        take();
    }

    // What follows from a candidate as well as from its absence.
    void find_in_both(const Table& on, const Table& off, int cell) {
        choices_ = {&on, &off};
        for (const auto cells : {&Table::on, &Table::off})
            for (int digit = 1; digit <= 9; ++digit) {
                Cells same = (on.*cells)[digit] & (off.*cells)[digit];
                same.remove(cell);
                agree(same, digit, cells == &Table::on);
            }
    }

    // What follows from every choice.
    void find_in_all() {
        for (int digit = 1; digit <= 9; ++digit) {
            Cells on = choices_[0]->on[digit], off = choices_[0]->off[digit];
            for (const Table* table : choices_) {
                on &= table->on[digit];
                off &= table->off[digit];
            }
            agree(on, digit, true);
            agree(off, digit, false);
        }
    }

    void agree(const Cells& cells, int digit, bool on) {
        for (const int cell : EachCell(cells)) {
            step_.begin(Technique::forcing_chain_verity);
            if (on)
                step_.place(cell, digit);
            else
                step_.remove(cell, digit);
            for (const Table* table : choices_) add_chain(*table, literal(cell, digit, on));
            take();
        }
    }

    void add_chain(const Table& table, Literal to) {
        tables_.expand(table.literal[0]);
        if (!chains_.build(table, to)) return;
        step_.chains.push_back(chains_.chain());
        step_.chain_length += static_cast<int>(step_.chains.back().size());
    }

    // Of steps with the same conclusion the first of the shortest is kept, at the place of the first.
    void take() {
        const auto has_sides = [](const Chain& chain) { return std::ranges::min(chain) < 0; };
        if (std::ranges::any_of(step_.chains, has_sides))
            step_.technique = step_.technique == Technique::forcing_chain_contradiction
                                  ? Technique::forcing_net_contradiction
                                  : Technique::forcing_net_verity;
        else if (nets_)
            return;
        const Spot conclusion = step_.placed.empty() ? step_.removed[0] : step_.placed[0];
        const auto [at, is_new] = at_.try_emplace({step_.technique, step_.placed.empty(), conclusion}, steps_.size());
        if (is_new)
            steps_.push_back(step_);
        else if (steps_[at->second].chain_length > step_.chain_length)
            steps_[at->second] = step_;
    }

    const Grid& grid_;
    bool nets_;
    Tables& tables_;
    TableChains chains_;
    std::array<Cells, 10> allowed_{};
    std::vector<const Table*> choices_{};
    Step step_{};
    std::vector<Step> steps_{};
    std::map<std::tuple<Technique, bool, Spot>, std::size_t> at_{};
};

}  // namespace engine::scoring
