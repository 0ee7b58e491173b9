// What follows along single links (closure.hpp), as rows of bits: a bit for each candidate of a position, 256 in a register.
#pragma once

#include <algorithm>
#include <vector>

#include "rating/chains/closure.hpp"

namespace engine::rating {

// A set of candidates by number: up to 256 a part.
template <int Parts>
class alignas(32) Row : public RegisterSet<Row<Parts>> {
public:
    static constexpr int parts = Parts, capacity = 256 * Parts;

    // The set of one candidate. Its bit is not stored as a word, which a load of the whole register would wait for.
    static Row of(int i) {
        Row row;
        const Part here = Part{} + (std::uint64_t{1} << (i % 64));
        for (int p = 0; p < Parts; ++p) {
            const auto place = static_cast<std::uint64_t>(i / 64 - 4 * p);
            row.part(p) = here & (Part{0, 1, 2, 3} == Part{place, place, place, place});
        }
        return row;
    }

    // The set of the first so many candidates.
    static Row all(int count) {
        Row row;
        for (int i = 0; i < 4 * Parts; ++i)
            if (const int here = std::min(count - 64 * i, 64); here > 0) row.word_[i] = ~std::uint64_t{} >> (64 - here);
        return row;
    }

    bool has(int i) const { return word_[i / 64] >> (i % 64) & 1; }
    void add(int i) { word_[i / 64] |= std::uint64_t{1} << (i % 64); }
    Row without(const Row& other) const {
        Row rest;
        for (int p = 0; p < Parts; ++p) rest.part(p) = part(p) & ~other.part(p);
        return rest;
    }

    template <class Visit>
    void for_each(Visit visit) const {
        for (int i = 0; i < 4 * Parts; ++i)
            for (std::uint64_t rest = word_[i]; rest; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
    }

    Part& part(int i) { return reinterpret_cast<Part*>(word_)[i]; }
    const Part& part(int i) const { return reinterpret_cast<const Part*>(word_)[i]; }

private:
    std::uint64_t word_[4 * Parts]{};
};

template <int Parts>
Row<Parts> united(const Row<Parts>& of, const std::vector<Row<Parts>>& rows) {
    Row<Parts> all;
    of.for_each([&](int i) { all |= rows[i]; });
    return all;
}

// The single links of a position, whichever way a chain may go.
template <class Board, int Parts>
class SingleLinks {
public:
    using Set = Row<Parts>;

    const Numbering<Board>* numbering = nullptr;
    std::vector<Set> weak, weak_in_units;              // what a candidate rules out, and of that the same digit
    std::vector<Set> forced_in_cell, forced_in_units;  // what it forces by not holding

    void set(const Position<Board>& position, const Numbering<Board>& of) {
        numbering = &of;
        houses_ = members_ = 0;
        for (auto* sets : {&weak, &weak_in_units, &forced_in_cell, &forced_in_units}) sets->assign(of.count, {});
        for (int digit = 0; digit < position.board->size; ++digit)
            for (const int unit : position.board->blocks_columns_rows()) {
                const Mask places = position.places[digit][unit];
                if (!(places & (places - 1))) continue;
                const auto& cells = position.board->cell[unit];
                const int first = members_;
                for_bits(places, [&](int place) { member_[members_++] = of.number[cells[place]][digit]; });
                end_house(first, weak_in_units, forced_in_units);
            }
        in_units_ = houses_;
        for (int c = 0; c < of.count; ++c) weak[c] = weak_in_units[c];
        for (int c = 0; c < of.count;) {
            const int first = members_, cell = of.cell[c];
            for (; c < of.count && of.cell[c] == cell; ++c) member_[members_++] = static_cast<std::uint16_t>(c);
            end_house(first, weak, forced_in_cell);
        }
        for (int c = 0; c < of.count; ++c) {
            weak[c] = weak[c].without(Set::of(c));
            weak_in_units[c] = weak_in_units[c].without(Set::of(c));
        }
    }

    // Adds to `two` what each of some candidates forces by what it rules out.
    void add_second_links(Ways ways, const Set& among, const std::vector<Set>& forced, std::vector<Set>& two) const {
        for (int house = 0; house < (ways.cells ? houses_ : in_units_); ++house) {
            const std::uint16_t *begin = &member_[first_[house]], *end = &member_[first_[house + 1]];
            if (!among.has(*begin)) continue;
            Set before, after;
            for (const std::uint16_t* c = begin; c < end; ++c) {
                two[*c] |= before;
                before |= forced[*c];
            }
            for (const std::uint16_t* c = end; c-- > begin;) {
                two[*c] |= after;
                after |= forced[*c];
            }
        }
    }

private:
    // The members from the first on exclude each other, and one of them holds.
    void end_house(int first, std::vector<Set>& excluded, std::vector<Set>& forced) {
        const std::uint16_t* const member = &member_[first];
        const int count = members_ - first;
        Set all;
        for (int i = 0; i < count; ++i) all |= Set::of(member[i]);
        for (int i = 0; i < count; ++i) excluded[member[i]] |= all;
        if (count == 2) {
            forced[member[0]] |= Set::of(member[1]);
            forced[member[1]] |= Set::of(member[0]);
        }
        first_[houses_++] = static_cast<std::uint16_t>(first);
        first_[houses_] = static_cast<std::uint16_t>(members_);
    }

    int houses_ = 0, in_units_ = 0, members_ = 0;  // those in units come first
    std::array<std::uint16_t, Board::most_cells + Board::most_size * Board::most_units + 1> first_;
    std::array<std::uint16_t, Board::most_candidates * (1 + Board::most_kinds)> member_;
};

// The links of a position between cells of two candidates.
template <class Board, int Parts>
class PairLinks {
public:
    using Set = Row<Parts>;

    Numbering<Board> numbering;  // of these cells' candidates alone
    std::vector<Set> weak, forced, two;

    void set(const Position<Board>& position, const Cells<Board>& pairs) {
        numbering.set(position, pairs);
        for (auto* sets : {&weak, &forced, &two}) sets->assign(numbering.count, {});
        for (int c = 0; c < numbering.count; ++c) {
            const int cell = numbering.cell[c], digit = numbering.digit[c];
            weak[c] = forced[c] = Set::of(c ^ 1);
            for_cells(position.board->peers[cell] & position.with[digit] & pairs, [&](int other) {
                const int seen = numbering.number[other][digit];
                weak[c] |= Set::of(seen);
                two[c] |= Set::of(seen ^ 1);
            });
        }
    }
};

// What the single links of a position lead to along some ways.
template <class Board, int Parts>
class Implications {
public:
    using Set = Row<Parts>;

    // Those of some candidates: with a candidate, all that it is linked with.
    void begin(const SingleLinks<Board, Parts>& links, Ways ways, const Set& among) {
        weak_ = ways.cells ? &links.weak : &links.weak_in_units;
        for (auto* sets : {&two_, &forced_}) sets->assign(links.numbering->count, {});
        among.for_each([&](int c) {
            if (ways.cells) forced_[c] |= links.forced_in_cell[c];
            if (ways.units) forced_[c] |= links.forced_in_units[c];
        });
        links.add_second_links(ways, among, forced_, two_);
        reach();
    }
    void begin(const PairLinks<Board, Parts>& links) {
        weak_ = &links.weak;
        forced_ = links.forced;
        two_ = links.two;
        reach();
    }

    const Set& weak(int c) const { return (*weak_)[c]; }

    // The candidates that hold if this one does, itself only if it is at a strong link.
    Set held(int c) const { return linked_.has(c) ? reach_[c] : united(two_[c], reach_); }
    // The candidates that hold if this one does not.
    Set held_without(int c) const { return united(forced_[c], reach_); }
    // The candidates that these rule out.
    Set ruled_out(const Set& by) const { return united(by, *weak_); }

    // Whether a candidate that holds leads round to itself, as one on a cycle does.
    bool leads_back(int c) const {
        if (!linked_.has(c)) return false;
        bool found = false;
        two_[c].for_each([&](int to) { found |= reach_[to].has(c); });
        return found;
    }

    // Whether a candidate that holds (or does not) leads to its opposite.
    bool refutes_itself(int c) const { return held(c).meets(weak(c)); }
    // ... given those that refute themselves: what an absence forces leads back by way of all else that it forces.
    bool proves_itself(int c, const Set& refuted) const {
        return forced_[c].meets(refuted) && held_without(c).meets(ruled_out(forced_[c]));
    }

    // The least number of literals, if at most so many, on which a candidate being on leads to its being off; else 0.
    int refutation(int c, int most) const { return shortest(two_[c], weak(c), most); }
    // The same from off to on.
    int proof(int c, int most) const { return shortest(forced_[c], ruled_out(forced_[c]), most); }

    // The candidates that a candidate being on makes both on and off.
    Set both(int c) const {
        const Set on = held(c) | Set::of(c);
        return on & ruled_out(on);
    }
    // ... in so many literals, the ways to both taken together.
    Set both_within(int c, int most) const {
        offs_.clear();
        Set front = two_[c], seen = front, off = weak(c), both;
        offs_.push_back(off);
        const int steps = (most - 3) / 2;
        for (int step = 1; step < steps; ++step) {
            off |= ruled_out(front);
            offs_.push_back(off);
            if (!advance(front, seen)) break;
        }
        front = seen = two_[c];
        for (int step = 1; step <= steps; ++step) {
            both |= front & offs_[std::min(steps - step, static_cast<int>(offs_.size()) - 1)];
            if (!advance(front, seen)) break;
        }
        return both;
    }

    // The candidates that hold if and only if this one does, and those that do if and only if it does not.
    std::pair<Set, Set> equal_to(int c) const {
        const Set on = held(c), off = held_without(c);
        return {on & ruled_out(off), off & ruled_out(on)};
    }
    // What may lie on a cycle of at most so many links through a candidate: the candidates that hold on it if this one
    // does, and those that do not.
    std::pair<Set, Set> on_cycles(int c, int most) const {
        back_.clear();
        Set front = forced_[c], held = front, gone = ruled_out(front);
        for (int links = 2;; links += 2) {
            back_.push_back({gone, held});
            if (links >= most || !advance(front, held)) break;
            gone |= ruled_out(front);
        }
        // Nearer by two links to the end with each front.
        const int steps = most / 2, known = static_cast<int>(back_.size());
        Set on, off, seen = front = Set::of(c);
        for (int step = 0; step < steps; ++step) {
            const auto& [to_on, to_off] = back_[std::min(steps - step, known) - 1];
            on |= front & to_on;
            off |= ruled_out(front) & to_off;
            if (!advance(front, seen)) break;
        }
        return {on, off};
    }

private:
    // From a front to the next, two links on; false if there is none.
    bool advance(Set& front, Set& seen) const {
        front = united(front, two_).without(seen);
        seen |= front;
        return front.any();
    }

    int shortest(Set front, const Set& end, int most) const {
        Set seen = front;
        for (int links = 4; links <= most; links += 2) {
            if (front.meets(end)) return links;
            if (!advance(front, seen)) return 0;
        }
        return 0;
    }

    // What each candidate at a strong link leads to, by passes until nothing is added.
    void reach() {
        linked_ = {};
        for (const Set& forced : forced_) linked_ |= forced;
        reach_.resize(forced_.size());
        int count = 0, end = 0;
        linked_.for_each([&](int c) {
            reach_[c] = two_[c] | Set::of(c);
            node_[count] = static_cast<std::uint16_t>(c);
            first_next_[count++] = end;
            if (end + Board::most_candidates > static_cast<int>(next_.size()))
                next_.resize(2 * next_.size() + Board::most_candidates);
            two_[c].for_each([&](int to) { next_[end++] = static_cast<std::uint16_t>(to); });
        });
        first_next_[count] = end;
        Set added;
        const auto pass = [&](int i) {
            Set& here = reach_[node_[i]];
            Set all = here;
            for (int k = first_next_[i]; k < first_next_[i + 1]; ++k) all |= reach_[next_[k]];
            added |= all.without(here);
            here = all;
        };
        for (bool forward = true;; forward = !forward) {
            added = {};
            for (int i = 0; i < count; ++i) pass(forward ? i : count - 1 - i);
            if (!added.any()) break;
        }
    }

    mutable std::vector<std::pair<Set, Set>> back_;
    mutable std::vector<Set> offs_;
    const std::vector<Set>* weak_ = nullptr;
    Set linked_;
    std::vector<Set> forced_, two_, reach_;  // one link from being off, two from being on, and any number
    std::array<std::uint16_t, Board::most_candidates> node_;
    std::array<int, Board::most_candidates + 1> first_next_;
    std::vector<std::uint16_t> next_;
};

}  // namespace engine::rating
