// The branches of an argument, gathered from the reasons that its runs keep.
#pragma once

#include <algorithm>

#include "rating/chains/nested.hpp"
#include "rating/explanation.hpp"

namespace engine::rating {

// What leads to an end of an argument, each inference after those that it follows from.
template <class Board>
class Branch {
public:
    Branch(const Run<Board>& run, const std::vector<NestedChain<Board>>& chains, Explanation& explanation)
        : run_(run),
          chains_(chains),
          explanation_(explanation),
          on_(run.on_count + 1, -1),
          off_(run.off_count + 1, -1) {}

    void add(const End<Board>& end) {
        end.on ? to_on(end.place) : to_off(end.place);
        explanation_.branches.push_back(std::move(inferences_));
    }

private:
    int to_on(int place) {
        if (on_[place] >= 0) return on_[place];
        const On& on = run_.on[place];
        Inference found = inference(on.candidate, true, static_cast<int>(on.cause));
        run_.for_parents(on, [&](int parent) { found.parents.push_back(to_off(parent)); });
        return on_[place] = append(std::move(found));
    }

    int to_off(int place) {
        if (off_[place] >= 0) return off_[place];
        const Off& off = run_.off[place];
        Inference found = inference(off.candidate, false, static_cast<int>(off.cause));
        if (off.from != none)
            found.parents.push_back(to_on(off.from));
        else if (off.step >= 0)
            follow(run_.steps[off.step], found);
        return off_[place] = append(std::move(found));
    }

    void follow(const AdvancedStep& step, Inference& found) {
        run_.for_parents(step, [&](int parent) { found.parents.push_back(to_off(parent)); });
        found.reason = step.nested < 0 ? by_technique + static_cast<int>(step.technique) : by_nested_chain;
        if (step.nested >= 0) found.nested = number_of(step.nested);
    }

    Inference inference(int candidate, bool on, int reason) const {
        return {run_.links->cell[candidate], run_.links->digit[candidate], on, reason};
    }

    int append(Inference&& found) {
        inferences_.push_back(std::move(found));
        return static_cast<int>(inferences_.size()) - 1;
    }

    // The place of a nested chain in the explanation, which it joins if it is new.
    int number_of(int nested) {
        const auto known = std::find_if(explanation_.nested.begin(), explanation_.nested.end(),
                                        [&](const NestedExplanation& other) { return other.number == nested; });
        if (known != explanation_.nested.end()) return static_cast<int>(known - explanation_.nested.begin());
        explanation_.nested.push_back(explained(nested));
        return static_cast<int>(explanation_.nested.size()) - 1;
    }

    NestedExplanation explained(int nested) const {
        const NestedChain<Board>& chain = chains_[nested];
        NestedExplanation found{nested, chain.rank.kind, chain.rank.links, {{}}};
        for (const std::uint16_t literal : chain.literals) {
            if (literal == none) {
                found.branches.emplace_back();
                continue;
            }
            const int spot = literal / 2;
            found.branches.back().push_back({spot / Board::most_size, spot % Board::most_size, literal % 2 == 1});
        }
        found.branches.pop_back();  // a `none` follows the last, too
        return found;
    }

    const Run<Board>& run_;
    const std::vector<NestedChain<Board>>& chains_;
    Explanation& explanation_;
    std::vector<Inference> inferences_;
    std::vector<int> on_, off_;  // places among the inferences; -1 for none yet
};

// The branch of a walk that has come to an end; `closing` is what follows there, the last literal.
template <class Board>
std::vector<Inference> walked(const Walk<Board>& walk, int last, bool last_on, const Inference& closing) {
    std::vector<Inference> branch{closing};
    walk.for_path(last, last_on, [&](const typename Walk<Board>::Node& node, bool on) {
        branch.push_back({node.spot.cell, node.spot.digit, on, static_cast<int>(node.cause)});
    });
    std::reverse(branch.begin(), branch.end());
    for (int i = 1; i < static_cast<int>(branch.size()); ++i) branch[i].parents = {i - 1};
    return branch;
}

}  // namespace engine::rating
