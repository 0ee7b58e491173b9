// Rules as a network of cells and constraints, and inference in it until nothing follows any more.
#pragma once

#include <memory>

#include "rules/confined.hpp"
#include "rules/derived_sums.hpp"
#include "rules/sum.hpp"

namespace engine::rules {

class Network {
public:
    Network(int size, const std::vector<Statement>& statements) : Network(size, statements, nullptr) {}

    int size() const { return size_; }
    int cells() const { return size_ * size_; }
    Candidates all() const { return static_cast<Candidates>((1u << size_) - 1); }

    // Every cell with the digits that single cells are restricted to.
    void start(Domains& domains) {
        forget_looks();
        std::copy(start_.begin(), start_.end(), domains.of);
        start_again(domains);
    }
    // Looks at every cell again.
    void start_again(Domains& domains) const {
        domains.forget_changes();
        for (int cell = 0; cell < cells(); ++cell) wake(domains, cell);
    }

    // Removes candidates until nothing follows from what has changed; false where there is no solution.
    bool propagate(Domains& domains) {
        for (;;) {
            while (domains.changes)
                if (const int cell = domains.next_changed(); !react(cell, domains)) return blame_pair(cell, domains);
            if (const int next = next_constraint(); next >= 0) {
                if (!constraints_[next]->look(domains)) return blame(constraints_[next]->cells(), domains);
            } else if (houses_.waiting()) {
                houses_.failed = -1;
                ++house_looks;
                if (!houses_.next(domains)) return blame_house(domains);
            } else if (!houses_.locked(domains)) {
                return blame_pair(domains.failed, domains);
            } else if (!domains.changes) {
                if (thorough_ && !confined_->look(houses_, domains)) return blame_pair(domains.failed, domains);
                if (!domains.changes) return true;
            }
        }
    }

    // Looks at a cell again.
    void wake(Domains& domains, int cell) const {
        if (domains.waiting[cell]) return;
        domains.waiting[cell] = true;
        domains.changed[domains.changes++] = static_cast<std::uint8_t>(cell);
    }

    // The cells of this network's own constraints.
    const Cells& own_cells() const { return own_cells_; }

    const Houses& houses() const { return houses_; }

    // How often a cell has had a part in contradictions, later ones counting more.
    std::vector<double> weight;

    // How often inference looked at a cell, and at a house.
    std::int64_t looks = 0, house_looks = 0;

    // From here on, also infer what costs more.
    void be_thorough() {
        if (!confined_) confined_ = std::make_unique<Confined>(houses_, relations_, around_, size_);
        thorough_ = confined_->any();
    }

    void forget_weights() {
        thorough_ = false;
        std::fill(weight.begin(), weight.end(), 1.0);
        for (int cell = 0; cell < cells(); ++cell)
            weight[cell] += static_cast<double>(watchers_[cell].size());
        bump_ = 1.0;
    }

private:
    friend class AnyOfConstraint;

    Network(int size, const std::vector<Statement>& statements, const Peers* outside);

    bool react(int cell, Domains& domains) {
        ++looks;
        const Candidates digits = domains.of[cell];
        if (!digits) {
            domains.failed = cell;
            return false;
        }
        if (single(digits))
            for (const int peer : peers_[cell])
                if (!domains.keep(peer, static_cast<Candidates>(~digits))) return false;
        if (!relations_.react(cell, domains)) return false;
        houses_.touch(cell);
        const std::uint64_t* watching = watching_.data() + static_cast<std::size_t>(cell) * waiting_.size();
        for (std::size_t i = 0; i < waiting_.size(); ++i) waiting_[i] |= watching[i];
        return true;
    }

    void forget_looks() {
        for (const std::unique_ptr<Constraint>& constraint : constraints_) constraint->forget();
    }

    int next_constraint() {
        for (std::size_t i = 0; i < waiting_.size(); ++i)
            if (waiting_[i]) {
                const int bit = std::countr_zero(waiting_[i]);
                waiting_[i] &= waiting_[i] - 1;
                return static_cast<int>(64 * i) + bit;
            }
        return -1;
    }

    bool blame(const Cells& cells, Domains& domains) {
        domains.forget_changes();
        houses_.forget();
        std::fill(waiting_.begin(), waiting_.end(), 0);
        for (const int cell : cells) weight[cell] += bump_ / static_cast<double>(cells.size());
        bump_ *= 1.001;
        if (bump_ > 1e100) {
            for (double& one : weight) one *= 1e-100;
            bump_ *= 1e-100;
        }
        return false;
    }
    bool blame_pair(int cell, Domains& domains) {
        return blame({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(domains.failed)}, domains);
    }
    bool blame_house(Domains& domains) {
        if (houses_.failed < 0) return blame_pair(domains.failed, domains);
        return blame(houses_.list()[houses_.failed], domains);
    }

    void add_constraint(std::unique_ptr<Constraint> constraint) {
        for (const int cell : constraint->cells())
            watchers_[cell].push_back(static_cast<std::uint16_t>(constraints_.size()));
        constraints_.push_back(std::move(constraint));
    }

    int size_;
    double bump_ = 1.0;
    std::vector<Candidates> start_;
    std::vector<Cells> peers_;
    Relations relations_;
    Houses houses_;
    Peers around_{0};  // which cells differ
    std::unique_ptr<Confined> confined_;
    bool thorough_ = false;
    std::vector<std::unique_ptr<Constraint>> constraints_;  // those that cost less come first
    std::vector<std::vector<std::uint16_t>> watchers_;
    std::vector<std::uint64_t> waiting_, watching_;  // sets of constraints: those to run, and those of each cell
    Cells own_cells_;
};

// The digits up to the size for which a condition holds.
template <class Condition>
Candidates digits_where(int size, Condition holds) {
    Candidates digits = 0;
    for (int digit = 1; digit <= size; ++digit) digits |= static_cast<Candidates>(holds(digit) << (digit - 1));
    return digits;
}

// At least one of several networks holds: what none of them allows is removed.
class AnyOfConstraint final : public Constraint {
public:
    AnyOfConstraint(int size, const Statement& statement, const Peers& peers) : Constraint({}) {
        std::bitset<most_cells> own;
        for (const std::vector<Statement>& alternative : statement.alternatives) {
            alternatives_.push_back(std::unique_ptr<Network>(new Network(size, alternative, &peers)));
            for (const int cell : alternatives_.back()->own_cells()) own.set(cell);
        }
        for (int cell = 0; cell < size * size; ++cell)
            if (own[cell]) cells_.push_back(static_cast<std::uint8_t>(cell));
    }

    bool propagate(Domains& domains) override {
        Candidates merged[most_cells] = {};
        bool any = false;
        for (const std::unique_ptr<Network>& alternative : alternatives_) {
            Domains& here = trial_;
            for (const int cell : cells_) here.of[cell] = domains.of[cell];
            for (const int cell : alternative->own_cells()) {
                here.of[cell] &= alternative->start_[cell];
                alternative->wake(here, cell);
            }
            if (!alternative->propagate(here)) continue;
            any = true;
            bool unchanged = true;
            for (const int cell : cells_) {
                merged[cell] |= here.of[cell];
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
    std::vector<std::unique_ptr<Network>> alternatives_;
    Domains trial_;
};

inline Network::Network(int size, const std::vector<Statement>& statements, const Peers* outside)
    : weight(static_cast<std::size_t>(size * size), 1.0),
      size_(size),
      start_(static_cast<std::size_t>(size * size), static_cast<Candidates>((1u << size) - 1)),
      peers_(static_cast<std::size_t>(size * size)),
      relations_(size * size),
      houses_(size * size, size),
      watchers_(static_cast<std::size_t>(size * size)) {
    Peers own(cells()), around = outside ? *outside : Peers(cells());
    std::bitset<most_cells> touched;
    const auto note = [&](const Cells& of) {
        for (const int cell : of) touched.set(cell);
    };
    for (const Statement& one : statements) {
        note(one.cells);
        if (one.kind == Kind::house) {
            own.separate(one.cells);
            houses_.add(one.cells);
        } else if (one.kind == Kind::mask) {
            start_[one.cells[0]] &= static_cast<Candidates>(one.numbers[0]);
        } else if (one.kind == Kind::relation) {
            bool unequal = true;
            for (int d = 0; d < size; ++d) unequal = unequal && one.numbers[d] == (all() ^ 1 << d);
            if (unequal)
                own.separate(one.cells[0], one.cells[1]);
            else
                relations_.add(one.cells[0], one.cells[1], one.numbers);
        }
    }
    houses_.connect();
    for (int cell = 0; cell < cells(); ++cell)
        for (int other = 0; other < cells(); ++other)
            if (own.differ(cell, other)) {
                peers_[cell].push_back(static_cast<std::uint8_t>(other));
                around.separate(cell, other);
            }
    const auto add_sum = [&](const Statement& sum) {
        const std::vector<int> coefficients(sum.numbers.begin(), sum.numbers.end() - 1);
        const int total = sum.numbers.back();
        const Cells& cells = sum.cells;
        if (cells.size() == 1) {
            start_[cells[0]] &= digits_where(size, [&](int digit) { return coefficients[0] * digit == total; });
        } else if (cells.size() == 2) {
            const bool differ = around.differ(cells[0], cells[1]);
            std::vector<int> allowed;
            for (int first = 1; first <= size; ++first)
                allowed.push_back(digits_where(size, [&](int second) {
                    return coefficients[0] * first + coefficients[1] * second == total && !(differ && first == second);
                }));
            relations_.add(cells[0], cells[1], allowed);
        } else {
            auto constraint = std::make_unique<SumConstraint>(cells, coefficients, total, size, around);
            if (!outside) constraint->complete_in(houses_.full_ones(), around);
            add_constraint(std::move(constraint));
        }
    };
    for (const Statement& one : statements)
        if (one.kind == Kind::sum) add_sum(one);
    if (!outside)
        for (const Statement& sum : DerivedSums(houses_.full_ones(), statements, size).sums) add_sum(sum);
    for (const Statement& one : statements)
        if (one.kind == Kind::automaton) add_constraint(std::make_unique<AutomatonConstraint>(one.cells, one.arcs));
    for (const Statement& one : statements)
        if (one.kind == Kind::any_of) {
            auto either = std::make_unique<AnyOfConstraint>(size, one, around);
            note(either->cells());
            add_constraint(std::move(either));
        }
    around_ = std::move(around);
    waiting_.assign((constraints_.size() + 63) / 64, 0);
    watching_.assign(watchers_.size() * waiting_.size(), 0);
    for (std::size_t cell = 0; cell < watchers_.size(); ++cell)
        for (const int constraint : watchers_[cell])
            watching_[cell * waiting_.size() + constraint / 64] |= std::uint64_t{1} << constraint % 64;
    for (int cell = 0; cell < cells(); ++cell)
        if (touched[cell]) own_cells_.push_back(static_cast<std::uint8_t>(cell));
    forget_weights();
}

}  // namespace engine::rules
