// Solves a puzzle with the rules of a table, always with the first that applies, and adds up their scores.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "scoring/almost_locked.hpp"
#include "scoring/basics.hpp"
#include "scoring/chains.hpp"
#include "scoring/fish.hpp"
#include "scoring/forcing.hpp"
#include "scoring/step.hpp"
#include "scoring/uniqueness.hpp"

namespace engine::scoring {

// What several rules share as long as the position stays the same.
class Finder {
public:
    // `wide` also takes what HoDoKu leaves out by default: sets that overlap, empty rectangles of two places, and almost
    // locked sets within grouped loops and chains.
    explicit Finder(Grid& grid, const std::uint8_t* solution, bool wide = false)
        : grid_(grid), solution_(solution), wide_(wide), tables_(grid) {}

    // The position has changed.
    void forget() {
        sets_.reset();
        unique_.reset();
        avoidable_.reset();
        tables_.forget();
    }

    // The step that the rule takes in this position.
    bool find(Technique rule, Step& step) {
        using enum Technique;
        if (rule == full_house) return find_full_house(grid_, step);
        if (rule == naked_single) return find_naked_single(grid_, step);
        if (rule == hidden_single) return find_hidden_single(grid_, step);
        Found found;
        search(rule, found);
        if (found.steps.empty()) return false;
        step = std::move(found.steps.front());
        return true;
    }

    // The steps of a rule: the first, or all of them if `found` asks for all.
    void search(Technique rule, Found& found) {
        using enum Technique;
        switch (rule) {
            case full_house:
            case naked_single:
            case hidden_single: find_singles(grid_, found, rule); return;
            case locked_pair: find_naked(grid_, found, 2, true); return;
            case locked_triple: find_naked(grid_, found, 3, true); return;
            case pointing:
            case claiming: find_locked(grid_, found, rule); return;
            case remote_pair: take_all(found, SimpleChains(grid_, ChainKind::remote_pair).find()); return;
            case bug_plus_1: find_bug_plus_1(grid_, found); return;
            case skyscraper: find_skyscraper(grid_, found); return;
            case two_string_kite: find_two_string_kite(grid_, found); return;
            case turbot_fish: take_all(found, SimpleChains(grid_, ChainKind::turbot).find()); return;
            case empty_rectangle: find_empty_rectangle(grid_, found, wide_); return;
            case w_wing: find_w_wing(grid_, found); return;
            case xy_wing: find_wing(grid_, found, false); return;
            case xyz_wing: find_wing(grid_, found, true); return;
            case uniqueness_1:
            case uniqueness_2:
            case uniqueness_3:
            case uniqueness_4:
            case uniqueness_5:
            case uniqueness_6:
            case hidden_rectangle:
                if (!unique_) unique_ = Rectangles(grid_).unique();
                take_named(found, *unique_, rule);
                return;
            case avoidable_rectangle_1:
            case avoidable_rectangle_2:
                if (!avoidable_) avoidable_ = Rectangles(grid_).avoidable();
                take_named(found, *avoidable_, rule);
                return;
            case sue_de_coq: SueDeCoq(grid_, found).find(); return;
            case simple_colors: Coloring(grid_, found).find_simple(); return;
            case multi_colors: Coloring(grid_, found).find_multi(); return;
            case x_chain: take_all(found, SimpleChains(grid_, ChainKind::x).find()); return;
            case xy_chain: take_all(found, SimpleChains(grid_, ChainKind::xy).find()); return;
            case nice_loop: take_all(found, find_loops(Literals::candidates)); return;
            case grouped_nice_loop: take_all(found, find_loops(wide_ ? Literals::sets : Literals::groups)); return;
            case als_xz: AlsSteps(sets(), found, wide_).find_xz(); return;
            case als_xy_wing: AlsSteps(sets(), found, wide_).find_xy_wing(); return;
            case als_chain: AlsSteps(sets(), found, wide_).find_chains(); return;
            case death_blossom: std::make_unique<DeathBlossom>(grid_, sets(), found, wide_)->find(); return;
            case kraken_fish: KrakenSearch(grid_, tables_, found).find(); return;
            case forcing_chain: take_all(found, Forcing(grid_, tables_, false).find()); return;
            case forcing_net: take_all(found, Forcing(grid_, tables_, true).find()); return;
            case brute_force: guess(found); return;
            default:
                for (int size = 2; size <= 4; ++size) {
                    if (rule == naked_sets[size - 2]) return void(find_naked(grid_, found, size, false));
                    if (rule == hidden_sets[size - 2]) return void(find_hidden(grid_, found, size));
                }
                if (const auto fish = fish_of(rule))
                    FishSearch(grid_, found, *fish)
                        .find(fish_[static_cast<int>(fish->kind)][fish->finned][fish->size - 2]);
        }
    }

private:
    static void take_all(Found& found, std::vector<Step>&& steps) { found.steps = std::move(steps); }

    static void take_named(Found& found, const std::vector<Step>& steps, Technique technique) {
        for (const Step& step : steps)
            if (step.technique == technique && found.take(step)) return;
    }

    static std::optional<FishWanted> fish_of(Technique rule) {
        for (const FishFamily& family : fish_families)
            for (int size = 2; size <= 4; ++size)
                if (family.names[size - 2] == rule)
                    return FishWanted{family.kind, size, size, family.finned, family.sashimi};
        return std::nullopt;
    }

    std::vector<Step> find_loops(Literals literals) {
        tables_.fill(literals, literals == Literals::sets ? &sets().sets() : nullptr);
        return NiceLoops(grid_, tables_).find();
    }

    AlmostLockedSets& sets() {
        if (!sets_) sets_ = std::make_unique<AlmostLockedSets>(grid_, wide_);
        return *sets_;
    }

    // The value of the middle one of the empty cells.
    void guess(Found& found) const {
        if (!solution_ || grid_.solved()) return;
        const int cell = grid_.empty.nth(grid_.left / 2);
        Step step;
        step.begin(Technique::brute_force);
        step.place(cell, solution_[cell]);
        found.take(step);
    }

    Grid& grid_;
    const std::uint8_t* solution_;
    bool wide_;
    Tables tables_;
    std::unique_ptr<AlmostLockedSets> sets_{};
    std::optional<std::vector<Step>> unique_{}, avoidable_{};
    std::array<std::array<std::array<FishMemory, 3>, 2>, 3> fish_{};  // [kind][finned][size]; they outlast a position
};

// Calls `visit(step, rule)` with each step of the path until it returns false. Without a rule that applies, the path ends
// early; false then.
template <class Visit>
bool follow_path(Grid grid, const std::uint8_t* solution, std::span<const Rule> rules, Visit visit) {
    Finder finder(grid, solution);
    Step step;
    Watch<64> watch;
    while (!grid.solved()) {
        const auto finds = [&](const Rule& rule) { return finder.find(static_cast<Technique>(rule.technique), step); };
        const auto rule = std::find_if(rules.begin(), rules.end(), finds);
        if (rule == rules.end()) return false;
        if (!visit(step, *rule)) return true;
        for (const Spot& spot : step.placed) grid.place(spot.cell, spot.digit);
        for (const Spot& spot : step.removed) grid.remove(spot.cell, spot.digit);
        finder.forget();
        watch.step();
    }
    return true;
}

}  // namespace engine::scoring
