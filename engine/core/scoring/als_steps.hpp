// Steps of almost locked sets: two, three or a chain of them, joined by restricted commons; or one for each candidate of a
// cell.
#pragma once

#include <map>

#include "scoring/almost_locked.hpp"
#include "scoring/step.hpp"
#include "scoring/step_order.hpp"
#include "stop/watch.hpp"

namespace engine::scoring {

class AlsSteps {
public:
    AlsSteps(AlmostLockedSets& sets, Found& found, bool overlap = false)
        : sets_(sets.sets()), commons_(sets.commons()), of_(sets), found_(found), overlap_(overlap) {}

    // Two sets: one of them holds the restricted common, so the other is locked.
    bool find_xz() {
        for (const RestrictedCommon& common : commons_) {
            const AlmostLocked &a = sets_[common.first], &b = sets_[common.second];
            step_.clear(Technique::als_xz);
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
        index_commons();
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

    void index_commons() {
        with_set_.assign(sets_.size(), {});
        for (int i = 0; i < static_cast<int>(commons_.size()); ++i) {
            with_set_[commons_[i].first].push_back(i);
            with_set_[commons_[i].second].push_back(i);
        }
    }

    bool check_wing(const RestrictedCommon& one, const RestrictedCommon& two, int pivot) {
        if (!one.other && !two.other && one.digit == two.digit) return false;
        const AlmostLocked& a = sets_[one.first == pivot ? one.second : one.first];
        const AlmostLocked& b = sets_[two.first == pivot ? two.second : two.first];
        if (!overlap_ && !disjoint(a.cells, b.cells)) return false;
        if (within(a.cells, b.cells) || within(b.cells, a.cells)) return false;
        step_.clear(Technique::als_xy_wing);
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
        step_.clear(Technique::als_chain);
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
        step_.clear(Technique::death_blossom);
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
                if (crossing.count() >= 2 && choose_crossing(crossing, {}, 0)) return true;
            }
        return false;
    }

private:
    // Pairs before the triples that hold them.
    bool choose_crossing(const Cells& from, const Cells& chosen, Mask digits) {
        Cells rest = from;
        for (const int cell : EachCell(from)) {
            rest.remove(cell);
            crossing_ = chosen;
            crossing_.add(cell);
            const Cells here = crossing_;
            const Mask with = digits | grid_.mask[cell];
            const int more = count(with) - here.count();
            if (here.count() >= 2 && more >= 2) {
                crossing_digits_ = with;
                surplus_ = more;
                if (choose_in_line(in_line_.without(here), {}, 0)) return true;
            }
            if (choose_crossing(rest, here, with)) return true;
        }
        return false;
    }

    bool choose_in_line(const Cells& from, const Cells& chosen, Mask digits) {
        Cells rest = from;
        for (const int cell : EachCell(from)) {
            rest.remove(cell);
            Cells cells = chosen;
            cells.add(cell);
            const Mask with = digits | grid_.mask[cell];
            const Mask extra = without(with, crossing_digits_);
            const int size = cells.count(), locks = size - count(extra);
            if ((with & crossing_digits_) && locks > 0 && locks < surplus_) {
                of_line_ = {cells, with};
                still_ = surplus_ - locks;
                allowed_ = without(all_digits, with & crossing_digits_);
                if (choose_in_block((in_block_).without(crossing_ | cells), {}, 0)) return true;
            }
            if (choose_in_line(rest, cells, with)) return true;
        }
        return false;
    }

    bool choose_in_block(const Cells& from, const Cells& chosen, Mask digits) {
        Cells rest = from;
        for (const int cell : EachCell(from)) {
            rest.remove(cell);
            Cells cells = chosen;
            cells.add(cell);
            const Mask with = digits | grid_.mask[cell];
            if (without(with, allowed_)) continue;  // all larger sets would be, too
            const Mask extra = without(with, crossing_digits_);
            if ((with & crossing_digits_) && cells.count() - count(extra) == still_ && take({cells, with})) return true;
            if (choose_in_block(rest, cells, with)) return true;
        }
        return false;
    }

    bool take(const LockedSet& of_block) {
        Step step;
        step.clear(Technique::sue_de_coq);
        const Mask both = of_block.digits & of_line_.digits;
        remove_in(step, in_block_.without(of_block.cells | crossing_),
                  without(crossing_digits_ | of_block.digits, of_line_.digits) | both);
        remove_in(step, in_line_.without(of_line_.cells | crossing_),
                  without(crossing_digits_ | of_line_.digits, of_block.digits) | both);
        if (step.removed.empty()) return false;
        step.add_cells(crossing_);
        step.add_digits(crossing_digits_);
        step.base = {static_cast<std::uint8_t>(line_), static_cast<std::uint8_t>(block_)};
        step.sets = {{crossing_, crossing_digits_}, of_line_, of_block};
        return found_.take(step);
    }

    void remove_in(Step& step, const Cells& cells, Mask digits) const {
        for (const int cell : EachCell(cells))
            for (const int digit : EachDigit(grid_.mask[cell] & digits)) step.remove(cell, digit);
    }

    const Grid& grid_;
    Found& found_;
    int line_ = 0, block_ = 0, surplus_ = 0, still_ = 0;
    Cells in_line_{}, in_block_{}, crossing_{};
    Mask crossing_digits_ = 0, allowed_ = 0;
    LockedSet of_line_{};
};

}  // namespace engine::scoring
