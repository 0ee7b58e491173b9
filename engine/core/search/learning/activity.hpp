// Which variables had a part in recent conflicts (VSIDS: M. Moskewicz and others, "Chaff: engineering an efficient SAT
// solver", 2001): a binary heap of the variables that are still open, the most active on top.
//
// A conflict adds more than the one before it to the variables it involves, so older ones count less.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "search/learning/literal.hpp"

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

}  // namespace engine::learning
