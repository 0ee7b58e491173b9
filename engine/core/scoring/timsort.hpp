// Tim Peters' merge sort with the parameters that Java's library has.
//
// HoDoKu sorts steps by a comparison that is no order: a may be equal to b and b to c, and a less than c. What comes first
// then depends on which elements are compared, so this makes the same comparisons in the same order.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

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
        const int in_place = gallop_right(items_[next], items_.data() + begin, length, 0);
        begin += in_place;
        length -= in_place;
        if (!length) return;
        next_length = gallop_left(items_[begin + length - 1], items_.data() + next, next_length, next_length - 1);
        if (!next_length) return;
        if (length <= next_length)
            merge_low(begin, length, next, next_length);
        else
            merge_high(begin, length, next, next_length);
    }

    // Where the key belongs in a sorted range: before equal elements, found in growing steps from `hint`.
    int gallop_left(const T& key, const T* range, int length, int hint) {
        int last = 0, offset = 1;
        if (compare_(key, range[hint]) > 0) {
            const int most = length - hint;
            while (offset < most && compare_(key, range[hint + offset]) > 0) {
                last = offset;
                offset = 2 * offset + 1;
            }
            offset = std::min(offset, most);
            last += hint;
            offset += hint;
        } else {
            const int most = hint + 1;
            while (offset < most && compare_(key, range[hint - offset]) <= 0) {
                last = offset;
                offset = 2 * offset + 1;
            }
            offset = std::min(offset, most);
            const int before = last;
            last = hint - offset;
            offset = hint - before;
        }
        for (++last; last < offset;) {
            const int middle = last + (offset - last) / 2;
            if (compare_(key, range[middle]) > 0)
                last = middle + 1;
            else
                offset = middle;
        }
        return offset;
    }

    // The same, after equal elements.
    int gallop_right(const T& key, const T* range, int length, int hint) {
        int last = 0, offset = 1;
        if (compare_(key, range[hint]) < 0) {
            const int most = hint + 1;
            while (offset < most && compare_(key, range[hint - offset]) < 0) {
                last = offset;
                offset = 2 * offset + 1;
            }
            offset = std::min(offset, most);
            const int before = last;
            last = hint - offset;
            offset = hint - before;
        } else {
            const int most = length - hint;
            while (offset < most && compare_(key, range[hint + offset]) >= 0) {
                last = offset;
                offset = 2 * offset + 1;
            }
            offset = std::min(offset, most);
            last += hint;
            offset += hint;
        }
        for (++last; last < offset;) {
            const int middle = last + (offset - last) / 2;
            if (compare_(key, range[middle]) < 0)
                offset = middle;
            else
                last = middle + 1;
        }
        return offset;
    }

    // Merges two neighbouring runs; the first is the shorter one and is copied.
    void merge_low(int begin, int length, int next, int next_length) {
        const std::vector<T> copy(items_.begin() + begin, items_.begin() + begin + length);
        const T* one = copy.data();
        int to = begin;
        items_[to++] = std::move(items_[next++]);
        --next_length;
        const auto finish = [&] {
            if (length == 1) {  // the last of the first run goes after the second
                std::move(items_.begin() + next, items_.begin() + next + next_length, items_.begin() + to);
                items_[to + next_length] = *one;
            } else {
                std::copy(one, one + length, items_.begin() + to);
            }
        };
        if (!next_length || length == 1) return finish();
        int gallop = gallop_;
        for (;;) {
            int wins = 0, next_wins = 0;
            do {
                if (less(items_[next], *one)) {
                    items_[to++] = std::move(items_[next++]);
                    ++next_wins;
                    wins = 0;
                    if (!--next_length) return end_merge(gallop, finish);
                } else {
                    items_[to++] = *one++;
                    ++wins;
                    next_wins = 0;
                    if (--length == 1) return end_merge(gallop, finish);
                }
            } while ((wins | next_wins) < gallop);
            do {
                wins = gallop_right(items_[next], one, length, 0);
                if (wins) {
                    std::copy(one, one + wins, items_.begin() + to);
                    to += wins;
                    one += wins;
                    length -= wins;
                    if (length <= 1) return end_merge(gallop, finish);
                }
                items_[to++] = std::move(items_[next++]);
                if (!--next_length) return end_merge(gallop, finish);
                next_wins = gallop_left(*one, items_.data() + next, next_length, 0);
                if (next_wins) {
                    std::move(items_.begin() + next, items_.begin() + next + next_wins, items_.begin() + to);
                    to += next_wins;
                    next += next_wins;
                    next_length -= next_wins;
                    if (!next_length) return end_merge(gallop, finish);
                }
                items_[to++] = *one++;
                if (--length == 1) return end_merge(gallop, finish);
                --gallop;
            } while (wins >= first_gallop || next_wins >= first_gallop);
            gallop = std::max(gallop, 0) + 2;
        }
    }

    // The same from the end; the second is the shorter one and is copied.
    void merge_high(int begin, int length, int next, int next_length) {
        const std::vector<T> copy(items_.begin() + next, items_.begin() + next + next_length);
        int one = begin + length - 1, other = next_length - 1, to = next + next_length - 1;
        items_[to--] = std::move(items_[one--]);
        --length;
        const auto finish = [&] {
            if (next_length == 1) {  // the first of the second run goes before the first run
                std::move_backward(items_.begin() + one + 1 - length, items_.begin() + one + 1,
                                   items_.begin() + to + 1);
                items_[to - length] = copy[other];
            } else {
                std::copy(copy.begin(), copy.begin() + next_length, items_.begin() + to - next_length + 1);
            }
        };
        if (!length || next_length == 1) return finish();
        int gallop = gallop_;
        for (;;) {
            int wins = 0, next_wins = 0;
            do {
                if (less(copy[other], items_[one])) {
                    items_[to--] = std::move(items_[one--]);
                    ++wins;
                    next_wins = 0;
                    if (!--length) return end_merge(gallop, finish);
                } else {
                    items_[to--] = copy[other--];
                    ++next_wins;
                    wins = 0;
                    if (--next_length == 1) return end_merge(gallop, finish);
                }
            } while ((wins | next_wins) < gallop);
            do {
                wins = length - gallop_right(copy[other], items_.data() + begin, length, length - 1);
                if (wins) {
                    to -= wins;
                    one -= wins;
                    length -= wins;
                    std::move_backward(items_.begin() + one + 1, items_.begin() + one + 1 + wins,
                                       items_.begin() + to + 1 + wins);
                    if (!length) return end_merge(gallop, finish);
                }
                items_[to--] = copy[other--];
                if (--next_length == 1) return end_merge(gallop, finish);
                next_wins = next_length - gallop_left(items_[one], copy.data(), next_length, next_length - 1);
                if (next_wins) {
                    to -= next_wins;
                    other -= next_wins;
                    next_length -= next_wins;
                    std::copy(copy.begin() + other + 1, copy.begin() + other + 1 + next_wins, items_.begin() + to + 1);
                    if (next_length <= 1) return end_merge(gallop, finish);
                }
                items_[to--] = std::move(items_[one--]);
                if (!--length) return end_merge(gallop, finish);
                --gallop;
            } while (wins >= first_gallop || next_wins >= first_gallop);
            gallop = std::max(gallop, 0) + 2;
        }
    }

    template <class Finish>
    void end_merge(int gallop, Finish finish) {
        gallop_ = std::max(gallop, 1);
        finish();
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

}  // namespace engine::scoring
