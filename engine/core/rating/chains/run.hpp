// Everything that follows from assuming one candidate to hold (on) or not to hold (off), with the reasons.
// The order of work is Sudoku Explainer's, because the first reason found for a conclusion is the one that counts:
// all that the new ons rule out comes first, then one off after another, and advanced steps once nothing else is left.
#pragma once

#include <vector>

#include "rating/chains/links.hpp"
#include "rating/record.hpp"
#include "stop/watch.hpp"

namespace engine::rating {

// Which conclusions a run may draw.
struct Rules {
    bool dynamic;           // what was ruled out counts as gone, so that several causes work together
    bool one_digit;         // never from digit to digit within a cell (nishio)
    bool advanced = false;  // easy techniques or nested chains, too
};

inline constexpr std::uint16_t none = 0xffff;

struct On {
    std::uint16_t candidate;
    std::uint16_t from;  // the off that forced it, by its place in the run; `none` for the assumption
    Mask lost;           // and besides: what its cell had lost (digits), or its unit (places), according to the cause
    Cause cause;
    std::uint8_t depth;  // links from the assumption, as far as they can be counted
};

struct Off {
    std::uint16_t candidate;
    std::uint16_t from;  // the on that ruled it out, by its place in the run; `none` for the assumption
    std::int16_t step;   // or the advanced step that did, by its place in the run; -1 for none
    Cause cause;
    std::uint8_t depth;
};

// The depth of what follows; a longer chain than a byte can count is far above any that is wanted.
constexpr std::uint8_t deeper(std::uint8_t depth) { return static_cast<std::uint8_t>(depth + (depth < 255)); }

// An advanced step: the offs that it needs, and which nested chain it is (-1: none, but the technique).
struct AdvancedStep {
    std::uint32_t first_parent, end_parent;
    int nested;
    Technique technique;
};

// Digits or places of a mask, as numbers of candidates: the offs besides `from` that an on needs.
template <class Board, class Visit>
void for_lost(const Links<Board>& links, const On& on, Visit visit) {
    const int cell = links.cell[on.candidate], digit = links.digit[on.candidate];
    if (on.cause == Cause::cell)
        for_bits(on.lost, [&](int other) { visit(links.number[cell][other]); });
    else if (on.lost) {
        const auto& cells = links.board->cell[links.board->unit[kind_of(on.cause)][cell]];
        for_bits(on.lost, [&](int place) { visit(links.number[cells[place]][digit]); });
    }
}

template <class Board>
struct Run {
    const Links<Board>* links;
    int on_count, off_count;              // one more of either lies beyond, if absurd: the second of the two
    bool absurd;                          // a candidate would be both on and off
    std::uint16_t absurd_on, absurd_off;  // then: where
    CandidateSet<Board> on_set, off_set;
    std::array<On, Board::most_cells + 2> on;
    std::array<Off, Board::most_candidates + 1> off;
    std::array<std::uint8_t, Board::most_candidates> on_place;    // of those in on_set
    std::array<std::uint16_t, Board::most_candidates> off_place;  // of those in off_set
    std::array<std::uint16_t, Board::most_cells + 2> counted;     // literals up to each on, once counted; else 0
    std::vector<AdvancedStep> steps;
    std::vector<std::uint16_t> step_parents;

    void begin(const Links<Board>& of) {
        links = &of;
        on_count = off_count = 0;
        absurd = false;
        on_set.clear(of.count);
        off_set.clear(of.count);
        steps.clear();
        step_parents.clear();
    }

    // What was assumed, as a number: one for each cell, digit, and on or off.
    int assumption() const {
        const bool is_on = on_count && on[0].from == none;
        const int candidate = is_on ? on[0].candidate : off[0].candidate;
        return 2 * index_of<Board>(spot_of(links->cell[candidate], links->digit[candidate])) + is_on;
    }

    void add_on(const On& what) {
        counted[on_count] = 0;
        on_set.add(what.candidate);
        on_place[what.candidate] = static_cast<std::uint8_t>(on_count);
        on[on_count++] = what;
    }
    void add_off(const Off& what) {
        off_set.add(what.candidate);
        off_place[what.candidate] = static_cast<std::uint16_t>(off_count);
        off[off_count++] = what;
    }
    void clash(const On& what, int with_off) {
        counted[on_count] = 0;
        on[on_count] = what;
        absurd = true;
        absurd_on = static_cast<std::uint16_t>(on_count);
        absurd_off = static_cast<std::uint16_t>(with_off);
    }
    void clash(const Off& what, int with_on) {
        off[off_count] = what;
        absurd = true;
        absurd_off = static_cast<std::uint16_t>(off_count);
        absurd_on = static_cast<std::uint16_t>(with_on);
    }

    // Visits the offs that an on needs, as places in `off`.
    template <class Visit>
    void for_parents(const On& child, Visit visit) const {
        if (child.from == none) return;
        visit(child.from);
        for_lost(*links, child, [&](int candidate) { visit(off_place[candidate]); });
    }

    // Visits the offs that an advanced step needs.
    template <class Visit>
    void for_parents(const AdvancedStep& step, Visit visit) const {
        for (std::uint32_t i = step.first_parent; i < step.end_parent; ++i) visit(step_parents[i]);
    }

    int length_to_on(int place);
    int length_to_off(int place);
};

// How many literals (a candidate on or off) lead to a conclusion, itself counted with them: Sudoku Explainer's measure
// of a chain. Nested chains on the way are noted in a list, if one is given.
template <class Board>
class Ancestors {
public:
    Ancestors(const Run<Board>& run, std::vector<int>* nested = nullptr) : run_(run), nested_(nested) {
        ons_.clear(run.on_count + 1);
        offs_.clear(run.off_count + 1);
    }

    int to_on(int place) {
        add_on(place);
        return follow();
    }
    int to_off(int place) {
        add_off(place);
        return follow();
    }

private:
    void add_on(int place) {
        if (ons_.has(place)) return;
        ons_.add(place);
        ++count_;
        todo_[end_++] = static_cast<std::uint16_t>(place);
    }
    void add_off(int place) {
        if (offs_.has(place)) return;
        offs_.add(place);
        ++count_;
        const Off& off = run_.off[place];
        if (off.from != none)
            add_on(off.from);
        else if (off.step >= 0) {
            const AdvancedStep& step = run_.steps[off.step];
            if (nested_ && step.nested >= 0) nested_->push_back(step.nested);
            run_.for_parents(step, [&](int parent) { add_off(parent); });
        }
    }
    int follow() {
        while (end_) run_.for_parents(run_.on[todo_[--end_]], [&](int parent) { add_off(parent); });
        return count_;
    }

    const Run<Board>& run_;
    std::vector<int>* nested_;
    CandidateSet<Board> ons_, offs_;
    std::array<std::uint16_t, Board::most_cells + 2> todo_;
    int end_ = 0, count_ = 0;
};

template <class Board>
int Run<Board>::length_to_on(int place) {
    if (!counted[place]) counted[place] = static_cast<std::uint16_t>(Ancestors(*this).to_on(place));
    return counted[place];
}

template <class Board>
int Run<Board>::length_to_off(int place) {
    if (off[place].from != none) return length_to_on(off[place].from) + 1;
    return off[place].step < 0 ? 1 : Ancestors(*this).to_off(place);
}

// Carries a run to its end. `Advanced` finds the steps of higher levels: called when nothing else follows, with the
// position as it has become, it adds offs to the run.
template <class Board, Rules rules, class Advanced>
class Deduction {
public:
    Deduction(const Position<Board>& source, const Links<Board>& links, Position<Board>& scratch, Advanced& advanced)
        : source_(source), links_(links), scratch_(scratch), advanced_(advanced) {}

    void assume(Run<Board>& run, int candidate, bool on) {
        watch_.step();
        run.begin(links_);
        if (on)
            run.add_on({static_cast<std::uint16_t>(candidate), none, 0, Cause::none, 0});
        else
            run.add_off({static_cast<std::uint16_t>(candidate), none, -1, Cause::none, 0});
        if constexpr (rules.dynamic) scratch_ = source_;
        if constexpr (rules.advanced) advanced_.begin();
        deduce(run);
    }

    // Carries a run further that was at its end by the rules of a lower level.
    void resume(Run<Board>& run) {
        if (run.absurd) return;
        watch_.step();
        scratch_ = source_;
        for (int i = 0; i < run.off_count; ++i)
            scratch_.remove(links_.cell[run.off[i].candidate], links_.digit[run.off[i].candidate]);
        advanced_.begin(run.off_count);
        deduce(run, run.on_count, run.off_count);
    }

private:
    void deduce(Run<Board>& run, int next_on = 0, int next_off = 0) {
        do {
            for (;;) {
                if (next_on < run.on_count) {
                    if (!rule_out(run, next_on++)) return;
                } else if (next_off < run.off_count) {
                    if (!force(run, next_off++)) return;
                } else {
                    break;
                }
            }
            if constexpr (rules.advanced) advanced_.find(source_, scratch_, run);
        } while (next_off < run.off_count);
    }

    // What an on rules out. False: it would be something that is on.
    bool rule_out(Run<Board>& run, int place) {
        const int candidate = run.on[place].candidate;
        const std::uint8_t depth = deeper(run.on[place].depth);
        const int first = rules.one_digit ? links_.first_in_units[candidate] : links_.first[candidate];
        for (int i = first; i < links_.first[candidate + 1]; ++i) {
            const Link link = links_.link[i];
            if constexpr (rules.advanced)
                if (!scratch_.has(links_.cell[link.to], links_.digit[link.to])) continue;
            const Off off{link.to, static_cast<std::uint16_t>(place), -1, link.cause, depth};
            if (run.on_set.has(link.to)) {
                run.clash(off, run.on_place[link.to]);
                return false;
            }
            if (!run.off_set.has(link.to)) run.add_off(off);
        }
        return true;
    }

    // What an off forces. False: it would be something that is off.
    bool force(Run<Board>& run, int place) {
        const int candidate = run.off[place].candidate;
        const std::uint8_t depth = deeper(run.off[place].depth);
        std::array<On, 1 + Board::most_kinds> forced;
        int count = 0;
        const auto add = [&](std::uint16_t other, Mask lost, Cause cause) {
            forced[count++] = {other, static_cast<std::uint16_t>(place), lost, cause, depth};
        };
        if constexpr (rules.dynamic) {
            for_forced_now(candidate, add);
            scratch_.remove(links_.cell[candidate], links_.digit[candidate]);
        } else {
            const Forced<Board>& strong = links_.forced[candidate];
            for (int i = 0; i < strong.count; ++i) add(strong.link[i].to, 0, strong.link[i].cause);
        }
        for (int i = 0; i < count; ++i) {
            if (run.off_set.has(forced[i].candidate)) {
                run.clash(forced[i], run.off_place[forced[i].candidate]);
                return false;
            }
            if (!run.on_set.has(forced[i].candidate)) run.add_on(forced[i]);
        }
        return true;
    }

    // The other of the two candidates left of its cell, the other of two places in its units, as visit(which, what
    // had gone before, cause): twice the same if two units force it, of which the first counts.
    template <class Visit>
    void for_forced_now(int candidate, Visit visit) const {
        const int cell = links_.cell[candidate], digit = links_.digit[candidate];
        if constexpr (!rules.one_digit) {
            const Mask digits = scratch_.candidates[cell];
            if (size_of(digits) == 2)
                visit(links_.number[cell][lowest(digits & ~bit(digit))],
                      static_cast<Mask>(source_.candidates[cell] & ~digits), Cause::cell);
        }
        const auto board = source_.board;
        for (const Kind kind : board->kinds) {
            const int unit = board->unit[kind][cell];
            const Mask places = scratch_.places[digit][unit];
            if (size_of(places) != 2) continue;
            const int other = board->cell[unit][lowest(places & ~bit(board->place[kind][cell]))];
            visit(links_.number[other][digit], static_cast<Mask>(source_.places[digit][unit] & ~places),
                  cause_of(kind));
        }
    }

    Watch<rules.advanced ? 1 : 64> watch_;
    const Position<Board>& source_;
    const Links<Board>& links_;
    Position<Board>& scratch_;
    Advanced& advanced_;
};

}  // namespace engine::rating
