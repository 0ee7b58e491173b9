// Which of several steps of a technique comes first.
#pragma once

#include "scoring/step.hpp"
#include "scoring/timsort.hpp"

namespace engine::scoring {

namespace detail {

// Two lists are equal if each element of the first is in the second, and the lengths are.
template <class T>
bool same_elements(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    return std::all_of(a.begin(), a.end(), [&](const T& x) { return std::find(b.begin(), b.end(), x) != b.end(); });
}

inline bool equivalent(const Step& a, const Step& b) {
    return a.technique == b.technique &&
           (a.removed.empty() ? same_elements(a.placed, b.placed) : same_elements(a.removed, b.removed));
}

inline int place_sum(const std::vector<Spot>& spots) {
    int sum = 0, factor = 1;
    for (const Spot& each : spots) {
        sum += each.cell * factor + each.digit;
        factor += 80;
    }
    return sum;
}

inline int sum(const std::vector<std::uint8_t>& numbers) {
    int sum = 0;
    for (const int number : numbers) sum += number;
    return sum;
}

inline int fewer(std::size_t a, std::size_t b) { return static_cast<int>(a) - static_cast<int>(b); }

}  // namespace detail

// The most removals first, then by their cells, then the shortest chain.
inline int compare_chains(const Step& a, const Step& b) {
    if (const int more = detail::fewer(b.removed.size(), a.removed.size())) return more;
    if (!detail::equivalent(a, b)) return detail::place_sum(a.removed) - detail::place_sum(b.removed);
    if (const int shorter = a.chain_length - b.chain_length) return shorter;
    return detail::same_elements(a.digits, b.digits) ? 0 : detail::sum(a.digits) - detail::sum(b.digits);
}

inline int set_cells(const Step& step) {
    int cells = 0;
    for (const LockedSet& set : step.sets) cells += set.cells.count();
    return cells;
}

// For almost locked sets: the fewest sets and cells in place of the shortest chain.
inline int compare_sets(const Step& a, const Step& b) {
    if (const int more = detail::fewer(b.removed.size(), a.removed.size())) return more;
    if (!detail::equivalent(a, b)) return detail::place_sum(a.removed) - detail::place_sum(b.removed);
    if (const int fewer = detail::fewer(a.sets.size(), b.sets.size())) return fewer;
    return set_cells(a) - set_cells(b);
}

// For forcing chains: placements first.
inline int compare_forcing(const Step& a, const Step& b) {
    if (a.placed.empty() != b.placed.empty()) return a.placed.empty() ? 1 : -1;
    if (!a.placed.empty()) {
        if (!detail::equivalent(a, b))
            return a.placed[0].cell == b.placed[0].cell ? 1 : a.placed[0].cell - b.placed[0].cell;
        return a.chain_length - b.chain_length;
    }
    if (const int more = detail::fewer(b.removed.size(), a.removed.size())) return more;
    if (!detail::equivalent(a, b))
        for (std::size_t i = 0; i < a.removed.size(); ++i) {
            const Spot &of_a = a.removed[i], &of_b = b.removed[i];
            if (const int first = of_a.cell * 10 + of_a.digit - of_b.cell * 10 - of_b.digit) return first;
        }
    return a.chain_length - b.chain_length;
}

template <class Compare>
void sort_steps(std::vector<Step>& steps, Compare compare) {
    std::vector<int> order(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) order[i] = static_cast<int>(i);
    timsort(order, [&](int a, int b) { return compare(steps[a], steps[b]); });
    std::vector<Step> sorted;
    sorted.reserve(steps.size());
    for (const int place : order) sorted.push_back(std::move(steps[place]));
    steps = std::move(sorted);
}

}  // namespace engine::scoring
