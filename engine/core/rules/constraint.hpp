// What every constraint of more than two cells offers: it removes candidates that it rules out.
#pragma once

#include "rules/peers.hpp"

namespace engine::rules {

class Constraint {
public:
    explicit Constraint(Cells cells) : cells_(std::move(cells)) {}
    virtual ~Constraint() = default;

    // Looks at the cells unless they are as it left them; false where the constraint cannot hold.
    bool look(Domains& domains) {
        bool same = true;
        for (std::size_t i = 0; i < cells_.size(); ++i) same = same && left_[i] == domains.of[cells_[i]];
        if (same) return true;
        if (!propagate(domains)) return false;
        for (std::size_t i = 0; i < cells_.size(); ++i) left_[i] = domains.of[cells_[i]];
        return true;
    }

    // Forgets what it left of the puzzle before.
    virtual void forget() { left_.assign(cells_.size(), 0); }

    const Cells& cells() const { return cells_; }

protected:
    virtual bool propagate(Domains& domains) = 0;

    Cells cells_;

private:
    std::vector<Candidates> left_;
};

}  // namespace engine::rules
