// Proof that a board has no puzzle of a given number of clues, or such a puzzle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "fewest/board_words.hpp"

namespace engine {

// 512 sets, a bit each.
typedef std::uint64_t SetBits __attribute__((vector_size(64)));

inline bool any(const SetBits& bits) {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)bits, (__m512i)bits);
#else
    return bits[0] | bits[1] | bits[2] | bits[3] | bits[4] | bits[5] | bits[6] | bits[7];
#endif
}
inline int first(const SetBits& bits) {
#if defined(__AVX512F__)
    const int word = std::countr_zero(static_cast<unsigned>(_mm512_test_epi64_mask((__m512i)bits, (__m512i)bits)));
#else
    int word = 0;
    while (!bits[word]) ++word;
#endif
    alignas(64) std::uint64_t words[8];
    std::memcpy(words, &bits, 64);
    return 64 * word + std::countr_zero(words[word]);
}
inline int count(const SetBits& bits) {
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += std::popcount(static_cast<std::uint64_t>(bits[i]));
    return sum;
}

// Asks one puzzle at a time whether the board is its only solution.
class Question {
public:
    explicit Question(const std::uint8_t* board) : search_(*this) { words_.read(board); }

    // Solutions beside the board, `most` at most, as the cells in which they differ from it.
    const std::vector<Cells9>& ask(const Cells9& clues, int most) {
        clues_ = &clues;
        most_ = most;
        found_.clear();
        search_.run();
        return found_;
    }

    bool load(int lane, LaneState& state) {
        if (!clues_) return false;
        words_.load(*clues_, lane, state);
        clues_ = nullptr;
        return true;
    }
    WordCells branch(int lane, LaneState& state) { return words_.branch(lane, state); }
    int digit(int lane, LaneState& state, WordCells cell) { return words_.digit(lane, state, cell); }
    bool solved(int lane, LaneState& state) {
        const Cells9 set = words_.difference(lane, state);
        if (set.any()) found_.push_back(set);
        return static_cast<int>(found_.size()) < most_;
    }
    void exhausted(int) {}

private:
    BoardWords words_;
    const Cells9* clues_ = nullptr;
    int most_ = 1;
    std::vector<Cells9> found_;
    LaneSearch<Question> search_;
};

class Exhaust {
public:
    Exhaust(const std::uint8_t* board, int clues) : question_(board), clues_(clues) {
        for (int a = 0; a < 9; ++a)
            for (int b = a + 1; b < 9; ++b)
                for (int c = b + 1; c < 9; ++c)
                    for (int d = c + 1; d < 9; ++d) {
                        Cells9 set;
                        for (int i = 0; i < 81; ++i) {
                            const int v = board[i] - 1;
                            if (v != a && v != b && v != c && v != d) set.add(i);
                        }
                        collect(question_.ask(set, 4000), largest);
                    }
        for (int turn = 0; turn < 2; ++turn)
            for (int band = 0; band < 3; ++band) {
                Cells9 set;
                for (int i = 0; i < 81; ++i)
                    if ((turn ? i % 9 : i / 9) / 3 != band) set.add(i);
                collect(question_.ask(set, 100000), largest);
            }
        for (int a = 0; a < 9; ++a)
            for (int b = a + 1; b < 9; ++b) {
                Cells9 set;
                for (int i = 0; i < 81; ++i)
                    if (units9.block[i] != a && units9.block[i] != b) set.add(i);
                collect(question_.ask(set, 100000), largest);
            }
        std::sort(sets_.begin(), sets_.end(), [](const Cells9& a, const Cells9& b) {
            return a.count() != b.count() ? a.count() < b.count() : a.word < b.word;
        });
        sets_.erase(std::unique(sets_.begin(), sets_.end()), sets_.end());
        std::vector<Cells9> minimal;
        for (const Cells9& set : sets_) {
            bool good = true;
            for (const Cells9& other : minimal)
                if (!other.without(set).any()) {
                    good = false;
                    break;
                }
            if (good) minimal.push_back(set);
        }
        sets_ = minimal;
    }

    std::vector<Cells9> sets_;
    std::int64_t nodes = 0, questions = 0, rebuilds = 0, added = 0, leaves = 0;
    int fold_at = 3;
    static inline int largest = 14;
    int rebuild_at = 5;
    std::int64_t level[20] = {};

    std::int64_t bands_tried[10] = {};
    int stacks = 0, sort_kind = 0;
    std::vector<int> key_;

    // Each band, with the fewest clues of the three.
    bool run() {
        for (int turn = 0; turn < 2; ++turn)
            for (int band = 0; band < 3; ++band)
                for (int i = 0; i < 81; ++i)
                    if ((turn ? i % 9 : i / 9) / 3 == band) lines_[turn][band].add(i);
        for (int few = 1; 3 * few <= clues_; ++few)
            for (int band = 0; band < 3; ++band) {
                Room room{};
                int more[3], sum = 0;
                for (int other = 0; other < 3; ++other) {
                    more[other] = other == band ? 0 : few + (other < band);
                    sum += more[other];
                }
                if (few + sum > clues_) continue;
                for (int other = 0; other < 3; ++other) room.band[other] = clues_ - few - (sum - more[other]);
                std::vector<Cells9> inside;
                for (const Cells9& set : sets_)
                    if (!set.without(lines_[stacks][band]).any()) inside.push_back(set);
                if (fill_band(inside, {}, lines_[stacks][band], few, clues_ - few,
                              lines_[stacks][(band + 1) % 3] | lines_[stacks][(band + 2) % 3], room))
                    return true;
            }
        return false;
    }

    struct Room {
        int band[3];
    };
    Cells9 lines_[2][3];
    Room room_[20];

    bool fill_band(const std::vector<Cells9>& inside, const Cells9& chosen, Cells9 alive, int few, int left,
                   const Cells9& others, const Room& room) {
        const Cells9* branch = nullptr;
        int best = 100;
        Cells9 packed{};
        int packing = 0;
        for (const Cells9& set : inside) {
            if ((set & chosen).any()) continue;
            const Cells9 rest = set & alive;
            const int size = rest.count();
            if (size == 0) return false;
            if (!(rest & packed).any()) {
                packed = packed | rest;
                if (++packing > few) return false;
            }
            if (size < best) {
                best = size;
                branch = &set;
            }
        }
        if (few == 0) {
            ++bands_tried[chosen.count()];
            room_[left] = room;
            return descend(chosen, others, left);
        }
        const Cells9 cells = branch ? *branch & alive : alive;
        bool done = false;
        cells.for_each([&](int cell) {
            if (done) return;
            alive.remove(cell);
            Cells9 next = chosen;
            next.add(cell);
            done = fill_band(inside, next, alive, few - 1, left, others, room);
        });
        return done;
    }

    Cells9 found;

private:
    static constexpr int most = 512;

    struct Table {
        SetBits of[81];
        SetBits unmet[20];  // by clues left
        std::uint64_t low[most], high[most];
        int count;
    };

    void collect(const std::vector<Cells9>& found, int largest) {
        for (const Cells9& set : found)
            if (set.count() <= largest) sets_.push_back(set);
    }

    void put(Table& table, const Cells9& set) {
        const int n = table.count++;
        table.low[n] = set.word[0];
        table.high[n] = set.word[1];
        set.for_each([&](int cell) { table.of[cell][n / 64] |= std::uint64_t{1} << (n % 64); });
    }

    // Upper levels: builds a table of sets for what is left.
    bool descend(const Cells9& chosen, const Cells9& alive, int left) {
        ++rebuilds;
        Table& table = *tables_[left];
        std::vector<Cells9>& open = open_[left];
        open.clear();
        int sizes[82] = {};
        for (const Cells9& set : sets_) {
            if ((set & chosen).any()) continue;
            const Cells9 rest = set & alive;
            ++sizes[rest.count()];
            open.push_back(rest);
        }
        if (sizes[0]) return false;
        // counting sort, smallest first
        int place[82], total = 0;
        for (int s = 0; s < 82; ++s) {
            place[s] = total;
            total += sizes[s];
        }
        order_.resize(total);
        if (sort_kind == 0) {
            for (int i = 0; i < total; ++i) order_[place[open[i].count()]++] = i;
        } else {
            int freq[81] = {};
            for (const Cells9& set : open) {
                if (sort_kind == 2 && set.count() > 5) continue;
                set.for_each([&](int c) { ++freq[c]; });
            }
            key_.resize(total);
            for (int i = 0; i < total; ++i) {
                int k = 0;
                open[i].for_each([&](int c) { k += freq[c]; });
                key_[i] = k + (sort_kind == 3 ? 1000 * open[i].count() : 0);
                order_[i] = i;
            }
            std::sort(order_.begin(), order_.end(),
                      [&](int a, int b) { return key_[a] < key_[b] || (key_[a] == key_[b] && a < b); });
        }
        std::memset(&table.of, 0, sizeof table.of);
        table.count = 0;
        for (int i = 0; i < total && table.count < most - 64; ++i) put(table, open[order_[i]]);
        table.unmet[left] = SetBits{};
        for (int n = 0; n < table.count; ++n) table.unmet[left][n / 64] |= std::uint64_t{1} << (n % 64);
        return search(table, chosen, alive, left, left);
    }

    // Sets of which each cell is in two at most: more than twice as many as there are clues left?
    bool folded(const Table& table, const SetBits& unmet, const Cells9& alive, int left) {
        SetBits rest = unmet, pass = unmet;
        Cells9 once{};
        int taken = 0;
        for (;;) {
            if (!any(pass)) {
                if (!any(rest)) return false;
                pass = rest;
            }
            const int n = first(pass);
            if (++taken > 2 * left) return true;
            const Cells9 set = Cells9{{table.low[n], table.high[n]}} & alive;
            SetBits full = {};
            (set & once).for_each([&](int cell) { full |= table.of[cell]; });
            once = once | set;
            rest &= ~full;
            full[n / 64] |= std::uint64_t{1} << (n % 64);
            pass &= ~full;
        }
    }

    bool search(Table& table, const Cells9& chosen, Cells9 alive, int left, int top) {
        ++nodes;
        ++level[left];
        SetBits& unmet = table.unmet[left];
        Cells9 branch{};
        if (!any(unmet)) {
            if (!missed(table, chosen, alive, left, top, branch)) return !branch.any() && false;
            if (found.any()) return true;
        }
        if (left == 0) return false;
        // packing
        for (;;) {
            SetBits rest = unmet;
            Cells9 together{};
            int packed = 0, smallest = 100;
            while (any(rest)) {
                const int n = first(rest);
                if (++packed > left) return false;
                const Cells9 set = Cells9{{table.low[n], table.high[n]}} & alive;
                const int size = set.count();
                if (size == 0) return false;
                if (size < smallest) {
                    smallest = size;
                    branch = set;
                }
                SetBits touched = {};
                set.for_each([&](int cell) { touched |= table.of[cell]; });
                rest &= ~touched;
                together = together | set;
            }
            if (packed < left) break;
            const Cells9 less = alive & together;
            if (less == alive) break;
            alive = less;
        }
        if (left >= fold_at && folded(table, unmet, alive, left)) return false;
        if (left == 1) {
            bool hit = false;
            branch.for_each([&](int cell) {
                if (hit || !alive.has(cell)) return;
                if (any(unmet & ~table.of[cell])) return;
                Cells9 puzzle = chosen;
                puzzle.add(cell);
                table.unmet[0] = SetBits{};
                ++leaves;
                Cells9 none;
                if (missed(table, puzzle, alive, 0, top, none) && found.any()) hit = true;
            });
            return hit;
        }
        // order by how many sets each meets
        int cells[81], gain[81], n = 0;
        branch.for_each([&](int cell) {
            const int g = count(unmet & table.of[cell]);
            int i = n++;
            for (; i > 0 && gain[i - 1] < g; --i) {
                gain[i] = gain[i - 1];
                cells[i] = cells[i - 1];
            }
            gain[i] = g;
            cells[i] = cell;
        });
        for (int i = 0; i < n; ++i) {
            alive.remove(cells[i]);
            Cells9 next = chosen;
            next.add(cells[i]);
            bool done;
            Cells9 still = alive;
            room_[left - 1] = room_[left];
            const int band = (stacks ? cells[i] % 9 : cells[i] / 9) / 3;
            if (--room_[left - 1].band[band] == 0) still = still.without(lines_[stacks][band]);
            if (left - 1 >= rebuild_at) {
                done = descend(next, still, left - 1);
            } else {
                table.unmet[left - 1] = unmet & ~table.of[cells[i]];
                done = search(table, next, still, left - 1, top);
            }
            if (done) return true;
        }
        return false;
    }

    // All sets of the table are met: looks for others that are not, first among those known. True to go on.
    bool missed(Table& table, const Cells9& chosen, const Cells9& alive, int left, int top, Cells9&) {
        ++questions;
        const auto& found_sets = question_.ask(chosen, left == 0 ? 2 : 4);
        if (found_sets.empty()) {
            found = chosen;
            return true;
        }
        bool open = true;
        for (const Cells9& set : found_sets) {
            ++added;
            sets_.push_back(set);
            if (table.count == most) {  // forget the oldest that came late
                table.count = most - 64;
            }
            const int n = table.count++;
            const std::uint64_t bit = std::uint64_t{1} << (n % 64);
            for (int c = 0; c < 81; ++c) table.of[c][n / 64] &= ~bit;
            --table.count;
            put(table, set);
            for (int l = left; l <= top; ++l) table.unmet[l][n / 64] |= bit;
            if (!(set & alive).any()) open = false;
        }
        return open;
    }

    Question question_;
    int clues_;
    std::vector<Cells9> open_[20];
    std::vector<int> order_;
    std::unique_ptr<Table> tables_[20] = {};

public:
    void prepare() {
        for (auto& t : tables_) t = std::make_unique<Table>();
    }
};

}  // namespace engine
