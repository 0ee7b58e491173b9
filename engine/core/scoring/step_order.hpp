// Tim Peters' merge sort with the parameters that Java's library has.
//
// HoDoKu sorts steps by a comparison that is no order: a may be equal to b and b to c, and a less than c. What comes first
// then depends on which elements are compared, so this makes the same comparisons in the same order.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "scoring/step.hpp"

namespace engine::scoring {

// `compare(a, b)` is below 0, 0 or above 0.
template <class T, class Compare>
class Timsort {
public:
    Timsort(std::vector<T>& items, Compare compare) : items_(items), compare_(compare) {}

    void sort() {
        int low = 0, left = static_cast<int>(items_.size());
        if (left < 2) return;
        if (left < shortest_merge) {
            insert(0, left, count_run(0, left));
            return;
        }
        const int shortest = shortest_run(left);
        do {
            int length = count_run(low, low + left);
            if (length < shortest) {
                const int forced = std::min(left, shortest);
                insert(low, low + forced, low + length);
                length = forced;
            }
            runs_.push_back({low, length});
            collapse();
            low += length;
            left -= length;
        } while (left);
        while (runs_.size() > 1) {
            std::size_t at = runs_.size() - 2;
            if (at > 0 && runs_[at - 1].length < runs_[at + 1].length) --at;
            merge_at(at);
        }
    }

private:
    static constexpr int shortest_merge = 32, first_gallop = 7;

    struct Run {
        int begin, length;
    };

    bool less(const T& a, const T& b) { return compare_(a, b) < 0; }

    static int shortest_run(int length) {
        int rest = 0;
        for (; length >= shortest_merge; length >>= 1) rest |= length & 1;
        return length + rest;
    }

    // The end of the run that begins at `low`, relative to it; a falling run is turned round.
    int count_run(int low, int high) {
        int end = low + 1;
        if (end == high) return 1;
        if (less(items_[end++], items_[low])) {
            while (end < high && less(items_[end], items_[end - 1])) ++end;
            std::reverse(items_.begin() + low, items_.begin() + end);
        } else {
            while (end < high && !less(items_[end], items_[end - 1])) ++end;
        }
        return end - low;
    }

    // Sorts [low, high) by binary insertion, of which [low, start) is sorted; `start` may be a length from 0.
    void insert(int low, int high, int start) {
        if (start == low) ++start;
        for (; start < high; ++start) {
            T pivot = std::move(items_[start]);
            int left = low, right = start;
            while (left < right) {
                const int middle = (left + right) / 2;
                if (less(pivot, items_[middle]))
                    right = middle;
                else
                    left = middle + 1;
            }
            std::move_backward(items_.begin() + left, items_.begin() + start, items_.begin() + start + 1);
            items_[left] = std::move(pivot);
        }
    }

    void collapse() {
        while (runs_.size() > 1) {
            std::size_t at = runs_.size() - 2;
            const auto length = [&](std::size_t run) { return runs_[run].length; };
            if ((at > 0 && length(at - 1) <= length(at) + length(at + 1)) ||
                (at > 1 && length(at - 2) <= length(at) + length(at - 1))) {
                if (length(at - 1) < length(at + 1)) --at;
            } else if (length(at) > length(at + 1)) {
                return;
            }
            merge_at(at);
        }
    }

    void merge_at(std::size_t at) {
        auto [begin, length] = runs_[at];
        auto [next, next_length] = runs_[at + 1];
        runs_[at].length += next_length;
        runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        const int in_place = gallop(items_[next], true, items_.data() + begin, length, 0);
        begin += in_place;
        length -= in_place;
        if (!length) return;
        next_length = gallop(items_[begin + length - 1], false, items_.data() + next, next_length, next_length - 1);
        if (!next_length) return;
        if (length <= next_length)
            merge<true>(begin, length, next, next_length);
        else
            merge<false>(begin, length, next, next_length);
    }

    // Where the key belongs in a sorted range, after or before equal elements: found in growing steps from `hint`.
    int gallop(const T& key, bool after_equal, const T* range, int length, int hint) {
        const auto comes_after = [&](int place) { return compare_(key, range[place]) > (after_equal ? -1 : 0); };
        const bool up = comes_after(hint);
        const int most = up ? length - hint : hint + 1;
        int last = 0, offset = 1;
        while (offset < most && comes_after(up ? hint + offset : hint - offset) == up) {
            last = offset;
            offset = 2 * offset + 1;
        }
        offset = std::min(offset, most);
        int begin = (up ? hint + last : hint - offset) + 1, end = up ? hint + offset : hint - last;
        while (begin < end) {
            const int middle = begin + (end - begin) / 2;
            if (comes_after(middle))
                begin = middle + 1;
            else
                end = middle;
        }
        return end;
    }

    // Merges two neighbouring runs, of which the shorter one is copied: the first one, and the work goes from front to end, or
    // the second one, and it goes from end to front.
    template <bool forward>
    void merge(int begin, int length, int next, int next_length) {
        constexpr int step = forward ? 1 : -1;
        int copied = forward ? length : next_length, others = forward ? next_length : length;  // that are left
        const auto first = items_.begin() + (forward ? begin : next);
        const std::vector<T> copy(first, first + copied);
        int at = forward ? 0 : copied - 1, from = forward ? next : begin + length - 1;
        int to = forward ? begin : next + next_length - 1;
        const auto copied_ends = [&](int count) {
            for (copied -= count; count; --count, to += step, at += step) items_[to] = copy[at];
            return copied <= 1;
        };
        const auto others_end = [&](int count) {
            for (others -= count; count; --count, to += step, from += step) items_[to] = std::move(items_[from]);
            return !others;
        };
        // How many of the elements that are left come before the key on the way.
        const auto before = [&](const T& key, bool of_first_run, const T* range, int length) {
            const int place = gallop(key, of_first_run, range, length, forward ? 0 : length - 1);
            return forward ? place : length - place;
        };
        int gallop_after = gallop_;
        const auto one_by_one = [&] {
            int wins = 0, other_wins = 0;
            do {
                const bool other = forward ? less(items_[from], copy[at]) : less(copy[at], items_[from]);
                (other ? other_wins : wins) += 1;
                (other ? wins : other_wins) = 0;
                if (other ? others_end(1) : copied_ends(1)) return true;
            } while ((wins | other_wins) < gallop_after);
            return false;
        };
        const auto by_gallop = [&] {
            int wins, other_wins;
            const auto take_copied = [&] {
                wins = before(items_[from], forward, copy.data() + (forward ? at : 0), copied);
                return (wins && copied_ends(wins)) || others_end(1);
            };
            const auto take_others = [&] {
                other_wins = before(copy[at], !forward, items_.data() + (forward ? from : begin), others);
                return (other_wins && others_end(other_wins)) || copied_ends(1);
            };
            do {
                if (forward ? take_copied() || take_others() : take_others() || take_copied()) return true;
                --gallop_after;
            } while (wins >= first_gallop || other_wins >= first_gallop);
            gallop_after = std::max(gallop_after, 0) + 2;
            return false;
        };
        if (!others_end(1) && copied != 1) {
            while (!one_by_one() && !by_gallop()) {
            }
            gallop_ = std::max(gallop_after, 1);
        }
        if (copied == 1) others_end(others);  // the last one goes behind all
        copied_ends(copied);
    }

    std::vector<T>& items_;
    Compare compare_;
    std::vector<Run> runs_{};
    int gallop_ = first_gallop;
};

template <class T, class Compare>
void timsort(std::vector<T>& items, Compare compare) {
    Timsort<T, Compare>(items, compare).sort();
}

// Which of several steps of a technique comes first.

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

inline int difference(std::size_t a, std::size_t b) { return static_cast<int>(a) - static_cast<int>(b); }

// The most removals first, then by their cells, then the shortest chain.
inline int compare_chains(const Step& a, const Step& b) {
    if (const int more = difference(b.removed.size(), a.removed.size())) return more;
    if (!equivalent(a, b)) return place_sum(a.removed) - place_sum(b.removed);
    if (const int shorter = a.chain_length - b.chain_length) return shorter;
    return same_elements(a.digits, b.digits) ? 0 : sum(a.digits) - sum(b.digits);
}

inline int set_cells(const Step& step) {
    int cells = 0;
    for (const LockedSet& set : step.sets) cells += set.cells.count();
    return cells;
}

// For almost locked sets: the fewest sets and cells in place of the shortest chain.
inline int compare_sets(const Step& a, const Step& b) {
    if (const int more = difference(b.removed.size(), a.removed.size())) return more;
    if (!equivalent(a, b)) return place_sum(a.removed) - place_sum(b.removed);
    if (const int fewer = difference(a.sets.size(), b.sets.size())) return fewer;
    return set_cells(a) - set_cells(b);
}

// For forcing chains: placements first.
inline int compare_forcing(const Step& a, const Step& b) {
    if (a.placed.empty() != b.placed.empty()) return a.placed.empty() ? 1 : -1;
    if (!a.placed.empty()) {
        if (!equivalent(a, b)) return a.placed[0].cell == b.placed[0].cell ? 1 : a.placed[0].cell - b.placed[0].cell;
        return a.chain_length - b.chain_length;
    }
    if (const int more = difference(b.removed.size(), a.removed.size())) return more;
    if (!equivalent(a, b))
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
