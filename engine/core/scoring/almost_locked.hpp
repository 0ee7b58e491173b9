// Almost locked sets: cells of a unit with one candidate more than cells. If one digit goes, the others are locked.
//
// A restricted common of two sets is a digit that both have and whose cells in one all see those in the other, so only one
// of the two sets can hold it.
#pragma once

#include <map>

#include "scoring/step.hpp"
#include "scoring/step_order.hpp"
#include "stop/watch.hpp"

namespace engine::scoring {

struct AlmostLocked {
    Cells cells;
    Mask digits;
    std::array<Cells, 10> with{};  // [digit]: its cells in the set
    std::array<Cells, 10> seen{};  // [digit]: other candidates that see all of them
    Cells all_seen{};
};

struct RestrictedCommon {
    int first, second;     // sets
    int digit, other = 0;  // a second restricted common, if there is one
    int used = 0;          // in a chain: 1 the digit, 2 the other, 3 both
};

// The sets of a position, by unit and then by cells, each once; and their restricted commons.
class AlmostLockedSets {
public:
    // Sets that overlap have restricted commons only if `overlap` says so.
    explicit AlmostLockedSets(const Grid& grid, bool overlap = false) : grid_(grid), overlap_(overlap) {
        for (unit_ = 0; unit_ < unit_count; ++unit_) extend(0, {}, 0, 0);
        for (AlmostLocked& set : sets_) complete(set);
    }

    const std::vector<AlmostLocked>& sets() const { return sets_; }

    // By the first set, then by the second, which comes after it.
    const std::vector<RestrictedCommon>& commons() {
        if (begin_.empty()) find_commons();
        return commons_;
    }
    int begin(int set) const { return begin_[set]; }
    int end(int set) const { return begin_[set + 1]; }

private:
    void extend(int first, const Cells& cells, int size, Mask digits) {
        if (size == 8) return;
        for (int place = first; place < 9; ++place) {
            const int cell = units.cell[unit_][place];
            if (grid_.value[cell]) continue;
            Cells more = cells;
            more.add(cell);
            const Mask all = digits | grid_.mask[cell];
            if (count(all) - size == 2 && is_new(more, size + 1)) sets_.push_back({more, all});
            extend(place + 1, more, size + 1, all);
        }
    }

    // Units are visited rows first, so a set is new unless an earlier unit has all its cells.
    bool is_new(const Cells& cells, int size) const {
        if (unit_ < first_column) return true;
        if (size == 1) return false;
        const auto& of_first = units.of_cell[cells.first()];
        return unit_ < first_block || !(within(cells, units.set[of_first[0]]) || within(cells, units.set[of_first[1]]));
    }

    void complete(AlmostLocked& set) const {
        for (const int digit : EachDigit(set.digits)) {
            set.with[digit] = set.cells & grid_.with[digit];
            set.seen[digit] = (peers_of_all(set.with[digit]) & grid_.with[digit]).without(set.cells);
            set.all_seen |= set.seen[digit];
        }
    }

    void find_commons() {
        const int total = static_cast<int>(sets_.size());
        for (int i = 0; i < total; ++i) {
            begin_.push_back(static_cast<int>(commons_.size()));
            const AlmostLocked& first = sets_[i];
            for (int j = i + 1; j < total; ++j) {
                const AlmostLocked& second = sets_[j];
                const Mask shared = first.digits & second.digits;
                if (!shared || disjoint(first.all_seen, second.cells)) continue;
                const Cells both = first.cells & second.cells;
                if (!overlap_ && both.any()) continue;
                int number = 0;
                for (const int digit : EachDigit(shared)) {
                    if (!within(second.with[digit], first.seen[digit] | first.with[digit]) ||
                        !within(first.with[digit], second.seen[digit] | second.with[digit]) ||
                        !disjoint(first.with[digit] | second.with[digit], both))
                        continue;
                    if (number++)
                        commons_.back().other = digit;
                    else
                        commons_.push_back({i, j, digit});
                }
            }
        }
        begin_.push_back(static_cast<int>(commons_.size()));
    }

    const Grid& grid_;
    bool overlap_;
    int unit_ = 0;
    std::vector<AlmostLocked> sets_{};
    std::vector<RestrictedCommon> commons_{};
    std::vector<int> begin_{};
};

// Steps of almost locked sets: two, three or a chain of them, joined by restricted commons; or one for each candidate of a
// cell.
class AlsSteps {
public:
    AlsSteps(AlmostLockedSets& sets, Found& found, bool overlap = false)
        : sets_(sets.sets()), commons_(sets.commons()), of_(sets), found_(found), overlap_(overlap) {}

    // Two sets: one of them holds the restricted common, so the other is locked.
    bool find_xz() {
        for (const RestrictedCommon& common : commons_) {
            const AlmostLocked &a = sets_[common.first], &b = sets_[common.second];
            step_.begin(Technique::als_xz);
            remove_shared(a, b, {common.digit, 0, 0, 0});
            if (common.other) {
                remove_shared(a, b, {common.other, 0, 0, 0});
                remove_locked(a, b, common);
                remove_locked(b, a, common);
            }
            if (step_.removed.empty()) continue;
            step_.sets = {{a.cells, a.digits}, {b.cells, b.digits}};
            add_common(0, common.digit);
            add_common(0, common.other);
            if (found_.take(step_)) return true;
        }
        return false;
    }

    // A set joined to two others by different digits: one of these two is locked.
    bool find_xy_wing() {
        with_set_.assign(sets_.size(), {});
        for (int i = 0; i < static_cast<int>(commons_.size()); ++i)
            for (const int set : {commons_[i].first, commons_[i].second}) with_set_[set].push_back(i);
        for (int i = 0; i < static_cast<int>(commons_.size()); ++i) {
            const RestrictedCommon& one = commons_[i];
            const auto &with_first = with_set_[one.first], &with_second = with_set_[one.second];
            auto a = std::upper_bound(with_first.begin(), with_first.end(), i);
            auto b = std::upper_bound(with_second.begin(), with_second.end(), i);
            while (a != with_first.end() || b != with_second.end()) {  // both lists in one order
                const bool take_a = b == with_second.end() || (a != with_first.end() && *a < *b);
                const int j = take_a ? *a++ : *b++;
                if (check_wing(one, commons_[j], take_a ? one.first : one.second)) return true;
            }
        }
        return false;
    }

    // Longer chains, always from a set to a later one; all of them are found, and the best comes first.
    void find_chains() {
        for (int set = 0; set < static_cast<int>(sets_.size()); ++set) {
            chain_.clear();
            extend(set, set, nullptr);
        }
        sort_steps(found_.steps, compare_sets);
    }

private:
    void remove_shared(const AlmostLocked& a, const AlmostLocked& b, std::array<int, 4> except) {
        Mask digits = a.digits & b.digits;
        for (const int digit : except)
            if (digit) digits = without(digits, bit(digit));
        if (!digits || disjoint(a.all_seen, b.all_seen)) return;
        for (const int digit : EachDigit(digits)) step_.remove_all(a.seen[digit] & b.seen[digit], digit);
    }

    // With two restricted commons each set holds one, so all others are locked.
    void remove_locked(const AlmostLocked& a, const AlmostLocked& b, const RestrictedCommon& common) {
        for (const int digit : EachDigit(without(a.digits, bit(common.digit) | bit(common.other))))
            step_.remove_all(a.seen[digit].without(b.cells), digit);
    }

    // A restricted common of a set of the step and the next one.
    void add_common(int set, int digit) {
        if (digit) step_.common.push_back(spot(set, digit));
    }

    bool check_wing(const RestrictedCommon& one, const RestrictedCommon& two, int pivot) {
        if (!one.other && !two.other && one.digit == two.digit) return false;
        const AlmostLocked& a = sets_[one.first == pivot ? one.second : one.first];
        const AlmostLocked& b = sets_[two.first == pivot ? two.second : two.first];
        if (!overlap_ && !disjoint(a.cells, b.cells)) return false;
        if (within(a.cells, b.cells) || within(b.cells, a.cells)) return false;
        step_.begin(Technique::als_xy_wing);
        remove_shared(a, b, {one.digit, one.other, two.digit, two.other});
        if (step_.removed.empty()) return false;
        const AlmostLocked& c = sets_[pivot];
        step_.sets = {{a.cells, a.digits}, {c.cells, c.digits}, {b.cells, b.digits}};
        for (const int digit : {one.digit, one.other}) add_common(0, digit);
        for (const int digit : {two.digit, two.other}) add_common(1, digit);
        return found_.take(step_);
    }

    // Which digits of `next` may follow those that `last` used.
    static int digits_to_use(const RestrictedCommon* last, const RestrictedCommon& next, bool first_try) {
        if (!last) return next.other ? (first_try ? 1 : 2) : 1;
        const int before = last->used == 2 ? last->other : last->digit;
        if (!next.other) return before == next.digit ? 0 : 1;
        return before == next.other ? 1 : before == next.digit ? 2 : 3;
    }

    static constexpr std::size_t longest = 50;

    void extend(int start, int set, const RestrictedCommon* last) {
        if (chain_.size() >= longest) return;
        for (int i = of_.begin(set); i < of_.end(set); ++i)
            for (const bool first_try : {true, false}) {
                if (!first_try && (last || !commons_[i].other)) break;  // only the first link may use either digit
                RestrictedCommon common = commons_[i];
                common.used = digits_to_use(last, common, first_try);
                if (!common.used) break;
                chain_.push_back(common);
                if (chain_.size() >= 3) check_chain(start);
                extend(start, common.second, &common);
                chain_.pop_back();
                watch_.step();
            }
    }

    static int used(const RestrictedCommon& common, int which) {
        return common.used & which ? (which == 1 ? common.digit : common.other) : 0;
    }

    void check_chain(int start) {
        const RestrictedCommon &first = chain_.front(), &last = chain_.back();
        const AlmostLocked &a = sets_[start], &b = sets_[last.second];
        step_.begin(Technique::als_chain);
        remove_shared(a, b, {used(first, 1), used(first, 2), used(last, 1), used(last, 2)});
        if (step_.removed.empty()) return;
        step_.sets.push_back({a.cells, a.digits});
        for (const RestrictedCommon& common : chain_) {
            const AlmostLocked& set = sets_[common.second];
            step_.sets.push_back({set.cells, set.digits});
            for (const int which : {1, 2}) add_common(static_cast<int>(step_.sets.size()) - 2, used(common, which));
        }
        step_.sort_removed();
        const auto [place, is_new] = at_.try_emplace(step_.removed, found_.steps.size());
        if (is_new)
            found_.steps.push_back(step_);
        else if (set_cells(found_.steps[place->second]) > set_cells(step_))
            found_.steps[place->second] = step_;
    }

    const std::vector<AlmostLocked>& sets_;
    const std::vector<RestrictedCommon>& commons_;
    const AlmostLockedSets& of_;
    Found& found_;
    bool overlap_;
    std::vector<std::vector<int>> with_set_{};
    std::vector<RestrictedCommon> chain_{};
    std::map<std::vector<Spot>, std::size_t> at_{};
    Step step_{};
    Watch<1024> watch_;
};

// Death blossom: each candidate of a cell, the stem, leaves an almost locked set without it and so locks it. A digit that
// all these sets hold goes from what sees it in all of them.
class DeathBlossom {
public:
    DeathBlossom(const Grid& grid, const AlmostLockedSets& sets, Found& found, bool overlap = false)
        : grid_(grid), sets_(sets.sets()), found_(found), overlap_(overlap) {}

    bool find() {
        collect_petals();
        for (stem_ = 0; stem_ < cell_count; ++stem_) {
            if (grid_.value[stem_] || grid_.mask[stem_] != with_petals_[stem_]) continue;
            if (choose(grid_.mask[stem_], {}, all_digits)) return true;
        }
        return false;
    }

private:
    static constexpr std::size_t most_petals = 100;

    // For each cell and digit, the sets whose places of the digit the cell sees.
    void collect_petals() {
        for (int set = 0; set < static_cast<int>(sets_.size()); ++set)
            for (const int digit : EachDigit(sets_[set].digits))
                for (const int cell : EachCell(sets_[set].seen[digit])) {
                    auto& petals = petals_[10 * cell + digit];
                    if (petals.size() < most_petals) petals.push_back(set);
                    with_petals_[cell] |= bit(digit);
                }
    }

    // A set for each of the digits that are left; `shared` are the digits that all sets have.
    bool choose(Mask digits, const Cells& cells, Mask shared) {
        if (!digits) return take(cells, shared);
        const int digit = lowest(digits);
        for (const int set : petals_[10 * stem_ + digit]) {
            if (!overlap_ && !disjoint(sets_[set].cells, cells)) continue;
            if (!(shared & sets_[set].digits)) continue;
            chosen_[digit] = set;
            if (choose(without(digits, bit(digit)), cells | sets_[set].cells, shared & sets_[set].digits)) return true;
        }
        return false;
    }

    bool take(const Cells& cells, Mask shared) {
        step_.begin(Technique::death_blossom);
        const Mask stem = grid_.mask[stem_];
        for (const int digit : EachDigit(without(shared, stem))) {
            Cells places;
            for (const int petal : EachDigit(stem)) places |= sets_[chosen_[petal]].with[digit];
            Cells seen = (peers_of_all(places) & grid_.with[digit]).without(cells);
            seen.remove(stem_);
            step_.remove_all(seen, digit);
        }
        if (step_.removed.empty()) return false;
        step_.add_cell(stem_);
        step_.add_digits(stem);
        for (const int digit : EachDigit(stem)) {
            const AlmostLocked& set = sets_[chosen_[digit]];
            step_.common.push_back(spot(static_cast<int>(step_.sets.size()), digit));
            step_.sets.push_back({set.cells, set.digits});
        }
        return found_.take(step_);
    }

    const Grid& grid_;
    const std::vector<AlmostLocked>& sets_;
    Found& found_;
    bool overlap_;
    int stem_ = 0;
    std::array<std::vector<int>, 10 * cell_count> petals_{};
    std::array<Mask, cell_count> with_petals_{};
    std::array<int, 10> chosen_{};
    Step step_{};
};

// Sue de Coq: two or three cells where a line and a block cross, with so many candidates that cells of the line and cells
// of the block together lock all of them.
class SueDeCoq {
public:
    SueDeCoq(const Grid& grid, Found& found) : grid_(grid), found_(found) {}

    bool find() {
        for (int line = 0; line < first_block; ++line)
            for (int block = first_block; block < unit_count; ++block) {
                line_ = line;
                block_ = block;
                in_line_ = units.set[line] & grid_.empty;
                in_block_ = units.set[block] & grid_.empty;
                const Cells crossing = in_line_ & in_block_;
                if (crossing.count() >= 2 && choose_crossing(crossing)) return true;
            }
        return false;
    }

private:
    // Pairs before the triples that hold them.
    bool choose_crossing(const Cells& crossing) {
        return each_subset(grid_, crossing, [&](const Cells& cells, Mask digits) {
            crossing_ = cells;
            const int more = count(digits) - cells.count();
            if (cells.count() < 2 || more < 2) return Subset::extend;
            crossing_digits_ = digits;
            surplus_ = more;
            return choose_in_line() ? Subset::end : Subset::extend;
        });
    }

    bool choose_in_line() {
        return each_subset(grid_, in_line_.without(crossing_), [&](const Cells& cells, Mask digits) {
            const int locks = cells.count() - count(without(digits, crossing_digits_));
            if (!(digits & crossing_digits_) || locks <= 0 || locks >= surplus_) return Subset::extend;
            of_line_ = {cells, digits};
            still_ = surplus_ - locks;
            allowed_ = without(all_digits, digits & crossing_digits_);
            return choose_in_block() ? Subset::end : Subset::extend;
        });
    }

    bool choose_in_block() {
        const Cells from = in_block_.without(crossing_ | of_line_.cells);
        return each_subset(grid_, from, [&](const Cells& cells, Mask digits) {
            if (without(digits, allowed_)) return Subset::pass;  // all larger sets would be, too
            const int locks = cells.count() - count(without(digits, crossing_digits_));
            const bool ends = (digits & crossing_digits_) && locks == still_ && take({cells, digits});
            return ends ? Subset::end : Subset::extend;
        });
    }

    bool take(const LockedSet& of_block) {
        Step step;
        step.begin(Technique::sue_de_coq);
        const Mask both = of_block.digits & of_line_.digits;
        step.remove_all(grid_, in_block_.without(of_block.cells | crossing_),
                        without(crossing_digits_ | of_block.digits, of_line_.digits) | both);
        step.remove_all(grid_, in_line_.without(of_line_.cells | crossing_),
                        without(crossing_digits_ | of_line_.digits, of_block.digits) | both);
        if (step.removed.empty()) return false;
        step.add_cells(crossing_);
        step.add_digits(crossing_digits_);
        step.base = {static_cast<std::uint8_t>(line_), static_cast<std::uint8_t>(block_)};
        step.sets = {{crossing_, crossing_digits_}, of_line_, of_block};
        return found_.take(step);
    }

    const Grid& grid_;
    Found& found_;
    int line_ = 0, block_ = 0, surplus_ = 0, still_ = 0;
    Cells in_line_{}, in_block_{}, crossing_{};
    Mask crossing_digits_ = 0, allowed_ = 0;
    LockedSet of_line_{};
};

}  // namespace engine::scoring
