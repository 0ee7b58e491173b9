// Candidates as the variables of a clause-learning search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "board/geometry.hpp"

namespace engine::learning {

// A candidate of the puzzle, numbered from 0.
using Variable = std::uint16_t;

// That a candidate is true (even) or false (odd).
using Literal = std::uint16_t;

inline constexpr Variable no_variable = 0xffff;

static_assert(2 * largest_size * largest_size * largest_size <= 1 << 16, "a literal fits");

constexpr Literal is_true(Variable variable) { return static_cast<Literal>(2 * variable); }
constexpr Literal is_false(Variable variable) { return static_cast<Literal>(2 * variable + 1); }
constexpr Literal negation(Literal literal) { return literal ^ 1; }
constexpr Variable variable_of(Literal literal) { return literal >> 1; }
constexpr bool says_true(Literal literal) { return !(literal & 1); }

// What a search that learns is to solve: candidates as variables, and what holds between them.

// What the search knows of its variables, as arrays by literal or variable.
struct Knowledge {
    std::span<const std::int8_t> truth;    // of a literal: 1 true, -1 false, 0 not known
    std::span<const std::uint32_t> place;  // in the order in which variables became known
    std::span<const std::uint32_t> level;  // the assumptions before it
};

// Constraints that remove candidates by themselves. They say why only when they are asked.
class Inference {
public:
    virtual ~Inference() = default;

    // Variables that are false now, and that are no longer.
    virtual void note_false(Variable variable) = 0;
    virtual void forget_false(Variable variable) = 0;

    // Is there a constraint to look at?
    virtual bool waiting() const = 0;

    struct Found {
        bool holds;
        std::uint32_t reason;  // a number for `explain`
    };

    // Looks at the next constraint, when `known` variables are known; finds further variables to be false.
    virtual Found look(std::size_t known, std::vector<Variable>& gone) = 0;

    // Finds literals that were false then, and as long as they are all false, so is the variable; or the constraint
    // cannot hold, if the variable is `no_variable`.
    virtual void explain(std::uint32_t reason, Variable gone, const Knowledge& knowledge,
                         std::vector<Literal>& causes) = 0;
};

struct Problem {
    std::size_t variables = 0;
    std::vector<std::vector<Variable>> groups;  // exactly one of each is true
    std::vector<std::vector<Variable>> bans;    // by variable, others that are false if it is true; may be empty
    std::vector<std::vector<Literal>> clauses;  // of two literals or more
    Inference* inference = nullptr;
};

// Which variables had a part in recent conflicts (VSIDS: M. Moskewicz and others, "Chaff: engineering an efficient SAT
// solver", 2001): a binary heap of the variables that are still open, the most active on top.
//
// A conflict adds more than the one before it to the variables it involves, so older ones count less.
class Activity {
public:
    explicit Activity(std::size_t variables) : activity_(variables), place_(variables) {
        for (std::size_t variable = 0; variable < variables; ++variable) {
            place_[variable] = static_cast<std::uint16_t>(variable);
            heap_.push_back(static_cast<Variable>(variable));
        }
    }

    bool empty() const { return heap_.empty(); }

    Variable pop() {
        const Variable top = heap_.front(), last = heap_.back();
        heap_.pop_back();
        place_[top] = absent;
        if (last != top) sink(0, last);
        return top;
    }

    void push(Variable variable) {
        if (place_[variable] != absent) return;
        heap_.push_back(variable);
        rise(heap_.size() - 1, variable);
    }

    void raise(Variable variable) {
        activity_[variable] += step_;
        if (activity_[variable] > largest) rescale();
        if (place_[variable] != absent) rise(place_[variable], variable);
    }

    void end_conflict() { step_ /= 0.95; }

private:
    static constexpr std::uint16_t absent = 0xffff;
    static constexpr double largest = 1e100;

    void rise(std::size_t place, Variable variable) {
        for (; place > 0; place = (place - 1) / 2) {
            const Variable parent = heap_[(place - 1) / 2];
            if (activity_[parent] >= activity_[variable]) break;
            set(place, parent);
        }
        set(place, variable);
    }

    void sink(std::size_t place, Variable variable) {
        for (std::size_t child; (child = 2 * place + 1) < heap_.size(); place = child) {
            if (child + 1 < heap_.size() && activity_[heap_[child + 1]] > activity_[heap_[child]]) ++child;
            if (activity_[heap_[child]] <= activity_[variable]) break;
            set(place, heap_[child]);
        }
        set(place, variable);
    }

    void set(std::size_t place, Variable variable) {
        heap_[place] = variable;
        place_[variable] = static_cast<std::uint16_t>(place);
    }

    void rescale() {
        for (double& each : activity_) each /= largest;
        step_ /= largest;
    }

    std::vector<double> activity_;
    std::vector<std::uint16_t> place_;  // of a variable in the heap
    std::vector<Variable> heap_;
    double step_ = 1;
};

// When a search starts again from no assumptions, with what it has learned: after 1, 1, 2, 1, 1, 2, 4, 1, ... thousands of
// conflicts (M. Luby and others, "Optimal speedup of Las Vegas algorithms", 1993; counted as by D. Knuth, "The Art of
// Computer Programming", 7.2.2.2), and whenever clauses have to be forgotten, which happens less and less often.
class Restarts {
public:
    void count_conflict() { ++since_restart_, ++since_forgetting_; }

    bool due() const { return since_restart_ >= run_ || forgetting_due(); }
    bool forgetting_due() const { return since_forgetting_ >= patience_; }

    void note_forgetting() {
        since_forgetting_ = 0;
        patience_ += more_patience;
    }

    // The search has restarted.
    void note() {
        if (since_restart_ < run_) return;
        since_restart_ = 0;
        if ((round_ & -round_) == factor_) {
            ++round_;
            factor_ = 1;
        } else {
            factor_ *= 2;
        }
        run_ = shortest_run * factor_;
    }

private:
    static constexpr std::int64_t shortest_run = 1024, more_patience = 75;  // conflicts

    std::int64_t since_restart_ = 0, since_forgetting_ = 0;
    std::int64_t run_ = shortest_run, patience_ = more_patience;
    std::int64_t round_ = 1, factor_ = 1;
};

// The clauses that a search has learned, one after another in one array, and which literals watch them.

// Where a clause begins in the array.
using ClauseNumber = std::uint32_t;

// The spread of a clause that is never forgotten.
inline constexpr std::uint16_t kept_for_good = 0;

class Clauses {
public:
    // A clause is looked at when one of its first two literals becomes false. If `other` is true, the clause is too.
    struct Watcher {
        ClauseNumber clause;
        Literal other;
        std::uint16_t is_pair;  // the clause has no literals but these two
    };

    explicit Clauses(std::size_t variables) : watchers_(2 * variables) {}

    // Adds a clause of at least two literals. `spread` is the number of decision levels among them, but for one: the
    // fewer, the more useful the clause.
    ClauseNumber add(std::span<const Literal> literals, std::uint16_t spread) {
        const auto size = static_cast<std::uint16_t>(literals.size());
        const ClauseNumber number = append(literals, {size, size, spread, 0, 0});
        use(number, spread);
        return number;
    }

    std::span<Literal> literals(ClauseNumber number) {
        return {words_.data() + number + header, words_[number + size_word]};
    }
    std::uint16_t spread(ClauseNumber number) const { return words_[number + spread_word]; }
    std::vector<Watcher>& watchers(Literal literal) { return watchers_[literal]; }

    // Notes that the clause was used, with this spread. That keeps it from being forgotten soon.
    void use(ClauseNumber number, std::uint16_t spread) {
        words_[number + spread_word] = spread;
        words_[number + safe_word] = spread <= small_spread ? 2 : 1;
    }

    template <class Visit>
    void for_each(Visit visit) {
        for (ClauseNumber number = 0; number < words_.size(); number += header + words_[number + room_word])
            visit(number);
    }

    // Is it worth the time to try to shorten the clause?
    bool worth_shortening(ClauseNumber number) const {
        return spread(number) != kept_for_good && spread(number) <= small_spread && !words_[number + tried_word];
    }
    void note_trial(ClauseNumber number) { words_[number + tried_word] = 1; }

    // Replaces a clause by a shorter one. It is not watched as it should be until `renew` is called.
    void shorten(ClauseNumber number, std::span<const Literal> to) {
        std::ranges::copy(to, words_.begin() + number + header);
        words_[number + size_word] = static_cast<std::uint16_t>(to.size());
        const auto most = static_cast<std::uint16_t>(std::max<std::size_t>(2, to.size()) - 1);
        words_[number + spread_word] = std::min(spread(number), most);
    }

    // Forgets three quarters of the clauses that were not used lately, those of the largest spread, and all that are
    // true for good; takes from the others what is false for good. No clause may be in use as a reason. `truth` is that
    // of a literal; `single` gets the literal of a clause that has come down to one, or nothing.
    template <class Truth, class Single>
    void renew(Truth truth, Single single) {
        for (const ClauseNumber number : to_forget()) words_[number + size_word] = 0;
        std::vector<std::uint16_t> before;
        before.swap(words_);
        for (std::vector<Watcher>& each : watchers_) each.clear();
        std::vector<Literal> left;
        for (std::size_t at = 0; at < before.size(); at += header + before[at + room_word]) {
            const std::span<const Literal> literals(before.data() + at + header, before[at + size_word]);
            if (literals.empty() || std::ranges::any_of(literals, [&](Literal each) { return truth(each) > 0; }))
                continue;
            left.clear();
            std::ranges::copy_if(literals, std::back_inserter(left), [&](Literal each) { return truth(each) == 0; });
            const auto size = static_cast<std::uint16_t>(left.size());
            if (size > 1)
                append(left, {size, size, before[at + spread_word], before[at + safe_word], before[at + tried_word]});
            else
                single(left);
        }
    }

private:
    // The words before the literals: how many literals there are, for how many there is room, the spread, how many times
    // more clauses are forgotten before this one can be, and whether it was tried to be shortened.
    enum : std::uint32_t { size_word, room_word, spread_word, safe_word, tried_word, header };

    static constexpr std::uint16_t always_kept = 2;   // clauses of no larger spread are never forgotten
    static constexpr std::uint16_t small_spread = 6;  // these are worth more care

    ClauseNumber append(std::span<const Literal> literals, const std::uint16_t (&words)[header]) {
        const auto number = static_cast<ClauseNumber>(words_.size());
        words_.insert(words_.end(), std::begin(words), std::end(words));
        words_.insert(words_.end(), literals.begin(), literals.end());
        const std::uint16_t is_pair = literals.size() == 2;
        watchers_[literals[0]].push_back({number, literals[1], is_pair});
        watchers_[literals[1]].push_back({number, literals[0], is_pair});
        return number;
    }

    std::vector<ClauseNumber> to_forget() {
        std::vector<ClauseNumber> useless;
        for_each([&](ClauseNumber number) {
            if (spread(number) <= always_kept) return;
            if (words_[number + safe_word])
                --words_[number + safe_word];
            else
                useless.push_back(number);
        });
        const auto better = [this](ClauseNumber a, ClauseNumber b) {
            return std::tuple(spread(a), words_[a + size_word], b) < std::tuple(spread(b), words_[b + size_word], a);
        };
        std::ranges::sort(useless, better);
        useless.erase(useless.begin(), useless.begin() + useless.size() / 4);
        return useless;
    }

    std::vector<std::uint16_t> words_;
    std::vector<std::vector<Watcher>> watchers_;  // by literal
};

}  // namespace engine::learning
