// Fish: the places of a digit in some units (the base) lie in as many other units (the cover), so it goes from the rest of
// the cover. Places outside of the cover are fins: then it goes only from what sees all of them.
//
// Basic fish have lines as base and the crossing lines as cover; Franken fish may have blocks too; mutant fish any units.
// A place in two base units is an endo fin, a place in two cover units may be removed although it is in the base.
#pragma once

#include <span>

#include "scoring/step.hpp"

namespace engine::scoring {

enum class FishKind { basic, franken, mutant };

// The techniques of a kind, of two, three and four base units.
struct FishFamily {
    FishKind kind;
    bool finned, sashimi;
    std::array<Technique, 3> names;
};

inline constexpr auto fish_families = [] {
    using enum Technique;
    return std::array<FishFamily, 7>{{
        {FishKind::basic, false, false, {x_wing, swordfish, jellyfish}},
        {FishKind::basic, true, false, {finned_x_wing, finned_swordfish, finned_jellyfish}},
        {FishKind::basic, true, true, {sashimi_x_wing, sashimi_swordfish, sashimi_jellyfish}},
        {FishKind::franken, false, false, {franken_x_wing, franken_swordfish, franken_jellyfish}},
        {FishKind::franken, true, false, {finned_franken_x_wing, finned_franken_swordfish, finned_franken_jellyfish}},
        {FishKind::mutant, false, false, {mutant_x_wing, mutant_swordfish, mutant_jellyfish}},
        {FishKind::mutant, true, false, {finned_mutant_x_wing, finned_mutant_swordfish, finned_mutant_jellyfish}},
    }};
}();

struct FishWanted {
    FishKind kind;
    int size, largest;  // all sizes between the two
    bool finned, sashimi;
    int most_fins = 5, most_endo_fins = 2;
};

// A fish depends on nothing but the places of its digit, and most digits still have the same ones when the next step is
// looked for. So a search remembers the last places of each digit, and whether they hold no fish, plain and sashimi.
struct FishlessPlaces {
    Cells places{};
    std::array<bool, 2> without{};
};
using FishMemory = std::array<FishlessPlaces, 10>;

// A fish without a place that it could remove and that all its fins see.
struct FinnedFish {
    int digit;
    Cells base, cover, twice_covered, fins;
    std::span<const Cells> covers;  // the places of each cover unit
};

class FishSearch {
public:
    FishSearch(const Grid& grid, Found& found, FishWanted wanted) : grid_(grid), found_(found), wanted_(wanted) {}
    virtual ~FishSearch() = default;

    bool find(FishMemory& memory) {
        for (digit_ = 1; digit_ <= 9; ++digit_) {
            places_ = grid_.with[digit_];
            auto& known = memory[digit_];
            if (known.places != places_) known = {places_};
            if (known.without[wanted_.sashimi]) continue;
            const std::size_t before = found_.steps.size();
            met_other_ = false;
            if (find_with_rows(true) || (wanted_.kind != FishKind::mutant && find_with_rows(false))) return true;
            known.without[wanted_.sashimi] = found_.steps.size() == before;
            if (!met_other_) known.without[!wanted_.sashimi] = true;
        }
        return false;
    }

    bool find() {
        FishMemory memory{};
        return find(memory);
    }

private:
    struct Unit {
        int number;
        Cells places;
    };
    struct Units {
        std::array<Unit, unit_count> unit;
        int count = 0;
        void add(int number, const Cells& places) { unit[count++] = {number, places}; }
    };

    bool find_with_rows(bool rows_are_base) {
        base_.count = cover_.count = 0;
        may_cover_ = {};
        for (int unit = 0; unit < (wanted_.kind == FishKind::basic ? first_block : unit_count); ++unit) {
            const Cells here = places_ & units.set[unit];
            if (!here.any()) continue;
            const bool both = unit >= first_block || wanted_.kind == FishKind::mutant;
            const bool base = (unit < first_column) == rows_are_base;
            if ((both || base) && (wanted_.finned || here.count() <= wanted_.size)) base_.add(unit, here);
            if (both || !base) {
                cover_.add(unit, here);
                may_cover_[unit] = true;
            }
        }
        find_targets();
        return choose_base(0, 0);
    }

    bool choose_base(int depth, int first) {
        size_ = depth;
        if (depth >= wanted_.size && search_cover()) return true;
        for (int i = first; depth < wanted_.largest && i < base_.count; ++i) {
            const Cells& here = base_.unit[i].places;
            const Cells twice = base_places_[depth] & here;
            if (twice.any() && (!wanted_.finned || wanted_.kind == FishKind::basic ||
                                endo_[depth].count() + twice.count() > wanted_.most_endo_fins))
                continue;
            base_places_[depth + 1] = base_places_[depth] | here;
            endo_[depth + 1] = endo_[depth] | twice;
            chosen_base_[depth] = i;
            is_base_[base_.unit[i].number] = true;
            const bool found = has_targets(depth + 1) && choose_base(depth + 1, i + 1);
            is_base_[base_.unit[i].number] = false;
            if (found) return true;
        }
        return false;
    }

    // A place may be removed if it sees all endo fins, and some cover holds it and all places of the base that it does not
    // see. What a part of the base rules out stays ruled out. This only saves time: most bases are left with no place that
    // may be removed, and then no cover needs to be tried.
    bool seeks_targets() const { return wanted_.finned && !seeks_further_; }

    // The places that may be removed by each base unit and by each pair of them.
    void find_targets() {
        if (!seeks_targets()) return;
        if (wanted_.kind == FishKind::basic) return find_needed_lines();
        for (int i = 0; i < base_.count; ++i) {
            const Unit& one = base_.unit[i];
            is_base_[one.number] = true;
            pair_targets_[i][i] = keep_targets(places_, one.places);
            for (int j = 0; j < i; ++j) {
                const Unit& other = base_.unit[j];
                Cells& kept = pair_targets_[j][i] = pair_targets_[j][j] & pair_targets_[i][i];
                for (const int fin : EachCell(one.places & other.places)) kept &= units.peers[fin];
                is_base_[other.number] = true;
                kept = keep_targets(kept, one.places | other.places);
                is_base_[other.number] = false;
            }
            is_base_[one.number] = false;
        }
    }

    // Those of the first `depth` base units.
    bool has_targets(int depth) {
        if (!seeks_targets()) return true;
        const int last = chosen_base_[depth - 1];
        Cells kept = depth > 1 ? targets_[depth - 1] : places_;
        if (wanted_.kind == FishKind::basic) {
            kept = keep_between_lines(kept.without(base_.unit[last].places), depth);
        } else {
            for (int i = 0; i < depth; ++i) kept &= pair_targets_[chosen_base_[i]][last];
            if (depth > 2) kept = keep_targets(kept, base_places_[depth]);
        }
        targets_[depth] = kept;
        return kept.any();
    }

    Cells keep_targets(Cells targets, const Cells& base) const {
        for (const int target : EachCell(targets)) {
            Cells rest = base.without(units.peers[target]);
            rest.remove(target);
            if (!may_be_covered(target) || !can_cover(rest, wanted_.largest - 1)) targets.remove(target);
        }
        return targets;
    }

    bool may_be_covered(int cell) const {
        for (const int unit : units.of_cell[cell])
            if (may_cover_[unit] && !is_base_[unit]) return true;
        return false;
    }

    bool can_cover(const Cells& rest, int covers) const {
        if (!rest.any()) return true;
        if (!covers) return false;
        for (const int unit : units.of_cell[rest.first()])
            if (may_cover_[unit] && !is_base_[unit] && can_cover(rest.without(units.set[unit]), covers - 1))
                return true;
        return false;
    }

    // The cover of a basic fish is lines that cross the base: for each base line and target the lines, as bits, that hold
    // places which the target does not see, and those where it sees places of its block.
    void find_needed_lines() {
        const bool rows = base_.count && base_.unit[0].number < first_column;
        const auto crossing = [&](int cell) { return rows ? column_of(cell) : row_of(cell); };
        for (int i = 0; i < base_.count; ++i) {
            const Unit& line = base_.unit[i];
            unsigned held = 0;
            for (const int cell : EachCell(line.places)) held |= 1u << crossing(cell);
            held_[i] = static_cast<std::uint16_t>(held);
            for (const int target : EachCell(places_.without(line.places))) {
                const int own = crossing(target);
                const unsigned block = 7u << own / 3 * 3, others = held & ~(1u << own);
                const bool in_block = (rows ? row_of(target) : column_of(target)) / 3 == line.number % 9 / 3;
                needed_lines_[i][target] = static_cast<std::uint16_t>(in_block ? others & ~block : others);
                seen_lines_[i][target] = static_cast<std::uint16_t>(in_block ? others & block : 0);
            }
        }
        for (const int target : EachCell(places_))
            own_line_[target] = static_cast<std::uint16_t>(1u << crossing(target));
    }

    // The targets for which the base needs few enough lines besides the target's own; a whole base also has a place in that
    // line, and a fin that the others do not cover.
    Cells keep_between_lines(Cells targets, int depth) const {
        unsigned held = 0;
        for (int i = 0; i < depth; ++i) held |= held_[chosen_base_[i]];
        const bool whole = depth == wanted_.size;
        for (const int target : EachCell(targets)) {
            unsigned needed = 0, seen = 0;
            for (int i = 0; i < depth; ++i) {
                needed |= needed_lines_[chosen_base_[i]][target];
                seen |= seen_lines_[chosen_base_[i]][target];
            }
            if (std::popcount(needed) >= wanted_.largest ||
                (whole && (!(seen & ~needed) || !(held & own_line_[target]))))
                targets.remove(target);
        }
        return targets;
    }

    // The cover units that hold a place of the base and are no base unit.
    bool search_cover() {
        const Cells& base = base_places_[size_];
        usable_.count = 0;
        for (int i = 0; i < cover_.count; ++i)
            if (!is_base_[cover_.unit[i].number] && !disjoint(cover_.unit[i].places, base))
                usable_.add(cover_.unit[i].number, cover_.unit[i].places);
        if (!wanted_.finned && wanted_.kind == FishKind::basic && usable_.count != size_) return false;
        needed_ = base;
        if (seeks_targets()) {
            for (const int target : EachCell(targets_[size_])) needed_ = needed_.without(units.peers[target]);
        } else if (wanted_.finned) {
            needed_ = {};
        }
        return choose_cover(0, 0);
    }

    bool choose_cover(int depth, int first) {
        if (depth == size_) return check();
        const Cells rest = needed_.without(cover_places_[depth]);
        for (int i = first; i < usable_.count - size_ + depth + 1; ++i) {
            if (depth + 1 == size_ && !within(rest, usable_.unit[i].places)) continue;
            twice_covered_[depth + 1] = twice_covered_[depth] | (cover_places_[depth] & usable_.unit[i].places);
            cover_places_[depth + 1] = cover_places_[depth] | usable_.unit[i].places;
            chosen_cover_[depth] = i;
            if (choose_cover(depth + 1, i + 1)) return true;
        }
        return false;
    }

    bool check() {
        const Cells &base = base_places_[size_], &cover = cover_places_[size_];
        const Cells fins = base.without(cover) | endo_[size_];
        Cells removed = cover.without(base), cannibal = twice_covered_[size_];
        if (wanted_.finned) {
            const int number = fins.count();
            if (number == 0 || number > wanted_.most_fins) return false;
            const Cells seen = peers_of_all(fins);
            removed &= seen;
            cannibal &= seen;
        } else if (fins.any()) {
            return false;
        }
        if (!removed.any() && !cannibal.any()) return seeks_further_ && further(fins);
        if (seeks_further_) return false;
        const bool sashimi = is_basic() && is_sashimi(fins);
        if (wanted_.kind == FishKind::basic && wanted_.finned && sashimi != wanted_.sashimi) {
            met_other_ = true;
            return false;
        }
        return take(fins, removed, cannibal, sashimi);
    }

    static int kind_of(int unit) { return unit / 9; }

    unsigned kinds(const Units& of, const std::array<int, 4>& chosen) const {
        unsigned mask = 0;
        for (int i = 0; i < size_; ++i) mask |= 1u << kind_of(of.unit[chosen[i]].number);
        return mask;
    }

    // A search for Franken fish may find a basic one.
    bool is_basic(unsigned lines_and_blocks = 7) const {
        const unsigned base = kinds(base_, chosen_base_) & lines_and_blocks;
        const unsigned cover = kinds(usable_, chosen_cover_) & lines_and_blocks;
        return (base == 1 && cover == 2) || (base == 2 && cover == 1);
    }
    bool is_franken() const { return is_basic(3); }

    // A base unit has at most one place that is no fin.
    bool is_sashimi(const Cells& fins) const {
        for (int i = 0; i < size_; ++i)
            if (base_.unit[chosen_base_[i]].places.without(fins).count() <= 1) return true;
        return false;
    }

    Technique name(bool has_fins, bool sashimi) const {
        const FishKind kind = is_basic() ? FishKind::basic : is_franken() ? FishKind::franken : FishKind::mutant;
        auto family = fish_families.begin();
        while (family->kind != kind || family->sashimi != sashimi || !(sashimi || family->finned == has_fins)) ++family;
        return family->names[size_ - 2];
    }

    bool further(const Cells& fins) {
        std::array<Cells, 4> covers;
        for (int i = 0; i < size_; ++i) covers[i] = usable_.unit[chosen_cover_[i]].places;
        return take_further({digit_, base_places_[size_], cover_places_[size_], twice_covered_[size_], fins,
                             std::span(covers.data(), static_cast<std::size_t>(size_))});
    }

    bool take(const Cells& fins, const Cells& removed, const Cells& cannibal, bool sashimi) {
        Step step = step_of(fins, sashimi);
        step.remove_all(removed, digit_);
        step.remove_all(cannibal, digit_);
        return found_.take(step);
    }

protected:
    // What a search for more than direct removals does with a fish.
    virtual bool take_further(const FinnedFish&) { return false; }

    Step step_of(const Cells& fins, bool sashimi) const {
        Step step;
        step.begin(name(wanted_.finned, sashimi));
        step.add_digit(digit_);
        step.add_cells(base_places_[size_].without(fins));
        std::array<bool, unit_count> base{}, cover{};
        for (int i = 0; i < size_; ++i) {
            base[base_.unit[chosen_base_[i]].number] = true;
            cover[usable_.unit[chosen_cover_[i]].number] = true;
        }
        for (int unit = 0; unit < unit_count; ++unit) {
            if (base[unit]) step.base.push_back(unit);
            if (cover[unit]) step.cover.push_back(unit);
        }
        const Cells& endo = endo_[size_];
        step.add_fins(fins.without(endo), digit_);
        for (const int cell : EachCell(endo)) step.endo_fins.push_back(spot(cell, digit_));
        return step;
    }

    const Grid& grid_;
    Found& found_;
    bool seeks_further_ = false, met_other_ = false;

private:
    FishWanted wanted_;
    int digit_ = 0, size_ = 0;
    Cells places_{};
    Units base_, cover_, usable_;
    std::array<int, 4> chosen_base_{}, chosen_cover_{};
    std::array<Cells, 5> base_places_{}, endo_{}, targets_{}, cover_places_{}, twice_covered_{};
    Cells needed_{};                                                      // places that a cover has to hold
    std::array<std::array<Cells, unit_count>, unit_count> pair_targets_;  // [base unit][later one, or itself]
    std::array<bool, unit_count> may_cover_{}, is_base_{};
    std::array<std::uint16_t, 9> held_;  // by base line: its places, a bit each
    std::array<std::array<std::uint16_t, cell_count>, 9> needed_lines_, seen_lines_;
    std::array<std::uint16_t, cell_count> own_line_;
};

}  // namespace engine::scoring
