// Steps within a chain beyond single links, taken in the position as the chain has made it: locked candidates, hidden
// and naked pairs and X-wings, and from level 2 whole chains. The first kind that finds anything new is enough.
// A step that needs nothing of what the chain has ruled out would have been found without the chain, and is left out.
#pragma once

#include <utility>

#include "rating/basics.hpp"
#include "rating/chains/find_loops.hpp"
#include "rating/chains/nested.hpp"

namespace engine::rating {

inline constexpr Rules static_rules{false, false}, nishio_rules{true, true}, dynamic_rules{true, false},
    advanced_rules{true, false, true};

template <class Board>
struct NothingAdvanced {
    explicit NothingAdvanced(int) {}
    void find(const Position<Board>&, const Position<Board>&, Run<Board>&) {}
};

template <class Board>
class Advanced;

// The sum of the lengths of the nested chains below some ends, equal ones once.
template <class Board>
int nested_links(const std::vector<NestedChain<Board>>& chains, std::vector<int>& used) {
    int sum = 0;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const NestedChain<Board>& chain = chains[used[i]];
        const bool again = std::any_of(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(i),
                                       [&](int other) { return chains[other].literals == chain.literals; });
        if (!again) sum += chain.rank.links;
    }
    return sum;
}

// The room that a search for multiple, dynamic or nested chains needs, and the search. The level says which advanced
// steps a run takes, from 1; 0 without any.
template <class Board, Rules rules>
class MultipleChains {
public:
    explicit MultipleChains(int level = 0) : level_(level), deeper_(level) {}

    int level() const { return level_; }

    template <class Visit>
    void for_all(const Position<Board>& position, const Links<Board>& links, Visit visit) {
        if constexpr (rules.advanced) {
            deeper_.clear();
            runs_.ended_on = runs_.ended_off = {};
        }
        carry_on(position, links, visit);
    }

    // The same from where the search of the level below has ended, if that found nothing in the position.
    template <class Visit>
    void for_all_beyond(MultipleChains& below, const Position<Board>& position, const Links<Board>& links,
                        Visit visit) {
        std::swap(runs_, below.runs_);
        deeper_.take_over(below.deeper_);
        carry_on(position, links, visit);
    }

    template <class Visit>
    void for_contradictions(Mask digits, const Position<Board>& position, const Links<Board>& links, Visit visit) {
        ChainSearch<Board, rules, Deeper>(position, links, scratch_, runs_, deeper_).for_contradictions(digits, visit);
    }

    template <class Visit>
    void for_each(const std::vector<Choices<Board>>& choices, const Position<Board>& position,
                  const Links<Board>& links, Visit visit) {
        ChainSearch<Board, rules, Deeper> search(position, links, scratch_, runs_, deeper_);
        for (const Choices<Board>& which : choices) search.from_each(which, visit);
    }

    int links_of(const Conclusion<Board>& conclusion) {
        int sum = 0;
        for (int i = 0; i < conclusion.count; ++i) sum += conclusion.end[i].length();
        if constexpr (rules.advanced)
            if (level_ > 1) sum += links_of_nested(conclusion);
        return sum;
    }

    // Adds the branches of a conclusion.
    void explain(const Conclusion<Board>& conclusion, Explanation& explanation) const {
        static const std::vector<NestedChain<Board>> no_chains;
        const std::vector<NestedChain<Board>>* chains = &no_chains;
        if constexpr (rules.advanced) chains = &deeper_.chains();
        for (int i = 0; i < conclusion.count; ++i)
            Branch<Board>(*conclusion.end[i].run, *chains, explanation).add(conclusion.end[i]);
    }

private:
    template <class Visit>
    void carry_on(const Position<Board>& position, const Links<Board>& links, Visit visit) {
        ChainSearch<Board, rules, Deeper>(position, links, scratch_, runs_, deeper_).for_all(visit);
    }

    using Deeper = std::conditional_t<rules.advanced, Advanced<Board>, NothingAdvanced<Board>>;

    int links_of_nested(const Conclusion<Board>& conclusion) {
        std::vector<int> used;
        for (int i = 0; i < conclusion.count; ++i) {
            const End<Board>& end = conclusion.end[i];
            Ancestors<Board> ancestors(*end.run, &used);
            end.on ? ancestors.to_on(end.place) : ancestors.to_off(end.place);
        }
        return nested_links(deeper_.chains(), used);
    }

    int level_;
    Position<Board> scratch_;
    Runs<Board> runs_;
    Deeper deeper_;
};

// The rating of a chain before its length counts.
constexpr double base_of(Rules rules, int level) {
    if (rules.one_digit) return 7.5;
    return rules.dynamic ? 8.5 + 0.5 * level : 8.0;
}

// All multiple (or dynamic) chains of a position that has come from another by what a longer chain ruled out.
template <class Board, Rules rules>
class NestedMultiple {
public:
    explicit NestedMultiple(int level = 0) : search_(level) {}

    void find(const Position<Board>& source, const Position<Board>& now, std::vector<NestedChain<Board>>& found) {
        links_.set(now);
        search_.for_all(now, links_, [&](const Conclusion<Board>& conclusion) { add(conclusion, source, now, found); });
        sort_chains(found);
    }

    // The same by static rules in a quiet position: these lead to what its closure says, and most choices to nothing.
    void find(const Position<Board>& source, const Position<Board>& now, Closure<Board, xy_ways>& quiet,
              std::vector<NestedChain<Board>>& found) {
        static_assert(!rules.dynamic);
        agreeing_.clear();
        const auto note = [&](const Choices<Board>& choices) { agreeing_.push_back(choices); };
        links_.Numbering<Board>::set(now);
        if (links_.count <= Row<1>::capacity) {
            if (!loops_) loops_ = on_heap<LoopSearch<Board, 1>>(no_steps_);
            loops_->for_agreeing(now, links_, note);
        } else {
            for_choices(now, 3, [&](const Choices<Board>& choices) {
                if (quiet.agree(choices.spot.data(), choices.count)) note(choices);
            });
        }
        if (agreeing_.empty()) return;
        links_.set(now);
        search_.for_each(agreeing_, now, links_,
                         [&](const Conclusion<Board>& conclusion) { add(conclusion, source, now, found); });
        sort_chains(found);
    }

private:
    void add(const Conclusion<Board>& conclusion, const Position<Board>& source, const Position<Board>& now,
             std::vector<NestedChain<Board>>& found) {
        const int length = search_.links_of(conclusion);
        const ChainRank rank{difficulty_of(base_of(rules, search_.level()), length), length,
                             kind_of(conclusion.argument)};
        step_.removals = 0;
        conclude(now, step_, links_.cell[conclusion.candidate], links_.digit[conclusion.candidate], conclusion.on);
        if (comes_late(found, rank, step_)) return;
        NestedChain<Board>& chain = found.emplace_back();
        chain.rank = rank;
        chain.take_back(step_);
        const Cause first = conclusion.argument == Argument::cell   ? Cause::cell
                            : conclusion.argument == Argument::unit ? cause_of(now.board->kind_of(conclusion.unit))
                                                                    : Cause::none;
        for (int i = 0; i < conclusion.count; ++i) trace(source, now, conclusion.end[i], first, chain);
    }

    struct Place {
        std::uint16_t at;
        bool on;
    };

    // Goes back from an end, a generation at a time.
    void trace(const Position<Board>& source, const Position<Board>& now, const End<Board>& end, Cause first,
               NestedChain<Board>& chain) {
        const Run<Board>& run = *end.run;
        CandidateSet<Board> ons, offs;
        ons.clear(Board::most_candidates);
        offs.clear(Board::most_candidates);
        std::vector<Place> todo{{end.place, end.on}};
        for (std::size_t i = 0; i < todo.size(); ++i) {
            const auto [at, on] = todo[i];
            CandidateSet<Board>& done = on ? ons : offs;
            if (done.has(at)) continue;
            done.add(at);
            const int candidate = on ? run.on[at].candidate : run.off[at].candidate;
            const Spot spot = spot_of(links_.cell[candidate], links_.digit[candidate]);
            chain.literals.push_back(literal<Board>(spot, on));
            const auto parent_off = [&](int parent) { todo.push_back({static_cast<std::uint16_t>(parent), false}); };
            if (on) {
                const Cause cause = run.on[at].cause;
                chain.needs(source, now, spot, cause == Cause::none ? first : cause);
                run.for_parents(run.on[at], parent_off);
            } else if (const Off& off = run.off[at]; off.from != none) {
                todo.push_back({off.from, true});
            } else if (off.step >= 0) {
                run.for_parents(run.steps[off.step], parent_off);
            }
        }
        chain.literals.push_back(none);
    }

    Links<Board> links_;
    MultipleChains<Board, rules> search_;
    std::vector<Choices<Board>> agreeing_;
    LoopSteps<Board> no_steps_{nullptr};
    OnHeap<LoopSearch<Board, 1>> loops_;
    Step<Board> step_;
};

// The steps of a level, from 1 to 5: easy techniques first, from 2 chains too. What a level does not need is never
// made.
template <class Board>
class Advanced {
public:
    explicit Advanced(int level) : level_(level) {}

    void clear() { chains_.clear(); }

    // Goes on with the chains of a lower level.
    void take_over(Advanced& below) {
        std::swap(chains_, below.chains_);
        if (below.loops_) std::swap(loops_, below.loops_);
    }

    // Before the first call for a run, of which easy techniques have seen so much.
    void begin(int offs_seen = 0) {
        offs_seen_ = offs_seen;
        since_.fill({});
    }

    const std::vector<NestedChain<Board>>& chains() const { return chains_; }

    void find(const Position<Board>& source, const Position<Board>& now, Run<Board>& run) {
        const auto board = now.board;
        const int before = run.off_count;
        note_changes(now, run);
        const auto fresh = [&] { return run.off_count > before; };
        // A visitor of steps that gathers their parents and notes them.
        const auto noting = [&](auto find_parents) {
            return [&, find_parents](const Step<Board>& step) {
                parents_.clear();
                find_parents(step);
                note(step, run);
                return false;
            };
        };
        find_locking(now, std::exchange(since_[0], {}), step_, noting([&](const Step<Board>& step) {
                         const int one = lowest(step.units), other = lowest(step.units & (step.units - 1));
                         const int to = board->cells[one].has(step.removal[0].cell) ? one : other;
                         const int from = one + other - to;
                         lost_places(source, now, run, lowest(step.digits), from, board->overlap[from][to]);
                     }));
        if (fresh()) return;
        // What has gone from the cells of a unit that are in the step, or not in it.
        const auto lost_in_cells = [&](const Step<Board>& step, bool inside, unsigned digits) {
            for (const int cell : board->cells_of(lowest(step.units)))
                if (step.cells.has(cell) == inside)
                    for_bits(source.candidates[cell] & digits, [&](int digit) { add_parent(run, cell, digit); });
        };
        find_hidden_sets<2>(now, std::exchange(since_[1], {}), step_,
                            noting([&](const Step<Board>& step) { lost_in_cells(step, false, step.digits); }));
        if (fresh()) return;
        find_naked_sets<2>(now, std::exchange(since_[2], {}), step_,
                           noting([&](const Step<Board>& step) { lost_in_cells(step, true, ~unsigned{step.digits}); }));
        if (fresh()) return;
        find_fish<2>(now, std::exchange(since_[3], {}), step_, noting([&](const Step<Board>& step) {
                         // What goes lies on one of the crossing lines, and off the two lines of the fish.
                         const Kind kind = step.units >> board->unit[row][step.removal[0].cell] & 1 ? column : row;
                         const Mask crossing = board->numbers_of(kind == row ? column : row, step.units);
                         for_bits(board->numbers_of(kind, step.units), [&](int line) {
                             lost_places(source, now, run, lowest(step.digits), board->size * kind + line, crossing);
                         });
                     }));
        const auto nested = [&]<class Search>(bool wanted, OnHeap<Search>& search, auto find, auto... level) {
            if (!wanted || fresh()) return;
            if (!search) search = on_heap<Search>(level...);
            found_.clear();
            find(*search);
            nest(run);
        };
        nested(level_ == 2 || level_ == 3, loops_,
               [&](auto& loops) { loops.find(source, now, run.assumption(), found_); });
        nested(level_ == 3, multiple_, [&](auto& chains) {
            if (loops_->quiet())
                chains.find(source, now, *loops_->quiet(), found_);
            else
                chains.find(source, now, found_);
        });
        const auto find = [&](auto& chains) { chains.find(source, now, found_); };
        nested(level_ >= 4, dynamic_, find);
        nested(level_ >= 5, deeper_, find, level_ - 3);
    }

private:
    // Of each easy technique, what is new since it was last looked for: all that it found has been ruled out since.
    void note_changes(const Position<Board>& now, const Run<Board>& run) {
        Changes<Board> changes;
        for (; offs_seen_ < run.off_count; ++offs_seen_) {
            const int candidate = run.off[offs_seen_].candidate;
            changes.lose(now.board, run.links->cell[candidate], bit(run.links->digit[candidate]));
        }
        for (Changes<Board>& since : since_) since.add(changes);
    }

    void add_parent(const Run<Board>& run, int cell, int digit) {
        parents_.push_back(run.off_place[run.links->number[cell][digit]]);
    }

    void lost_places(const Position<Board>& source, const Position<Board>& now, const Run<Board>& run, int digit,
                     int unit, unsigned but) {
        for_bits(source.places[digit][unit] & ~now.places[digit][unit] & ~but,
                 [&](int place) { add_parent(run, now.board->cell[unit][place], digit); });
    }

    // Adds what a step rules out to the run, with the parents noted.
    void note(const Step<Board>& step, Run<Board>& run) {
        if (!parents_.empty()) note(step.removal.data(), step.removal.data() + step.removals, run, -1, step.technique);
    }

    void note(const Removal* begin, const Removal* end, Run<Board>& run, int nested, Technique technique = {}) {
        const auto first = static_cast<std::uint32_t>(run.step_parents.size());
        run.step_parents.insert(run.step_parents.end(), parents_.begin(), parents_.end());
        std::uint8_t depth = 0;
        for (const int parent : parents_) depth = std::max(depth, run.off[parent].depth);
        run.steps.push_back({first, static_cast<std::uint32_t>(run.step_parents.size()), nested, technique});
        removed_.assign(begin, end);
        std::sort(removed_.begin(), removed_.end(), [](const Removal& a, const Removal& b) { return a.cell < b.cell; });
        for (const Removal& removal : removed_)
            for_bits(removal.digits, [&](int digit) {
                const std::uint16_t candidate = run.links->number[removal.cell][digit];
                if (!run.off_set.has(candidate))
                    run.add_off(
                        {candidate, none, static_cast<std::int16_t>(run.steps.size() - 1), Cause::none, deeper(depth)});
            });
    }

    // Adds what the chains found rule out.
    void nest(Run<Board>& run) {
        for (NestedChain<Board>& chain : found_) {
            if (chain.parents.empty()) continue;
            parents_.clear();
            for (const int parent : chain.parents)
                add_parent(run, parent / Board::most_size, parent % Board::most_size);
            note(chain.removals.data(), chain.removals.data() + chain.removals.size(), run,
                 static_cast<int>(chains_.size()));
            chains_.push_back(std::move(chain));
        }
    }

    Step<Board> step_;
    int offs_seen_ = 0;  // so many of the run
    std::array<Changes<Board>, 4> since_;
    std::vector<std::uint16_t> parents_;
    std::vector<Removal> removed_;
    std::vector<NestedChain<Board>> found_, chains_;
    int level_;
    OnHeap<NestedLoops<Board>> loops_;
    OnHeap<NestedMultiple<Board, static_rules>> multiple_;
    OnHeap<NestedMultiple<Board, dynamic_rules>> dynamic_;
    OnHeap<NestedMultiple<Board, advanced_rules>> deeper_;
};

}  // namespace engine::rating
