// The links between candidates, and how short a chain can be: a walk over sets of candidates, without the chains themselves.
#pragma once

#include "people/board.hpp"

namespace engine::people {

// Which links a chain may have.
enum class LinksOf { one_digit, pairs, any };

// A candidate as a number.
inline constexpr int node_count = most_cells * most_size;
inline int node(int cell, int digit) { return cell * most_size + digit; }
inline int cell_of(int node) { return node / most_size; }
inline int digit_of(int node) { return node % most_size; }

// If one candidate does not hold, another one does.
struct Strong {
    int to;
    Reason reason;
    int number;
};

inline bool may_use(LinksOf kind, const Strong& link, int from) {
    switch (kind) {
        case LinksOf::one_digit: return digit_of(link.to) == digit_of(from);
        case LinksOf::pairs: return link.reason == Reason::cell;
        default: return true;
    }
}

class ChainGraph {
public:
    explicit ChainGraph(const Board& board) : board_(board), strong_(node_count), place_(node_count, -1) {}

    void read(const Position& at, const Places& places) {
        find_strong(at, places);
        find_bans(at, places);
    }

    const std::vector<Strong>& strong(int node) const { return strong_[node]; }

    struct Shortest {
        int strong = 0;
        std::vector<int> starts{};
    };

    // How many strong links the shortest chains have that remove something, from `least` to `most`, and where they begin;
    // nowhere if there are none.
    Shortest shortest(LinksOf kind, int least, int most) {
        Shortest best{most, {}};
        for (int start = 0; start < std::ssize(ends_); ++start) {
            const int strong = from(start, kind, least, best.strong);
            if (!strong) continue;
            if (strong < best.strong) best.starts.clear();
            best.strong = strong;
            best.starts.push_back(ends_[start]);
        }
        return best;
    }

private:
    using Word = std::uint64_t;

    void find_strong(const Position& at, const Places& places) {
        for (const int end : ends_) strong_[end].clear(), place_[end] = -1;
        ends_.clear();
        const auto link = [&](int one, int other, Reason reason, int number) {
            strong_[one].push_back({other, reason, number});
            strong_[other].push_back({one, reason, number});
        };
        for (int cell = 0; cell < board_.cells; ++cell) {
            const Candidates digits = at.of[cell];
            if (at.filled[cell] || std::popcount(digits) != 2) continue;
            link(node(cell, std::countr_zero(digits)), node(cell, std::bit_width(digits) - 1), Reason::cell, -1);
        }
        places.each(2, 2, [&](int unit, int digit, std::uint32_t here) {
            const Cells& cells = board_.units[unit].cells;
            link(node(cells[std::countr_zero(here)], digit), node(cells[std::bit_width(here) - 1], digit), Reason::unit,
                 unit);
            return false;
        });
        for (int cell = 0; cell < board_.cells; ++cell)
            for (const int d : Bits(at.filled[cell] ? 0 : at.of[cell]))
                if (const int end = node(cell, d); !strong_[end].empty()) {
                    place_[end] = static_cast<int>(ends_.size());
                    ends_.push_back(end);
                }
        words_ = (ends_.size() + 63) / 64;
    }

    // Which ends each end rules out, and with which it rules out something together.
    void find_bans(const Position& at, const Places& places) {
        bans_.assign(ends_.size() * words_, 0);
        near_.assign(ends_.size() * words_, 0);
        of_digit_.assign(static_cast<std::size_t>(board_.size) * words_, 0);
        for (std::size_t i = 0; i < ends_.size(); ++i) set(row(of_digit_, digit_of(ends_[i])), static_cast<int>(i));
        banned_by_.assign(words_, 0);
        for (int cell = 0; cell < board_.cells; ++cell)
            for (const int d : Bits(at.filled[cell] ? 0 : at.of[cell])) join(at, places, cell, d);
    }

    // All ends that a candidate cannot hold beside rule it out together.
    void join(const Position& at, const Places& places, int cell, int digit) {
        beside_.clear();
        std::ranges::fill(banned_by_, 0);
        const auto note = [&](int other, std::uint32_t digits) {
            for (; digits; digits &= digits - 1)
                if (const int place = place_[node(other, std::countr_zero(digits))]; place >= 0) {
                    beside_.push_back(place);
                    set(banned_by_.data(), place);
                }
        };
        note(cell, at.of[cell] & ~(1u << digit));
        for (const int other : EachCell(board_.sees[cell] & places.of_digit(digit))) note(other, 1u << digit);
        for (const int other : EachCell(board_.related[cell] & ~at.filled))
            note(other, board_.bans(cell, digit, other) & at.of[other]);
        for (const int place : beside_) add(row(near_, place), banned_by_.data());
        if (const int place = place_[node(cell, digit)]; place >= 0) add(row(bans_, place), banned_by_.data());
    }

    // The strong links of the shortest chain from an end, up to `most`; 0 if there is none.
    int from(int start, LinksOf kind, int least, int most) {
        held_.assign(words_, 0);
        gone_.assign(words_, 0);
        set(gone_.data(), start);
        front_.assign(1, start);
        const Word* const near = row(near_, start);
        const Word* const digit = row(of_digit_, digit_of(ends_[start]));
        for (int depth = 1; !front_.empty(); ++depth) {
            beside_.clear();
            bool removes = false;
            for (const int end : front_)
                for (const Strong& link : strong_[ends_[end]]) {
                    const int to = place_[link.to];
                    if (!may_use(kind, link, ends_[end]) || has(held_.data(), to)) continue;
                    set(held_.data(), to);
                    beside_.push_back(to);
                    removes = removes || (to != start && has(near, to));
                }
            if (removes && depth >= least) return depth;
            if (depth == most) return 0;
            front_.clear();
            for (const int end : beside_) {
                const Word* const bans = row(bans_, end);
                for (std::size_t i = 0; i < words_; ++i) {
                    Word fresh = bans[i] & ~gone_[i];
                    if (kind == LinksOf::one_digit) fresh &= digit[i];
                    gone_[i] |= fresh;
                    for (; fresh; fresh &= fresh - 1)
                        front_.push_back(static_cast<int>(64 * i) + std::countr_zero(fresh));
                }
            }
        }
        return 0;
    }

    Word* row(std::vector<Word>& rows, int number) const {
        return rows.data() + static_cast<std::size_t>(number) * words_;
    }
    void add(Word* some, const Word* others) const {
        for (std::size_t i = 0; i < words_; ++i) some[i] |= others[i];
    }
    static void set(Word* row, int place) { row[place / 64] |= Word{1} << place % 64; }
    static bool has(const Word* row, int place) { return row[place / 64] >> place % 64 & 1; }

    const Board& board_;
    std::vector<std::vector<Strong>> strong_;  // of each node
    std::vector<int> ends_, place_;            // the nodes that have strong links, and their numbers
    std::size_t words_ = 0;                    // of a row of ends
    std::vector<Word> bans_, near_, of_digit_, banned_by_, held_, gone_;
    std::vector<int> beside_, front_;
};

// Chains of candidates with strong and weak links in turn: one of the two ends holds, so what both rule out goes.
class Chains {
public:
    explicit Chains(const Board& board) : board_(board), graph_(board) {}

    // Chains with the fewest strong links from `least` to `most`. The position is another one than before after `forget`.
    void find(const Position& at, const Places& places, Machine machine, LinksOf kind, int least, int most,
              Found& found) {
        if (!is_known_) graph_.read(at, places);
        is_known_ = true;
        at_ = &at;
        kind_ = kind;
        const auto [strong, starts] = graph_.shortest(kind, least, most);
        for (const int start : starts)
            if (from(start, machine, strong, strong - least, found)) return;
    }
    void forget() { is_known_ = false; }

private:
    struct Came {
        int from = -1;
        Reason reason = Reason::assumed;
        int number = -1;
    };

    // Chains of exactly so many strong links from a candidate; true if no more are wanted.
    bool from(int start, Machine machine, int strong, int longer, Found& found) {
        holds_.clear();
        fails_.clear();
        std::vector<int> fresh{start}, next;
        fails_[start] = {};
        for (int depth = 1; depth <= strong; ++depth) {
            std::vector<int> held;
            for (const int node : fresh)
                for (const Strong& link : graph_.strong(node)) {
                    if (!may_use(kind_, link, node) || holds_.contains(link.to)) continue;
                    holds_[link.to] = {node, link.reason, link.number};
                    held.push_back(link.to);
                }
            if (depth == strong) {
                for (const int end : held)
                    if (conclude(start, end, machine, longer, found)) return true;
                return false;
            }
            next.clear();
            for (const int node : held) weaken(node, next);
            fresh.swap(next);
        }
        return false;
    }

    // What a candidate that holds rules out.
    void weaken(int holding, std::vector<int>& next) {
        const int cell = cell_of(holding), digit = digit_of(holding);
        const auto note = [&](int other, Candidates gone, Reason reason) {
            for (std::uint32_t rest = gone & at_->of[other]; rest; rest &= rest - 1) {
                const int there = node(other, std::countr_zero(rest));
                if (graph_.strong(there).empty() || fails_.contains(there)) continue;
                fails_[there] = {holding, reason, -1};
                next.push_back(there);
            }
        };
        if (kind_ != LinksOf::one_digit) note(cell, static_cast<Candidates>(~(1u << digit)), Reason::cell);
        for (const int other : EachCell(board_.around[cell] & ~at_->filled)) {
            Candidates gone = board_.bans(cell, digit, other);
            if (kind_ == LinksOf::one_digit) gone &= 1u << digit;
            note(other, gone, Reason::seen);
        }
    }

    Candidates bans(int holding, int other) const {
        if (other == cell_of(holding)) return static_cast<Candidates>(board_.all() & ~(1u << digit_of(holding)));
        return board_.bans(cell_of(holding), digit_of(holding), other);
    }

    bool conclude(int start, int end, Machine machine, int longer, Found& found) {
        if (start == end) return false;  // found as what its opposite leads to, one link shorter
        CellSet near = board_.around[cell_of(start)], far = board_.around[cell_of(end)];
        near.set(cell_of(start));
        far.set(cell_of(end));
        Step step{machine};
        for (const int other : EachCell(near & far & ~at_->filled))
            step.lose(other, at_->of[other] & bans(start, other) & bans(end, other));
        if (step.lost.empty()) return false;
        for (int here = end; here >= 0;) {
            const Came& by = holds_.at(here);
            step.links.push_back(link(here, true, by));
            const Came& weak = fails_.at(by.from);
            step.links.push_back(link(by.from, false, weak));
            here = weak.from;
        }
        std::ranges::reverse(step.links);
        CellSet cells;
        for (const Link& one : step.links) cells.set(one.cell), step.digits |= one.digits;
        step.cells = rules::cells_of(cells);
        step.cost = board_.costs[static_cast<int>(machine)] + 20 * longer;
        return found.add(std::move(step));
    }

    static Link link(int node, bool holds, const Came& by) {
        return {cell_of(node), static_cast<Candidates>(1u << digit_of(node)), holds, by.reason, by.number, {}};
    }

    // Nodes with what they came from, quickly emptied.
    class Reached {
    public:
        void clear() {
            for (const int node : order_) here_[node] = false;
            order_.clear();
        }
        bool contains(int node) const { return here_[node]; }
        Came& operator[](int node) {
            if (!here_[node]) here_[node] = true, order_.push_back(node);
            return came_[node];
        }
        const Came& at(int node) const { return came_[node]; }

    private:
        std::vector<char> here_ = std::vector<char>(node_count);
        std::vector<Came> came_ = std::vector<Came>(node_count);
        std::vector<int> order_;
    };

    const Board& board_;
    ChainGraph graph_;
    bool is_known_ = false;
    const Position* at_ = nullptr;
    LinksOf kind_ = LinksOf::any;
    Reached holds_, fails_;
};

}  // namespace engine::people
