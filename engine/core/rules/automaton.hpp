// An automaton along a line of cells: candidates stay that lie on a way from the start to an accepting state.
#pragma once

#include <algorithm>

#include "rules/constraint.hpp"

namespace engine::rules {

struct Arc {
    std::uint16_t before, after;
    Candidates digits;
};

class AutomatonConstraint final : public Constraint {
public:
    // The arcs of each cell; only those on some way to the end, with states numbered from 0 between any two cells.
    AutomatonConstraint(const Cells& cells, std::vector<std::vector<Arc>> arcs)
        : Constraint(cells),
          arcs_(std::move(arcs)),
          begins_(cells.size()),
          reached_(cells.size() + 1),
          ending_(cells.size() + 1) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (!std::ranges::is_sorted(arcs_[i], {}, &Arc::before)) std::ranges::stable_sort(arcs_[i], {}, &Arc::before);
            std::size_t next = 0;
            for (std::size_t at = 0; at < arcs_[i].size(); ++at) {
                while (begins_[i].size() <= arcs_[i][at].before) begins_[i].push_back(static_cast<std::uint32_t>(at));
                next = std::max(next, arcs_[i][at].after + std::size_t{1});
            }
            begins_[i].push_back(static_cast<std::uint32_t>(arcs_[i].size()));
            reached_[i + 1].resize(next);
            ending_[i].resize(begins_[i].size());
        }
        reached_[0].assign(1, 1);
        ending_[cells.size()].assign(reached_[cells.size()].size(), 1);
    }

    bool propagate(Domains& domains) override {
        const std::size_t length = cells_.size();
        for (std::size_t i = 0; i < length; ++i) {
            std::ranges::fill(reached_[i + 1], 0);
            const Candidates here = domains.of[cells_[i]];
            each_reached(i, [&](std::size_t, const Arc& arc) { reached_[i + 1][arc.after] |= (arc.digits & here) != 0; });
        }
        for (std::size_t i = length; i-- > 0;) {
            std::ranges::fill(ending_[i], 0);
            const Candidates here = domains.of[cells_[i]];
            Candidates kept = 0;
            each_reached(i, [&](std::size_t state, const Arc& arc) {
                if (!(arc.digits & here) || !ending_[i + 1][arc.after]) return;
                kept |= arc.digits;
                ending_[i][state] = 1;
            });
            if (!domains.keep(cells_[i], kept)) return false;
        }
        return true;
    }

private:
    // Calls `work(state, arc)` for the arcs of a cell from states that are reached.
    template <class Work>
    void each_reached(std::size_t i, Work work) const {
        for (std::size_t state = 0; state + 1 < begins_[i].size(); ++state)
            if (state < reached_[i].size() && reached_[i][state])
                for (std::size_t at = begins_[i][state]; at < begins_[i][state + 1]; ++at) work(state, arcs_[i][at]);
    }

    std::vector<std::vector<Arc>> arcs_;                // of a cell, in the order of the states before it
    std::vector<std::vector<std::uint32_t>> begins_;    // where those of each state begin
    std::vector<std::vector<std::uint8_t>> reached_, ending_;  // before each cell, and after the last
};

}  // namespace engine::rules
