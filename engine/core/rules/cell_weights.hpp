// How much each cell has taken part in contradictions, later ones counting more: where to guess next (Boussemart et al. 2004,
// "Boosting systematic search by weighting constraints").
#pragma once

#include "rules/network.hpp"

namespace engine::rules {

class CellWeights {
public:
    double operator[](int cell) const { return weight_[cell]; }

    // From the number of its constraints.
    void begin(const Network& network) {
        for (int cell = 0; cell < network.cells(); ++cell)
            weight_[cell] = at_first * (1 + network.constraints_of(cell));
        share_ = 1.0;
        contradictions_ = 0;
    }

    // The same to all cells of a contradiction, and half as much to the cell guessed in: ever less in long searches if only two
    // cells contradict each other.
    void blame(std::span<const std::uint8_t> cells, int guessed) {
        double half = share_ / 2;
        // Divides last: some levels of processor add a product without rounding it, and would guess in other cells.
        if (cells.size() == 2) half = half * half_after / (half_after + contradictions_);
        ++contradictions_;
        weight_[guessed] += half;
        for (const int cell : cells) weight_[cell] += share_ / static_cast<double>(cells.size());
        share_ *= growth;
        if (share_ < 1e100) return;
        for (double& weight : weight_) weight *= 1e-100;
        share_ *= 1e-100;
    }

private:
    static constexpr double at_first = 4, growth = 1.001, half_after = 1000;

    double weight_[most_cells] = {}, share_ = 1.0, contradictions_ = 0;
};

}  // namespace engine::rules
