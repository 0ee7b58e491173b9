// The clauses that a search has learned, one after another in one array, and which literals watch them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <tuple>
#include <vector>

#include "search/learning/problem.hpp"

namespace engine::learning {

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
