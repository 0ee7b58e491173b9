// Assumptions followed to where they agree or contradict each other: one search, in which the techniques differ by the
// rules of its runs.
//
// - nishio: a candidate is assumed to hold, and its digit followed through its places alone. They contradict each
// other, so the candidate goes.
// - cell and region chains: every candidate of a cell, or every place of a digit in a unit, is assumed in turn. What
// follows from each of them is true.
// - dynamic chains: a candidate is assumed to hold, and then not to; a conclusion may need several causes together.
// What follows from both is true, and an assumption that contradicts itself is false; so with cells and units.
// - dynamic chains plus, nested chains: where single links end, a run also takes the steps of advanced.hpp. From
// the second level on these are whole chains, found in the position as the run has made it.
#pragma once

#include "board/on_heap.hpp"
#include "rating/chains/closure.hpp"
#include "rating/chains/run.hpp"

namespace engine::rating {

enum class Argument : std::uint8_t { agreement, cell, unit, contradiction };

// Sudoku Explainer's order among chains of equal length.
constexpr int kind_of(Argument argument) {
    return argument == Argument::agreement ? 1 : argument == Argument::cell ? 5 : argument == Argument::unit ? 6 : 7;
}

// What a run concludes: the place of an on or off within it.
template <class Board>
struct End {
    Run<Board>* run;
    std::uint16_t place;
    bool on;

    int length() const { return on ? run->length_to_on(place) : run->length_to_off(place); }
    int least() const { return on ? run->on[place].depth + 1 : run->off[place].depth + 1; }
};

// An argument: its ends, one for each choice, and what it settles.
template <class Board>
struct Conclusion {
    Argument argument;
    std::uint8_t count;
    std::uint8_t unit;  // where the choices lie, if in a unit
    std::array<End<Board>, Board::most_size> end;
    std::uint16_t source;  // the first choice
    std::uint16_t candidate;
    bool on;
};

// The candidates of a cell, or the places of a digit in a unit: one of them holds.
template <class Board>
struct Choices {
    Argument argument;
    int unit = 0;  // if in a unit
    int count = 0;
    std::array<Spot, Board::most_size> spot{};

    void add(int cell, int digit) { spot[count++] = spot_of(cell, digit); }
};

// Visits all choices that may be gone through, in Sudoku Explainer's order: for each cell of at least so many
// candidates the units in which it is the first place of a digit, then its own candidates.
template <class Board, class Visit>
void for_choices(const Position<Board>& position, int least, Visit visit) {
    const auto board = position.board;
    for (int cell = 0; cell < board->cell_count; ++cell) {
        const Mask digits = position.candidates[cell];
        if (size_of(digits) < least) continue;
        for_bits(digits, [&](int digit) {
            for (const Kind kind : board->kinds) {
                const int unit = board->unit[kind][cell];
                const Mask places = position.places[digit][unit];
                if (size_of(places) < 2 || lowest(places) != board->place[kind][cell]) continue;
                Choices<Board> choices{Argument::unit, unit};
                for_bits(places, [&](int place) { choices.add(board->cell[unit][place], digit); });
                visit(choices);
            }
        });
        Choices<Board> choices{Argument::cell};
        for_bits(digits, [&](int digit) { choices.add(cell, digit); });
        visit(choices);
    }
}

// The runs of a search, kept for the next one: as room, or to carry them further by more rules.
template <class Board>
struct Runs {
    std::vector<OnHeap<Run<Board>>> on, off;      // from each candidate
    CandidateSet<Board> ended_on{}, ended_off{};  // those at their end

    void make(int on_count, int off_count) {
        while (static_cast<int>(on.size()) < on_count) on.push_back(on_heap<Run<Board>>());
        while (static_cast<int>(off.size()) < off_count) off.push_back(on_heap<Run<Board>>());
    }
};

template <class Board, Rules rules, class Advanced>
class ChainSearch {
public:
    // Runs at their end are carried further.
    ChainSearch(const Position<Board>& position, const Links<Board>& links, Position<Board>& scratch, Runs<Board>& runs,
                Advanced& advanced)
        : position_(position), links_(links), deduction_(position, links, scratch, advanced), runs_(runs), ready_() {
        runs_.make(links.count, rules.advanced ? links.count : 1);
    }

    // Visits every conclusion; those of a kind in Sudoku Explainer's order of search.
    template <class Visit>
    void for_all(Visit visit) {
        if constexpr (rules.dynamic) for_assumptions(visit);
        for_choices(position_, rules.dynamic ? 2 : 3,
                    [&](const Choices<Board>& choices) { from_each(choices, visit); });
    }

    // Visits the conclusions to which all of these choices lead.
    template <class Visit>
    void from_each(const Choices<Board>& choices, Visit& visit) {
        std::array<Run<Board>*, Board::most_size> each;
        for (int i = 0; i < choices.count; ++i)
            each[i] = &run_on(links_.number[choices.spot[i].cell][choices.spot[i].digit]);
        in_common(each.data(), choices.count, choices.argument, choices.unit, visit);
    }

    // Of nishio only contradictions matter, here those of some digits. What follows from an assumption without one
    // leads to none either, because it forces no more than the assumption did; so most need not be made.
    template <class Visit>
    void for_contradictions(Mask digits, Visit visit) {
        CandidateSet<Board> fine_on{}, fine_off{};
        const auto assume = [&](Run<Board>& run, int source, bool on) {
            deduction_.assume(run, source, on);
            if (run.absurd) return contradiction(run, source, !on, visit);
            for (int i = 0; 64 * i < links_.count; ++i) {
                fine_on.word[i] |= run.on_set.word[i];
                fine_off.word[i] |= run.off_set.word[i];
            }
        };
        for (int source = 0; source < links_.count; ++source) {
            if (!(digits >> links_.digit[source] & 1) || is_single(position_.candidates[links_.cell[source]])) continue;
            if (!fine_on.has(source)) assume(*runs_.off[0], source, true);
            if (absence_matters(source) && !fine_off.has(source)) assume(*runs_.off[0], source, false);
        }
    }

private:
    // A candidate assumed to hold, and not to: each may contradict itself, and both may agree.
    template <class Visit>
    void for_assumptions(Visit& visit) {
        for (int source = 0; source < links_.count; ++source) {
            const int choices = size_of(position_.candidates[links_.cell[source]]);
            if (choices < 2) continue;
            Run<Board>& on = run_on(source);
            if (on.absurd) contradiction(on, source, false, visit);
            if (!absence_matters(source)) continue;
            Run<Board>& off = *runs_.off[rules.advanced ? source : 0];
            carry(off, source, false, runs_.ended_off);
            if (off.absurd) contradiction(off, source, true, visit);
            if (choices < 3) continue;
            const std::array<Run<Board>*, 2> both{&on, &off};
            in_common(both.data(), 2, Argument::agreement, 0, visit);
        }
    }

    // Nothing follows from a candidate's absence if it is not one of the last two of its cell or a unit, unless
    // advanced steps see more.
    bool absence_matters(int source) const {
        const Forced<Board>& forced = links_.forced[source];
        return rules.advanced || forced.count > (rules.one_digit && forced.in_cell);
    }

    Run<Board>& run_on(int source) {
        Run<Board>& run = *runs_.on[source];
        if (!ready_.has(source)) {
            ready_.add(source);
            carry(run, source, true, runs_.ended_on);
        }
        return run;
    }

    void carry(Run<Board>& run, int source, bool on, CandidateSet<Board>& ended) {
        if constexpr (rules.advanced) {
            if (ended.has(source)) return deduction_.resume(run);
            ended.add(source);
        }
        deduction_.assume(run, source, on);
    }

    template <class Visit>
    void contradiction(Run<Board>& run, int source, bool settled, Visit& visit) {
        if (settled && is_single(position_.candidates[links_.cell[source]])) return;
        const auto candidate = static_cast<std::uint16_t>(source);
        Conclusion<Board> found{Argument::contradiction, 2, 0, {}, candidate, candidate, settled};
        found.end[0] = {&run, run.absurd_on, true};
        found.end[1] = {&run, run.absurd_off, false};
        visit(found);
    }

    // What all the runs have in common, in the order of the first: ons, then offs.
    template <class Visit>
    void in_common(Run<Board>* const* each, int count, Argument argument, int unit, Visit& visit) {
        Conclusion<Board> found{argument, static_cast<std::uint8_t>(count), static_cast<std::uint8_t>(unit),
                                {},       each[0]->on[0].candidate,         0,
                                true};
        CandidateSet<Board> common;
        const auto intersect = [&](CandidateSet<Board> Run<Board>::* set) {
            std::uint64_t any = 0;
            for (int i = 0; 64 * i < links_.count; ++i) {
                std::uint64_t word = (each[0]->*set).word[i];
                for (int k = 1; k < count; ++k) word &= (each[k]->*set).word[i];
                any |= common.word[i] = word;
            }
            return any != 0;
        };
        const auto conclude = [&](int candidate, auto place) {
            for (int k = 0; k < count; ++k) found.end[k] = {each[k], (each[k]->*place)[candidate], found.on};
            found.candidate = static_cast<std::uint16_t>(candidate);
            visit(found);
        };
        if (intersect(&Run<Board>::on_set))
            for (int i = 0; i < each[0]->on_count; ++i)
                if (const int candidate = each[0]->on[i].candidate;
                    common.has(candidate) && !is_single(position_.candidates[links_.cell[candidate]]))
                    conclude(candidate, &Run<Board>::on_place);
        found.on = false;
        if (intersect(&Run<Board>::off_set))
            for (int i = 0; i < each[0]->off_count; ++i)
                if (const int candidate = each[0]->off[i].candidate; common.has(candidate))
                    conclude(candidate, &Run<Board>::off_place);
    }

    const Position<Board>& position_;
    const Links<Board>& links_;
    Deduction<Board, rules, Advanced> deduction_;
    Runs<Board>& runs_;
    CandidateSet<Board> ready_;
};

}  // namespace engine::rating
