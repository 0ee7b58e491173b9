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
        : Constraint(cells), arcs_(std::move(arcs)), reached_(cells.size() + 1), ending_(cells.size() + 1) {
        for (std::size_t i = 0; i <= cells.size(); ++i) {
            std::size_t states = 1;
            if (i < cells.size())
                for (const Arc& arc : arcs_[i]) states = std::max(states, arc.before + std::size_t{1});
            if (i)
                for (const Arc& arc : arcs_[i - 1]) states = std::max(states, arc.after + std::size_t{1});
            reached_[i].resize(states);
            ending_[i].resize(states);
        }
    }

    bool propagate(Domains& domains) override {
        const std::size_t length = cells_.size();
        reached_[0][0] = 1;
        for (std::size_t i = 0; i < length; ++i) {
            std::ranges::fill(reached_[i + 1], 0);
            const Candidates here = domains.of[cells_[i]];
            for (const Arc& arc : arcs_[i])
                if (arc.digits & here) reached_[i + 1][arc.after] |= reached_[i][arc.before];
        }
        std::ranges::fill(ending_[length], 1);
        for (std::size_t i = length; i-- > 0;) {
            std::ranges::fill(ending_[i], 0);
            const Candidates here = domains.of[cells_[i]];
            Candidates kept = 0;
            for (const Arc& arc : arcs_[i]) {
                if (!(arc.digits & here) || !reached_[i][arc.before] || !ending_[i + 1][arc.after]) continue;
                kept |= arc.digits;
                ending_[i][arc.before] = 1;
            }
            if (!domains.keep(cells_[i], kept)) return false;
        }
        return true;
    }

private:
    std::vector<std::vector<Arc>> arcs_;
    std::vector<std::vector<std::uint8_t>> reached_, ending_;  // before each cell, and after the last
};

}  // namespace engine::rules
