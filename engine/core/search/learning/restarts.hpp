// When a search starts again from no assumptions, with what it has learned: after 1, 1, 2, 1, 1, 2, 4, 1, ... thousands of
// conflicts (M. Luby and others, "Optimal speedup of Las Vegas algorithms", 1993; counted as by D. Knuth, "The Art of
// Computer Programming", 7.2.2.2), and whenever clauses have to be forgotten, which happens less and less often.
#pragma once

#include <cstdint>

namespace engine::learning {

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
