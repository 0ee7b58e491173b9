// The clauses that a search has learned, one after another in one array, and which literals watch them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/learning/literal.hpp"

namespace engine::learning {

// Where a clause begins in the array.
using ClauseNumber = std::uint32_t;

// The spread of a clause that is never forgotten.
inline constexpr std::uint32_t kept_for_good = 0;

class Clauses {
public:
    // A clause is looked at when one of its first two literals becomes false. Where `other` is true, the clause is too.
    struct Watcher {
        ClauseNumber clause;
        Literal other;
    };

    explicit Clauses(std::size_t variables) : watchers_(2 * variables) {}

    // Adds a clause of at least two literals. `spread` is the number of decision levels among them: the fewer, the more
    // often the clause is of use.
    ClauseNumber add(std::span<const Literal> literals, std::uint32_t spread) {
        const auto number = static_cast<ClauseNumber>(words_.size());
        words_.push_back(static_cast<std::uint32_t>(literals.size()));
        words_.push_back(spread);
        words_.insert(words_.end(), literals.begin(), literals.end());
        watch(number);
        ++count_;
        return number;
    }

    std::size_t count() const { return count_; }
    std::span<Literal> literals(ClauseNumber number) { return {words_.data() + number + header, words_[number]}; }
    std::uint32_t& spread(ClauseNumber number) { return words_[number + 1]; }
    std::vector<Watcher>& watchers(Literal literal) { return watchers_[literal]; }

    // Forgets half of the clauses, those of the largest spread and of these the oldest. No clause may be in use as a
    // reason.
    void forget_half() {
        std::vector<std::uint32_t> spreads;
        for_each([&](ClauseNumber number) { spreads.push_back(spread(number)); });
        std::ranges::nth_element(spreads, spreads.begin() + spreads.size() / 2);
        const std::uint32_t median = std::max(spreads[spreads.size() / 2], always_kept + 1);
        std::size_t above = 0, of_median = 0;
        for (const std::uint32_t each : spreads) above += each > median, of_median += each == median;
        std::size_t to_go = std::min(of_median, spreads.size() / 2 - std::min(above, spreads.size() / 2));
        std::vector<std::uint32_t> kept;
        kept.reserve(words_.size());
        count_ = 0;
        for_each([&](ClauseNumber number) {
            if (spread(number) > median || (spread(number) == median && to_go && to_go--)) return;
            const auto begin = words_.begin() + number;
            kept.insert(kept.end(), begin, begin + header + words_[number]);
            ++count_;
        });
        words_.swap(kept);
        for (std::vector<Watcher>& each : watchers_) each.clear();
        for_each([&](ClauseNumber number) { watch(number); });
    }

private:
    static constexpr std::uint32_t header = 2;       // words before the literals: how many there are, and the spread
    static constexpr std::uint32_t always_kept = 2;  // clauses of no larger spread are never forgotten

    void watch(ClauseNumber number) {
        const std::span<Literal> of = literals(number);
        watchers_[of[0]].push_back({number, of[1]});
        watchers_[of[1]].push_back({number, of[0]});
    }

    template <class Visit>
    void for_each(Visit visit) {
        for (ClauseNumber number = 0; number < words_.size(); number += header + words_[number]) visit(number);
    }

    std::vector<std::uint32_t> words_;
    std::vector<std::vector<Watcher>> watchers_;  // by literal
    std::size_t count_ = 0;
};

}  // namespace engine::learning
