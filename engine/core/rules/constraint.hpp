// What every constraint of more than two cells offers: it removes candidates that it rules out.
#pragma once

#include "rules/peers.hpp"

namespace engine::rules {

class Constraint {
public:
    explicit Constraint(Cells cells) : cells_(std::move(cells)) {}
    virtual ~Constraint() = default;

    // False where the constraint cannot hold.
    virtual bool propagate(Domains& domains) = 0;

    const Cells& cells() const { return cells_; }

protected:
    Cells cells_;
};

}  // namespace engine::rules
