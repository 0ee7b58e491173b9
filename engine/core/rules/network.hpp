// Rules as a network of cells and constraints, and inference in it until nothing follows any more.
#pragma once

#include <memory>
#include <span>

#include "rules/houses.hpp"
#include "rules/statements.hpp"

namespace engine::rules {

class DigitGroup;

// The time of a look at a constraint, in looks at a cell.
inline constexpr std::int64_t look_work = 4;

class Network {
public:
    Network(int size, int cells, const std::vector<Statement>& statements)
        : Network(size, cells, statements, nullptr) {}

    // What holds in addition to the rules of another network, if that is not null.
    Network(int size, int cells, const std::vector<Statement>& statements, const Network* outside);

    Network(const Network&) = delete;

    int size() const { return size_; }
    int cells() const { return count_; }
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
        for (int cell = 0; cell < cells(); ++cell) domains.note(cell);
    }

    // Removes candidates until nothing follows from what has changed; false if there is no solution.
    bool propagate(Domains& domains) {
        const bool alive = infer(domains);
        if (!alive) {
            domains.forget_changes();
            houses_.forget();
            std::fill(waiting_.begin(), waiting_.end(), 0);
        }
        return alive;
    }

    // What was left in another puzzle does not count.
    void forget_looks() {
        for (const std::unique_ptr<Constraint>& constraint : constraints_) constraint->forget();
    }

    // The cells of this network's own constraints, and what single ones of them are restricted to.
    const Cells& own_cells() const { return own_cells_; }
    const std::vector<Candidates>& restricted() const { return start_; }
    bool only_restricts() const { return !relates() && constraints_.empty(); }
    // Null if there is more than one.
    Constraint* only_constraint() const {
        return !relates() && constraints_.size() == 1 ? constraints_[0].get() : nullptr;
    }

    const Houses& houses() const { return houses_; }
    const Peers& peers() const { return around_; }
    const Relations& relations() const { return relations_; }
    const std::vector<std::unique_ptr<Constraint>>& constraints() const { return constraints_; }

    // The cells of the last contradiction.
    std::span<const std::uint8_t> conflict() const { return conflict_; }

    // How many constraints a cell is part of.
    int constraints_of(int cell) const {
        int count = 0;
        for (std::size_t i = 0; i < waiting_.size(); ++i)
            count += std::popcount(watching_[static_cast<std::size_t>(cell) * waiting_.size() + i]);
        return count;
    }

    // How often inference looked at a cell, at a house, and at a constraint.
    std::int64_t looks = 0, house_looks = 0, constraint_looks = 0;

    // A measure of the time that inference took.
    std::int64_t work() const { return looks + look_work * constraint_looks; }

    // Also makes the inferences that cost more.
    void be_thorough(bool thorough) {
        if (thorough && !confined_) confined_ = std::make_unique<Confined>(houses_, relations_, around_, size_);
        thorough_ = thorough && confined_->any();
    }

private:
    bool relates() const { return lanes_ || !relations_.empty() || !houses_.list().empty(); }

    bool infer(Domains& domains) {
        for (;;) {
            for (int cell; (cell = domains.next_changed()) >= 0;)
                if (!react(cell, domains)) return fail_at(cell, domains.failed);
            if (const int next = take_first(waiting_); next >= 0) {
                ++constraint_looks;
                if (!constraints_[next]->look(domains)) return fail_in(constraints_[next]->conflict());
            } else if (houses_.waiting()) {
                houses_.failed = -1;
                ++house_looks;
                if (!houses_.next(domains))
                    return houses_.failed < 0 ? fail_at(domains.failed, domains.failed)
                                              : fail_in(houses_.list()[houses_.failed]);
            } else if (!houses_.locked(domains)) {
                return fail_at(domains.failed, domains.failed);
            } else if (!domains.any_changed()) {
                if (thorough_ && !confined_->look(houses_, domains)) return fail_at(domains.failed, domains.failed);
                if (!domains.any_changed()) return true;
            }
        }
    }

    bool react(int cell, Domains& domains) {
        ++looks;
        const Candidates digits = domains.of[cell];
        if (!digits) {
            domains.failed = cell;
            return false;
        }
        if (single(digits) && !domains.remove(digits, peers_.data() + cell * lanes_, lanes_)) return false;
        if (!relations_.react(cell, domains)) return false;
        houses_.touch(cell);
        const std::uint64_t* watching = watching_.data() + static_cast<std::size_t>(cell) * waiting_.size();
        for (std::size_t i = 0; i < waiting_.size(); ++i) waiting_[i] |= watching[i];
        return true;
    }

    bool fail_in(std::span<const std::uint8_t> cells) {
        conflict_ = cells;
        return false;
    }
    bool fail_at(int cell, int other) {
        pair_[0] = static_cast<std::uint8_t>(cell);
        pair_[1] = static_cast<std::uint8_t>(other);
        conflict_ = {pair_, 2};
        return false;
    }

    // Set-up (building.cpp).
    Peers read_simple(const std::vector<Statement>& statements);
    void find_peers(const Peers& differ);
    void add_sum(const Statement& sum);
    void complete(DigitGroup& group) const;
    void add_relation(int first, int second, const std::vector<int>& coefficients, int total);
    bool add_choice(const Statement& either);
    void watch();

    int size_, count_;  // digits, cells
    const Network* outside_;
    std::vector<Candidates> start_;
    std::vector<HalfLanes> peers_;  // of each cell, all ones for those that differ from it
    int lanes_ = 0;                 // how many hold the cells; none if no cells differ
    Relations relations_;
    Houses houses_;
    std::vector<Cells> full_houses_;
    std::vector<CellSet> full_sets_;
    Peers around_;  // which cells differ
    std::unique_ptr<Confined> confined_;
    bool thorough_ = false;
    std::vector<std::unique_ptr<Constraint>> constraints_;  // those that cost less come first
    std::vector<std::uint64_t> waiting_, watching_;         // sets of constraints: those to run, and those of each cell
    Cells own_cells_;
    std::uint8_t pair_[2] = {};
    std::span<const std::uint8_t> conflict_;
};

}  // namespace engine::rules
