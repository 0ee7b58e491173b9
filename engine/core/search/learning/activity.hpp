// Which variables had a part in recent conflicts (VSIDS: M. Moskewicz and others, "Chaff: engineering an efficient SAT
// solver", 2001): a binary heap of the variables that are still open, the most active on top.
//
// A conflict adds more than the one before it to the variables it involves, so older ones count less.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "search/learning/problem.hpp"

namespace engine::learning {

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

}  // namespace engine::learning
