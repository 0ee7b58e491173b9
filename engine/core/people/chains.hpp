// Chains of candidates with strong and weak links in turn: one of the two ends holds, so what both rule out goes.
#pragma once

#include "people/singles.hpp"

namespace engine::people {

// Which links a chain may have.
enum class LinksOf { one_digit, pairs, any };

class Chains {
public:
    Chains(const Board& board, const Position& at) : board_(board), at_(at) { find_strong(); }

    // Chains with the fewest strong links from `least` to `most`.
    void find(Machine machine, LinksOf kind, int least, int most, Found& found) {
        kind_ = kind;
        for (int strong = least; strong <= most && found.steps.empty(); ++strong)
            for (int cell = 0; cell < board_.cells; ++cell)
                for (std::uint32_t rest = at_.filled[cell] ? 0 : at_.of[cell]; rest; rest &= rest - 1)
                    if (from(node(cell, std::countr_zero(rest)), machine, strong, strong - least, found)) return;
    }

private:
    static constexpr int nodes = most_cells * most_size;

    static int node(int cell, int digit) { return cell * most_size + digit; }
    static int cell_of(int node) { return node / most_size; }
    static int digit_of(int node) { return node % most_size; }

    struct Strong {
        int to;
        Reason reason;
        int number;
    };
    struct Came {
        int from = -1;
        Reason reason = Reason::assumed;
        int number = -1;
    };

    void find_strong() {
        strong_.resize(nodes);
        for (int cell = 0; cell < board_.cells; ++cell) {
            const Candidates digits = at_.of[cell];
            if (at_.filled[cell] || std::popcount(digits) != 2) continue;
            const int low = std::countr_zero(digits), high = std::bit_width(digits) - 1;
            strong_[node(cell, low)].push_back({node(cell, high), Reason::cell, -1});
            strong_[node(cell, high)].push_back({node(cell, low), Reason::cell, -1});
        }
        for (std::size_t u = 0; u < board_.units.size(); ++u)
            for (int digit = 0; digit < board_.size; ++digit) {
                const Cells places = places_of(at_, board_.units[u].cells, digit);
                if (places.size() != 2) continue;
                const int one = node(places[0], digit), other = node(places[1], digit);
                strong_[one].push_back({other, Reason::unit, static_cast<int>(u)});
                strong_[other].push_back({one, Reason::unit, static_cast<int>(u)});
            }
    }

    bool may_use(const Strong& link, int from) const {
        switch (kind_) {
            case LinksOf::one_digit: return digit_of(link.to) == digit_of(from);
            case LinksOf::pairs: return link.reason == Reason::cell;
            default: return true;
        }
    }

    // Chains of exactly so many strong links from a candidate; true if no more are wanted.
    bool from(int start, Machine machine, int strong, int longer, Found& found) {
        if (strong_[start].empty()) return false;
        holds_.clear();
        fails_.clear();
        std::vector<int> fresh{start}, next;
        fails_[start] = {};
        for (int depth = 1; depth <= strong; ++depth) {
            std::vector<int> held;
            for (const int node : fresh)
                for (const Strong& link : strong_[node]) {
                    if (!may_use(link, node) || holds_.contains(link.to)) continue;
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
            for (std::uint32_t rest = gone & at_.of[other]; rest; rest &= rest - 1) {
                const int there = node(other, std::countr_zero(rest));
                if (strong_[there].empty() || fails_.contains(there)) continue;
                fails_[there] = {holding, reason, -1};
                next.push_back(there);
            }
        };
        if (kind_ != LinksOf::one_digit) note(cell, static_cast<Candidates>(~(1u << digit)), Reason::cell);
        each_cell(board_.around[cell], [&](int other) {
            if (at_.filled[other]) return true;
            Candidates gone = board_.bans(cell, digit, other);
            if (kind_ == LinksOf::one_digit) gone &= static_cast<Candidates>(1u << digit);
            note(other, gone, Reason::seen);
            return true;
        });
    }

    Candidates bans(int holding, int other) const {
        if (other == cell_of(holding)) return static_cast<Candidates>(board_.all() & ~(1u << digit_of(holding)));
        return board_.bans(cell_of(holding), digit_of(holding), other);
    }

    bool conclude(int start, int end, Machine machine, int longer, Found& found) {
        if (start == end) return false;  // found as what its opposite leads to, one link shorter
        CellSet near = board_.around[cell_of(start)], far = board_.around[cell_of(end)];
        near.set(static_cast<std::size_t>(cell_of(start)));
        far.set(static_cast<std::size_t>(cell_of(end)));
        Step step{machine};
        each_cell(near & far, [&](int other) {
            const Candidates gone = at_.of[other] & bans(start, other) & bans(end, other);
            if (gone && !at_.filled[other]) step.lost.push_back({other, gone});
            return true;
        });
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
        for (const Link& one : step.links) cells.set(static_cast<std::size_t>(one.cell)), step.digits |= one.digits;
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
        std::vector<char> here_ = std::vector<char>(nodes);
        std::vector<Came> came_ = std::vector<Came>(nodes);
        std::vector<int> order_;
    };

    const Board& board_;
    const Position& at_;
    LinksOf kind_ = LinksOf::any;
    std::vector<std::vector<Strong>> strong_;
    Reached holds_, fails_;
};

}  // namespace engine::people
