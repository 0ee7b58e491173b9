// All searches for chains with the memory they need: the first step of a family in Sudoku Explainer's order, which is
// the easiest, then the shortest, then by kind, then the first found.
//
// The parts. For chains of single links (cycles and forcing chains):
// - Closure (closure.hpp): everything that follows from a candidate. It says whether a chain exists, not which one.
// - Implications (implications.hpp): the same for a whole position, as rows of bits; loops.hpp uses it, and nested.hpp
//   uses closures.
// - Walk (loops.hpp): the chain itself, breadth first with reasons, only from starts for which the former promise one.
// For chains of several branches:
// - Deduction (run.hpp): everything that follows from one assumption, with reasons, and with several causes together
//   if the rules of the technique allow it; search.hpp compares the runs of several assumptions.
// Closures find out that there is no chain without the reasons, which only a found step needs.
#pragma once

#include "rating/chains/advanced.hpp"
#include "rating/chains/find_loops.hpp"

namespace engine::rating {

inline Technique technique_of(Rules rules, int level, Argument argument) {
    constexpr std::array of_level{Technique::dynamic_chains,        Technique::dynamic_chains_plus,
                                  Technique::nested_chains,         Technique::nested_multiple_chains,
                                  Technique::nested_dynamic_chains, Technique::twice_nested_chains};
    if (rules.one_digit) return Technique::nishio;
    if (rules.dynamic) return of_level[level];
    return argument == Argument::cell ? Technique::cell_chains : Technique::region_chains;
}

template <class Board>
class Chains {
public:
    // Where to say why chains hold, if anywhere.
    explicit Chains(Explanation* explanation = nullptr)
        : explanation_(explanation), loop_steps_(explanation), loops_(loop_steps_) {}

    bool find_chains(const Position<Board>& position, Step<Board>& step) {
        return with_loops(position, [&](auto& loops) { return loops.find(position, numbering_, step); });
    }

    bool find_nishio(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
        return find(nishio_, nishio_rules, position, step,
                    [&](auto visit) { nishio_.for_contradictions(changes.digits, position, links_, visit); });
    }

    bool find_multiple(const Position<Board>& position, Step<Board>& step) {
        std::vector<Choices<Board>> agreeing;
        const bool quiet = with_loops(position, [&](auto& loops) {
            return loops.for_agreeing(position, numbering_,
                                      [&](const Choices<Board>& choices) { agreeing.push_back(choices); });
        });
        return (!quiet || !agreeing.empty()) && find(multiple_, static_rules, position, step, [&](auto visit) {
                   quiet ? multiple_.for_each(agreeing, position, links_, visit)
                         : multiple_.for_all(position, links_, visit);
               });
    }

    bool find_dynamic(const Position<Board>& position, Step<Board>& step) {
        return find(dynamic_, dynamic_rules, position, step,
                    [&](auto visit) { dynamic_.for_all(position, links_, visit); });
    }

    // Dynamic chains plus are level 1, and nested chains 2 to 5.
    bool find_advanced(const Position<Board>& position, int level, Step<Board>& step) {
        auto& search = advanced_[level - 1];
        // Levels 2 and 3 do what the level below does, and then more.
        const bool resumes = (level == 2 || level == 3) && beyond_[level - 2] == position.with;
        for (auto& beyond : beyond_) beyond = {};
        const bool found = find(search, advanced_rules, position, step, [&](auto visit) {
            resumes ? search.for_all_beyond(advanced_[level - 2], position, links_, visit)
                    : search.for_all(position, links_, visit);
        });
        if (!found) beyond_[level - 1] = position.with;
        return found;
    }

private:
    template <class Search, class ForAll>
    bool find(Search& search, Rules rules, const Position<Board>& position, Step<Board>& step, ForAll for_all) {
        links_.set(position);
        int best = most_links, best_kind = 0;
        for_all([&](const Conclusion<Board>& conclusion) {
            const int kind = kind_of(conclusion.argument);
            const int most = best - (kind >= best_kind);
            int least = 0;
            for (int i = 0; i < conclusion.count; ++i) least += conclusion.end[i].least();
            if (least > most) return;
            const int length = search.links_of(conclusion);
            if (length > most) return;
            best = length;
            best_kind = kind;
            begin_chain(step, technique_of(rules, search.level(), conclusion.argument),
                        {difficulty_of(base_of(rules, search.level()), length), length, kind});
            describe(conclusion, step);
            if (explanation_) search.explain(conclusion, *explanation_ = {});
            const int settled = conclusion.candidate;
            conclude(position, step, links_.cell[settled], links_.digit[settled], conclusion.on);
        });
        return best < most_links;
    }

    // Calls `work` with the search for loops that has room for the position, and with its numbering.
    template <class Work>
    bool with_loops(const Position<Board>& position, Work work) {
        numbering_.set(position);
        if (numbering_.count <= Row<1>::capacity) return work(loops_);
        if (!wide_loops_) wide_loops_ = on_heap<WideLoops>(loop_steps_);
        return work(*wide_loops_);
    }

    // The pattern of the argument: the cell or unit whose choices it goes through, or the candidate assumed.
    void describe(const Conclusion<Board>& conclusion, Step<Board>& step) const {
        const int cell = links_.cell[conclusion.source], digit = links_.digit[conclusion.source];
        step.digits = bit(digit);
        step.cells.add(cell);
        for (int i = 1; i < conclusion.count; ++i) {
            const Run<Board>& run = *conclusion.end[i].run;
            if (conclusion.argument == Argument::cell)
                step.digits |= bit(links_.digit[run.on[0].candidate]);
            else if (conclusion.argument == Argument::unit)
                step.cells.add(links_.cell[run.on[0].candidate]);
        }
        if (conclusion.argument == Argument::unit) step.units = Board::unit_bit(conclusion.unit);
    }

    using WideLoops = LoopSearch<Board, (Board::most_candidates + 255) / 256>;

    Explanation* explanation_;
    Links<Board> links_;
    Numbering<Board> numbering_;
    LoopSteps<Board> loop_steps_;
    LoopSearch<Board, 1> loops_;
    OnHeap<WideLoops> wide_loops_;  // for a position that has too many
    MultipleChains<Board, nishio_rules> nishio_;
    MultipleChains<Board, static_rules> multiple_;
    MultipleChains<Board, dynamic_rules> dynamic_;
    std::array<MultipleChains<Board, advanced_rules>, 5> advanced_{
        MultipleChains<Board, advanced_rules>(1), MultipleChains<Board, advanced_rules>(2),
        MultipleChains<Board, advanced_rules>(3), MultipleChains<Board, advanced_rules>(4),
        MultipleChains<Board, advanced_rules>(5)};
    // For each level, the position where its search has just found nothing.
    std::array<std::array<Cells<Board>, Board::most_size>, 5> beyond_{};
};

}  // namespace engine::rating
