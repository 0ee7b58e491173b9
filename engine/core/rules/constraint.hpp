// What every constraint of more than two cells offers: it removes the candidates that it rules out.
#pragma once

#include <span>

#include "rules/peers.hpp"

namespace engine::rules {

class Constraint {
public:
    explicit Constraint(Cells cells) : cells_(std::move(cells)) {}
    virtual ~Constraint() = default;

    // Looks at the cells unless they are as it left them; false if the constraint cannot hold.
    bool look(Domains& domains) {
        bool same = true;
        for (std::size_t i = 0; i < cells_.size(); ++i) same = same && left_[i] == domains.of[cells_[i]];
        if (same) return true;
        settled_ = true;
        conflict_ = cells_;
        if (!propagate(domains)) return false;
        for (std::size_t i = 0; i < cells_.size(); ++i) left_[i] = domains.of[cells_[i]];
        if (!settled_) left_[0] = 0;
        return true;
    }

    // Forgets what it left of the puzzle before.
    virtual void forget() { left_.assign(cells_.size(), 0); }

    const Cells& cells() const { return cells_; }

    // Cells of which it reads the candidates too.
    const Cells& also_read() const { return also_read_; }

    // The cells of the contradiction if it cannot hold.
    std::span<const std::uint8_t> conflict() const { return conflict_; }

protected:
    virtual bool propagate(Domains& domains) = 0;

    Cells cells_, also_read_;
    std::span<const std::uint8_t> conflict_;
    bool settled_ = true;           // whether another look at what `propagate` left is unnecessary
    std::vector<Candidates> left_;  // what the last look left the cells, none at first
};

}  // namespace engine::rules
