// The clauses that a search has learned, one after another in one array, and which literals watch them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
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
        words_.push_back(static_cast<std::uint32_t>(literals.size()));
        words_.push_back(spread);
        words_.push_back(0);
        words_.insert(words_.end(), literals.begin(), literals.end());
        watch(number);
        return number;
    }

    std::span<Literal> literals(ClauseNumber number) { return {words_.data() + number + header, words_[number]}; }
    std::uint32_t& spread(ClauseNumber number) { return words_[number + 2]; }
    std::vector<Watcher>& watchers(Literal literal) { return watchers_[literal]; }

    // Of the clauses of a small spread, those that were not returned before.
    std::vector<ClauseNumber> not_yet_shortened() {
        std::vector<ClauseNumber> numbers;
        for_each([&](ClauseNumber number) {
            if (spread(number) > most_shortened || words_[number + 3]) return;
            words_[number + 3] = 1;
            numbers.push_back(number);
        });
        return numbers;
    }

    // Replaces a clause by a shorter one. It is not watched as it should be until `renew` is called.
    void shorten(ClauseNumber number, std::span<const Literal> to) {
        std::ranges::copy(to, words_.begin() + number + header);
        words_[number] = static_cast<std::uint32_t>(to.size());
        if (spread(number) != kept_for_good)
            spread(number) = std::min(spread(number), std::max<std::uint32_t>(1, words_[number] - 1));
    }

    // Forgets half of the clauses, those of the largest spread and of these the oldest, and all that are true for good;
    // takes from the others what is false for good. No clause may be in use as a reason. `truth` is that of a literal;
    // `single` gets the literal of a clause that has come down to one.
    template <class Truth, class Single>
    void renew(Truth truth, Single single) {
        std::vector<std::uint32_t> spreads;
        for_each([&](ClauseNumber number) { spreads.push_back(spread(number)); });
        if (spreads.empty()) return;
        std::ranges::nth_element(spreads, spreads.begin() + spreads.size() / 2);
        const std::uint32_t median = std::max(spreads[spreads.size() / 2], always_kept + 1);
        std::size_t above = 0, of_median = 0;
        for (const std::uint32_t each : spreads) above += each > median, of_median += each == median;
        std::size_t to_go = std::min(of_median, spreads.size() / 2 - std::min(above, spreads.size() / 2));
        std::vector<std::uint32_t> before;
        before.swap(words_);
        for (std::vector<Watcher>& each : watchers_) each.clear();
        std::vector<Literal> left;
        for (std::size_t at = 0; at < before.size(); at += header + before[at + 1]) {
            const std::uint32_t spread = before[at + 2];
            if (spread > median || (spread == median && to_go && to_go--)) continue;
            const std::span<const Literal> literals(before.data() + at + header, before[at]);
            if (std::ranges::any_of(literals, [&](Literal literal) { return truth(literal) > 0; })) continue;
            left.clear();
            std::ranges::copy_if(literals, std::back_inserter(left),
                                 [&](Literal literal) { return truth(literal) == 0; });
            if (left.size() > 1)
                words_[add(left, spread) + 3] = before[at + 3];
            else
                single(left);
        }
    }

private:
    // Words before the literals: how many there are, for how many there is room, the spread, and whether the clause was
    // tried to be shortened.
    static constexpr std::uint32_t header = 4;
    static constexpr std::uint32_t most_shortened = 6;  // the largest spread of a clause that is worth the time
    static constexpr std::uint32_t always_kept = 2;     // clauses of no larger spread are never forgotten

    void watch(ClauseNumber number) {
        const std::span<Literal> of = literals(number);
        watchers_[of[0]].push_back({number, of[1]});
        watchers_[of[1]].push_back({number, of[0]});
    }

    template <class Visit>
    void for_each(Visit visit) {
        for (ClauseNumber number = 0; number < words_.size(); number += header + words_[number + 1]) visit(number);
    }

    std::vector<std::uint32_t> words_;
    std::vector<std::vector<Watcher>> watchers_;  // by literal
};

}  // namespace engine::learning
