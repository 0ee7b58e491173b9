// Solutions counted by the search that learns, for as long as it is allowed to work.
#pragma once

#include <memory>

#include "rules/learned.hpp"

namespace engine::rules {

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
