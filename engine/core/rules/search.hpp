// How much each cell has taken part in contradictions, later ones counting more: where to guess next (Boussemart et al. 2004,
// "Boosting systematic search by weighting constraints").
#pragma once

#include <memory>

#include "board/random.hpp"
#include "rules/network.hpp"
#include "search/learning/learning_search.hpp"
#include "stop/watch.hpp"

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

// Search under any rules: candidates removed by inference, then a guess in the cell that takes part in most contradictions for
// its number of candidates. A search for boards at random starts again after ever more contradictions, with what it has learned
// about the cells.
class Search {
    struct Always {
        bool operator()(const Domains&) const { return true; }
    };

public:
    explicit Search(Network& network) : network_(network), cells_(network.cells()) {}

    std::int64_t guesses = 0;

    // Guesses digits at random from here on, until it is called with null.
    void draw_from(Random* random) { random_ = random; }

    // Guesses after which inference is to be thorough: few pay if many puzzles are under the same rules.
    void expect(std::int64_t guesses) { easy_ = guesses; }

    // Ends a search after so many guesses, all those since `begin`; until it is called with 0.
    void give_up_after(std::int64_t guesses) { most_ = guesses ? guesses : no_limit; }
    void give_up_after_more(std::int64_t guesses) { most_ = guesses_here_ + guesses; }
    bool gave_up() const { return guesses_here_ >= most_; }

    // Guesses first what is not among these sets of digits, one for each cell; until it is called with null.
    void prefer_others_than(const std::uint16_t* seen) { seen_ = seen; }

    // Forgets what it has learned about the cells.
    void begin() {
        weights_.begin(network_);
        network_.be_thorough(false);
        guesses_here_ = 0;
    }

    // Calls `found(domains)` with each solution, until it returns false. False if that ended the search, or if it gave up. Leaves
    // out what is not `worth(domains)` to be searched.
    template <class Found, class Worth = Always>
    bool run(const Domains& from, Found found, Worth worth = {}) {
        for (std::int64_t patience = 1000;; patience += patience / 2) {
            domains_ = from;
            depth_ = 0;
            const End end = descend(patience, found, worth);
            if (end != End::impatient) return end == End::exhausted;
        }
    }

    // Goes on where it gave up.
    template <class Found>
    bool go_on(Found found) {
        return descend(0, found, Always{}) == End::exhausted;
    }

private:
    enum class End { exhausted, stopped, impatient };
    static constexpr std::int64_t no_limit = INT64_MAX;

    template <class Found, class Worth>
    End descend(std::int64_t patience, Found found, Worth worth) {
        bool alive = network_.propagate(domains_);
        for (;;) {
            watch_.step();
            const bool open = alive && worth(domains_);
            const Choice choice = open ? choose() : Choice{};
            if (choice.cell >= 0) {
                if (gave_up()) return End::stopped;
                guess(choice);
            } else {
                if (open && !found(domains_)) return End::stopped;
                if (!depth_) return End::exhausted;
                if (!alive) weights_.blame(network_.conflict(), tried_);
                if (!alive && --patience < 0 && random_) return End::impatient;
                resume();
            }
            alive = network_.propagate(domains_);
        }
    }

    Candidates first_of(int cell) {
        Candidates digits = domains_.of[cell];
        if (seen_ && digits & ~seen_[cell]) digits &= ~seen_[cell];
        if (random_)
            for (std::uint32_t skipped = random_->below(static_cast<std::uint32_t>(std::popcount(digits))); skipped;
                 --skipped)
                digits &= digits - 1;
        return digits & -digits;
    }

    struct Choice {
        int cell = -1;
        Candidates digit = 0;
    };

    // The cell to guess in and its digit; no cell if all are known.
    Choice choose() {
        Choice best;
        double most = -1;
        int fewest = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            const int digits = std::popcount(domains_.of[cell]);
            if (digits < 2) continue;
            const double worth = weights_[cell] / digits;
            if (worth > most) most = worth, best.cell = cell, fewest = digits;
        }
        if (best.cell < 0) return best;
        best.digit = first_of(best.cell);
        if (random_) return best;
        if (fewest > 2) choose_place(best, most);
        return best;
    }

    // One of the two places that a digit has in a house instead, if that is worth more.
    void choose_place(Choice& best, double most) const {
        for (const Cells& house : network_.houses().list()) {
            if (static_cast<int>(house.size()) != network_.size()) continue;
            UpToFour<Candidates> held;
            for (const int cell : house) held.add(domains_.of[cell]);
            for (std::uint32_t rest = held.two & ~held.three; rest; rest &= rest - 1) {
                const auto digit = static_cast<Candidates>(rest & -rest);
                int places[2] = {}, count = 0;
                for (const int cell : house)
                    if (domains_.of[cell] & digit) places[count++ & 1] = cell;
                const double worth = (weights_[places[0]] + weights_[places[1]]) / 4;
                if (worth <= most) continue;
                most = worth;
                best = {weights_[places[0]] >= weights_[places[1]] ? places[0] : places[1], digit};
            }
        }
    }

    void guess(Choice choice) {
        ++guesses;
        if (++guesses_here_ == easy_) network_.be_thorough(true);
        if (depth_ == frames_.size()) frames_.push_back({std::vector<Candidates>(static_cast<std::size_t>(cells_)), 0});
        Kept& kept = frames_[depth_++];
        std::copy_n(domains_.of, cells_, kept.of.data());
        kept.of[choice.cell] ^= choice.digit;
        kept.guessed = tried_ = choice.cell;
        domains_.keep(choice.cell, choice.digit);
    }

    // Back to the last guess, without the digit that was tried.
    void resume() {
        const Kept& kept = frames_[--depth_];
        std::copy_n(kept.of.data(), cells_, domains_.of);
        tried_ = kept.guessed;
        domains_.note(kept.guessed);
    }

    struct Kept {
        std::vector<Candidates> of;
        int guessed;
    };

    Network& network_;
    CellWeights weights_;
    std::int64_t guesses_here_ = 0, easy_ = 400, most_ = no_limit;
    int cells_, tried_ = 0;  // the cell where the last guess was made or taken back
    Domains domains_;
    std::size_t depth_ = 0;
    std::vector<Kept> frames_;
    Random* random_ = nullptr;
    const std::uint16_t* seen_ = nullptr;
    Watch<256> watch_;
};

// Rules for the search that learns (search/learning): houses and relations become groups, bans and clauses of candidates; all
// other constraints infer as they do in a network, and say why when they are asked.

using learning::is_false;
using learning::is_true;
using learning::Literal;
using learning::no_variable;
using learning::Variable;

class LearnedRules final : public learning::Inference {
public:
    // `from` has the candidates where nothing more follows.
    LearnedRules(const Network& network, const Domains& from) : size_(network.size()), domains_(from), trial_(from) {
        domains_.forget_changes();
        trial_.forget_changes();
        std::copy_n(from.of, most_cells, left_);
        number_candidates(network.cells());
        write_problem(network);
        watchers_.resize(network.cells());
        for (const std::unique_ptr<Constraint>& each : network.constraints()) {
            const auto number = static_cast<std::uint32_t>(constraints_.size());
            constraints_.push_back(each.get());
            scopes_.push_back(cells_of(set_of(each->cells()) | set_of(each->also_read())));
            for (const int cell : each->cells()) watchers_[cell].push_back(number);
            queue_.push_back(number);
        }
        queued_.assign(constraints_.size(), true);
    }

    const learning::Problem& problem() const { return problem_; }

    int cell_of(Variable variable) const { return candidates_[variable].cell; }
    int digit_of(Variable variable) const { return candidates_[variable].digit; }

    void note_false(Variable variable) override {
        const int cell = cell_of(variable);
        domains_.of[cell] = left_[cell] &= ~bit(variable);
        for (const std::uint32_t constraint : watchers_[cell]) {
            if (queued_[constraint]) continue;
            queued_[constraint] = true;
            queue_.push_back(constraint);
        }
    }

    void forget_false(Variable variable) override {
        const int cell = cell_of(variable);
        domains_.of[cell] = left_[cell] |= bit(variable);
    }

    bool waiting() const override { return next_ < queue_.size(); }

    // How often a constraint was looked at.
    std::int64_t looks() const { return looks_; }

    Found look(std::size_t known, std::vector<Variable>& gone) override {
        const std::uint32_t number = queue_[next_++];
        if (next_ == queue_.size()) queue_.clear(), next_ = 0;
        queued_[number] = false;
        ++looks_;
        const bool holds = constraints_[number]->look(domains_);
        bool empty = false;  // a cell, perhaps one that it does not read: what it lost by this is what follows
        for (int cell; (cell = domains_.next_changed()) >= 0;) {
            const Candidates removed = left_[cell] & ~domains_.of[cell];
            empty = empty || !domains_.of[cell];
            domains_.of[cell] = left_[cell];
            for (const int digit : Bits(removed)) gone.push_back(variable(cell, digit));
        }
        return {holds || empty, number << known_bits | static_cast<std::uint32_t>(known)};
    }

    // The candidates that were gone then, without those that need not be: whether it follows is tried.
    void explain(std::uint32_t reason, Variable gone, const learning::Knowledge& knowledge,
                 std::vector<Literal>& causes) override {
        const std::uint32_t number = reason >> known_bits, then = reason & ((1u << known_bits) - 1);
        find_causes(scopes_[number], then, knowledge);
        for (Cause& each : causes_) {
            if (try_without(each, each.gone, number, gone) || single(trial_.of[each.cell])) continue;
            if (std::popcount(each.gone) > 1)
                for (const int digit : Bits(each.gone))
                    try_without(each, static_cast<Candidates>(1u << digit), number, gone);
        }
        for (const Cause& each : causes_) {
            const Candidates here = trial_.of[each.cell];
            if (each.gone && single(here))
                causes.push_back(is_false(variable(each.cell, std::countr_zero(here))));
            else
                for (const int digit : Bits(each.gone)) causes.push_back(is_true(variable(each.cell, digit)));
        }
        for (const int cell : scopes_[number]) trial_.of[cell] = start_[cell];
    }

private:
    static constexpr int known_bits = 13;  // of the number of a reason, beside that of the constraint
    static_assert(most_cells * most_size < 1 << known_bits);

    // The candidates of a cell that are gone, in the order in which they went.
    struct Cause {
        int cell;
        Candidates gone;
        std::uint32_t latest;
    };

    Candidates bit(Variable variable) const { return static_cast<Candidates>(1u << candidates_[variable].digit); }
    Variable variable(int cell, int digit) const { return variables_[cell * size_ + digit]; }

    void number_candidates(int cells) {
        std::copy_n(left_, most_cells, start_);
        variables_.assign(static_cast<std::size_t>(cells * size_), no_variable);
        for (int cell = 0; cell < cells; ++cell)
            for (const int digit : Bits(left_[cell])) {
                variables_[cell * size_ + digit] = static_cast<Variable>(candidates_.size());
                candidates_.push_back({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit)});
            }
    }

    void write_problem(const Network& network) {
        problem_.variables = candidates_.size();
        problem_.bans.resize(problem_.variables);
        problem_.inference = network.constraints().empty() ? nullptr : this;
        std::vector<CellSet> together(static_cast<std::size_t>(network.cells()));  // in a house that holds every digit
        for (int cell = 0; cell < network.cells(); ++cell) {
            problem_.groups.emplace_back();
            for (const int digit : Bits(left_[cell])) problem_.groups.back().push_back(variable(cell, digit));
        }
        for (const Cells& house : network.houses().full_ones())
            for (int digit = 0; digit < size_; ++digit) {
                problem_.groups.emplace_back();
                for (const int cell : house) {
                    together[cell] |= set_of(house);
                    if (left_[cell] >> digit & 1) problem_.groups.back().push_back(variable(cell, digit));
                }
            }
        for (int cell = 0; cell < network.cells(); ++cell) {
            for (const int other : EachCell(network.peers()[cell] & ~together[cell]))
                for (const int digit : Bits(left_[cell] & left_[other]))
                    problem_.bans[variable(cell, digit)].push_back(variable(other, digit));
            for (const auto& [other, leaves] : network.relations().from(cell, size_)) relate(cell, other, leaves);
        }
    }

    // What each digit of a cell leaves another one.
    void relate(int cell, int other, const std::vector<Candidates>& leaves) {
        for (const int digit : Bits(left_[cell]))
            for (const int gone : Bits(left_[other] & ~leaves[digit]))
                problem_.bans[variable(cell, digit)].push_back(variable(other, gone));
        for (const int digit : Bits(left_[other])) {
            std::vector<Literal> clause{is_false(variable(other, digit))};
            for (const int with : Bits(left_[cell]))
                if (leaves[with] >> digit & 1) clause.push_back(is_true(variable(cell, with)));
            if (clause.size() > 1 && static_cast<int>(clause.size()) < std::popcount(left_[cell]))
                problem_.clauses.push_back(clause);
        }
    }

    // Leaves `trial_` the candidates of the cells as they were then.
    void find_causes(const Cells& cells, std::uint32_t then, const learning::Knowledge& knowledge) {
        causes_.clear();
        for (const int cell : cells) {
            Cause cause{cell, 0, 0};
            for (const int digit : Bits(start_[cell])) {
                const Variable one = variable(cell, digit);
                if (knowledge.truth[is_true(one)] >= 0 || knowledge.place[one] >= then) continue;
                trial_.of[cell] &= ~(1u << digit);
                if (!knowledge.level[one]) continue;
                cause.gone |= 1u << digit;
                cause.latest = std::max(cause.latest, knowledge.place[one]);
            }
            if (cause.gone) causes_.push_back(cause);
        }
        std::ranges::sort(causes_, std::greater{}, &Cause::latest);
    }

    // Leaves out some of what is gone if it follows still.
    bool try_without(Cause& cause, Candidates some, std::uint32_t number, Variable gone) {
        ++looks_;
        trial_.of[cause.cell] |= some;
        Candidates before[most_cells];
        std::copy_n(trial_.of, most_cells, before);
        bool follows = !constraints_[number]->look(trial_);
        if (gone != no_variable) follows = follows || !(trial_.of[cell_of(gone)] & bit(gone));
        trial_.forget_changes();
        std::copy_n(before, most_cells, trial_.of);
        if (follows)
            cause.gone &= ~some;
        else
            trial_.of[cause.cell] &= ~some;
        return follows;
    }

    struct Numbered {
        std::uint8_t cell, digit;
    };

    int size_;
    Domains domains_, trial_;
    Candidates left_[most_cells], start_[most_cells];
    std::vector<Numbered> candidates_;  // by variable
    std::vector<Variable> variables_;   // by cell and digit
    learning::Problem problem_;
    std::vector<Constraint*> constraints_;
    std::vector<Cells> scopes_;  // the cells that a constraint reads
    std::vector<std::vector<std::uint32_t>> watchers_;
    std::vector<std::uint32_t> queue_;
    std::vector<std::uint8_t> queued_;
    std::size_t next_ = 0;
    std::int64_t looks_ = 0;
    std::vector<Cause> causes_;
};

// The search that learns, for candidates that no solution found so far has.
class LearnedCandidates {
public:
    LearnedCandidates(const Network& network, const Domains& from) : rules_(network, from), search_(rules_.problem()) {}

    // Finds solutions that have some of the possible candidates not seen before, and notes what they have as seen, until there
    // are none; false if that takes more work in all, counted as `Network::work` counts.
    bool run(const Candidates* possible, std::uint16_t* seen, std::int64_t most_work) {
        demand_others(possible, seen);
        do {
            search_.give_up_after(conflicts_ += few_conflicts);
            if (search_.next()) {
                search_.for_each_true([&](Variable one) { seen[rules_.cell_of(one)] |= 1u << rules_.digit_of(one); });
                demand_others(possible, seen);
            } else if (!search_.gave_up()) {
                return true;
            }
        } while (look_work * (search_.followed() + rules_.looks()) < most_work);
        return false;
    }

private:
    static constexpr int few_conflicts = 8;

    void demand_others(const Candidates* possible, const std::uint16_t* seen) {
        std::vector<Literal> others;
        for (Variable one = 0; one < rules_.problem().variables; ++one) {
            const int cell = rules_.cell_of(one);
            if ((possible[cell] & ~seen[cell]) >> rules_.digit_of(one) & 1) others.push_back(is_true(one));
        }
        search_.demand(std::move(others));
    }

    LearnedRules rules_;
    learning::LearningSearch search_;
    std::int64_t conflicts_ = 0;
};

// Solutions counted by the search that learns, for as long as it is allowed to work.
class LearnedCount {
public:
    // `from` has the candidates where nothing more follows.
    LearnedCount(const Network& network, const Domains& from) : rules_(network, from), search_(rules_.problem()) {}

    // Goes on until it is known how many solutions there are up to a limit; false if that takes more work in all, counted as
    // `Network::work` counts.
    bool run(int limit, std::int64_t most_work) {
        do {
            search_.give_up_after(conflicts_ += few_conflicts);
            while (count_ < limit && search_.next())
                if (count_++ == 0) search_.for_each_true([&](Variable one) { first_.push_back(one); });
            if (count_ == limit || !search_.gave_up()) return true;
        } while (look_work * (search_.followed() + rules_.looks()) < most_work);
        return false;
    }

    int count() const { return count_; }
    std::int64_t guesses() const { return search_.guesses(); }

    // Writes the solution that was found first.
    void write(std::uint8_t* solution) const {
        for (const Variable one : first_)
            solution[rules_.cell_of(one)] = static_cast<std::uint8_t>(rules_.digit_of(one) + 1);
    }

private:
    static constexpr int few_conflicts = 8;

    LearnedRules rules_;
    learning::LearningSearch search_;
    int count_ = 0;
    std::int64_t conflicts_ = 0;
    std::vector<Variable> first_;
};

}  // namespace engine::rules
