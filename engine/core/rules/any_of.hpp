// At least one of several networks holds: a candidate that none of them allows is removed.
#pragma once

#include "rules/network.hpp"

namespace engine::rules {

class AnyOfConstraint final : public Constraint {
public:
    AnyOfConstraint(const Network& outside, const Statement& statement) : Constraint({}) {
        CellSet own;
        for (const std::vector<Statement>& statements : statement.alternatives) {
            alternatives_.push_back(std::make_unique<Network>(outside.size(), outside.cells(), statements, &outside));
            own |= set_of(alternatives_.back()->own_cells());
        }
        cells_ = cells_of(own);
    }

    bool propagate(Domains& domains) override {
        Candidates merged[most_cells] = {};
        bool any = false;
        for (const std::unique_ptr<Network>& alternative : alternatives_) {
            if (!try_out(*alternative, domains)) continue;
            any = true;
            bool unchanged = true;
            for (const int cell : cells_) {
                merged[cell] |= trial_.of[cell];
                unchanged = unchanged && merged[cell] == domains.of[cell];
            }
            if (unchanged) return true;
        }
        if (!any) return false;
        for (const int cell : cells_)
            if (!domains.keep(cell, merged[cell])) return false;
        return true;
    }

    void forget() override {
        Constraint::forget();
        for (const std::unique_ptr<Network>& alternative : alternatives_) alternative->forget_looks();
    }

private:
    // What an alternative leaves; false if it cannot hold.
    bool try_out(Network& alternative, const Domains& domains) {
        for (const int cell : alternative.own_cells())
            if (!(domains.of[cell] & alternative.restricted()[cell])) return false;
        for (const int cell : cells_) trial_.of[cell] = domains.of[cell];
        for (const int cell : alternative.own_cells()) trial_.of[cell] &= alternative.restricted()[cell];
        if (alternative.only_restricts()) return true;
        if (Constraint* only = alternative.only_constraint()) {
            bool holds = true;
            do {
                trial_.forget_changes();
                holds = only->look(trial_);
            } while (holds && trial_.any_changed());
            trial_.forget_changes();
            return holds;
        }
        for (const int cell : alternative.own_cells()) alternative.wake(trial_, cell);
        return alternative.propagate(trial_);
    }

    std::vector<std::unique_ptr<Network>> alternatives_;
    Domains trial_;
};

}  // namespace engine::rules
