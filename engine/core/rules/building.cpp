// How statements become a network: which constraint each calls for.
#include "rules/connected.hpp"
#include "rules/network.hpp"
#include "rules/statements.hpp"
#include "rules/sums/sum.hpp"

namespace engine::rules {

// At least one of several networks holds: a candidate that none of them allows is removed.
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
        for (const int cell : alternative.own_cells()) trial_.note(cell);
        return alternative.propagate(trial_);
    }

    std::vector<std::unique_ptr<Network>> alternatives_;
    Domains trial_;
};

// The digits up to the size for which a condition holds.
template <class Condition>
Candidates digits_where(int size, Condition holds) {
    Candidates digits = 0;
    for (int digit = 1; digit <= size; ++digit) digits |= holds(digit) << (digit - 1);
    return digits;
}

Network::Network(int size, int cells, const std::vector<Statement>& statements, const Network* outside)
    : size_(size),
      count_(cells),
      outside_(outside),
      start_(static_cast<std::size_t>(cells), static_cast<Candidates>((1u << size) - 1)),
      relations_(cells),
      houses_(cells, size),
      around_(cells) {
    const Peers own = read_simple(statements);
    find_peers(own);
    around_.separate_as(own);
    if (outside) around_.separate_as(outside->around_);
    CellSet touched;
    for (const Statement& one : statements) touched |= set_of(one.cells);
    if (outside)
        for (std::size_t i = 0; i < outside->full_houses_.size(); ++i)
            if ((outside->full_sets_[i] & ~touched).none()) {
                full_houses_.push_back(outside->full_houses_[i]);
                full_sets_.push_back(outside->full_sets_[i]);
            }
    for (const Statement& one : statements)
        if (one.kind == Kind::sum) add_sum(one);
    if (!outside) {
        for (const Statement& sum : DerivedSums(full_houses_, statements, around_, size).sums) add_sum(sum);
        for (const Statement& sum : CombinedSums(statements, around_, size).sums) add_sum(sum);
    }
    for (const Statement& one : statements)
        if (one.kind == Kind::automaton)
            constraints_.push_back(std::make_unique<AutomatonConstraint>(one.cells, one.arcs));
    for (const Statement& one : statements)
        if (one.kind == Kind::pairs)
            constraints_.push_back(std::make_unique<DifferentPairsConstraint>(one.cells, size_, one.numbers[0]));
    for (const Statement& one : statements)
        if (one.kind == Kind::connected)
            constraints_.push_back(std::make_unique<ConnectedConstraint>(one.cells, one.numbers));
    for (const Statement& one : statements) {
        if (one.kind != Kind::any_of || add_choice(one)) continue;
        constraints_.push_back(std::make_unique<AnyOfConstraint>(*this, one));
        touched |= set_of(constraints_.back()->cells());
    }
    own_cells_ = cells_of(touched);
    watch();
}

// Houses, restricted cells and relations; returns which cells differ.
Peers Network::read_simple(const std::vector<Statement>& statements) {
    Peers differ(cells());
    for (const Statement& one : statements) {
        if (one.kind == Kind::house) {
            differ.separate(one.cells);
            houses_.add(one.cells);
            if (static_cast<int>(one.cells.size()) != size_) continue;
            full_houses_.push_back(one.cells);
            full_sets_.push_back(set_of(one.cells));
        } else if (one.kind == Kind::mask) {
            start_[one.cells[0]] &= one.numbers[0];
        } else if (one.kind == Kind::relation) {
            bool unequal = true;
            for (int d = 0; d < size_; ++d) unequal = unequal && one.numbers[d] == (all() ^ 1 << d);
            if (unequal)
                differ.separate(one.cells[0], one.cells[1]);
            else
                relations_.add(one.cells[0], one.cells[1], one.numbers);
        }
    }
    houses_.connect();
    return differ;
}

// The peers of each cell, as lanes.
void Network::find_peers(const Peers& differ) {
    for (int cell = 0; cell < cells(); ++cell)
        if (differ[cell].any()) lanes_ = (cells() + half_lane_count - 1) / half_lane_count;
    peers_.assign(static_cast<std::size_t>(cells() * lanes_), HalfLanes{});
    for (int cell = 0; lanes_ && cell < cells(); ++cell)
        for (const int other : EachCell(differ[cell]))
            peers_[cell * lanes_ + other / half_lane_count][other % half_lane_count] = ~0;
}

void Network::add_sum(const Statement& sum) {
    const std::vector<int> coefficients(sum.numbers.begin(), sum.numbers.end() - 1);
    const int total = sum.numbers.back();
    const Cells& cells = sum.cells;
    if (cells.size() == 1) {
        start_[cells[0]] &= digits_where(size_, [&](int digit) { return coefficients[0] * digit == total; });
        return;
    }
    if (cells.size() == 2) return add_relation(cells[0], cells[1], coefficients, total);
    std::vector<SumConstraint::Group> groups = sum_groups(cells, coefficients, around_);
    for (SumConstraint::Group& group : groups) complete(group.digits);
    if (groups.size() == 1 && total % groups[0].coefficient == 0)
        constraints_.push_back(
            std::make_unique<CageConstraint>(std::move(groups[0].digits), total / groups[0].coefficient, size_));
    else
        constraints_.push_back(std::make_unique<SumConstraint>(std::move(groups), total, size_));
}

// How the houses and the other cells constrain a group.
void Network::complete(DigitGroup& group) const {
    group.complete_in(full_houses_, full_sets_);
    if (!outside_) group.see_from_outside(around_);
}

// Two cells with a sum.
void Network::add_relation(int first, int second, const std::vector<int>& coefficients, int total) {
    const bool differ = around_.differ(first, second);
    std::vector<int> allowed;
    for (int digit = 1; digit <= size_; ++digit)
        allowed.push_back(digits_where(size_, [&](int other) {
            return coefficients[0] * digit + coefficients[1] * other == total && !(differ && digit == other);
        }));
    relations_.add(first, second, allowed);
}

// Cells that differ and have all digits of one of several sets, each alternative a set; false if it is something else.
bool Network::add_choice(const Statement& either) {
    if (outside_ || either.alternatives.empty()) return false;
    Cells cells;
    for (const Statement& one : either.alternatives[0])
        if (one.kind == Kind::mask) cells.push_back(one.cells[0]);
    std::vector<Candidates> sets;
    for (const std::vector<Statement>& alternative : either.alternatives) {
        if (cells.size() < 2 || alternative.size() != cells.size()) return false;
        const auto digits = static_cast<Candidates>(alternative[0].numbers[0]);
        if (std::popcount(digits) != std::ssize(cells)) return false;
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (alternative[i].kind != Kind::mask || alternative[i].cells[0] != cells[i] ||
                alternative[i].numbers[0] != digits)
                return false;
        sets.push_back(digits);
    }
    if (!around_.differ(cells)) return false;
    DigitGroup group(cells);
    complete(group);
    constraints_.push_back(std::make_unique<ChoiceConstraint>(std::move(group), std::move(sets)));
    return true;
}

// Notes which constraints a change of a cell concerns.
void Network::watch() {
    waiting_.assign((constraints_.size() + 63) / 64, 0);
    watching_.assign(static_cast<std::size_t>(cells()) * waiting_.size(), 0);
    for (std::size_t i = 0; i < constraints_.size(); ++i)
        for (const std::size_t cell : constraints_[i]->cells())
            watching_[cell * waiting_.size() + i / 64] |= std::uint64_t{1} << i % 64;
}

}  // namespace engine::rules
